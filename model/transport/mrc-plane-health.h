/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLANE_HEALTH_H
#define MRC_PLANE_HEALTH_H

#include "mrc-plane-pauses.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

class SenderDoze;

/**
 * Do answers come back to packets sent through a plane [silent-plane]?
 *
 * Own rules, which doc/paths.rst states. A plane is alive while something sent through it lately
 * was answered. A plane is silent when nothing has been answered for too long since a packet left
 * that is still unanswered. In between a plane is neither. Time in which the queue pair has nothing
 * to do does not count.
 */
class PlaneHealth
{
  public:
    /**
     * @param limit how long an answer counts, and the least silence that is too long
     * @param pause between two packets of a plane while all are silent
     */
    PlaneHealth(Span limit, Span pause)
        : m_limit(limit),
          m_patience(limit),
          m_pauses(pause)
    {
        std::fill(m_waitsSince, m_waitsSince + MAX_PLANES, Instant::Never());
        std::fill(m_aliveUntil, m_aliveUntil + MAX_PLANES, Instant(-1));
    }

    /** A packet or a probe leaves through a plane. */
    void OnSent(PlaneId plane, Instant now)
    {
        WaitsSince(plane) = std::min(WaitsSince(plane), now);
    }

    /**
     * Something that was sent through each of these planes was answered.
     *
     * @param planes those planes
     * @param sentAt when the answered packet was sent
     * @param now the time
     */
    void OnAnswered(PlaneMask planes, Instant sentAt, Instant now)
    {
        m_heardAt = now;
        for (; planes != 0; planes &= planes - 1)
        {
            const auto plane = static_cast<PlaneId>(__builtin_ctz(planes));
            WaitsSince(plane) = Instant::Never();
            m_aliveUntil[plane] = sentAt + m_limit;
        }
        // while planes pause there is doubt at any time: most answers so need no look at the pauses
        if (__builtin_expect(m_doubtAt == Instant(), 0) && m_pauses.AreOn())
        {
            m_pauses.End();
        }
    }

    /** @return when something was answered last, or when there was something to do again */
    Instant HeardAt() const
    {
        return m_heardAt;
    }

    /** @param smoothed the smoothed round trip: four of these are never too long a silence */
    void SetRoundTrip(Span smoothed)
    {
        m_patience = std::max(m_limit, smoothed * 4);
    }

    /** There is something to do again: since the latest answer the queue pair was idle. */
    void Resume(Instant now)
    {
        for (Instant& since : m_waitsSince)
        {
            since = since == Instant::Never() ? since : std::min(now, since + (now - m_heardAt));
        }
        m_heardAt = now;
    }

    /** These planes could not be used for some time: whatever was sent before does not count. */
    void Forget(PlaneMask planes)
    {
        for (; planes != 0; planes &= planes - 1)
        {
            WaitsSince(static_cast<PlaneId>(__builtin_ctz(planes))) = Instant::Never();
        }
    }

    /** @return whether a plane may be silent, or planes pause: else there is nothing to ask */
    bool IsInDoubt(Instant now) const
    {
        return __builtin_expect(now >= m_doubtAt, 0);
    }

    /** None of these planes is silent now; unless planes pause there is no doubt for some time. */
    void Settle(PlaneMask planes, Instant now)
    {
        Instant first = now;
        for (; planes != 0; planes &= planes - 1)
        {
            first = std::min(first, WaitsSince(static_cast<PlaneId>(__builtin_ctz(planes))));
        }
        m_doubtAt = m_pauses.AreOn() ? Instant() : first + m_patience + Span(1);
    }

    /** @return whether a plane is silent */
    bool IsSilent(PlaneId plane, Instant now) const
    {
        return now - WaitsSince(plane) > m_patience;
    }

    /** @return whether a plane is alive */
    bool IsAlive(PlaneId plane, Instant now) const
    {
        return now <= m_aliveUntil[plane];
    }

    /** All planes are silent: from now on each pauses after a packet, until something is answered.
     */
    void BeginPauses()
    {
        m_pauses.Begin();
        m_doubtAt = Instant();
    }

    /** @return which planes may send while all of them are silent */
    PlanePauses& Pauses()
    {
        return m_pauses;
    }

    /** @return the same, to read */
    const PlanePauses& Pauses() const
    {
        return m_pauses;
    }

  private:
    friend class SenderDoze;

    /** @return a plane is not silent up to this instant, whatever is sent through it from now on */
    Instant SilentAfter(PlaneId plane, Instant now) const
    {
        return std::min(WaitsSince(plane), now) + m_limit;
    }

    Instant& WaitsSince(PlaneId plane)
    {
        return m_waitsSince[MAX_PLANES - 1 - plane];
    }

    Instant WaitsSince(PlaneId plane) const
    {
        return m_waitsSince[MAX_PLANES - 1 - plane];
    }

    // first the members that each answer touches, of the first planes in one line with the prober's
    // next instant
    Span m_limit;
    Instant m_heardAt;
    Span m_patience;
    Instant m_aliveUntil[MAX_PLANES];
    PlanePauses m_pauses;
    // Members that each packet touches. The planes are in reverse order, since the first ones are
    // used most, and what follows in the connection is touched as well.
    Instant m_waitsSince[MAX_PLANES]; //!< the first packet after the latest answer; Never: none
    Instant m_doubtAt;                //!< no plane is silent before
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLANE_HEALTH_H */
