/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-network.h"

#include "mrc-ev-check.h"
#include "mrc-fabric-builder.h"
#include "mrc-fault-list.h"
#include "mrc-ideal.h"
#include "mrc-node-names.h"
#include "mrc-port-list.h"
#include "mrc-queue-room.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-sharing-connection.h"
#include "ns3/mrc-tick.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNetwork");

NS_OBJECT_ENSURE_REGISTERED(Network);

namespace
{

/** Names of the sequences that one seeded key is split into. */
enum DrawName : uint64_t
{
    DRAW_FABRIC = 1,
    DRAW_CONNECTIONS = 2,
    DRAW_NICS = 3,
};

/** @return whether this is the switch that a fault takes down */
bool
IsSwitchOf(const Fault& fault, const NodePlace& place)
{
    const bool kind = (fault.kind == FaultKind::T0 && place.kind == NodeKind::T0) ||
                      (fault.kind == FaultKind::T1 && place.kind == NodeKind::T1);
    return kind && place.plane == fault.plane && place.index == fault.index;
}

/** @return the round trip over the longest path: to the last NIC, which hangs on the last T0 */
Span
LongestRtt(const Topology& topology, const NetworkProfiles& profiles)
{
    const uint32_t nics = topology.Spec().nics;
    if (nics < 2)
    {
        return Span();
    }
    IdealParameters parameters;
    parameters.payload = profiles.qp->Get().payload;
    return BaseRtt(topology, 0, nics - 1, parameters);
}

/**
 * The longest unloaded round trip: with as much again of queueing it is shorter than the turn of
 * the time stamps (12 #16).
 */
constexpr Span LONGEST_BASE_RTT{4000000000};

/** @return the profiles, if there are all four */
const NetworkProfiles&
Checked(const NetworkProfiles& profiles)
{
    if (!profiles.fabric || !profiles.qp || !profiles.ev || !profiles.cc)
    {
        throw std::invalid_argument("a profile of the network is null; expected a fabric, a qp, an "
                                    "ev and a cc profile");
    }
    return profiles;
}

/** @return the plan of a fabric in which every packet can go through */
FabricPlan
CheckedPlan(const Topology& topology, const SourceRouting& routing, const NetworkProfiles& profiles)
{
    CheckEvs(topology.Spec(), profiles.ev->Get());
    profiles.cc->Get(); // says now what is wrong, not at the first connection
    const Span rtt = LongestRtt(topology, profiles);
    if (rtt > LONGEST_BASE_RTT)
    {
        throw std::invalid_argument("an unloaded round trip takes " +
                                    std::to_string(static_cast<double>(rtt.Ps()) * 1e-9) +
                                    " ms over the longest path; expected at most 4 ms: time stamps "
                                    "of 16 bits in units of 128 ns come round every 8.4 ms");
    }
    if (topology.Spec().nics > 1) // a single NIC has nobody to talk to
    {
        CheckQueueRoom(topology.Spec(), *profiles.fabric, profiles.qp->Get().payload, rtt);
    }
    FabricPlan plan = PlanFabric(topology, routing, *profiles.fabric, rtt);
    plan.largest = LargestFramesWith(profiles.qp->Get().payload);
    return plan;
}

/** @return the plan of the NICs */
NicPlan
CompletePlan(NicPlan plan, const NetworkProfiles& profiles, KeyedDraws draws)
{
    plan.retries = profiles.qp->Get();
    plan.draws = draws;
    return plan;
}

} // namespace

/** Brings what the NICs tell to the faces of the queue pairs. */
class Network::Listener : public HostObserver
{
  public:
    explicit Listener(const std::vector<Ptr<Qp>>& qps)
        : m_qps(qps)
    {
    }

    void Completed(SlotIndex slot, const Completion& completion) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyCompleted(completion); });
    }

    void Delivered(SlotIndex slot, const Delivery& delivery) override
    {
        Tell(NicTable::PeerOf(slot), [&](Qp& qp) { qp.NotifyDelivered(delivery); });
    }

    void Resent(SlotIndex slot, const Retransmission& retransmission) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyResent(retransmission); });
    }

    void Received(SlotIndex slot, CompletionStatus status, const Delivery& delivery) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyReceived(status, delivery); });
    }

    void StateChanged(SlotIndex slot, QpState from, QpState to) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyState(from, to); });
    }

    void Watched(SlotIndex slot, const QpSample& sample) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyWatched(sample); });
    }

  private:
    /** Slots come in pairs: the source's end is the even one. The other may have no face. */
    template <typename Event>
    void Tell(SlotIndex slot, const Event& event) const
    {
        Qp* source = PeekPointer(m_qps[slot / 2]);
        Qp* qp = slot % 2 == 0 ? source : source->FindPeer();
        if (qp != nullptr)
        {
            event(*qp);
        }
    }

    const std::vector<Ptr<Qp>>& m_qps;
};

