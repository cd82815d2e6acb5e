/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-table.h"

#include "ns3/log.h"
#include "ns3/mrc-endpoint.h"
#include "ns3/mrc-tick.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNicPorts");

/** Most NICs never see a change, so a record is made at the first one. */
NicTable::NicPorts&
NicTable::PortsOf(uint32_t nic)
{
    return m_nicPorts.try_emplace(nic, m_plan.retries).first->second;
}

void
NicTable::LinkChanged(uint32_t nic, PlaneId plane, bool up)
{
    // Behind the end of the simulation the calendar would begin another one.
    if (m_over)
    {
        return;
    }
    // The fabric knows at once; a NIC takes DetectDelay to notice [port-detection].
    m_calendar->After(ToTime(m_plan.failures.detectDelay),
                      [this, nic, plane, up] { ApplyLink(nic, plane, up); });
}

/** The NIC has noticed that a link changed: it tells its queue pairs, then its peers. */
void
NicTable::ApplyLink(uint32_t number, PlaneId plane, bool up)
{
    NS_LOG_INFO("NIC " << number << " sees plane " << +plane << (up ? " come up" : " go down"));
    NicState& nic = m_nics[number];
    const uint8_t bit = static_cast<uint8_t>(1U << plane);
    nic.up = up ? nic.up | bit : nic.up & ~bit;
    const Instant now = m_kernel->Now();
    NicPorts& ports = PortsOf(number);
    ports.raised = up ? ports.raised | bit : ports.raised & ~bit;
    if (!up)
    {
        BlackOut(number, ports, now);
    }
    nic.open = ports.blackUntil > now ? 0 : nic.up;
    // The NIC's own queue pairs hear first: their packets on the lost port go over the others.
    ServePorts(nic, now);
    if (m_plan.failures.announced)
    {
        TellPeers(nic, ports, now);
    }
    nic.timerAt = std::min(nic.timerAt, RunPorts(nic, now));
    Pump(nic, now); // queue pairs may have waited since the last port went down
}

/** Draws for how long the NIC sends nothing after it lost a port [port-blackout]. */
void
NicTable::BlackOut(uint32_t number, NicPorts& ports, Instant now)
{
    const PortFailures& failures = m_plan.failures;
    if (failures.blackoutMaximum == Span())
    {
        return;
    }
    // Both ends of the range can be drawn, hence the 1.
    const auto range =
        static_cast<uint64_t>((failures.blackoutMaximum - failures.blackoutMinimum).Ps()) + 1;
    const uint64_t draw = m_plan.draws.Child(number).Bits(ports.drawn++) % range;
    const Span length = failures.blackoutMinimum + Span(static_cast<int64_t>(draw));
    // A second loss in a blackout may lengthen it, and never ends it early.
    ports.blackUntil = std::max(ports.blackUntil, now + length);
    NS_LOG_INFO("NIC " << number << " sends nothing for " << length.Ps() << " ps");
}

/**
 * Tells all queue pairs of a NIC which ports have a link; also at the end of a blackout, when they
 * may send again.
 */
void
NicTable::ServePorts(NicState& nic, Instant now)
{
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_slots[i].sibling)
    {
        Serve(nic, i, m_slots[i].pair->PortsChanged(nic.up, now), now);
    }
}

/** Only enters the peers; RunPorts sends, now and again until they answer. */
void
NicTable::TellPeers(NicState& nic, NicPorts& ports, Instant now)
{
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_slots[i].sibling)
    {
        // A peer with several queue pairs gets one message: news are kept by NIC.
        ports.news.Tell(m_slots[i].peer, now);
    }
}

/**
 * Does what a NIC's ports have to do now: ends a blackout, sends news that are due. A blackout
 * holds back queue pairs, not news [port-blackout].
 *
 * @return when to call it again
 */
Instant
NicTable::RunPorts(NicState& nic, Instant now)
{
    const auto found = m_nicPorts.find(NumberOf(nic));
    if (found == m_nicPorts.end())
    {
        return Instant::Never();
    }
    NicPorts& ports = found->second;
    if (nic.open != nic.up && ports.blackUntil <= now)
    {
        nic.open = nic.up;
        ServePorts(nic, now); // what they would have sent meanwhile
    }
    if (nic.up == 0)
    {
        return Instant::Never(); // a port that comes back is told of anyway
    }
    for (auto peer = ports.news.TakeDue(now); peer; peer = ports.news.TakeDue(now))
    {
        SendNews(*peer, nic, ports, now);
    }
    const Instant due = ports.news.NextDue();
    return nic.open != nic.up ? std::min(due, ports.blackUntil) : due;
}

/** @return the EVs for a message from one NIC to another on these planes that are not denied */
std::vector<Ev>
NicTable::AllowedEvs(uint32_t from, uint32_t to, PlaneMask planes) const
{
    const CarrierTemplate route = m_plan.route(from, to);
    std::vector<Ev> allowed;
    for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
    {
        for (uint32_t i = 0; ((planes >> plane) & 1) != 0 && i < route.PathsPerPlane(); ++i)
        {
            // Below one T0 a packet takes no uplink, so no denial concerns it.
            if (route.IsLocal() || m_denied.count({plane, i}) == 0)
            {
                allowed.push_back(Ev::Of(plane, i));
            }
        }
    }
    return allowed;
}

/** @return as above, but all EVs if all are denied */
std::vector<Ev>
NicTable::EvsOfNews(uint32_t from, uint32_t to, PlaneMask planes) const
{
    std::vector<Ev> evs = AllowedEvs(from, to, planes);
    // News over a denied uplink are better than none.
    const uint32_t uplinks = evs.empty() ? m_plan.route(from, to).PathsPerPlane() : 0;
    for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
    {
        for (uint32_t i = 0; ((planes >> plane) & 1) != 0 && i < uplinks; ++i)
        {
            evs.push_back(Ev::Of(plane, i));
        }
    }
    return evs;
}

