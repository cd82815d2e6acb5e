/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-data-receiver.h"

#include "mrc-guarded-writes.h"
#include "mrc-receiver-grants.h"
#include "mrc-receiver-messages.h"
#include "mrc-reply-queue.h"

namespace ns3
{
namespace mrc
{

/**
 * Unordered placement: data goes to memory at once, and only its message has to wait for others.
 */
inline void
DataReceiver::Place(ReceiverStore& store, const Datagram& packet, uint64_t sequence, Instant now)
{
    store.roles.counters.placedBytes += packet.payload;
    if (store.ackScheduler.OnAccepted(packet))
    {
        ReplyQueue(store).AddSack(packet);
    }
    if (EndsMessage(packet.bth.opcode) && !ReceiverMessages(store).AddEnd(packet, sequence))
    {
        // A message that is refused ends the connection, but messages before it are still complete.
        ReceiverMessages(store).Conclude(packet.plane, now);
        return;
    }
    if (store.ends.HasComplete(store.received.Expected()))
    {
        ReceiverMessages(store).Complete(store.received.Expected(), packet.plane, now);
    }
}

void
DataReceiver::OnWrite(const Datagram& packet, Instant now) const
{
    ReceiverStore& store = m_store;
    const uint64_t sequence = SequenceOf(packet.bth.psn, store.received.Expected());
    // Repetitions show that answers were lost, maybe on the way that this end chose.
    packet.bth.retransmission ? store.reverse.OnRepetition(now) : store.reverse.OnProgress();
    if (packet.trim != TrimMark::WHOLE)
    {
        ++store.roles.counters.trims;
        OnTrimmed(packet, sequence, now);
        return;
    }
    // Not for trimmed packets: an incast needs no more packets.
    store.reverse.Probes().OnDataReceived(now, packet.write.tseth.timestamp);
    ++store.roles.counters.receivedPackets;
    if (packet.ecn == Ecn::CE)
    {
        ++store.roles.counters.marks;
    }
    // Key 0 is that of all memory, and needs no look; any other has to be one that was registered.
    const bool guarded = (store.guarded | packet.write.reth.rkey) != 0;
    if (__builtin_expect(guarded, 0) && GuardedWrites(store).TurnsAway(packet, sequence, now))
    {
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
        ReplyQueue(store).AddNack(packet, NackReason::PSN_OUT_OF_WINDOW); // [psn-out-of-window]
        break;
    }
}

/** A duplicate is not placed again, but acknowledged again [duplicate-packets]. */
void
DataReceiver::OnDuplicate(const Datagram& packet) const
{
    ++m_store.roles.counters.duplicates;
    ReplyQueue(m_store).AddSack(packet);
    // Perhaps the Transport ACK was lost: a duplicate asks for that too.
    m_store.ackDue = m_store.ackDue || m_store.completed != 0;
    m_store.ackPlane = packet.plane;
}

void
DataReceiver::OnTrimmed(const Datagram& packet, uint64_t sequence, Instant now) const
{
    if (m_store.guarded)
    {
        ReceiverGrants(m_store).WeighIncast(now);
        if (m_store.roles.failed)
        {
            ReplyQueue(m_store).AddError(packet);
            return;
        }
    }
    // The data has come by another copy, so nothing is asked for [trim-resend].
    if (m_store.received.Contains(sequence))
    {
        ReplyQueue(m_store).AddSack(packet);
    }
    else if (m_store.parameters.qp.trimNack)
    {
        ReplyQueue(m_store).AddNack(
            packet,
            packet.trim == TrimMark::TRIMMED ? NackReason::TRIMMED : NackReason::TRIMMED_LAST_HOP);
    }
}

} // namespace mrc
} // namespace ns3
