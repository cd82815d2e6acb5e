/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECEIVER_H
#define MRC_RECEIVER_H

#include "mrc-answered-planes.h"
#include "mrc-data-receiver.h"
#include "mrc-lone-role.h"
#include "mrc-receiver-grants.h"
#include "mrc-receiver-store.h"
#include "mrc-reply-queue.h"
#include "mrc-reply-writer.h"

namespace ns3
{
namespace mrc
{

/**
 * The responder: places data as data comes. Tells the requestor of packets that came, packets that
 * are missing and messages that are done.
 *
 * Each view of the responder answers one question about the ReceiverStore.
 */
class alignas(64) Receiver final : public LoneRole<Receiver>
{
  public:
    /**
     * @param parameters must outlive the receiver
     * @param roles shared with the requestor; must outlive the receiver
     * @param owner hears of deliveries
     */
    Receiver(const ConnectionParameters& parameters, RolesState& roles, LoneOwner& owner)
        : m_store(parameters, roles, owner)
    {
    }

    Agenda Receive(const Datagram& datagram, Instant now) override;
    bool NextControl(Instant now, Datagram& out) override;
    Pull NextData(Instant now, PlaneMask ports, Datagram& out) override;
    Instant NextWakeup() const override;
    void Prefetch(Part part, const Datagram* incoming) const override;

    /** @return the data of the responder, to be read only */
    const ReceiverStore& Store() const
    {
        return m_store;
    }

    /** @return where data packets arrive */
    DataReceiver Data()
    {
        return DataReceiver(m_store);
    }

    /** @return where probes arrive */
    ReplyQueue Replies()
    {
        return ReplyQueue(m_store);
    }

    /** @return where answers leave */
    ReplyWriter Writer()
    {
        return ReplyWriter(m_store);
    }

    /** @return the limits of the requestor */
    ReceiverGrants Grants()
    {
        return ReceiverGrants(m_store);
    }

    /** @return the EVs that acknowledgements take */
    ReversePaths& Reverse()
    {
        return m_store.reverse;
    }

    /** @return the planes that answered while there was no requestor to know that */
    AnsweredPlanes& Answered()
    {
        return m_answered;
    }

    /** @return the limits that the user sets the peer */
    ResponderLimits& Limits()
    {
        return m_store.Guard().limits;
    }

    /** EV probes of the connection wait to be sent, or do no more. */
    void SetAsks(bool asks)
    {
        m_store.asks = asks;
    }

    /** The queue pair has failed: the guard, which stops packets, has a say from now on. */
    void Stop()
    {
        m_store.Guard();
    }

    /** Gives back empty containers. */
    void Rest()
    {
        m_store.ends.Rest();
        m_store.received.Rest();
        m_store.replies.Shrink();
    }

  private:
    struct Hot;

    ReceiverStore m_store;
    AnsweredPlanes m_answered;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECEIVER_H */
