/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MICROS_H
#define MRC_MICROS_H

#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/**
 * @param length a length of simulated time
 * @return that length in microseconds, the unit of tables and summaries
 */
inline double
MicrosOf(Span length)
{
    return static_cast<double>(length.Ps()) * 1e-6;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_MICROS_H */