/** Makes transports for the NICs. */
class Network::Maker : public QueuePairMaker
{
  public:
    explicit Maker(Network& network)
        : m_network(network)
    {
    }

    std::unique_ptr<QueuePair> Make(const QueuePairPlan& plan) override
    {
        return m_network.MakePair(plan);
    }

  private:
    Network& m_network;
};

TypeId
Network::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::Network").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

Network::Network(const TopologySpec& spec, const NetworkProfiles& profiles, uint64_t key)
    : m_topology(spec),
      m_routing(m_topology),
      m_profiles(Checked(profiles)),
      m_draws(key),
      m_fabric(CheckedPlan(m_topology, m_routing, profiles), m_draws.Child(DRAW_FABRIC)),
      m_nics(CompletePlan(PlanNics(m_topology, m_routing, *profiles.fabric),
                          profiles,
                          m_draws.Child(DRAW_NICS)),
             m_fabric),
      m_hotPath(m_fabric, m_nics),
      m_kernel(m_hotPath),
      m_faults(m_fabric, m_kernel, [this](PortIndex port, bool up) { PortChanged(port, up); }),
      m_denylist(m_topology, m_nics),
      m_listener(std::make_unique<Listener>(m_qps)),
      m_maker(std::make_unique<Maker>(*this)),
      m_faces(std::make_unique<Faces>(m_topology, m_routing, m_fabric, m_kernel, m_faults))
{
    m_fabric.SetKernel(&m_kernel);
    m_nics.SetKernel(&m_kernel);
    m_nics.SetObserver(m_listener.get());
    m_nics.SetMaker(m_maker.get());
    m_end = Simulator::ScheduleDestroy(&Network::End, this);
}

Network::~Network()
{
    for (const Ptr<Qp>& qp : m_qps)
    {
        qp->Close();
    }
    m_end.Cancel();
}

/** The simulator goes. The next one begins at time 0, which is the past of all state here. */
void
Network::End()
{
    m_nics.End();
    m_kernel.End();
    m_faces->End();
}

void
Network::CheckNotOver(const char* what) const
{
    if (m_nics.IsOver())
    {
        NS_FATAL_ERROR(
            what << " was called after Simulator::Destroy, with which the network ended; "
                    "expected it before, or a new network");
    }
}

void
Network::CheckEnds(uint32_t source, uint32_t destination) const
{
    CheckNic("source", source);
    CheckNic("destination", destination);
    if (source == destination)
    {
        NS_FATAL_ERROR("NIC " << source << " cannot be connected to itself");
    }
}

void
Network::CheckNic(const char* role, uint32_t nic) const
{
    if (nic >= m_topology.Spec().nics)
    {
        NS_FATAL_ERROR("the " << role << " NIC " << nic
                              << " does not exist; the fabric has NICs 0 .. "
                              << m_topology.Spec().nics - 1);
    }
}

Ptr<Qp>
Network::Connect(uint32_t source, uint32_t destination)
{
    return Connect(source, destination, {m_profiles.qp, m_profiles.qp});
}

Ptr<Qp>
Network::Connect(uint32_t source, uint32_t destination, const Ptr<EvProfile>& paths)
{
    if (!paths)
    {
        NS_FATAL_ERROR("Network::Connect with a null EvProfile; expected one");
    }
    return ConnectEnds({source, m_profiles.qp}, {destination, m_profiles.qp}, *paths);
}

Ptr<Qp>
Network::Connect(uint32_t source, uint32_t destination, const QpProfilePair& profiles)
{
    return ConnectEnds({source, profiles.source},
                       {destination, profiles.destination},
                       *m_profiles.ev);
}

Ptr<Qp>
Network::ConnectEnds(const QpEnd& own, const QpEnd& peer, const EvProfile& paths)
{
    const SlotIndex slot = CheckedSlot("Network::Connect", own.nic, peer.nic);
    CheckProfiles({own.profile, peer.profile});
    const EvConfig ev = paths.Get();
    AddEnd(slot, own, peer, ev);
    AddEnd(slot + 1, peer, own, ev);
    return AddFace(slot, own, peer);
}

