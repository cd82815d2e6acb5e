/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-skips.h"

#include "mrc-rtt-estimator.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPathSkips");

PathSkips::PathSkips(const EvConfig& config, const PathDeal& deal, SeatPlan* plan)
    : PathSeats(config, deal, plan),
      m_skipLapse(deal.skipLapse),
      m_watch(deal.watch),
      m_skipRuns(config.skipsToExchange),
      m_skipTurns(config.skipTurns)
{
}

bool
PathSkips::HasLapsed(const Path& path, Instant now) const
{
    // a stamp comes round every 8.4 ms: the stamp of a path counts no more once the latest skip of
    // all has lapsed
    return now - m_latestSkip >= m_skipLapse ||
           now - TimeOfStamp(path.skippedAt, now) >= m_skipLapse;
}

/** Bad and denied EVs stay so: a SKIP would bring them back into use. */
void
PathSkips::OnCongestion(Ev ev, PathCause cause, Instant now)
{
    Path* path = Find(ev);
    if (path != nullptr && path->IsUsable())
    {
        StartSkip(*path, cause, now);
    }
}

void
PathSkips::Penalise(Ev ev, uint8_t turns, PathCause cause, Instant now)
{
    Path* path = Find(ev);
    if (path != nullptr && path->IsUsable())
    {
        const uint8_t before = path->state == PathState::SKIP ? path->skipTurns : 0;
        Skip(*path, static_cast<uint8_t>(before + turns), cause, now);
    }
}

/**
 * Stamps of 16 bits cannot tell an old SKIP from a new one, so all end together, after the latest
 * one.
 */
void
PathSkips::EndLapsed(Instant now)
{
    for (Path& path : Paths())
    {
        if (path.state == PathState::SKIP && now - m_latestSkip >= m_skipLapse)
        {
            EndSkip(path, PathCause::LAPSE, now);
        }
    }
}

void
PathSkips::Adopt(const Path& path, Instant latestSkip)
{
    if (Path* own = Find(path.ev))
    {
        *own = path;
    }
    m_latestSkip = latestSkip;
}

void
PathSkips::Skip(Path& path, uint8_t turns, PathCause cause, Instant now)
{
    m_latestSkip = now;
    path.skippedAt = TimestampOf(now);
    path.skipTurns = std::min(turns, MAX_SKIP_TURNS) & 15;
    Move(path, PathState::SKIP, cause, now);
}

void
PathSkips::Exchange(Ev ev, Instant now)
{
    const PlaneId plane = ev.Plane();
    SendHome(plane); // seats are those of the deal
    Path* const skipped = Find(ev);
    const uint32_t reserve = PerPlane() - Active();
    for (uint32_t i = 0; i < reserve && InRotation(*skipped); ++i)
    {
        // the whole reserve in turn, so that the EV that left last does not come back first
        Path& other = At(plane, Active() + (m_exchanges + i) % reserve);
        if (other.state == PathState::GOOD && !SamePath(ev, other.ev))
        {
            NS_LOG_LOGIC("EV " << ev.value << " gives its seat to EV " << other.ev.value);
            m_exchanges += i + 1;
            if (skipped->state == PathState::SKIP)
            {
                EndSkip(*skipped, PathCause::TURN, now);
            }
            // The two EVs trade seat and bench for good, unlike a stand-in.
            std::swap(*skipped, other);
            break;
        }
    }
    Arrange(plane);
}

} // namespace mrc
} // namespace ns3