/**
 * Sends news on a plane that works for both ends, as far as is known. They go once more on planes
 * of which that may be out of date [stale-news].
 */
void
NicTable::SendNews(uint32_t peer, NicState& nic, NicPorts& ports, Instant now)
{
    const uint32_t number = NumberOf(nic);
    const PlaneMask known = nic.up & ports.peers.UpAt(peer);
    // a port that came up may be the only one that works
    PlaneMask others = ports.raised & nic.up & known;
    if (ports.news.IsRepeated(peer))
    {
        others |= nic.up & ~known; // what the peer said of its ports may be out of date
    }
    // With no plane in common what the peer said must be old, or nothing would help.
    SendNewsOver(EvsOfNews(number, peer, known != 0 ? known : nic.up), peer, nic, now);
    const std::vector<Ev> more = AllowedEvs(number, peer, others);
    if (others != known && known != 0 && !more.empty())
    {
        SendNewsOver(more, peer, nic, now);
    }
}

void
NicTable::SendNewsOver(const std::vector<Ev>& evs, uint32_t peer, NicState& nic, Instant now)
{
    NicPorts& ports = PortsOf(NumberOf(nic));
    const uint32_t number = NumberOf(nic);
    const KeyedDraws draws = m_plan.draws.Child(number);
    EndpointRoute route;
    route.source = number;
    route.destination = peer;
    route.ev = evs[draws.Below(static_cast<uint32_t>(evs.size()), ports.drawn++)];
    route.dscp = m_plan.dscp.control;
    // No queue pair is registered for this id: the answer is for PortNews.
    const uint16_t id = m_endpoint.TakeId(number);
    ports.news.OnSent(peer, id);
    SendEndpoint(nic, MakePortStatusUpdate(route, nic.up, id, now), now);
}

/**
 * A peer's NIC has told of its ports: queue pairs to that peer must not use planes that end there.
 */
void
NicTable::HearPorts(uint32_t number, const Datagram& request, Instant now)
{
    NicState& nic = m_nics[number];
    NicPorts& ports = PortsOf(number);
    const uint32_t peer = request.source;
    const auto up = static_cast<PlaneMask>(request.erth.portStatus);
    const auto id = static_cast<uint16_t>(request.bth.psn.Value());
    // An older request was overtaken by a newer one.
    if (!ports.peers.Hear(peer, id, up, now))
    {
        return;
    }
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_slots[i].sibling)
    {
        if (m_slots[i].peer == peer)
        {
            Serve(nic, i, m_slots[i].pair->PeerPortsChanged(up, now), now);
        }
    }
    // A peer that was given up for lost is there again, so it is told what it missed.
    ports.news.Revive(peer, now);
    nic.timerAt = std::min(nic.timerAt, RunPorts(nic, now));
    Rearm(nic, now);
}

/** @return an EV of the plane by which a request came, drawn among those that are not denied */
Ev
NicTable::AnyWayBack(uint32_t number, const Datagram& request) const
{
    const CarrierTemplate route = m_plan.route(number, request.source);
    const uint32_t paths = route.PathsPerPlane();
    // the id tells the requests of a NIC apart: no count of draws is kept
    const KeyedDraws draws = m_plan.draws.Child(number).Child(request.source);
    uint32_t uplink = draws.Below(paths, request.bth.psn.Value());
    for (uint32_t tries = 0; tries < paths; ++tries)
    {
        if (route.IsLocal() || m_denied.count({request.plane, uplink}) == 0)
        {
            return Ev::Of(request.plane, uplink);
        }
        uplink = uplink + 1 == paths ? 0 : uplink + 1;
    }
    // All are denied: the way that the request took is as good as any.
    return Ev::Of(request.plane, request.ev.Uplink());
}

/**
 * Deals with a packet for queue pair 2.
 *
 * @return false for an answer that a queue pair waits for
 */
bool
NicTable::ReceiveEndpoint(NicState& nic, Datagram& datagram, Instant now)
{
    const uint32_t number = NumberOf(nic);
    if (datagram.bth.opcode == Opcode::ENDPOINT_REQUEST)
    {
        const Datagram request = datagram;
        Datagram answer = AnswerEndpointRequest(request, nic.up, m_plan.dscp.control);
        if (request.erth.anyUplinkBack)
        {
            answer.ev = AnyWayBack(number, request);
        }
        SendEndpoint(nic, answer, now);
        if (request.erth.operation == EndpointOperation::PORT_STATUS_UPDATE)
        {
            HearPorts(number, request, now);
        }
        return true;
    }
    if (datagram.eeth.operation == EndpointOperation::PORT_STATUS_UPDATE)
    {
        PortsOf(number).news.OnAnswer(datagram.source,
                                      static_cast<uint16_t>(datagram.bth.psn.Value()));
        return true;
    }
    return false; // the answer that a queue pair waits for
}

void
NicTable::SendEndpoint(NicState& nic, const Datagram& datagram, Instant now)
{
    const FrameIndex frame = m_fabric.Pool().Allocate();
    m_fabric.Pool().DatagramAt(frame) = datagram;
    // Send asks for NIC, peer and route only, so a slot without a queue pair will do.
    QueuePairSlot way;
    way.nic = NumberOf(nic);
    way.peer = datagram.destination;
    way.route = m_plan.route(way.nic, way.peer);
    Send(nic, way, frame, now);
}

} // namespace mrc
} // namespace ns3