Ptr<Qp>
Network::Create(uint32_t source, uint32_t destination)
{
    return Create(source, destination, {m_profiles.qp, m_profiles.qp});
}

Ptr<Qp>
Network::Create(uint32_t source, uint32_t destination, const QpProfilePair& profiles)
{
    const SlotIndex slot = CheckedSlot("Network::Create", source, destination);
    CheckProfiles(profiles);
    m_nics.Add(source, destination);
    m_nics.Add(destination, source);
    return AddFace(slot, {source, profiles.source}, {destination, profiles.destination});
}

SlotIndex
Network::CheckedSlot(const char* what, uint32_t source, uint32_t destination) const
{
    CheckNotOver(what);
    CheckEnds(source, destination);
    const SlotIndex slot = m_nics.NextSlot();
    NS_LOG_LOGIC("queue pair " << m_qps.size() << ": NIC " << source << " to " << destination);
    if (NicTable::NumberOf(slot + 1).value > 0xffffff)
    {
        NS_FATAL_ERROR("more than 2^23 connections: queue pair numbers have 24 bits");
    }
    return slot;
}

Ptr<Qp>
Network::AddFace(SlotIndex slot, const QpEnd& own, const QpEnd& peer)
{
    m_qps.push_back(CreateObject<Qp>(m_nics, slot, own, peer));
    ShowQueuePair(m_qps.back());
    return m_qps.back();
}

void
Network::CheckProfiles(const QpProfilePair& profiles) const
{
    if (!profiles.source || !profiles.destination)
    {
        NS_FATAL_ERROR("a profile for an end of a connection is null; expected one for each end");
    }
    const uint32_t payload = profiles.source->Get().payload;
    const uint32_t other = profiles.destination->Get().payload;
    if (payload != other)
    {
        NS_FATAL_ERROR("the ends of a connection have QpProfile::Payload "
                       << payload << " and " << other << "; expected the same");
    }
    if (payload > Payload())
    {
        NS_FATAL_ERROR("the ends of a connection have QpProfile::Payload "
                       << payload << "; expected at most the network's, " << Payload());
    }
}

void
Network::AddEnd(SlotIndex slot, const QpEnd& own, const QpEnd& peer, const EvConfig& ev)
{
    QueuePairPlan plan;
    plan.slot = slot;
    plan.nic = own.nic;
    plan.peer = peer.nic;
    plan.qp = own.profile->Get();
    plan.ev = ev;
    plan.cc = m_profiles.cc->Get();
    plan.peerOffer = peer.profile->Get().Offer();
    m_nics.AddReady(plan);
}

std::unique_ptr<QueuePair>
Network::MakePair(const QueuePairPlan& plan)
{
    CheckEvs(m_topology.Spec(), plan.ev);
    ConnectionParameters parameters;
    parameters.localNic = plan.nic;
    parameters.peerNic = plan.peer;
    parameters.own = NicTable::NumberOf(plan.slot);
    parameters.peer = NicTable::NumberOf(NicTable::PeerOf(plan.slot));
    parameters.planes = m_topology.Spec().planes;
    parameters.uplinks = m_routing.TemplateFor(plan.nic, plan.peer).PathsPerPlane();
    IdealParameters ideal;
    ideal.payload = plan.qp.payload;
    parameters.baseRtt = BaseRtt(m_topology, plan.nic, plan.peer, ideal);
    parameters.bitRate = m_topology.Spec().nicLinkRate * m_topology.Spec().planes;
    parameters.qp = plan.qp;
    parameters.qp.portsInSack = m_profiles.fabric->Failures().inSack;
    parameters.ev = plan.ev;
    parameters.cc = plan.cc;
    parameters.peerOffer = plan.peerOffer;
    parameters.firstPsn = plan.firstPsn;
    parameters.dscp = m_profiles.fabric->Format().dscp;
    parameters.key = m_draws.Child(DRAW_CONNECTIONS).Bits(plan.slot);
    QueuePairObserver& observer = m_nics.ObserverOf(plan.slot);
    std::unique_ptr<Connection> pair;
    if (parameters.cc.shared)
    {
        SharedWindow& window = m_windows.Of(parameters);
        parameters.window = &window.Rate();
        pair = std::make_unique<SharingConnection>(parameters, observer, window);
    }
    else
    {
        pair = std::make_unique<Connection>(parameters, observer);
    }
    m_denylist.Apply(*pair, m_routing.TemplateFor(plan.nic, plan.peer), m_kernel.Now());
    return pair;
}

