/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SPRAYER_H
#define MRC_SPRAYER_H

#include "mrc-path-care.h"
#include "mrc-path-strikes.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/**
 * Over which plane and EV does the next packet go [late-choice]?
 *
 * Planes take turns, starting behind the one used last; within a plane the selector decides. A
 * plane of which nothing comes back has no turn.
 */
class Sprayer : public PathCare
{
  public:
    using PathCare::PathCare;

    /**
     * @param ports planes that could send now
     * @param now the time
     * @return the EV of the next packet
     */
    std::optional<Ev> Next(PlaneMask ports, Instant now)
    {
        return EvOf(NextPath(ports, now));
    }

    /** As Next. @return the path, or nullptr: a pointer stays in a register, an optional does not
     */
    __attribute__((always_inline)) const Path* NextPath(PlaneMask ports, Instant now)
    {
        return Send(Draw(ports, now), now);
    }

    /**
     * As Next, but not over a path that has failed or has lost packets without an answer since, if
     * there is another.
     *
     * @param ports planes that could send now
     * @param avoid the EV that failed
     * @param strikes the losses of paths
     * @param now the time
     * @return the EV of the next packet
     */
    std::optional<Ev> NextOther(PlaneMask ports, Ev avoid, const PathStrikes& strikes, Instant now);

    /**
     * For a probe that looks for any path that works.
     *
     * @param planes where the probe may look
     * @param i counts up
     * @param now the time
     * @return an EV of another path for each i, also one assumed bad: planes take turns; none if
     *         there is none
     */
    std::optional<Ev> NextInTurn(PlaneMask planes, uint32_t i, Instant now);

    /** If the EVs are as they were dealt, they are given back: the next use deals them so again. */
    void Rest(Instant now);

    /** Hints the processor at the EV that comes next. */
    __attribute__((always_inline)) void Prefetch() const
    {
        const PlaneMask usable = m_ports.Usable();
        if (m_isDealt && m_isSkip && usable != 0)
        {
            m_selector.Skip().Walk().Rotation().Prefetch(m_seats, NextOf(usable));
        }
    }

  private:
    static std::optional<Ev> EvOf(const Path* path)
    {
        return path == nullptr ? std::nullopt : std::optional<Ev>(path->ev);
    }

    /** @return a path that may carry the next packet */
    const Path* Draw(PlaneMask ports, Instant now)
    {
        return __builtin_expect(m_isDealt, 1) ? DrawDealt(ports, now) : DrawUndealt(ports, now);
    }

    const Path* DrawDealt(PlaneMask ports, Instant now)
    {
        const PlaneMask usable = m_ports.Usable();
        // no visit for each packet, and none of the table's lines
        const Path* path = Rotate(
            ports &
                (__builtin_expect(m_isSkip, 1) ? usable : m_selector.Planes(*m_table, usable, now)),
            now);
        const bool lacking = path == nullptr && m_left != 0;
        return __builtin_expect(lacking, 0) ? DrawFromSilent(ports, now) : path;
    }

    /** A packet leaves on this path, if the path is not null. @return the path */
    const Path* Send(const Path* path, Instant now)
    {
        if (path != nullptr)
        {
            m_health.OnSent(path->ev.Plane(), now);
            if (m_health.IsInDoubt(now))
            {
                Rest(path->ev.Plane(), now);
            }
        }
        return path;
    }

    /** @return the first of these planes, of which there is one, behind the one used last */
    PlaneId NextOf(PlaneMask planes) const
    {
        const PlaneMask behind = planes & ~((PlaneMask{2} << m_lastPlane) - 1);
        return static_cast<PlaneId>(__builtin_ctz(behind != 0 ? behind : planes));
    }

    const Path* Rotate(PlaneMask candidates, Instant now)
    {
        if (m_health.IsInDoubt(now))
        {
            candidates &= Doubt(now);
        }
        return Turn(candidates, now);
    }

    const Path* Turn(PlaneMask candidates, Instant now)
    {
        PathTable& table = *m_table;
        while (candidates != 0)
        {
            const PlaneId plane = NextOf(candidates);
            const Path* path = !m_seats.HasTurn(plane) ? nullptr
                               : __builtin_expect(m_isSkip, 1)
                                   ? m_selector.Skip().Next(table, m_seats, plane, now)
                                   : m_selector.Next(table, plane, now);
            if (path != nullptr)
            {
                m_lastPlane = plane;
                return path;
            }
            candidates &= ~(PlaneMask{1} << plane);
        }
        return nullptr;
    }

    const Path* DrawUndealt(PlaneMask ports, Instant now);
    const Path* DrawOfFew(SkipWalk& walk, PlaneMask candidates, Instant now);
    PlaneMask Doubt(Instant now);
    void Rest(PlaneId plane, Instant now);
    void Leave(PlaneId plane, Instant now);
    void RecallAll(Instant now);
    const Path* DrawFromSilent(PlaneMask ports, Instant now);
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SPRAYER_H */
