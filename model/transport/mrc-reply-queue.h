/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REPLY_QUEUE_H
#define MRC_REPLY_QUEUE_H

#include "mrc-receiver-store.h"

namespace ns3
{
namespace mrc
{

/** Which answers does a packet bring about? A view of a ReceiverStore. */
class ReplyQueue
{
  public:
    /** @param store the receiver's; must outlive this */
    explicit ReplyQueue(ReceiverStore& store)
        : m_store(store)
    {
    }

    /** A SACK is to answer a data packet. */
    void AddSack(const Datagram& packet) const;

    /** A NACK is to answer a data packet. */
    void AddNack(const Datagram& packet, NackReason reason) const;

    /** A reliability probe came. */
    void OnProbe(const Datagram& probe, Instant now) const;

    /** A data packet came to a queue pair that has failed. */
    void AddError(const Datagram& packet) const;

  private:
    void AddNewest(const Reply& reply) const;

    ReceiverStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REPLY_QUEUE_H */
