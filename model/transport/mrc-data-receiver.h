/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DATA_RECEIVER_H
#define MRC_DATA_RECEIVER_H

#include "mrc-guarded-writes.h"
#include "mrc-receiver-messages.h"
#include "mrc-receiver-store.h"
#include "mrc-reply-queue.h"

namespace ns3
{
namespace mrc
{

/** Which fate has an arriving data packet? A view of a ReceiverStore. */
class DataReceiver
{
  public:
    /** @param store the receiver's; must outlive this */
    explicit DataReceiver(ReceiverStore& store)
        : m_store(store)
    {
    }

    /**
     * A data packet came, whole or trimmed. Inlined, as nearly all that responders get is data.
     *
     * @param packet the packet
     * @param now the time
     */
    __attribute__((always_inline)) void OnWrite(const Datagram& packet, Instant now) const
    {
        ReceiverStore& store = m_store;
        const uint64_t sequence = SequenceOf(packet.bth.psn, store.received.Expected());
        // Repetitions show that answers were lost, maybe on the way that this end chose.
        if (__builtin_expect(packet.bth.retransmission || store.probed, 0))
        {
            NoteReverse(packet, now);
        }
        if (packet.trim != TrimMark::WHOLE)
        {
            ++store.roles.counters.trims;
            OnTrimmed(packet, sequence, now);
            return;
        }
        // Not for trimmed packets: an incast needs no more packets.
        store.reverse.Probes().OnDataReceived(now, packet.write.tseth.timestamp);
        if (packet.ecn == Ecn::CE)
        {
            ++store.roles.counters.marks;
        }
        // Key 0 is that of all memory, and needs no look; any other has to be one that was
        // registered.
        const bool guarded = (store.guarded | packet.write.reth.rkey) != 0;
        if (__builtin_expect(guarded, 0) && GuardedWrites(store).TurnsAway(packet, sequence, now))
        {
            ++store.turnedAway;
            return;
        }
        switch (store.received.Insert(sequence))
        {
        case Arrival::ACCEPTED:
            __builtin_expect(guarded, 0) ? GuardedWrites(store).Place(packet, sequence, now)
                                         : Place(store, packet, sequence, now);
            break;
        case Arrival::DUPLICATE:
            OnDuplicate(packet);
            break;
        case Arrival::OUT_OF_WINDOW:
            OnOutOfWindow(packet);
            break;
        }
    }

  private:
    void NoteReverse(const Datagram& packet, Instant now) const;
    void OnDuplicate(const Datagram& packet) const;
    void OnOutOfWindow(const Datagram& packet) const;
    void OnTrimmed(const Datagram& packet, uint64_t sequence, Instant now) const;

    /**
     * Unordered placement: data goes to memory at once, and only its message has to wait for
     * others. Static: a packet would else store the view in memory.
     */
    static void Place(ReceiverStore& store, const Datagram& packet, uint64_t sequence, Instant now)
    {
        store.placedBytes += packet.payload;
        if (store.ackScheduler.OnAccepted(packet))
        {
            ReplyQueue(store).AddSack(packet);
        }
        if (EndsMessage(packet.bth.opcode) && !ReceiverMessages(store).AddEnd(packet, sequence))
        {
            // A message that is refused ends the connection, but messages before it are still
            // complete.
            ReceiverMessages(store).Conclude(packet.plane, now);
            return;
        }
        if (store.awaitsEnd && store.ends.HasComplete(store.received.Expected()))
        {
            ReceiverMessages(store).Complete(store.received.Expected(), packet.plane, now);
        }
    }

    ReceiverStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATA_RECEIVER_H */
