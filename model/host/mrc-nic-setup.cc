/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-host-delays.h"
#include "mrc-nic-table.h"
#include "mrc-sleeping-pair.h"
#include "mrc-unready-pair.h"

#include <algorithm>
#include <array>

namespace ns3
{
namespace mrc
{

// How NICs and their queue pairs come to be.

/** Does what a NIC has to do with what one of its queue pairs tells. */
class NicTable::SlotObserver : public QueuePairObserver
{
  public:
    SlotObserver(NicTable& table, SlotIndex slot)
        : m_table(table),
          m_slot(slot)
    {
    }

    void Completed(const Completion& completion) override
    {
        NicState& nic = m_table.m_nics[m_table.m_slots[m_slot].nic];
        m_table.DelaysOf(nic).completions.push_back(
            {completion.at + m_table.m_plan.hostDelay, m_slot, completion});
        m_table.DelaysChanged(nic);
        m_table.NoteUse(m_slot);
    }

    void Delivered(const Delivery& delivery) override
    {
        if (QueuePairUser* user = m_table.UserOf(PeerOf(m_slot))) // the end that posted it
        {
            user->Delivered(delivery);
        }
        if (delivery.hasImmediate && m_table.m_slots[m_slot].watchesReceives)
        {
            m_table.QueueTaken(m_slot, CompletionStatus::SUCCESS, delivery);
        }
        m_table.NoteUse(m_slot);
    }

    void Failed(Instant) override
    {
        m_table.OnFailure(m_slot);
    }

    void MaySend(QpNumber other) override
    {
        const SlotIndex slot = other.value - FIRST_QP_NUMBER;
        // Not pumped here: the agenda of the pair that says so has the NIC pull.
        if (!m_table.m_slots[slot].ready)
        {
            m_table.MakeReady(m_table.m_nics[m_table.m_slots[slot].nic], slot);
        }
    }

    QueuePairAdmin* admin{nullptr}; //!< of what has the slot

