/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-tick-not-before.h"

namespace ns3
{
namespace mrc
{

Time
TickNotBefore(Instant at)
{
    // A report must not be dated before its event, so a coarse tick is rounded up.
    const Time tick = PicoSeconds(static_cast<uint64_t>(at.Ps()));
    return tick.GetPicoSeconds() < at.Ps() ? tick + TimeStep(1) : tick;
}

} // namespace mrc
} // namespace ns3
