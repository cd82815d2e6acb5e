/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-desk.h"

#include "mrc-unready-pair.h"

#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-inner-header.h"

#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t HOP_LIMIT_AT = 7; // bytes from the front of an IPv6 header

} // namespace

StockDesk::~StockDesk()
{
    for (const auto& [nic, stack] : m_pairs)
    {
        if (StockUser* const user = stack.pair->User())
        {
            user->Closed();
        }
    }
}

bool
StockDesk::Open(uint32_t nic, const StockConfig& config, StockUser& user)
{
    if (m_pairs.count(nic) != 0)
    {
        return false;
    }
    const auto script = m_parts.store.fabric.ActFromOutside();
    const StockPair::Parts parts{m_parts.store, m_parts.ports, m_parts.paths};
    auto pair = std::make_unique<StockPair>(parts, nic, config, user);
    StockPair* const kept = pair.get();
    m_pairs[nic] = {kept, AddSlots(nic, PartsOf(std::move(pair)))};
    return true;
}

/**
 * Two slots, since the ends of a connection are neighbours, the first of them at an even slot. Not
 * in the NIC's list of queue pairs, which are told of ports and have peers.
 *
 * @return the first, which the pair has
 */
SlotIndex
StockDesk::AddSlots(uint32_t nic, QueuePairParts pair)
{
    const SlotIndex first = m_parts.store.NextSlot();
    for (const SlotIndex index : {first, PeerOf(first)})
    {
        QueuePairObserver& observer = m_parts.seats.ObserverOf(index);
        QueuePairSlot slot;
        slot.nic = slot.peer = nic;
        slot.receives = false; // no packet has the number of this slot
        slot.state = QpState::RESET;
        m_parts.store.slots.push_back(slot);
        m_parts.seats.Replace(index,
                              index == first ? std::move(pair)
                                             : PartsOf(std::make_unique<UnreadyPair>(observer)));
    }
    return first;
}

void
StockDesk::Hold(uint32_t nic)
{
    if (!m_parts.store.IsHere(nic))
    {
        m_parts.setup.Hold(nic, nic);
        m_parts.setup.Hold(nic, nic);
    }
}

void
StockDesk::Close(uint32_t nic)
{
    m_pairs.at(nic).pair->TakeBackUser();
}

void
StockDesk::Send(StockOrder order)
{
    const auto script = m_parts.store.fabric.ActFromOutside();
    const Stack& stack = m_pairs.at(order.nic);
    InnerHeader inner;
    ReadInnerHeader(order.bytes.data(), order.bytes.size(), inner);
    const StockPacket& packet = m_parts.store.fabric.Stock().Add(std::move(order.bytes),
                                                                 std::move(order.beside),
                                                                 order.way);
    stack.pair->Push({&packet, order.destination, inner.flow});
    // A pair that waits for a busy port is ready already: this packet may leave by another port.
    NicState& nic = m_parts.store.Nic(order.nic);
    m_parts.pump.MakeReady(nic, stack.slot, m_parts.store.Now());
    m_parts.pump.Pump(nic, m_parts.store.Now());
}

void
StockDesk::Drop(PortIndex link, FrameIndex frame, DropReason reason, Instant now)
{
    m_parts.store.fabric.Drop(link, frame, reason, now);
}

void
StockDesk::Receive(NicState& nic, PortIndex link, FrameIndex index, Instant now)
{
    const uint32_t number = m_parts.store.NumberOf(nic);
    const auto found = m_pairs.find(number);
    StockUser* const user = found == m_pairs.end() ? nullptr : found->second.pair->User();
    if (user == nullptr)
    {
        Drop(link, index, DropReason::NO_STACK, now);
        return;
    }
    const Datagram& datagram = m_parts.store.fabric.Pool().DatagramAt(index);
    const StockPacket& packet = *datagram.stock.packet;
    // A stack would take the rest for a packet that claims to be longer [stock-trimmed].
    const Frame& frame = m_parts.store.fabric.Pool().At(index);
    const Encapsulation encapsulation = m_parts.store.plan.encapsulation;
    if (frame.size < StockFrameSize(frame, datagram, encapsulation))
    {
        user->Refused(packet);
        Drop(link, index, DropReason::STOCK_TRIMMED, now);
        return;
    }
    InnerHeader inner;
    ReadInnerHeader(packet.bytes.data(), packet.bytes.size(), inner);
    const auto ecn = DecapsulatedEcn(inner.ecn, datagram.ecn);
    if (!ecn)
    {
        user->Refused(packet);
        Drop(link, index, DropReason::STOCK_NOT_ECT, now);
        return;
    }
    // A hairpin comes from the NIC itself, an error from a switch: neither has ports to tell of.
    if (datagram.source != number && datagram.source < m_parts.store.nics.size())
    {
        m_parts.ports.Meet(number, datagram.source);
    }
    if (IsBare(frame, encapsulation))
    {
        // Routers have lowered the packet's own hop limit [switch-decapsulation].
        StockPacket lowered = packet;
        lowered.bytes[HOP_LIMIT_AT] = frame.hopLimit;
        user->Received(lowered, *ecn);
    }
    else
    {
        user->Received(packet, *ecn);
    }
    m_parts.store.fabric.Stock().Release(packet);
    m_parts.store.fabric.Pool().Release(index);
}

} // namespace mrc
} // namespace ns3
