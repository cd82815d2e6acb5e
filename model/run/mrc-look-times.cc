/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-look-times.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

// A look visits each transfer, so a product bounds the work: so many transfers looked at while the
// time of one stall limit passes. FEWEST looks still tell since when nothing came.
constexpr int64_t TRANSFERS_LOOKED_AT = 2000000;
constexpr int64_t FEWEST = 20;
constexpr int64_t MOST = 20000;
constexpr int64_t USUAL_LIMIT = 2; // seconds, for the looks of a run without a limit

} // namespace

LookTimes::LookTimes(Time stall, uint32_t transfers)
{
    const int64_t looks =
        std::clamp<int64_t>(TRANSFERS_LOOKED_AT / std::max(transfers, 1U), FEWEST, MOST);
    const Time limit = stall.IsStrictlyPositive() ? stall : Seconds(USUAL_LIMIT);
    // A limit of a few ticks would give an interval of none, by which After could not divide.
    m_steps = std::max<int64_t>(limit.GetTimeStep() / looks, 1);
}

/**
 * Looks come at multiples of the interval, not at sums from the latest look, so that their times
 * depend on the interval alone.
 */
Time
LookTimes::After(Time now) const
{
    return TimeStep((now.GetTimeStep() / m_steps + 1) * m_steps);
}

} // namespace mrc
} // namespace ns3
