/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-ports.h"

#include "ns3/log.h"
#include "ns3/mrc-tick.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNicPorts");

/** Most NICs never see a change, so a record is made at the first one. */
PortRecord&
NicPorts::RecordOf(uint32_t nic)
{
    return m_records.try_emplace(nic, m_store.plan.retries).first->second;
}

void
NicPorts::LinkChanged(uint32_t nic, PlaneId plane, bool up)
{
    // Behind the end of the simulation the calendar would begin another one.
    if (m_store.over)
    {
        return;
    }
    // The fabric knows at once; a NIC takes DetectDelay to notice [port-detection].
    m_calendar->After(ToTime(m_store.plan.failures.detectDelay),
                      [this, nic, plane, up] { Apply(nic, plane, up); });
}

/** The NIC has noticed that a link changed: it tells its queue pairs, then its peers. */
void
NicPorts::Apply(uint32_t number, PlaneId plane, bool up)
{
    if (m_store.ActElsewhere(number))
    {
        return; // the NIC sees that in its own process
    }
    NS_LOG_INFO("NIC " << number << " sees plane " << +plane << (up ? " come up" : " go down"));
    NicState& nic = m_store.Nic(number);
    const Instant now = m_store.Now();
    m_pump.EndRest(nic, now);
    const uint8_t bit = static_cast<uint8_t>(1U << plane);
    // From now on the NIC knows the state of its port [port-detection].
    nic.up = up ? nic.up | bit : nic.up & ~bit;
    PortRecord& ports = RecordOf(number);
    ports.raised = up ? ports.raised | bit : ports.raised & ~bit;
    if (!up)
    {
        BlackOut(number, ports, now);
    }
    nic.open = ports.blackUntil > now ? 0 : nic.up;
    // The NIC's own queue pairs hear first: their packets on the lost port go over the others.
    ServePairs(nic, now);
    if (m_store.plan.failures.announced)
    {
        TellPeers(nic, ports, now);
    }
    nic.timerAt = std::min(nic.timerAt, Run(nic, now));
    m_pump.Pump(nic, now); // queue pairs may have waited since the last port went down
}

/** Draws for how long the NIC sends nothing after the NIC lost a port [port-blackout]. */
void
NicPorts::BlackOut(uint32_t number, PortRecord& ports, Instant now)
{
    const PortFailures& failures = m_store.plan.failures;
    if (failures.blackoutMaximum == Span())
    {
        return;
    }
    // Both ends of the range can be drawn, hence the 1.
    const auto range =
        static_cast<uint64_t>((failures.blackoutMaximum - failures.blackoutMinimum).Ps()) + 1;
    const uint64_t draw = m_store.plan.draws.Child(number).Bits(ports.drawn++) % range;
    const Span length = failures.blackoutMinimum + Span(static_cast<int64_t>(draw));
    // A second loss in a blackout may lengthen it, and never ends the blackout early.
    ports.blackUntil = std::max(ports.blackUntil, now + length);
    NS_LOG_INFO("NIC " << number << " sends nothing for " << length.Ps() << " ps");
}

/**
 * Tells all queue pairs of a NIC which ports have a link; also at the end of a blackout, when they
 * may send again.
 */
void
NicPorts::ServePairs(NicState& nic, Instant now)
{
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_store.Slot(i).sibling)
    {
        m_pump.Serve(nic, i, m_store.Slot(i).pair->PortsChanged(nic.up, now), now);
    }
}

/** Only enters the peers; Run sends, now and again until they answer. */
void
NicPorts::TellPeers(NicState& nic, PortRecord& ports, Instant now)
{
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_store.Slot(i).sibling)
    {
        // A peer with several queue pairs gets one message: news are kept by NIC.
        ports.news.Tell(m_store.Slot(i).peer, now);
    }
    const auto met = m_met.find(m_store.NumberOf(nic));
    if (met != m_met.end())
    {
        for (const uint32_t peer : met->second)
        {
            ports.news.Tell(peer, now);
        }
    }
}

/** A blackout holds back queue pairs, not news [port-blackout]. */
Instant
NicPorts::RunRecord(NicState& nic, Instant now)
{
    const auto found = m_records.find(m_store.NumberOf(nic));
    if (found == m_records.end())
    {
        return Instant::Never();
    }
    PortRecord& ports = found->second;
    if (nic.open != nic.up && ports.blackUntil <= now)
    {
        nic.open = nic.up;
        ServePairs(nic, now); // packets that they would have sent meanwhile
    }
    if (nic.up == 0)
    {
        return Instant::Never(); // a port that comes back is told of anyway
    }
    for (auto peer = ports.news.TakeDue(now); peer; peer = ports.news.TakeDue(now))
    {
        m_herald.Send(*peer, nic, ports, now);
    }
    const Instant due = ports.news.NextDue();
    return nic.open != nic.up ? std::min(due, ports.blackUntil) : due;
}

