/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-few-paths.h"

#include "mrc-path-skips.h"
#include "mrc-rtt-estimator.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace ns3
{
namespace mrc
{

uint32_t
FewPaths::RotationMask() const
{
    return PathSeats::RotationMaskOf(Active());
}

Path&
FewPaths::At(PlaneId plane, uint32_t seat)
{
    if (FewSkips* known = m_store.skips.get())
    {
        const auto end = known->skips + known->count;
        const auto found = std::find_if(known->skips, end, [=](const FewSkips::Skip& skip) {
            return skip.seat == seat && skip.path.ev.Plane() == plane;
        });
        if (found != end)
        {
            return found->path;
        }
    }
    // All others are GOOD: one entry, filled in for the EV that is drawn, stands for any of them.
    m_store.drawn.ev = Dealt().At(plane, seat);
    return m_store.drawn;
}

bool
FewPaths::HasLapsed(const Path& path, Instant now) const
{
    return now - m_store.skips->latestSkip >= m_deal.skipLapse ||
           now - TimeOfStamp(path.skippedAt, now) >= m_deal.skipLapse;
}

void
FewPaths::EndSkip(Path& path, PathCause cause, Instant now)
{
    Move(path, PathState::GOOD, cause, now);
}

bool
FewPaths::OnCongestion(Ev ev, PathCause cause, Instant now)
{
    const std::optional<uint32_t> seat = Dealt().SeatOf(ev);
    if (!seat)
    {
        return true; // an EV of nobody is nothing to a table either
    }
    FewSkips::Skip* const skip = PlaceOf(ev, *seat);
    if (skip == nullptr)
    {
        return false;
    }
    m_store.skips->latestSkip = now;
    skip->path.skippedAt = TimestampOf(now);
    skip->path.skipTurns = std::min(m_config.skipTurns, MAX_SKIP_TURNS) & 15;
    Move(skip->path, PathState::SKIP, cause, now);
    return true;
}

/** @return the entry of an EV, a new one if there is none; null: there is no room for one */
FewSkips::Skip*
FewPaths::PlaceOf(Ev ev, uint32_t seat)
{
    if (!m_store.skips)
    {
        m_store.skips = std::make_unique<FewSkips>();
    }
    FewSkips& known = *m_store.skips;
    const auto isBefore = [=](const FewSkips::Skip& skip) {
        return std::make_tuple(skip.path.ev.Plane(), skip.seat) < std::make_tuple(ev.Plane(), seat);
    };
    auto place = std::partition_point(known.skips, known.skips + known.count, isBefore);
    if (place != known.skips + known.count && place->path.ev == ev)
    {
        return place;
    }
    if (known.count == FewSkips::MOST)
    {
        // Those that are GOOD again need no entry.
        const auto isGood = [](const FewSkips::Skip& skip) {
            return skip.path.state == PathState::GOOD;
        };
        const auto end = std::remove_if(known.skips, known.skips + known.count, isGood);
        known.count = static_cast<uint32_t>(end - known.skips);
        place = std::partition_point(known.skips, end, isBefore);
    }
    if (known.count == FewSkips::MOST)
    {
        return nullptr;
    }
    std::move_backward(place, known.skips + known.count, known.skips + known.count + 1);
    ++known.count;
    *place = FewSkips::Skip();
    place->path.ev = ev;
    place->seat = seat;
    return place;
}

void
FewPaths::EndLapsed(Instant now)
{
    FewSkips* const known = m_store.skips.get();
    // The others began earlier, so all have lapsed once the latest has.
    if (known == nullptr || now - known->latestSkip < m_deal.skipLapse)
    {
        return;
    }
    for (uint32_t i = 0; i < known->count; ++i)
    {
        if (known->skips[i].path.state == PathState::SKIP)
        {
            EndSkip(known->skips[i].path, PathCause::LAPSE, now);
        }
    }
    m_store.skips.reset();
}

void
FewPaths::MoveTo(PathSkips& table)
{
    if (const FewSkips* known = m_store.skips.get())
    {
        for (uint32_t i = 0; i < known->count; ++i)
        {
            table.Adopt(known->skips[i].path, known->latestSkip);
        }
        m_store.skips.reset();
    }
}

void
FewPaths::Move(Path& path, PathState to, PathCause cause, Instant now)
{
    const PathTransition transition{path.ev, path.state, to, cause, now};
    path.state = to;
    if (m_deal.watch != nullptr && m_deal.watch->user != nullptr && transition.from != to)
    {
        m_deal.watch->user->PathChanged(transition);
    }
}

} // namespace mrc
} // namespace ns3
