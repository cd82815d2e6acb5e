/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-drain.h"
#include "mrc-fault-outages.h"
#include "mrc-fault.h"
#include "mrc-frame-audit.h"
#include "mrc-link-lines.h"
#include "mrc-network-parts.h"
#include "mrc-node-names.h"
#include "mrc-pair-maker.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-rank-tally.h"
#include "ns3/mrc-tick.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <exception>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNetwork");

namespace
{

/** @return this moment of a network; between shards there may be frames that no event waits for */
Moment
MomentOf(NetworkParts& parts)
{
    const HotKernel& kernel = parts.shards.First().GetKernel();
    return {kernel.Now(), parts.shards.All().size() == 1 && kernel.IsEmpty()};
}

/** @throws std::logic_error naming frames made or lost, if MrcAudit is set [frames-conserved] */
void
AuditIfAsked(NetworkParts& parts, const Moment& moment)
{
    if (WantsAudit() && parts.shards.Ranks() == nullptr) // a rank has the frames of its part alone
    {
        RequireConservation(parts.shards.First().GetFabric(), parts.topology, moment);
    }
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(Network);

TypeId
Network::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::Network").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

Network::Network(const TopologySpec& spec, const NetworkProfiles& profiles, uint64_t key)
    : m_parts(std::make_unique<NetworkParts>(spec, profiles, key, [this](PortIndex port, bool up) {
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
    if (m_parts->shards.IsFiring())
    {
        NS_FATAL_ERROR("the last reference to a network was dropped inside one of its callbacks; "
                       "expected it to be kept until Simulator::Run has returned");
    }
    // A script that an exception throws out of Simulator::Run drops its network too: an error here
    // would hide the first one.
    if (m_parts->shards.First().GetKernel().IsRunning() && !m_parts->shards.First().IsOver() &&
        std::uncaught_exceptions() == 0)
    {
        NS_FATAL_ERROR("the last reference to a network was dropped in an event, which ends all "
                       "its traffic; expected it to be kept until Simulator::Run "
                       "has returned");
    }
    if (!m_parts->shards.First().IsOver() && std::uncaught_exceptions() == 0)
    {
        try
        {
            AuditIfAsked(*m_parts, MomentOf(*m_parts));
        }
        catch (const std::logic_error& error)
        {
            NS_FATAL_ERROR("a network was dropped whose frames are " << error.what());
        }
    }
    for (const Ptr<Qp>& qp : m_parts->pairs) // scripts may keep them: they refuse from now on
    {
        qp->Dispose();
    }
    m_end.Cancel();
}

Ptr<Qp>
Network::Connect(uint32_t source, uint32_t destination, const Ptr<EvProfile>& paths)
{
    if (!paths)
    {
        NS_FATAL_ERROR("Network::Connect with a null EvProfile; expected one");
    }
    CheckNotOver("Network::Connect");
    const Ptr<QpProfile>& profile = m_parts->profiles.qp;
    return PairMaker(*m_parts).Connect({source, profile}, {destination, profile}, *paths);
}

Ptr<Qp>
Network::Connect(uint32_t source, uint32_t destination, const QpProfilePair& profiles)
{
    CheckNotOver("Network::Connect");
    const PairMaker maker(*m_parts);
    const QpProfilePair used = maker.EndsWith(profiles);
    return maker.Connect({source, used.source},
                         {destination, used.destination},
                         *m_parts->profiles.ev);
}

Ptr<Qp>
Network::Create(uint32_t source, uint32_t destination, const QpProfilePair& profiles)
{
    CheckNotOver("Network::Create");
    const PairMaker maker(*m_parts);
    const QpProfilePair used = maker.EndsWith(profiles);
    return maker.Create({source, used.source}, {destination, used.destination});
}

Faces&
Network::GetFaces()
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
    return RankTally(m_parts->shards.First().GetFabric().State()).Totals().fingerprint;
}

Denylist&
Network::GetDenylist()
{
    return m_parts->denylist;
}

const std::vector<Ptr<Qp>>&
Network::GetQueuePairs() const
{
    return m_parts->pairs;
}

UnloadedNetwork
Network::Unloaded() const
{
    return UnloadedNetwork(m_parts->topology, m_parts->profiles);
}

NetworkEngine
Network::Engine()
{
    const ShardSet& shards = m_parts->shards;
    // Asked for each message: with one process no search is needed.
    Shard& here = shards.Ranks() == nullptr ? shards.First() : shards.FirstHere();
    return {shards.First().GetFabric(),
            here.GetNics(),
            m_parts->shards.First().GetKernel(),
            m_parts->onlookers,
            m_parts->routes,
            m_parts->profiles,
            m_parts->planned,
            m_parts->shards};
}

/** The simulator goes. The next one begins at time 0, which is the past of all state here. */
void
Network::End()
{
    const Moment last = MomentOf(*m_parts);
    m_parts->shards.TellRest(); // of a script that asked for no summary
    m_parts->shards.End();
    m_parts->faces.End();
    AuditIfAsked(*m_parts, last); // behind all else, since an error ends this function
}

void
Network::CheckNotOver(const char* what) const
{
    if (m_parts->shards.First().IsOver())
    {
        NS_FATAL_ERROR(
            what << " was called after Simulator::Destroy, with which the network ended; "
                    "expected it before, or a new network");
    }
}

namespace
{

/** @throws std::invalid_argument naming a storm of pauses that nothing listens to [pfc-storm] */
void
CheckStorms(const std::vector<Fault>& faults, const FabricProfile& fabric)
{
    const FabricConfig config = fabric.Config();
    for (const Fault& fault : faults)
    {
        const std::optional<uint8_t> priority = fault.impairment.priority;
        if (fault.impairment.effect == FaultEffect::STORM && config.lossless == 0)
        {
            throw std::invalid_argument("the fault '" + fault.text +
                                        "' is a storm of pauses, and this fabric has no PFC; "
                                        "expected ns3::mrc::FabricProfile::LosslessDscps");
        }
        if (priority && *priority != config.pfcPriority)
        {
            throw std::invalid_argument(
                "the fault '" + fault.text + "' pauses priority " + std::to_string(*priority) +
                ", of which no queue is lossless; expected " + std::to_string(config.pfcPriority) +
                ", or another ns3::mrc::FabricProfile::PfcPriority");
        }
    }
}

/**
 * @throws std::invalid_argument naming a drained fault, if no EV names a way to avoid
 *         [drained-maintenance]
 */
void
CheckDrains(const std::vector<Fault>& faults, const Topology& topology, EvFormat format)
{
    const auto found = std::find_if(faults.begin(), faults.end(), [&](const Fault& fault) {
        return fault.drain && !DenialsOf(fault, topology).empty();
    });
    if (format == EV_FORMAT_UDP && found != faults.end())
    {
        throw std::invalid_argument("the fault '" + found->text +
                                    "' is drained, and ns3::mrc::EvProfile::Format is Udp: a hash "
                                    "chooses uplinks, and no EV names one; expected Format Srv6 "
                                    "or Stev, or no drain");
    }
}

} // namespace

void
Network::ScheduleFaults(const std::string& list)
{
    ScheduleFaults(ReadFaultList(list, m_parts->topology));
}

void
Network::ScheduleFaults(const std::vector<Fault>& faults)
{
    CheckNotOver("Network::ScheduleFaults");
    CheckStorms(faults, *m_parts->profiles.fabric);
    CheckDrains(faults, m_parts->topology, m_parts->shards.First().GetNics().Store().plan.evFormat);
    // All are judged before the first is scheduled: a fault in the past leaves nothing behind.
    for (const Outage& outage : OutagesOf(faults, m_parts->topology, Simulator::Now()))
    {
        NS_LOG_INFO("outage of " << outage.ports.size() << " ports from " << outage.down << " on");
        m_parts->faults.Schedule(outage);
    }
    for (const Fault& fault : faults)
    {
        ScheduleDrain(m_parts->denylist, m_parts->calendar, fault, m_parts->topology);
        m_parts->planned.push_back(fault);
    }
}

/**
 * The fault injector says that a directed port has changed. The fabric obeys already; here those
 * that see a link hear of the change: the face of the port, and the NIC at one end.
 */
void
Network::PortChanged(PortIndex port, bool up)
{
    NS_LOG_INFO(PortName(m_parts->topology, port) << (up ? " is up" : " is down"));
    if (Port* face = m_parts->faces.FindPort(port))
    {
        face->LinkChanged();
    }
    m_parts->routes.PortChanged(port, m_parts->topology.Peer(port));
    // Ethernet's remote fault tells a NIC of either direction, so its link is up only if both are.
    // While the other direction is down, the link is down before this change and after it.
    const PortIndex nicEnd = NicEndOf(port);
    const PortState other =
        m_parts->shards.First().GetFabric().State().ports.Value(m_parts->topology.Peer(port));
    const bool otherIsUp = (other.flags & PORT_DOWN) == 0;
    if (nicEnd != NO_PORT && otherIsUp)
    {
        const PortPlace place = m_parts->topology.PortPlaceOf(nicEnd);
        m_parts->shards.Of(place.owner).GetNics().Ports().LinkChanged(place.owner, place.plane, up);
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
