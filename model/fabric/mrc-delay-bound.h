/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DELAY_BOUND_H
#define MRC_DELAY_BOUND_H

#include "ns3/fatal-error.h"
#include "ns3/nstime.h"

namespace ns3
{
namespace mrc
{

/**
 * Refuses a delay that no link, switch or host has, with a fatal error.
 *
 * @param attribute its name, for the message
 * @param delay the value, expected to be 0 .. 1 s: sums of them stay far from the end of Instant
 */
inline void
CheckDelay(const char* attribute, const Time& delay)
{
    if (delay.IsStrictlyNegative() || delay > Seconds(1))
    {
        NS_FATAL_ERROR(attribute << " is " << delay.As() << "; expected 0 .. 1 s");
    }
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_DELAY_BOUND_H */
