/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_H
#define MRC_SENDER_H

#include "mrc-data-sender.h"
#include "mrc-lone-role.h"
#include "mrc-sender-answers.h"
#include "mrc-sender-doze.h"
#include "mrc-sender-hints.h"
#include "mrc-sender-planes.h"
#include "mrc-sender-probes.h"
#include "mrc-sender-requests.h"
#include "mrc-sender-store.h"
#include "mrc-sender-timeouts.h"

namespace ns3
{
namespace mrc
{

/**
 * The requestor: brings Writes to the peer, each packet on a path of its own, until all are
 * complete.
 *
 * Each view of the requestor answers one question about the SenderStore.
 */
class alignas(64) Sender final : public LoneRole<Sender>
{
  public:
    /**
     * @param parameters must outlive the sender
     * @param roles shared with the responder; must outlive the sender
     * @param owner hears of completions
     * @param watch hears of EVs; must outlive the sender
     */
    Sender(const ConnectionParameters& parameters,
           RolesState& roles,
           LoneOwner& owner,
           const QueuePairWatch& watch)
        : m_store(parameters, roles, owner, watch)
    {
    }

    Agenda Receive(const Datagram& datagram, Instant now) override;
    Pull NextData(Instant now, PlaneMask ports, Datagram& out) override;
    Instant NextWakeup() const override;
    void Prefetch(Part part, const Datagram* incoming) const override;

    /** @return the data of the requestor, to be read only */
    const SenderStore& Store() const
    {
        return m_store;
    }

    /** @return where work requests are posted */
    SenderRequests Requests()
    {
        return SenderRequests(m_store);
    }

    /** @return where data packets leave */
    DataSender Data()
    {
        return DataSender(m_store);
    }

    /** @return where answers arrive */
    SenderAnswers Answers()
    {
        return SenderAnswers(m_store);
    }

    /** @return where probes leave */
    SenderProbes Probes()
    {
        return SenderProbes(m_store);
    }

    /** @return the view that acts when a time has come */
    SenderTimeouts Timeouts()
    {
        return SenderTimeouts(m_store);
    }

    /** @return the part that hears of ports and denied EVs */
    SenderPlanes Planes()
    {
        return SenderPlanes(m_store);
    }

    /** @return hints at the members that coming packets will touch */
    SenderHints Hints() const
    {
        return SenderHints(m_store);
    }

    /** @return the paths */
    Sprayer& Paths()
    {
        return m_store.paths;
    }

    /** A packet with this EV arrived at the peer, and there is no responder to know that. */
    void NoteHeard(Ev ev)
    {
        if (m_store.heard.Plane() != ev.Plane())
        {
            KeepHeard();
        }
        m_store.heard = ev;
        m_store.hasHeard = true;
    }

    /** @param reverse the paths of a new responder, which get to know all that was before */
    void TellHeard(ReversePaths& reverse) const
    {
        HeardPaths all = m_store.heardOthers;
        if (m_store.hasHeard)
        {
            all.Note(m_store.heard);
        }
        all.TellTo(reverse);
        if (m_store.sentAt != Instant::Never())
        {
            reverse.Probes().OnDataSent(m_store.sentAt);
        }
    }

    /** Has the user hear of windows, round trips, NACKs and planes, or not. */
    void Watch(bool watched)
    {
        m_store.flight.SetWatched(watched);
    }

  private:
    __attribute__((noinline)) Pull Rearmed(Instant now);

    /** The latest EV of a plane, in a line that each answer touches, makes room for that of
     * another. */
    void KeepHeard()
    {
        if (m_store.hasHeard)
        {
            m_store.heardOthers.Note(m_store.heard);
        }
    }

    struct Hot;

    SenderStore m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_H */
