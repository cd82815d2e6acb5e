/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-host-delays.h"
#include "mrc-nic-table.h"

namespace ns3
{
namespace mrc
{

// How queue pairs change their state and take receive buffers.

void
NicTable::SetState(SlotIndex index, QpState state)
{
    const QpState from = m_slots[index].state;
    if (from == state)
    {
        return;
    }
    Enter(index, state);
    if (state == QpState::RESET || state == QpState::ERR)
    {
        Abort(index, m_kernel->Now());
    }
    if (QueuePairUser* user = UserOf(index)) // last: who hears of it may change the state again
    {
        user->StateChanged(from, state);
    }
}

/** The queue pair is in the midst of a call, so it is not called here. */
void
NicTable::OnFailure(SlotIndex index)
{
    const QpState from = m_slots[index].state;
    if (from == QpState::RESET || from == QpState::ERR)
    {
        return; // SetState has it aborted
    }
    Enter(index, QpState::ERR);
    if (QueuePairUser* user = UserOf(index))
    {
        user->StateChanged(from, QpState::ERR);
    }
}

/** What a state means for packets and receive buffers. */
void
NicTable::Enter(SlotIndex index, QpState state)
{
    QueuePairSlot& slot = m_slots[index];
    slot.state = state;
    // ERR leaves the receiver as it is: a queue pair that has failed still answers [fatal-nack].
    if (state == QpState::RESET || state == QpState::RTR)
    {
        slot.receiver = state == QpState::RTR ? slot.nic : NO_NIC;
    }
    if (state == QpState::RESET || state == QpState::ERR)
    {
        FlushReceives(index);
    }
}

void
NicTable::Abort(SlotIndex index, Instant now)
{
    QueuePairSlot& slot = m_slots[index];
    NicState& nic = m_nics[slot.nic];
    if (nic.delays && slot.state == QpState::RESET)
    {
        // what the host has not handed over yet belongs to the connection that ends
        for (const WorkRequest& request : nic.delays->TakePosts(index))
        {
            slot.pair->Post(request, now);
        }
    }
    if (AdminOf(index).Abort(now).data) // others have room in the window that they share with it
    {
        nic.timerAt = now; // not at once: this may be in the midst of a packet
        Rearm(nic, now);
    }
}

void
NicTable::PostReceives(SlotIndex slot, uint32_t count)
{
    // In ERR buffers may be posted and come back flushed, as work requests do.
    AdminOf(slot).Limits().buffers.Post(count);
    if (m_slots[slot].state == QpState::ERR)
    {
        FlushReceives(slot);
    }
}

void
NicTable::FlushReceives(SlotIndex slot)
{
    ReceiveBuffers& buffers = AdminOf(slot).Limits().buffers;
    // Only ERR completes buffers with an error; RESET forgets them.
    const bool tells = m_slots[slot].state == QpState::ERR && m_slots[slot].watchesReceives;
    for (uint64_t left = tells ? buffers.Left() : 0; left != 0; --left)
    {
        QueueTaken(slot, CompletionStatus::WR_FLUSH_ERR, Delivery());
    }
    buffers.Clear();
}

/** The user hears of a receive buffer's end after the host's overhead, as of a completion. */
void
NicTable::QueueTaken(SlotIndex slot, CompletionStatus status, const Delivery& delivery)
{
    NicState& nic = m_nics[m_slots[slot].nic];
    DelaysOf(nic).taken.Push({m_kernel->Now() + m_plan.hostDelay, slot, status, delivery});
    DelaysChanged(nic);
}

} // namespace mrc
} // namespace ns3
