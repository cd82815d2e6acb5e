/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECEIVER_MESSAGES_H
#define MRC_RECEIVER_MESSAGES_H

#include "mrc-receiver-store.h"

namespace ns3
{
namespace mrc
{

/** Which messages are complete, and which will never be? A view of a ReceiverStore. */
class ReceiverMessages
{
  public:
    /** @param store the receiver's; must outlive this */
    explicit ReceiverMessages(ReceiverStore& store)
        : m_store(store)
    {
    }

    /** The last packet of a message came. @return false if the message is refused */
    bool AddEnd(const Datagram& packet, uint64_t sequence) const;

    /**
     * Delivers messages once their packets, and all packets before, have arrived.
     *
     * @param end one above the last packet that may be of such a message
     * @param plane on which the latest packet came
     * @param now the time
     */
    void Complete(uint64_t end, PlaneId plane, Instant now) const;

    /** The message of a packet will not be carried out. */
    void Refuse(uint64_t sequence, AethSyndrome syndrome) const;

    /** Completes messages up to the refused one. */
    void Conclude(PlaneId plane, Instant now) const;

  private:
    ReceiverStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECEIVER_MESSAGES_H */
