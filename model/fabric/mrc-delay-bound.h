/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DELAY_BOUND_H
#define MRC_DELAY_BOUND_H

#include "ns3/fatal-error.h"
#include "ns3/nstime.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

/**
 * Refuses a delay that no link, switch or host has.
 *
 * @param attribute its name, for the message
 * @param delay the value, expected to be 0 .. 1 s: sums of them stay far from the end of Instant
 * @throws std::invalid_argument naming both
 */
inline void
RefuseDelay(const char* attribute, const Time& delay)
{
    if (delay.IsStrictlyNegative() || delay > Seconds(1))
    {
        std::ostringstream what;
        what << attribute << " is " << delay.As() << "; expected 0 .. 1 s";
        throw std::invalid_argument(what.str());
    }
}

/** The same for an attribute of a running network: a fatal error. */
inline void
CheckDelay(const char* attribute, const Time& delay)
{
    try
    {
        RefuseDelay(attribute, delay);
    }
    catch (const std::invalid_argument& error)
    {
        NS_FATAL_ERROR(error.what());
    }
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_DELAY_BOUND_H */
