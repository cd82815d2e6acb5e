/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-network.h"

#include "mrc-fabric-builder.h"
#include "mrc-fault-list.h"
#include "mrc-fault-outages.h"
#include "mrc-ideal.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-simulator-host.h"
#include "ns3/mrc-tick.h"
#include "ns3/simulator.h"

#include <exception>

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
    DRAW_POLICIES = 4,
};

} // namespace

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
      m_probeBudgets(spec.nics),
      m_incastGauges(spec.nics),
      m_nics(PlanNicsWith(m_topology, m_routing, profiles, m_draws.Child(DRAW_NICS)), m_fabric),
      m_hotPath(m_fabric, m_nics),
      m_kernel(m_hotPath, SimulatorHost),
      m_faults(m_fabric,
               m_kernel,
               m_calendar,
               [this](PortIndex port, bool up) { PortChanged(port, up); }),
      m_denylist(m_topology, m_nics, profiles.fabric->DenylistDelay()),
      m_maker({m_topology,
               m_routing,
               m_profiles,
               m_denylist,
               m_kernel,
               m_nics,
               m_windows,
               m_probeBudgets,
               m_incastGauges,
               m_draws.Child(DRAW_CONNECTIONS)}),
      m_faces(std::make_unique<Faces>(m_topology, m_routing, m_fabric, m_kernel, m_faults))
{
    InstallPolicies(m_topology, profiles.fabric->Config(), m_draws.Child(DRAW_POLICIES), m_fabric);
    m_fabric.SetKernel(&m_kernel);
    m_nics.SetKernel(&m_kernel);
    m_nics.SetCalendar(&m_calendar);
    m_nics.SetMaker(&m_maker);
    m_end = Simulator::ScheduleDestroy(&Network::End, this);
}

Network::~Network()
{
    if (m_kernel.IsFiring())
    {
        NS_FATAL_ERROR("the last reference to a network was dropped inside one of its callbacks; "
                       "expected it to be kept until Simulator::Run has returned");
    }
    if (m_kernel.IsRunning() && !m_nics.IsOver() && std::uncaught_exceptions() == 0)
    {
        NS_FATAL_ERROR(
            "the last reference to a network was dropped in an event, with which all its "
            "traffic would end in silence; expected it to be kept until Simulator::Run "
            "has returned");
    }
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

Span
Network::BaseRttBetween(uint32_t source, uint32_t destination) const
{
    CheckEnds(source, destination);
    IdealParameters parameters;
    parameters.payload = m_profiles.qp->Get().payload;
    return BaseRtt(m_topology, source, destination, parameters);
}

Span
Network::HostDelay() const
{
    return ToSpan(m_profiles.fabric->HostDelay());
}

Span
Network::TriggerDelay() const
{
    return ToSpan(m_profiles.fabric->TriggerDelay());
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
    IdealParameters parameters;
    parameters.payload = Payload();
    parameters.postOverhead = HostDelay();
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

void
Network::ScheduleFaults(const std::string& list)
{
    ScheduleFaults(ReadFaultList(list, m_topology));
}

void
Network::ScheduleFaults(const std::vector<Fault>& faults)
{
    for (const Outage& outage : OutagesOf(faults, m_topology, Simulator::Now()))
    {
        Schedule(outage);
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
    // A NIC whose link carries nothing in one direction sees it down, as Ethernet's remote fault
    // tells. A change in one direction is none of the link while the other direction is down.
    const PortIndex nicEnd = NicEndOf(port);
    const bool otherIsUp = (m_fabric.Port(m_topology.Peer(port)).flags & PORT_DOWN) == 0;
    if (nicEnd != NO_PORT && otherIsUp)
    {
        const PortPlace place = m_topology.PortPlaceOf(nicEnd);
        m_nics.LinkChanged(place.owner, place.plane, up);
    }
}

/** @return the end of a port's link that is at a NIC, NO_PORT if there is none */
PortIndex
Network::NicEndOf(PortIndex port) const
{
    switch (m_topology.PortPlaceOf(port).kind)
    {
    case PortKind::NIC:
        return port;
    case PortKind::T0_DOWN:
        return m_topology.Peer(port);
    default:
        return NO_PORT;
    }
}

} // namespace mrc
} // namespace ns3
