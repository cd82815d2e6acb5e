/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-data-receiver.h"

#include "mrc-receiver-grants.h"
#include "mrc-reply-queue.h"

namespace ns3
{
namespace mrc
{

/** The peer seems to hear the answers, or repeats data. */
void
DataReceiver::NoteReverse(const Datagram& packet, Instant now) const
{
    if (packet.bth.retransmission)
    {
        m_store.reverse.OnRepetition(now);
        return;
    }
    m_store.reverse.OnProgress();
    m_store.probed = false;
}

/** A packet that the receiver cannot remember is refused. */
void
DataReceiver::OnOutOfWindow(const Datagram& packet) const
{
    ReceiverStore& store = m_store;
    ++store.turnedAway;
    ReplyQueue(store).AddNack(packet, NackReason::PSN_OUT_OF_WINDOW); // [psn-out-of-window]
}

/** A duplicate is not placed again, but acknowledged again [duplicate-packets]. */
void
DataReceiver::OnDuplicate(const Datagram& packet) const
{
    ++m_store.roles.counters.duplicates;
    ReplyQueue(m_store).AddSack(packet);
    // Perhaps the Transport ACK was lost: a duplicate asks for that too.
    if (m_store.completed != 0)
    {
        m_store.OweAck(packet.plane);
    }
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
    else if (m_store.parameters.qp->trimNack)
    {
        ReplyQueue(m_store).AddNack(
            packet,
            packet.trim == TrimMark::TRIMMED ? NackReason::TRIMMED : NackReason::TRIMMED_LAST_HOP);
    }
}

} // namespace mrc
} // namespace ns3
