/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DOZE_TIMERS_H
#define MRC_DOZE_TIMERS_H

#include "mrc-ack-timers.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

/** What do the timers of a sender that dozes say? A view of AckTimers; see SenderDoze. */
class DozeTimers
{
  public:
    /** @param timers the sender's; must outlive this */
    explicit DozeTimers(AckTimers& timers)
        : m_timers(timers)
    {
    }

    /** The sender dozes from now on, if nothing but a probe is near. @return whether it does */
    bool Begin(Instant now) const
    {
        if (m_timers.m_probes.Unanswered() != 0 || m_timers.m_retry.HasRetried() ||
            m_timers.m_end != Instant::Never())
        {
            return false;
        }
        GoOn(now);
        return true;
    }

    /**
     * @return whether each wake-up follows from the one before. If the local ACK timeout is shorter
     * than the interval of probes, a packet asks for one more. But none does while a wake-up of the
     * same instant is still to come.
     */
    bool AreRegular() const
    {
        return m_timers.m_soonest >= m_timers.m_probes.Interval(SenderState::BACKLOG);
    }

    /** Dozes on behind a call. A NIC looks at timers last in an instant, so behind the call. */
    void GoOn(Instant now) const
    {
        m_timers.m_spared = std::max(m_timers.m_wakeup, now);
        m_timers.m_wakeup = Instant::Never();
    }

    /** Puts the probe off as the wake-ups before this instant would have, which were spared. */
    void MakeUp(Instant now) const
    {
        Instant& spared = m_timers.m_spared;
        if (spared == Instant::Never())
        {
            return;
        }
        const Instant retry = m_timers.m_retry.Deadline();
        while (spared < now && spared < retry)
        {
            m_timers.m_probes.Postpone(spared);
            spared = std::min(retry, m_timers.m_probes.Deadline(SenderState::BACKLOG));
        }
        m_timers.m_wakeup = std::exchange(spared, Instant::Never());
    }

    /**
     * As MakeUp, behind a packet that has left at this instant, and has put the probe off.
     *
     * @return whether the packet has left out of a doze
     */
    bool MakeUpBehind(Instant sentAt) const
    {
        if (m_timers.m_spared == Instant::Never())
        {
            return false;
        }
        const Instant wakeup = m_timers.m_wakeup;
        MakeUp(sentAt);
        m_timers.m_wakeup = std::min(m_timers.m_wakeup, wakeup);
        m_timers.m_probes.Postpone(sentAt);
        return true;
    }

  private:
    AckTimers& m_timers;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DOZE_TIMERS_H */
