/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REPLY_WRITER_H
#define MRC_REPLY_WRITER_H

#include "mrc-receiver-store.h"

namespace ns3
{
namespace mrc
{

/** Which answer leaves next, with which content? A view of a ReceiverStore. */
class ReplyWriter
{
  public:
    /** @param store the receiver's; must outlive this */
    explicit ReplyWriter(ReceiverStore& store)
        : m_store(store)
    {
    }

    /** Takes the next SACK, NACK or Transport ACK; ReceiverStore::HasReply() holds. */
    void Take(Datagram& out) const;

    /** The NIC's own ports changed. */
    void PortsChanged(PlaneMask up) const
    {
        m_store.localUp = static_cast<uint8_t>(up & m_store.parameters.Planes());
    }

    /** The peer told which of its ports are down: answers avoid them. */
    void SetPeerDown(PlaneMask down) const
    {
        m_store.peerDown = static_cast<uint8_t>(down);
    }

  private:
    void FillHeaders(PlaneId plane, Datagram& out) const;
    uint64_t NextProbeBase() const;
    void FillSack(const Reply& reply, Datagram& out) const;
    void FillNack(const Reply& reply, Datagram& out) const;

    ReceiverStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REPLY_WRITER_H */
