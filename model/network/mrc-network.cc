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

/**
 * Names of the sequences that one seeded key is split into. A part that draws more or less often
 * does not change what the others draw [same-seed]. The numbers are part of every result.
 */
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

// The members check what they are given, in this order: first the topology, then that no profile is
// null, then the values, in CheckedPlan. What comes later may rely on that.
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
    // Fabric and NICs learn of the kernel last: its events go to both of them, by the HotPath.
    m_fabric.SetKernel(&m_kernel);
    m_nics.Attach({m_kernel, m_calendar, m_maker});
    // No reference is held, so the destructor has to cancel this.
    m_end = Simulator::ScheduleDestroy(&Network::End, this);
}

Network::~Network()
{
    // The caller is then a function of the very parts that are about to go.
    if (m_kernel.IsFiring())
    {
        NS_FATAL_ERROR("the last reference to a network was dropped inside one of its callbacks; "
                       "expected it to be kept until Simulator::Run has returned");
    }
    // A script that an exception throws out of Simulator::Run drops its network too: an error here
    // would hide what went wrong.
    if (m_kernel.IsRunning() && !m_nics.Store().over && std::uncaught_exceptions() == 0)
    {
        NS_FATAL_ERROR(
            "the last reference to a network was dropped in an event, with which all its "
            "traffic would end in silence; expected it to be kept until Simulator::Run "
            "has returned");
    }
    for (const Ptr<Qp>& qp : m_qps) // scripts may keep them: they refuse from now on
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
    if (m_nics.Store().over)
    {
        NS_FATAL_ERROR(
            what << " was called after Simulator::Destroy, with which the network ended; "
                    "expected it before, or a new network");
    }
}

/** Refuses here what would otherwise be a wrong index in a table of NICs. */
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

/** Host overhead is not in a base RTT: it delays work requests, not packets [host-overhead]. */
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

/** WorkloadRun compares each flow with this. The network's profiles count, not the ends'. */
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

/** All scheduled outages come by here: the fault injector checks neither times nor ports. */
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
    // All are judged before the first is scheduled: a fault in the past leaves nothing behind.
    for (const Outage& outage : OutagesOf(faults, m_topology, Simulator::Now()))
    {
        Schedule(outage);
    }
}

/**
 * The fault injector says that a directed port has changed. The fabric obeys already; here those
 * hear of it that see a link: the face of the port, and the NIC at one end.
 */
void
Network::PortChanged(PortIndex port, bool up)
{
    NS_LOG_INFO(m_topology.PortName(port) << (up ? " is up" : " is down"));
    if (Port* face = m_faces->FindPort(port))
    {
        face->LinkChanged();
    }
    // Ethernet's remote fault tells a NIC of either direction, so its link is up only if both are.
    // While the other direction is down, the link is down before this change and after it.
    const PortIndex nicEnd = NicEndOf(port);
    const bool otherIsUp = (m_fabric.State().Port(m_topology.Peer(port)).flags & PORT_DOWN) == 0;
    if (nicEnd != NO_PORT && otherIsUp)
    {
        const PortPlace place = m_topology.PortPlaceOf(nicEnd);
        m_nics.Ports().LinkChanged(place.owner, place.plane, up);
    }
}

/**
 * No NIC hears of links between switches: routing is static, and senders notice by their losses.
 *
 * @return the end of a port's link that is at a NIC, NO_PORT if there is none
 */
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
