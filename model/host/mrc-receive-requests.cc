/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-receive-requests.h"

#include "mrc-absent-pair.h"
#include "mrc-host-side.h"
#include "mrc-queue-pair-seats.h"
#include "mrc-queue-pair-states.h"

namespace ns3
{
namespace mrc
{

/** The same script sets limits in all processes, and counts keys and buffers in each. */
ResponderLimits&
ReceiveRequests::LimitsOf(SlotIndex slot)
{
    if (!m_store.Slot(slot).pair)
    {
        m_seats.Replace(slot, PartsOf(std::make_unique<AbsentPair>()));
    }
    return m_seats.AdminOf(slot).Limits();
}

void
ReceiveRequests::Post(SlotIndex slot, uint32_t count)
{
    const auto script = m_store.fabric.ActFromOutside();
    // In ERR buffers may be posted and come back flushed, as work requests do.
    LimitsOf(slot).buffers.Post(count);
    if (m_states.Of(slot) == QpState::ERR)
    {
        Flush(slot);
    }
}

void
ReceiveRequests::Watch(SlotIndex slot)
{
    const auto script = m_store.fabric.ActFromOutside();
    m_store.Slot(slot).watchesReceives = true;
}

void
ReceiveRequests::OnImmediate(SlotIndex slot, const Delivery& delivery)
{
    if (m_store.Slot(slot).watchesReceives)
    {
        m_host.Take(slot, CompletionStatus::SUCCESS, delivery);
    }
}

void
ReceiveRequests::Flush(SlotIndex slot)
{
    // Buffers stand with the queue pair: its transport takes them.
    ReceiveBuffers& buffers = LimitsOf(slot).buffers;
    // Only ERR completes buffers with an error; RESET forgets them.
    const bool tells = m_states.Of(slot) == QpState::ERR && m_store.Slot(slot).watchesReceives;
    for (uint64_t left = tells ? buffers.Left() : 0; left != 0; --left)
    {
        // A flushed buffer has no message, so its delivery is empty.
        m_host.Take(slot, CompletionStatus::WR_FLUSH_ERR, Delivery());
    }
    buffers.Clear();
}

} // namespace mrc
} // namespace ns3
