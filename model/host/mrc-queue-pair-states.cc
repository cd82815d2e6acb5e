/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-queue-pair-states.h"

#include "ns3/mrc-queue-pair-user.h"

namespace ns3
{
namespace mrc
{

QpState
QueuePairStates::Of(SlotIndex index) const
{
    // In RESET and INIT the transport of earlier states may still be there.
    const QpState told = m_parts.store.slots[index].state;
    const bool hasTransport = told == QpState::RTR || told == QpState::RTS;
    return hasTransport && m_seats.AdminOf(index).Status().failed ? QpState::ERR : told;
}

void
QueuePairStates::Change(SlotIndex index, QpState state)
{
    const auto script = m_parts.store.fabric.ActFromOutside();
    // A sink of another event may order this in the midst of the call in which the pair failed.
    OnFailure(index);
    const QpState from = m_parts.store.Slot(index).state;
    if (from == state)
    {
        return;
    }
    Enter(index, state);
    if (state == QpState::RESET || state == QpState::ERR)
    {
        Abort(index, m_parts.store.Now());
    }
    Tell(index, from);
}

void
QueuePairStates::OnFailure(SlotIndex index)
{
    const QpState told = m_parts.store.Slot(index).state;
    if (told != QpState::ERR && Of(index) == QpState::ERR)
    {
        Enter(index, QpState::ERR);
        Tell(index, told);
    }
}

/** The meaning of a state for packets and receive buffers. */
void
QueuePairStates::Enter(SlotIndex index, QpState state)
{
    QueuePairSlot& slot = m_parts.store.Slot(index);
    slot.state = state;
    // ERR leaves the receiver unchanged: a queue pair that has failed still answers [fatal-nack].
    if (state == QpState::RESET || state == QpState::RTR)
    {
        slot.receives = state == QpState::RTR;
    }
    if (state == QpState::RESET || state == QpState::ERR)
    {
        m_parts.receives.Flush(index);
    }
}

void
QueuePairStates::Abort(SlotIndex index, Instant now)
{
    QueuePairSlot& slot = m_parts.store.Slot(index);
    if (slot.state == QpState::RESET)
    {
        // requests that the host has not handed over yet belong to the connection that ends
        for (const WorkRequest& request : m_parts.host.TakePosts(index))
        {
            slot.pair->Post(request, now);
        }
    }
    if (m_seats.AdminOf(index).Abort(now).data) // others have room in the window that they share
    {
        NicState& nic = m_parts.store.NicOf(index);
        nic.timerAt = now; // not at once: this may be in the midst of a packet
        m_parts.pump.Rearm(nic, now);
    }
}

/** Comes last: a user that hears of the new state may change the state again. */
void
QueuePairStates::Tell(SlotIndex index, QpState from)
{
    if (QueuePairUser* user = m_seats.UserOf(index))
    {
        user->StateChanged(from, m_parts.store.Slot(index).state);
    }
}

} // namespace mrc
} // namespace ns3
