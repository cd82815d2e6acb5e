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

NicTable::NicPorts&
NicTable::PortsOf(uint32_t nic)
{
    return m_nicPorts.try_emplace(nic, m_plan.retries).first->second;
}

void
NicTable::LinkChanged(uint32_t nic, PlaneId plane, bool up)
{
    if (m_over)
    {
        return;
    }
    // The fabric knows at once; a NIC takes DetectDelay to notice [port-detection].
    m_calendar->After(ToTime(m_plan.failures.detectDelay),
                      [this, nic, plane, up] { ApplyLink(nic, plane, up); });
}

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

void
NicTable::BlackOut(uint32_t number, NicPorts& ports, Instant now)
{
    const PortFailures& failures = m_plan.failures;
    if (failures.blackoutMaximum == Span())
    {
        return;
    }
    const auto range =
        static_cast<uint64_t>((failures.blackoutMaximum - failures.blackoutMinimum).Ps()) + 1;
    const uint64_t draw = m_plan.draws.Child(number).Bits(ports.drawn++) % range;
    const Span length = failures.blackoutMinimum + Span(static_cast<int64_t>(draw));
    // A second loss in a blackout may lengthen it, and never ends it early.
    ports.blackUntil = std::max(ports.blackUntil, now + length);
    NS_LOG_INFO("NIC " << number << " sends nothing for " << length.Ps() << " ps");
}

void
NicTable::ServePorts(NicState& nic, Instant now)
{
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_slots[i].sibling)
    {
        Serve(nic, i, m_slots[i].pair->PortsChanged(nic.up, now), now);
    }
}

void
NicTable::TellPeers(NicState& nic, NicPorts& ports, Instant now)
{
    for (SlotIndex i = nic.firstSlot; i != NO_SLOT; i = m_slots[i].sibling)
    {
        // A peer with several queue pairs gets one message: news are kept by NIC.
        ports.news.Tell(m_slots[i].peer, now);
    }
}

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
    const uint16_t id = m_endpoint.TakeId(number);
    ports.news.OnSent(peer, id);
    SendEndpoint(nic, MakePortStatusUpdate(route, nic.up, id, now), now);
}

void
NicTable::HearPorts(uint32_t number, const Datagram& request, Instant now)
{
    NicState& nic = m_nics[number];
    NicPorts& ports = PortsOf(number);
    const uint32_t peer = request.source;
    const auto up = static_cast<PlaneMask>(request.erth.portStatus);
    const auto id = static_cast<uint16_t>(request.bth.psn.Value());
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
    return Ev::Of(request.plane, request.ev.Uplink());
}

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
    QueuePairSlot way;
    way.nic = NumberOf(nic);
    way.peer = datagram.destination;
    way.route = m_plan.route(way.nic, way.peer);
    Send(nic, way, frame, now);
}

} // namespace mrc
} // namespace ns3
