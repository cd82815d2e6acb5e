/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RUN_LIMITS_H
#define MRC_RUN_LIMITS_H

#include "ns3/nstime.h"

namespace ns3
{
namespace mrc
{

/** What ends a run before its flows do. */
struct RunLimits
{
    Time stop;              //!< simulated time to stop at; 0: none
    double wallSeconds{0};  //!< wall time after which to stop; 0: none
    Time stall{Seconds(2)}; //!< simulated time without a byte to give up after; 0: never
    bool goOn{false};       //!< when a file of results cannot be written, without it
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_LIMITS_H */