  private:
    NicTable& m_table;
    SlotIndex m_slot;
};

NicTable::NicTable(NicPlan plan, Fabric& fabric)
    : m_fabric(fabric),
      m_nics(plan.nics.size()),
      m_timers(plan.nics.size()),
      m_resting(plan.nics.size()),
      m_plan(std::move(plan)),
      m_endpoint(m_plan.nics.size())
{
    for (std::size_t i = 0; i < m_nics.size(); ++i)
    {
        m_nics[i].firstPort = m_plan.nics[i].firstPort;
        m_nics[i].locator48 = m_plan.nics[i].locator48;
        m_nics[i].planes = m_plan.planes;
        m_nics[i].open = m_nics[i].up = static_cast<uint8_t>((1U << m_plan.planes) - 1);
    }
    // Their content is in m_nics now.
    m_plan.nics.clear();
    m_plan.nics.shrink_to_fit();
}

NicTable::~NicTable() = default;

NicTable::SlotObserver&
NicTable::ObserverAt(SlotIndex slot)
{
    return m_observers[slot];
}

QueuePairAdmin&
NicTable::AdminOf(SlotIndex slot)
{
    return *m_observers[slot].admin;
}

QueuePairUser*
NicTable::UserOf(SlotIndex slot)
{
    return m_observers[slot].watch.user;
}

void
NicTable::SetUser(SlotIndex slot, QueuePairUser* user)
{
    m_observers[slot].watch.user = user;
}

void
NicTable::Watch(SlotIndex slot, bool watched)
{
    m_slots[slot].watched = watched;
    AdminOf(slot).Watch(watched);
}

/** Made before the slot, as a queue pair needs its observer from the start. */
QueuePairObserver&
NicTable::ObserverOf(SlotIndex slot)
{
    if (m_observers.size() == slot)
    {
        m_observers.emplace_back(*this, slot);
    }
    return m_observers[slot];
}

/** Adds a queue pair to its NIC; it learns what the NIC knows of ports, a new peer gets news. */
void
NicTable::Link(uint32_t nic, uint32_t peer, QueuePairParts pair)
{
    const SlotIndex index = m_slots.size();
    QueuePairSlot slot;
    slot.route = m_plan.route(nic, peer);
    slot.nic = nic;
    slot.receiver = nic;
    slot.peer = peer;
    slot.sibling = m_nics[nic].firstSlot;
    NicState& owner = m_nics[nic];
    owner.firstSlot = index;
    m_slots.push_back(std::move(slot));
    Replace(index, std::move(pair));
    TellOfPorts(index);
    IntroducePorts(index);
}

void
NicTable::TellOfPorts(SlotIndex index)
{
    // A queue pair begins with all ports. Of the peer's it learns what its NIC has heard from
    // there.
    const QueuePairSlot& slot = m_slots[index];
    NicState& owner = m_nics[slot.nic];
    const uint8_t all = static_cast<uint8_t>((1U << owner.planes) - 1);
    if (owner.up != all)
    {
        const Instant now = m_kernel->Now();
        Serve(owner, index, slot.pair->PortsChanged(owner.up, now), now);
    }
    const auto known = m_nicPorts.find(slot.nic);
    const PlaneMask peerUp =
        known == m_nicPorts.end() ? all : all & known->second.peers.UpAt(slot.peer);
    if (peerUp != all)
    {
        const Instant now = m_kernel->Now();
        Serve(owner, index, slot.pair->PeerPortsChanged(peerUp, now), now);
    }
}

/** Tells a peer for which this is the first queue pair of its NIC which ports there are down. */
void
NicTable::IntroducePorts(SlotIndex index)
{
    const QueuePairSlot& slot = m_slots[index];
    NicState& nic = m_nics[slot.nic];
    const uint8_t all = static_cast<uint8_t>((1U << nic.planes) - 1);
    if (nic.up == all || !m_plan.failures.announced)
    {
        return;
    }
    for (SlotIndex i = slot.sibling; i != NO_SLOT; i = m_slots[i].sibling)
    {
        if (m_slots[i].peer == slot.peer)
        {
            return; // it was told then, or when the port went down
        }
    }
    const Instant now = m_kernel->Now();
    PortNews& news = PortsOf(slot.nic).news;
    news.Tell(slot.peer, now);
    nic.timerAt = std::min(nic.timerAt, news.NextDue());
    Rearm(nic, now);
}

void
NicTable::Add(uint32_t nic, uint32_t peer)
{
    const SlotIndex slot = NextSlot();
    Link(nic, peer, PartsOf(std::make_unique<UnreadyPair>(ObserverOf(slot))));
    m_slots[slot].state = QpState::RESET;
    // In RESET it takes no packets: Receive drops them as for an unknown queue pair.
    m_slots[slot].receiver = NO_NIC;
}

/** Puts a queue pair into a slot. @return what was there */
std::unique_ptr<QueuePair>
NicTable::Replace(SlotIndex index, QueuePairParts pair)
{
    QueuePairSlot& slot = m_slots[index];
    slot.hinted = pair.hinted;
    slot.pair.swap(pair.path);
    ObserverAt(index).admin = pair.admin;
    return std::move(pair.path);
}

/**
 * @param plan as Check of the maker allowed it
 * @return a transport, or what makes one at its first use
 */
QueuePairParts
NicTable::NewPair(const QueuePairPlan& plan)
{
    // A shared window counts its queue pairs, and denied EVs are told: so a late transport shows.
    if (m_maker->IsNoticed(plan))
    {
        return m_maker->Make(plan);
    }
    return PartsOf(
        std::make_unique<SleepingPair>(*this, plan, m_configs.Of({plan.qp, plan.ev, plan.cc})));
}

std::unique_ptr<QueuePair>
NicTable::MakeTransport(const QueuePairPlan& plan)
{
    QueuePairParts pair = m_maker->Make(plan);
    pair.admin->Watch(m_slots[plan.slot].watched);
    // The old pair goes back to the caller, which is that pair in the midst of a call.
    return Replace(plan.slot, std::move(pair));
}

/** Both ends or none: an end without its peer would give later connections wrong peers. */
void
NicTable::AddReady(const QueuePairPlan& own, const QueuePairPlan& peer)
{
    const std::array<const QueuePairPlan*, 2> ends{&own, &peer};
    for (const QueuePairPlan* end : ends)
    {
        m_maker->Check(*end);
    }
    for (const QueuePairPlan* end : ends)
    {
        ObserverOf(end->slot);
        Link(end->nic, end->peer, NewPair(*end));
    }
}

void
NicTable::SetUp(const QueuePairPlan& plan)
{
    m_maker->Check(plan);
    QueuePairParts pair = NewPair(plan);
    // Receive buffers and memory that the user gave before RTR stay given.
    pair.admin->Limits() = AdminOf(plan.slot).Limits();
    pair.admin->Watch(m_slots[plan.slot].watched);
    // Pairs that were replaced at an earlier instant are on no call stack any more.
    if (m_retiredAt < m_kernel->Now())
    {
        m_retired.clear();
    }
    m_retiredAt = m_kernel->Now();
    // It may be telling just now that it has failed.
    m_retired.push_back(Replace(plan.slot, std::move(pair)));
    TellOfPorts(plan.slot);
}

} // namespace mrc
} // namespace ns3
