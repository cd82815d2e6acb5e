/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-list.h"
#include "mrc-fault-outages.h"
#include "mrc-ideal.h"
#include "mrc-network-parts.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-tick.h"
#include "ns3/simulator.h"

#include <exception>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNetwork");

NS_OBJECT_ENSURE_REGISTERED(Network);

TypeId
Network::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::Network").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

Network::Network(const TopologySpec& spec, const NetworkProfiles& profiles, uint64_t key)
    : m_parts(std::make_unique<Parts>(spec, profiles, key, [this](PortIndex port, bool up) {
          PortChanged(port, up);
      }))
{
    m_parts->faults.Remove(m_parts->topology.Lines().Missing());
    // No reference is held, so the destructor has to cancel this.
    m_end = Simulator::ScheduleDestroy(&Network::End, this);
}

Network::~Network()
{
    // The caller is then a function of the very parts that are about to go.
    if (m_parts->Whole().GetKernel().IsFiring())
    {
        NS_FATAL_ERROR("the last reference to a network was dropped inside one of its callbacks; "
                       "expected it to be kept until Simulator::Run has returned");
    }
    // A script that an exception throws out of Simulator::Run drops its network too: an error here
    // would hide what went wrong.
    if (m_parts->Whole().GetKernel().IsRunning() && !m_parts->Whole().IsOver() &&
        std::uncaught_exceptions() == 0)
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

const Faces&
Network::GetFaces() const
{
    return m_parts->faces;
}

const Topology&
Network::GetTopology() const
{
    return m_parts->topology;
}

uint64_t
Network::Fingerprint() const
{
    return m_parts->Whole().GetFabric().Tally().Fingerprint();
}

Fabric&
Network::GetFabric()
{
    return m_parts->Whole().GetFabric();
}

NicTable&
Network::GetNics()
{
    return m_parts->Whole().GetNics();
}

Denylist&
Network::GetDenylist()
{
    return m_parts->denylist;
}

Onlookers&
Network::GetOnlookers()
{
    return m_parts->onlookers;
}

HotKernel&
Network::GetKernel()
{
    return m_parts->Whole().GetKernel();
}

/** The simulator goes. The next one begins at time 0, which is the past of all state here. */
void
Network::End()
{
    m_parts->Whole().End();
    m_parts->faces.End();
}

void
Network::CheckNotOver(const char* what) const
{
    if (m_parts->Whole().IsOver())
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
    if (nic >= m_parts->topology.Spec().nics)
    {
        NS_FATAL_ERROR("the " << role << " NIC " << nic
                              << " does not exist; the fabric has NICs 0 .. "
                              << m_parts->topology.Spec().nics - 1);
    }
}

/** Host overhead is not in a base RTT: it delays work requests, not packets [host-overhead]. */
Span
Network::BaseRttBetween(uint32_t source, uint32_t destination) const
{
    CheckEnds(source, destination);
    return BaseRtt(m_parts->topology, source, destination, m_parts->PacketSizes());
}

Span
Network::HostDelay() const
{
    return ToSpan(m_parts->profiles.fabric->HostDelay());
}

Span
Network::TriggerDelay() const
{
    return ToSpan(m_parts->profiles.fabric->TriggerDelay());
}

uint32_t
Network::Payload() const
{
    return m_parts->profiles.qp->Get().payload;
}

/** WorkloadRun compares each flow with this. The network's profiles count, not the ends'. */
Span
Network::IdealBetween(uint32_t source, uint32_t destination, uint64_t bytes) const
{
    CheckEnds(source, destination);
    IdealParameters parameters = m_parts->PacketSizes();
    parameters.postOverhead = HostDelay();
    parameters.completionOverhead = parameters.postOverhead;
    return IdealCompletion(m_parts->topology, source, destination, bytes, parameters);
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
        if (port >= m_parts->topology.PortCount())
        {
            NS_FATAL_ERROR("an outage of port " << port << "; the fabric has ports 0 .. "
                                                << m_parts->topology.PortCount() - 1);
        }
    }
    NS_LOG_INFO("outage of " << outage.ports.size() << " ports from " << outage.down << " on");
    m_parts->faults.Schedule(outage);
}

void
Network::ScheduleFaults(const std::string& list)
{
    ScheduleFaults(ReadFaultList(list, m_parts->topology));
}

void
Network::ScheduleFaults(const std::vector<Fault>& faults)
{
    // All are judged before the first is scheduled: a fault in the past leaves nothing behind.
    for (const Outage& outage : OutagesOf(faults, m_parts->topology, Simulator::Now()))
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
    NS_LOG_INFO(m_parts->topology.PortName(port) << (up ? " is up" : " is down"));
    if (Port* face = m_parts->faces.FindPort(port))
    {
        face->LinkChanged();
    }
    // Ethernet's remote fault tells a NIC of either direction, so its link is up only if both are.
    // While the other direction is down, the link is down before this change and after it.
    const PortIndex nicEnd = NicEndOf(port);
    const PortState& other =
        m_parts->Whole().GetFabric().State().Port(m_parts->topology.Peer(port));
    const bool otherIsUp = (other.flags & PORT_DOWN) == 0;
    if (nicEnd != NO_PORT && otherIsUp)
    {
        const PortPlace place = m_parts->topology.PortPlaceOf(nicEnd);
        m_parts->Whole().GetNics().Ports().LinkChanged(place.owner, place.plane, up);
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
    switch (m_parts->topology.PortPlaceOf(port).kind)
    {
    case PortKind::NIC:
        return port;
    case PortKind::T0_DOWN:
        return m_parts->topology.Peer(port);
    default:
        return NO_PORT;
    }
}

} // namespace mrc
} // namespace ns3
