/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-guarded-writes.h"

#include "mrc-receiver-grants.h"
#include "mrc-receiver-messages.h"
#include "mrc-reply-queue.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

bool
GuardedWrites::TurnsAway(const Datagram& packet, uint64_t sequence, Instant now) const
{
    ResponderGuard& guard = m_store.Guard();
    ReceiverGrants(m_store).WeighIncast(now);
    if (m_store.roles.failed)
    {
        ReplyQueue(m_store).AddError(packet);
        return true;
    }
    const uint64_t limit = m_store.parameters.qp->holdLimit;
    const bool fits = limit == 0 || guard.held.Bytes() + packet.payload <= limit;
    const bool isNew = sequence < m_store.received.Expected() + m_store.received.Window() &&
                       !m_store.received.Contains(sequence);
    // The packet that all wait for is always taken, or nothing held would ever be released; so is
    // one that need not wait.
    if (fits || !isNew || sequence == m_store.received.Expected() ||
        TurnOf(packet, sequence) < TurnsBelow())
    {
        return false;
    }
    ReplyQueue(m_store).AddNack(packet, NackReason::NO_PACKET_BUFFER);
    return true;
}

void
GuardedWrites::Place(const Datagram& packet, uint64_t sequence, Instant now) const
{
    if (m_store.ackScheduler.OnAccepted(
            packet)) // whatever becomes of the data [sack-before-placement]
    {
        ReplyQueue(m_store).AddSack(packet);
    }
    if (!m_store.guard->limits.memory.Allows(packet.write.reth, packet.payload))
    {
        ReceiverMessages(m_store).Refuse(sequence, AethSyndrome::NAK_REMOTE_ACCESS);
    }
    else
    {
        PlaceOrHold(packet, sequence);
        if (EndsMessage(packet.bth.opcode))
        {
            ReceiverMessages(m_store).AddEnd(packet, sequence);
        }
    }
    // Completing messages moves TurnsBelow, so bytes are released afterwards.
    ReceiverMessages(m_store).Conclude(packet.plane, now);
    m_store.placedBytes += m_store.guard->held.Release(TurnsBelow());
    m_store.roles.counters.heldPeak =
        std::max(m_store.roles.counters.heldPeak, m_store.guard->held.Bytes());
}

void
GuardedWrites::PlaceOrHold(const Datagram& packet, uint64_t sequence) const
{
    if (m_store.parameters.qp->placement == PLACEMENT_UNORDERED)
    {
        m_store.placedBytes += packet.payload;
        return;
    }
    m_store.guard->held.Hold(TurnOf(packet, sequence), packet.payload);
}

/** @return when a packet may be placed: once TurnsBelow() is above this */
uint64_t
GuardedWrites::TurnOf(const Datagram& packet, uint64_t sequence) const
{
    switch (m_store.parameters.qp->placement)
    {
    case PLACEMENT_IN_ORDER:
        return sequence;
    case PLACEMENT_PARTIAL:
        return m_store.guard->completed +
               static_cast<uint64_t>(int64_t{static_cast<int16_t>(
                   packet.write.meth.msn - static_cast<uint16_t>(m_store.completed))});
    default:
        return 0;
    }
}

/** @return one more than the last turn that has come */
uint64_t
GuardedWrites::TurnsBelow() const
{
    switch (m_store.parameters.qp->placement)
    {
    case PLACEMENT_IN_ORDER:
        return m_store.received.Expected();
    case PLACEMENT_PARTIAL:
        return m_store.guard->completed + 1;
    default:
        return 1;
    }
}

} // namespace mrc
} // namespace ns3
