/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-table.h"

namespace ns3
{
namespace mrc
{

void
NicTable::PrefetchArrival(PortIndex link, PrefetchStage stage) const
{
    const PortState& port = m_fabric.Port(link);
    if ((port.far & PortState::FAR_NIC) == 0 || port.pipeHead == NO_FRAME)
    {
        return;
    }
    const Datagram& datagram = m_fabric.Pool().DatagramAt(port.pipeHead);
    if (stage == PrefetchStage::NIC)
    {
        __builtin_prefetch(&m_nics[port.far & ~PortState::FAR_NIC], 1);
        __builtin_prefetch(&datagram);
    }
    else
    {
        PrefetchSlot(datagram.bth.destination.value - FIRST_QP_NUMBER, &datagram, stage);
    }
}

void
NicTable::PrefetchWake(uint32_t nic, PrefetchStage stage) const
{
    const NicState& state = m_nics[nic];
    if (stage == PrefetchStage::NIC)
    {
        __builtin_prefetch(&state, 1);
        __builtin_prefetch(reinterpret_cast<const char*>(&state) + 64, 1);
    }
    else
    {
        PrefetchSlot(state.readyHead, nullptr, stage);
    }
}

void
NicTable::PrefetchSlot(SlotIndex slot, const Datagram* incoming, PrefetchStage stage) const
{
    if (slot >= m_slots.size())
    {
        return;
    }
    switch (stage)
    {
    case PrefetchStage::NIC:
    case PrefetchStage::SLOT:
        __builtin_prefetch(&m_slots[slot], 1);
        break;
    case PrefetchStage::PAIR:
        __builtin_prefetch(m_slots[slot].pair.get(), 1);
        break;
    case PrefetchStage::STATE:
        m_slots[slot].pair->Prefetch(incoming);
        break;
    }
}

} // namespace mrc
} // namespace ns3
