/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reverse-paths.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcReversePaths");

namespace
{

/** @return the plane of a mask that follows this one, in turn */
PlaneId
NextPlane(PlaneMask planes, PlaneId last)
{
    const PlaneMask behind = planes & ~((PlaneMask{2} << last) - 1);
    return static_cast<PlaneId>(__builtin_ctz(behind != 0 ? behind : planes));
}

} // namespace

Ev
ReversePaths::AnswerTo(Ev probe, PlaneMask usable, Instant now)
{
    const bool own = ((usable >> probe.Plane()) & 1) != 0;
    const PlaneId plane = own ? probe.Plane() : NextPlane(usable, m_lastAnswer.Plane());
    // The first answer takes the EV in use: probes also come when nothing but data was lost.
    Ev ev = Of(plane);
    if (m_unheard != 0)
    {
        NS_LOG_LOGIC("answers seem to be lost: another way is tried");
        const PlaneId next = NextPlane(usable, m_lastAnswer.Plane());
        const bool known = next == probe.Plane() && !IsDenied(probe);
        // the path that brought the probe here works in one direction, so most likely in the other
        // one too
        ev = known && (m_knownWays++ & 1) == 0 ? probe : Untried(next);
        // The way of the latest answer has just failed, so another one is sought, if there is one.
        for (uint32_t tries = 1; tries < Uplinks().In(ev.Plane()) && SamePath(ev, m_lastAnswer);
             ++tries)
        {
            ev = Untried(ev.Plane());
        }
    }
    // The count of ways begins anew with each time of silence.
    m_knownWays = m_unheard == 0 ? 0 : m_knownWays;
    m_answeredAt = now;
    m_unheard = static_cast<uint8_t>(m_unheard + (m_unheard < UINT8_MAX));
    m_probesInRow = static_cast<uint8_t>(m_probesInRow + (m_probesInRow < UINT8_MAX));
    // Acknowledgements follow at once: they are as unheard as the answers.
    m_evs[ev.Plane()] = ev;
    m_lastAnswer = ev;
    return ev;
}

Ev
ReversePaths::Untried(PlaneId plane)
{
    const auto turn = static_cast<uint32_t>(m_tried[plane]++);
    const uint32_t count = CountOf(plane);
    for (uint32_t skip = 0; skip < count; ++skip)
    {
        const Ev ev = At(plane, (turn + skip) % count);
        if (!IsDenied(ev))
        {
            return ev;
        }
    }
    return At(plane, turn % count);
}

} // namespace mrc
} // namespace ns3
