/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PETH_H
#define MRC_PETH_H

#include "mrc-tseth.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Reliability probe request header, 16 bytes on the wire; takes no PSN (MRC sec. 2.4). */
struct Peth
{
    uint16_t probeId{0}; //!< comes back in the SACK
    Tseth tseth;         //!< transmit time stamp
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PETH_H */
