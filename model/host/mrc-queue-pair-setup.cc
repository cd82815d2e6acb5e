/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-queue-pair-setup.h"

#include "mrc-sleeping-pair.h"
#include "mrc-unready-pair.h"

#include <array>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * Adds a queue pair to the pair's NIC. The queue pair hears the NIC's news of ports, a new peer
 * gets news.
 */
void
QueuePairSetup::Link(uint32_t nic, uint32_t peer, QueuePairParts pair)
{
    const SlotIndex index = m_store.slots.size();
    QueuePairSlot slot;
    slot.route = m_store.plan.route(nic, peer);
    slot.nic = nic;
    slot.peer = peer;
    slot.sibling = m_store.Nic(nic).firstSlot;
    NicState& owner = m_store.Nic(nic);
    owner.firstSlot = index;
    m_store.slots.push_back(slot);
    m_seats.Replace(index, std::move(pair));
    m_ports.Brief(index);
    m_ports.Introduce(index);
}

/** EVs of a file may name ways that only queue pairs with this file have [ev-adjacencies]. */
void
QueuePairSetup::NameWays(const QueuePairPlan& plan)
{
    const auto route = m_maker->RouteOf(plan);
    m_store.Slot(plan.slot).route = route ? *route : m_store.plan.route(plan.nic, plan.peer);
}

/** The queue pair is in another shard: here its slot has nothing in it, so that numbers agree. */
void
QueuePairSetup::Hold(uint32_t nic, uint32_t peer)
{
    const SlotIndex index = m_store.NextSlot();
    m_seats.ObserverOf(index);
    QueuePairSlot slot;
    slot.nic = nic;
    slot.peer = peer;
    m_store.slots.push_back(slot);
    // No packet has the slot's number at a NIC of this shard: nobody asks for its data path.
    m_seats.Replace(index, {});
}

void
QueuePairSetup::Add(uint32_t nic, uint32_t peer)
{
    const auto script = m_store.fabric.ActFromOutside();
    const SlotIndex slot = m_store.NextSlot();
    if (m_store.IsHere(nic))
    {
        Link(nic, peer, PartsOf(std::make_unique<UnreadyPair>(m_seats.ObserverOf(slot))));
    }
    else
    {
        Hold(nic, peer);
    }
    // Several processes keep to the same states, as each has the script.
    m_store.Slot(slot).state = QpState::RESET;
    // In RESET a queue pair takes no packets: Receive drops them as for an unknown queue pair.
    m_store.Slot(slot).receives = false;
}

/**
 * @param plan one that Check of the maker allowed
 * @return a transport, or a pair that makes one at the first use
 */
QueuePairParts
QueuePairSetup::NewPair(const QueuePairPlan& plan)
{
    // A shared window counts its queue pairs, and denied EVs are told: so a late transport shows.
    if (m_maker->IsNoticed(plan))
    {
        return m_maker->Make(plan);
    }
    const TransportConfig config{plan.qp, plan.ev, plan.cc, plan.transport};
    return PartsOf(std::make_unique<SleepingPair>(*this, plan, m_configs.Of(config)));
}

std::unique_ptr<QueuePairAdmin>
QueuePairSetup::Wake(QueuePairPlan plan)
{
    plan.nic = m_store.Slot(plan.slot).nic;
    plan.peer = m_store.Slot(plan.slot).peer;
    QueuePairParts pair = m_maker->Make(plan);
    pair.admin->Watch(m_store.Slot(plan.slot).watched);
    // The old pair goes back to the caller, which is that pair in the midst of a call.
    return m_seats.Replace(plan.slot, std::move(pair));
}

/** Both ends or none: an end without its peer would give later connections wrong peers. */
void
QueuePairSetup::AddReady(const QueuePairPlan& own, const QueuePairPlan& peer)
{
    const auto script = m_store.fabric.ActFromOutside();
    const std::array<const QueuePairPlan*, 2> ends{&own, &peer};
    for (const QueuePairPlan* end : ends)
    {
        m_maker->Check(*end);
    }
    for (const QueuePairPlan* end : ends)
    {
        if (m_store.IsHere(end->nic))
        {
            m_seats.ObserverOf(end->slot);
            Link(end->nic, end->peer, NewPair(*end));
            NameWays(*end);
        }
        else
        {
            Hold(end->nic, end->peer);
        }
    }
}

void
QueuePairSetup::SetUp(const QueuePairPlan& plan)
{
    const auto script = m_store.fabric.ActFromOutside();
    m_maker->Check(plan);
    if (m_store.IsElsewhere(plan.slot))
    {
        return; // the same script does so there
    }
    QueuePairParts pair = NewPair(plan);
    // Receive buffers and memory that the user gave before RTR stay given.
    pair.admin->Limits() = m_seats.AdminOf(plan.slot).Limits();
    pair.admin->Watch(m_store.Slot(plan.slot).watched);
    // Pairs that were replaced at an earlier instant are on no call stack any more.
    if (m_retiredAt < m_store.Now())
    {
        m_retired.clear();
    }
    m_retiredAt = m_store.Now();
    // The old queue pair may be telling its user something just now.
    m_retired.push_back(m_seats.Replace(plan.slot, std::move(pair)));
    NameWays(plan);
    m_ports.Brief(plan.slot);
}

} // namespace mrc
} // namespace ns3