/** Queue pairs to that peer must not use planes that end there. */
void
NicPorts::Hear(uint32_t number, const Datagram& request, Instant now)
{
    NicState& nic = m_store.Nic(number);
    PortRecord& ports = RecordOf(number);
    const uint32_t peer = request.source;
    const auto up = static_cast<PlaneMask>(request.erth.portStatus);
    const auto id = static_cast<uint16_t>(request.bth.psn.Value());
    // An older request was overtaken by a newer one.
    if (!ports.peers.Hear(peer, id, up, now))
    {
        return;
    }
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_store.Slot(i).sibling)
    {
        if (m_store.Slot(i).peer == peer)
        {
            m_pump.Serve(nic, i, m_store.Slot(i).pair->PeerPortsChanged(up, now), now);
        }
    }
    // A peer that was given up for lost is there again, so that peer is told the news that it
    // missed.
    ports.news.Revive(peer, now);
    nic.timerAt = std::min(nic.timerAt, Run(nic, now));
    m_pump.Rearm(nic, now);
}

void
NicPorts::OnAnswer(uint32_t nic, const Datagram& answer)
{
    RecordOf(nic).news.OnAnswer(answer.source, static_cast<uint16_t>(answer.bth.psn.Value()));
}

void
NicPorts::Brief(SlotIndex index)
{
    // A queue pair begins with all ports. Of the peer's ports the queue pair learns the news that
    // this NIC has heard from there.
    const QueuePairSlot& slot = m_store.Slot(index);
    NicState& owner = m_store.Nic(slot.nic);
    const uint8_t all = static_cast<uint8_t>((1U << owner.planes) - 1);
    if (owner.up != all)
    {
        const Instant now = m_store.Now();
        m_pump.Serve(owner, index, slot.pair->PortsChanged(owner.up, now), now);
    }
    const auto known = m_records.find(slot.nic);
    const PlaneMask peerUp =
        known == m_records.end() ? all : all & known->second.peers.UpAt(slot.peer);
    if (peerUp != all)
    {
        const Instant now = m_store.Now();
        m_pump.Serve(owner, index, slot.pair->PeerPortsChanged(peerUp, now), now);
    }
}

void
NicPorts::Introduce(SlotIndex index)
{
    const QueuePairSlot& slot = m_store.Slot(index);
    NicState& nic = m_store.Nic(slot.nic);
    const uint8_t all = static_cast<uint8_t>((1U << nic.planes) - 1);
    if (nic.up == all || !m_store.plan.failures.announced)
    {
        return;
    }
    for (SlotIndex i = slot.sibling; i != NO_SLOT; i = m_store.Slot(i).sibling)
    {
        if (m_store.Slot(i).peer == slot.peer)
        {
            return; // the peer was told then, or when the port went down
        }
    }
    TellOne(nic, slot.peer);
}

/** Tells a new peer of the ports of a NIC that changed before the peer was known. */
void
NicPorts::TellOne(NicState& nic, uint32_t peer)
{
    const Instant now = m_store.Now();
    PortNews& news = RecordOf(m_store.NumberOf(nic)).news;
    news.Tell(peer, now);
    nic.timerAt = std::min(nic.timerAt, news.NextDue());
    m_pump.Rearm(nic, now);
}

/** Without queue pairs a peer is known from its packets: stock packets [stock-faults]. */
void
NicPorts::Meet(uint32_t number, uint32_t peer)
{
    if (!m_met[number].insert(peer).second)
    {
        return;
    }
    NicState& nic = m_store.Nic(number);
    const uint8_t all = static_cast<uint8_t>((1U << nic.planes) - 1);
    if (nic.up != all && m_store.plan.failures.announced)
    {
        TellOne(nic, peer);
    }
}

PlaneMask
NicPorts::UpAt(uint32_t nic, uint32_t peer) const
{
    const auto known = m_records.find(nic);
    return known == m_records.end() ? ~PlaneMask{0} : known->second.peers.UpAt(peer);
}

} // namespace mrc
} // namespace ns3
