/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-receiver-messages.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcReceiverMessages");

bool
ReceiverMessages::AddEnd(const Datagram& packet, uint64_t sequence) const
{
    Delivery delivery;
    delivery.msn = packet.write.meth.msn;
    delivery.length = packet.write.reth.length;
    delivery.hasImmediate = HasImmediate(packet.bth.opcode);
    delivery.immediate = packet.write.immediate;
    // Both count Writes with Immediate modulo 2^16; the difference is not delivered yet.
    const auto inFlight = static_cast<int16_t>(packet.write.meth.rqmsn - m_store.immediates);
    if (delivery.hasImmediate && inFlight > int32_t{m_store.parameters.qp->maxImmediates})
    {
        Refuse(sequence, AethSyndrome::NAK_INVALID_REQUEST); // [immediates-in-flight]
        return false;
    }
    m_store.ends.Insert(sequence, delivery);
    m_store.awaitsEnd = true;
    return true;
}

/**
 * Delivers messages once their packets, and all packets before, have arrived [transport-ack]
 * [immediate-order].
 */
void
ReceiverMessages::Complete(uint64_t end, PlaneId plane, Instant now) const
{
    while (m_store.ends.HasComplete(end))
    {
        const uint64_t sequence = m_store.ends.First();
        Delivery delivery = m_store.ends.Pop();
        m_store.awaitsEnd = !m_store.ends.Empty();
        if (delivery.hasImmediate && m_store.guarded && !m_store.guard->limits.buffers.Take())
        {
            Refuse(sequence,
                   AethSyndrome::NAK_REMOTE_OPERATIONAL); // [receive-buffers]: there is no RNR
            return;
        }
        m_store.immediates += delivery.hasImmediate;
        m_store.completed =
            ((m_store.completed + 1) & ReceiverStore::MSN_MASK) | ReceiverStore::ANY_COMPLETED;
        if (m_store.guarded)
        {
            ++m_store.guard->completed;
        }
        // One Transport ACK tells of all messages that complete before the NIC takes it.
        m_store.OweAck(plane);
        delivery.at = now;
        m_store.owner.Delivered(delivery);
    }
}

/**
 * The message of this packet will not be carried out. A refusal takes effect when all earlier
 * messages are complete. As on an ordered connection, they end well and the refused one is the
 * first that does not.
 */
void
ReceiverMessages::Refuse(uint64_t sequence, AethSyndrome syndrome) const
{
    ResponderGuard& guard = m_store.Guard();
    if (sequence < guard.refusedAt)
    {
        guard.refusedAt = sequence;
        guard.syndrome = syndrome;
    }
}

/**
 * Completes messages up to the refused one. Once all earlier messages are here, the refusal takes
 * effect.
 */
void
ReceiverMessages::Conclude(PlaneId plane, Instant now) const
{
    ResponderGuard& guard = *m_store.guard;
    Complete(std::min(m_store.received.Expected(), guard.refusedAt), plane, now);
    if (m_store.received.Expected() <= guard.refusedAt)
    {
        return;
    }
    NS_LOG_LOGIC("queue pair " << m_store.parameters.own.value << ": the message of PSN "
                               << PsnOf(guard.refusedAt).Value() << " is refused, syndrome "
                               << +static_cast<uint8_t>(guard.syndrome));
    m_store.OweAck(plane);
    m_store.owner.Fail(CompletionStatus::WR_FLUSH_ERR, now);
}

} // namespace mrc
} // namespace ns3