Span
Network::BaseRttBetween(uint32_t source, uint32_t destination) const
{
    CheckEnds(source, destination);
    IdealParameters parameters;
    parameters.payload = m_profiles.qp->Get().payload;
    return BaseRtt(m_topology, source, destination, parameters);
}

uint32_t
Network::Payload() const
{
    return m_profiles.qp->Get().payload;
}

Span
Network::IdealBetween(uint32_t source, uint32_t destination, uint64_t bytes) const
{
    CheckEnds(source, destination);
    if (bytes == 0)
    {
        NS_FATAL_ERROR("the time of a Write of 0 bytes was asked for; expected at least 1");
    }
    IdealParameters parameters;
    parameters.payload = Payload();
    parameters.postOverhead = ToSpan(m_profiles.fabric->HostDelay());
    parameters.completionOverhead = parameters.postOverhead;
    return IdealCompletion(m_topology, source, destination, bytes, parameters);
}

void
Network::Schedule(const Outage& outage)
{
    CheckNotOver("Network::Schedule");
    if (outage.down < Simulator::Now())
    {
        NS_FATAL_ERROR("an outage at " << outage.down.As(Time::NS) << " lies in the past; expected "
                                       << Simulator::Now().As(Time::NS) << " or later");
    }
    for (const PortIndex port : outage.ports)
    {
        if (port >= m_topology.PortCount())
        {
            NS_FATAL_ERROR("an outage of port " << port << "; the fabric has ports 0 .. "
                                                << m_topology.PortCount() - 1);
        }
    }
    NS_LOG_INFO("outage of " << outage.ports.size() << " ports from " << outage.down << " on");
    m_faults.Schedule(outage);
}

const Faces&
Network::CreateFaces()
{
    CheckNotOver("Network::CreateFaces");
    for (uint32_t node = 0; node < m_topology.NodeCount(); ++node)
    {
        m_faces->Create(node);
    }
    return ShowQueuePairs();
}

const Faces&
Network::CreateFaces(const std::string& names)
{
    CheckNotOver("Network::CreateFaces");
    for (const uint32_t node : NodesNamed(m_topology, names))
    {
        m_faces->Create(node);
    }
    return ShowQueuePairs();
}

const Faces&
Network::ShowQueuePairs()
{
    for (const Ptr<Qp>& qp : m_qps) // a NIC takes those that it does not have yet
    {
        ShowQueuePair(qp);
    }
    return *m_faces;
}

NetDeviceContainer
Network::CreatePorts(const std::string& list)
{
    CheckNotOver("Network::CreatePorts");
    NetDeviceContainer devices;
    for (const PortIndex port : ReadPortList(list, m_topology))
    {
        m_faces->Create(m_topology.NodeOf(port));
        devices.Add(m_faces->PortAt(port));
    }
    ShowQueuePairs();
    return devices;
}

void
Network::ShowQueuePair(const Ptr<Qp>& qp)
{
    if (const Ptr<Nic> nic = m_faces->FindNic(qp->Source()))
    {
        nic->Add(qp);
    }
}

void
Network::ScheduleFaults(const std::string& list)
{
    for (const Fault& fault : ReadFaultList(list, m_topology))
    {
        Outage links;
        links.down = ToTime(fault.down);
        if (links.down < Simulator::Now())
        {
            throw std::invalid_argument("fault list '" + list + "': a fault lies in the past");
        }
        if (fault.up)
        {
            // An outage shorter than one tick of ns-3 lasts one; it never becomes permanent.
            links.up = std::max(ToTime(*fault.up), links.down + TimeStep(1));
        }
        Outage intoSwitch = links;
        intoSwitch.reason = DropReason::SWITCH_DOWN;
        for (const PortIndex port : PortsOf(fault, m_topology))
        {
            // A dead switch takes what it had received with it; its neighbours keep what they had.
            const bool dies =
                IsSwitchOf(fault, m_topology.PlaceOf(m_topology.NodeOf(m_topology.Peer(port))));
            (dies ? intoSwitch : links).ports.push_back(port);
        }
        Schedule(links);
        Schedule(intoSwitch);
    }
}

void
Network::PortChanged(PortIndex port, bool up)
{
    NS_LOG_INFO(m_topology.PortName(port) << (up ? " is up" : " is down"));
    if (Port* face = m_faces->FindPort(port))
    {
        face->LinkChanged();
    }
    const PortPlace place = m_topology.PortPlaceOf(port);
    if (place.kind == PortKind::NIC)
    {
        m_nics.LinkChanged(place.owner, place.plane, up);
    }
}

} // namespace mrc
} // namespace ns3
