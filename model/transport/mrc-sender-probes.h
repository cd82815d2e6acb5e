/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_PROBES_H
#define MRC_SENDER_PROBES_H

#include "mrc-sender-store.h"

#include <optional>

namespace ns3
{
namespace mrc
{

/** Which probes does a sender send, and when? A view of a SenderStore. */
class SenderProbes
{
  public:
    /** @param store the sender's; must outlive this */
    explicit SenderProbes(SenderStore& store)
        : m_store(store)
    {
    }

    /**
     * The time of a reliability probe has come. If the last hop overflows the probe may have to
     * wait.
     */
    void AskOrWait(Instant now) const;

    /** Takes the reliability probe that is due. @return whether a path was found for the probe */
    bool Take(Instant now, Datagram& out) const;

    /** @return whether the silence of one path says something about the path */
    bool SilenceCounts() const;

    /** @return the next EV that is to be probed because a packet on it is overdue */
    std::optional<Ev> TakeInquiry() const
    {
        return m_store.flight.TakeInquiry();
    }

    /** @return whether paths are being asked: otherwise TakeInquiry has none */
    bool AsksPaths() const
    {
        return m_store.flight.Store().inquiries.Deadline() != Instant::Never();
    }

    /** An EV probe was answered. */
    void OnAnswer(Ev ev, Instant now) const
    {
        if (AsksPaths())
        {
            m_store.timers.DecideAt(m_store.flight.Losses().OnProbeAnswer(ev, now));
        }
    }

    /** EV probes of the connection wait to be sent, or do no more. */
    void SetAsks(bool asks) const
    {
        m_store.asks = asks;
    }

    /** @return whether the last hop has more senders than it can serve */
    bool LastHopOverflows(Instant now) const
    {
        return m_store.flight.Blame().LastHopOverflows(now);
    }

  private:
    ReliabilityProbes::Occasion Occasion(Instant now) const;

    SenderStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_PROBES_H */
