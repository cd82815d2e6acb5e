/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-connection-maker.h"

#include "mrc-ev-check.h"
#include "mrc-ev-templates.h"
#include "mrc-fabric-partition.h"
#include "mrc-ideal.h"

#include "ns3/mrc-custom-controller.h"
#include "ns3/mrc-denial.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-hop-records.h"
#include "ns3/mrc-locator-block.h"
#include "ns3/mrc-queue-pair-observer.h"
#include "ns3/mrc-sharing-connection.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return paths of each plane between two NICs; null if all planes have as many */
std::shared_ptr<const PathCounts>
UnequalPaths(const CarrierTemplate& route, uint32_t planes)
{
    PathCounts counts;
    counts.in.fill(route.PathsPerPlane());
    bool differ = false;
    for (uint32_t plane = 0; plane < planes; ++plane)
    {
        counts.in.at(plane) = route.PathsIn(static_cast<PlaneId>(plane));
        differ = differ || counts.in.at(plane) != route.PathsPerPlane();
    }
    return differ ? std::make_shared<const PathCounts>(counts) : nullptr;
}

/** @return a maker of controllers that see the NIC's records of hops [telemetry-echo] */
ControllerMaker
WithRecords(const ControllerMaker& maker, const HopNews& news)
{
    return [maker, &news](const ControllerSetup& setup) {
        ControllerSetup own = setup;
        own.hops = &news;
        return maker(own);
    };
}

/**
 * The code points of a queue pair: its data may have one of its own [data-classes]. What no
 * switch may trim, such as probes, keeps another one if switches trim the own one
 * [traffic-classes].
 */
DscpPlan
CodePointsOf(const FabricConfig& fabric, const QpConfig& qp)
{
    DscpPlan plan = fabric.dscp;
    if (qp.dataDscp >= 0)
    {
        const auto dscp = static_cast<uint8_t>(qp.dataDscp);
        const bool isTrimmable = dscp == plan.trimmable || dscp == plan.trimmableRetx ||
                                 (fabric.alsoTrimmable >> dscp & 1) != 0;
        plan.noTrim = isTrimmable ? plan.noTrim : dscp;
        plan.trimmable = plan.trimmableRetx = dscp;
    }
    return plan;
}

/** Switches must take the data of a queue pair for data. */
void
CheckDataDscp(const FabricConfig& config, const QpConfig& qp)
{
    const auto dscp = static_cast<uint8_t>(qp.dataDscp);
    if (qp.dataDscp >= 0 && (config.dscp.IsTrimmed(dscp) || dscp == config.dscp.control ||
                             (config.alsoControl >> dscp & 1) != 0))
    {
        throw std::invalid_argument("ns3::mrc::QpProfile::DataDscp = " + std::to_string(dscp) +
                                    ", which control or trimmed packets have; expected a DSCP of "
                                    "data");
    }
    if (qp.dataDscp >= 0 && config.retxFirst)
    {
        throw std::invalid_argument("ns3::mrc::QpProfile::DataDscp = " + std::to_string(dscp) +
                                    " with ns3::mrc::FabricProfile::RetxFirst, which knows "
                                    "retransmissions by their own DSCP; expected one of the two");
    }
}

} // namespace

/** All that a transport knows of topology and addresses: it sees neither of them itself. */
ConnectionParameters
ConnectionMaker::ParametersOf(const QueuePairPlan& plan, const FabricConfig& fabric) const
{
    ConnectionParameters parameters;
    parameters.localNic = plan.nic;
    parameters.peerNic = plan.peer;
    parameters.own = QpNumberOf(plan.slot);
    parameters.peer = QpNumberOf(PeerOf(plan.slot));
    parameters.planes = m_site.topology.Spec().planes;
    const CarrierTemplate route = m_site.routing.TemplateFor(plan.nic, plan.peer);
    parameters.uplinks = route.PathsPerPlane();
    parameters.packetOverhead = IdealParameters::Of(plan.qp.payload, fabric)
                                    .On(UsidsBetween(m_site.topology, plan.nic, plan.peer))
                                    .dataOverhead;
    if (plan.transport && fabric.telemetry)
    {
        parameters.packetOverhead -= HOP_TRAILER_BYTES; // MRC's packets alone have one
    }
    parameters.baseRtt = m_site.trips.Base(plan.nic, plan.peer, plan.qp.payload);
    parameters.longestRtt = m_site.trips.Longest(plan.qp.payload);
    parameters.bitRate = RateOfNic(m_site.topology, plan.nic);
    parameters.qp = plan.qp;
    // Ports are the NIC's, so this is no choice of a queue pair [port-status-carrier].
    parameters.qp.Change().portsInSack = m_site.profiles.fabric->Failures().inSack;
    parameters.ev = EvsOf(plan);
    parameters.ev.Change().ownPaths = UnequalPaths(route, parameters.planes);
    parameters.cc = plan.cc;
    const HopDesk* const hops = m_site.shards.Of(plan.nic).GetNics().Store().hops.get();
    if (hops != nullptr && plan.cc.custom != nullptr)
    {
        parameters.cc.Change().custom =
            std::make_shared<const ControllerMaker>(WithRecords(*plan.cc.custom, hops->News()));
    }
    parameters.peerOffer = plan.peerOffer;
    parameters.firstPsn = plan.firstPsn;
    parameters.dscp = CodePointsOf(fabric, plan.qp);
    parameters.probes = &m_site.shards.Of(plan.nic).Commons().probes[plan.nic];
    parameters.incast = &m_site.shards.Of(plan.nic).Commons().gauges[plan.nic];
    parameters.blocks = &m_site.shards.Of(plan.nic).Commons().blocks;
    // The slot names the draws: they do not depend on when the transport is made. Ends of another
    // transport have the same, so that their draws agree.
    parameters.key =
        m_site.draws.Bits(plan.transport ? std::min(plan.slot, PeerOf(plan.slot)) : plan.slot);
    if (plan.transport && plan.qp.perPair > 1)
    {
        // Queue pairs of one transfer agree as well, so that they can take turns [roce-path].
        const auto [low, high] = std::minmax(plan.nic, plan.peer);
        parameters.key = m_site.draws.Bits(uint64_t{1} << 63 | uint64_t{low} << 32 | high);
    }
    return parameters;
}

namespace
{

/** @throws std::invalid_argument that says which timer of a queue pair is too short */
[[noreturn]] void
RefuseTimer(const ConnectionParameters& parameters, Span trip, const std::string& what)
{
    throw std::invalid_argument(
        "NIC " + std::to_string(parameters.localNic) + " to " + std::to_string(parameters.peerNic) +
        ": an unloaded round trip takes " + std::to_string(trip.Ps() / 1000) +
        " ns, ns3::mrc::QpProfile::" + what);
}

/**
 * A timer shorter than the round trip would send every packet again although none is lost.
 *
 * @param parameters of the queue pair
 * @param trip the latest that an answer comes without queues
 * @throws std::invalid_argument if a timer expires before the answer can have come
 */
void
CheckTimers(const ConnectionParameters& parameters, Span trip)
{
    const QpConfig& qp = parameters.qp;
    // A PacketTimeout of 0 is none.
    if (qp.packetTimeout != Span() && qp.packetTimeout <= trip)
    {
        RefuseTimer(parameters,
                    trip,
                    "PacketTimeout is " + std::to_string(qp.packetTimeout.Ps() / 1000) +
                        " ns; expected more");
    }
    if (qp.AckTimeout() <= trip)
    {
        // Ends at an exponent of 12: CheckedPlan allows no pair a longer round trip than 4 ms.
        QpConfig enough = qp;
        for (; enough.AckTimeout() <= trip; ++enough.timeoutExponent)
        {
        }
        RefuseTimer(parameters,
                    trip,
                    "AckTimeoutExponent " + std::to_string(qp.timeoutExponent) + " means " +
                        std::to_string(qp.AckTimeout().Ps() / 1000) + " ns; expected at least " +
                        std::to_string(enough.timeoutExponent));
    }
}

/**
 * NSCC takes what rcv_cwnd_pen says for a penalty, again with each SACK, and would shrink to a
 * packet by grants.
 *
 * @throws std::invalid_argument if a queue pair's options contradict each other
 */
void
CheckCredit(const QpConfig& qp, const CcConfig& cc)
{
    if (!qp.credit)
    {
        return;
    }
    if (cc.custom == nullptr)
    {
        throw std::invalid_argument(
            "ns3::mrc::QpProfile::ReceiverCredit is true, and ns3::mrc::CcProfile::Algorithm takes "
            "grants for penalties; expected an AlgorithmFactory, such as ns3::mrc::CreditFactory");
    }
    if (qp.incastPenalty)
    {
        throw std::invalid_argument("ns3::mrc::QpProfile::ReceiverCredit and IncastPenalty are "
                                    "true, and fill one field of SACKs; expected one of them");
    }
}

/** Hears the events of a queue pair that is never used. */
class SilentObserver : public QueuePairObserver
{
  public:
    void Completed(const Completion&) override
    {
    }

    void Delivered(const Delivery&) override
    {
    }
};

/** @throws std::invalid_argument if a queue pair has no EV of a plane over links that exist */
void
CheckPaths(const ConnectionParameters& parameters, const UsablePaths& paths)
{
    if (paths.HasAll(parameters.localNic, parameters.peerNic))
    {
        return;
    }
    // Only a sender knows the EVs that the sender deals.
    SilentObserver nobody;
    Connection trial(parameters, nobody);
    std::array<uint32_t, MAX_PLANES> existing{};
    for (const PathStatus& path : trial.Paths())
    {
        existing.at(path.ev.Plane()) +=
            paths.Has(parameters.localNic, parameters.peerNic, path.ev) ? 1 : 0;
    }
    for (uint32_t plane = 0; plane < parameters.planes; ++plane)
    {
        if (existing.at(plane) == 0)
        {
            std::ostringstream what;
            what << "NIC " << parameters.localNic << " to " << parameters.peerNic
                 << ": all EVs of the queue pair on plane " << plane
                 << " name paths over missing links; expected another one at least, by more Active "
                    "or Backup or by other EVs of ns3::mrc::EvProfile";
            throw std::invalid_argument(what.str());
        }
    }
}

} // namespace

/** @return a queue pair's EVs; those of a file depend on both NICs */
EvConfig
ConnectionMaker::EvsOf(const QueuePairPlan& plan) const
{
    EvConfig ev = plan.ev;
    if (ev.file)
    {
        ev.list = std::make_shared<const EvList>(NamedOf(plan).list);
    }
    return ev;
}

NamedEvs
ConnectionMaker::NamedOf(const QueuePairPlan& plan) const
{
    return mrc::EvsOf(*plan.ev.file,
                      m_site.topology,
                      plan.nic,
                      plan.peer,
                      m_site.profiles.fabric->Config());
}

/** Queue pairs with one file share its ways. */
std::optional<CarrierTemplate>
ConnectionMaker::RouteOf(const QueuePairPlan& plan)
{
    // Without SIDs of users all addresses are those of paths.
    if (!plan.ev.file || m_site.profiles.fabric->Config().sids == FabricConfig().sids)
    {
        return std::nullopt;
    }
    const NamedEvs evs = NamedOf(plan);
    if (evs.carriers.empty())
    {
        return std::nullopt;
    }
    FileWays& ways = m_ways[plan.ev.file.get()];
    if (!ways.named)
    {
        ways = {plan.ev.file, std::make_unique<NamedWays>(m_site.routing)};
    }
    ways.named->Set(plan.nic, plan.peer, evs.carriers);
    return CarrierTemplate::LookedUp(m_site.routing.TemplateFor(plan.nic, plan.peer),
                                     *ways.named,
                                     plan.nic,
                                     plan.peer);
}

void
ConnectionMaker::Check(const QueuePairPlan& plan) const
{
    // Read once: a job has as many queue pairs as messages, and this copies all attributes.
    const FabricConfig fabric = m_site.profiles.fabric->Config();
    CheckDataDscp(fabric, plan.qp);
    MergeFor(plan, m_site.shards.Pace());
    CheckSameFormat(plan.ev.format, m_site.profiles.ev->Get().format);
    CheckEvs(m_site.topology.Spec(), EvsOf(plan), fabric.encapsulation);
    const ConnectionParameters parameters = ParametersOf(plan, fabric);
    if (plan.transport)
    {
        plan.transport->Check(parameters);
        return;
    }
    CheckCredit(plan.qp, plan.cc);
    CheckTimers(parameters, m_site.trips.Latest(plan.nic, plan.peer, plan.qp.payload));
    CheckPaths(parameters, m_site.paths);
}

/**
 * Two things show when a transport is made, so it must not wait for the transport's first use. One
 * that shares a window lessens the share of the others, and the trace PathState tells of EVs that
 * are denied.
 */
bool
ConnectionMaker::IsNoticed(const QueuePairPlan& plan) const
{
    return plan.cc.scope == CC_SCOPE_DESTINATION || !m_site.denylist.IsEmpty() ||
           !m_site.paths.HasAll(plan.nic, plan.peer);
}

/** Has a connection keep its settings together with others that have the same. */
void
ConnectionMaker::Share(ConnectionParameters& parameters)
{
    const auto shared = m_settings.Of({parameters.qp, parameters.ev, parameters.cc, nullptr});
    parameters.qp = std::shared_ptr<const QpConfig>(shared, &shared->qp);
    parameters.ev = std::shared_ptr<const EvConfig>(shared, &shared->ev);
    parameters.cc = std::shared_ptr<const CcConfig>(shared, &shared->cc);
    parameters.nscc = m_nscc.Of(parameters);
}

/** Called when a queue pair is set up, or at its first use if IsNoticed lets it sleep. */
QueuePairParts
ConnectionMaker::Make(const QueuePairPlan& plan)
{
    const std::lock_guard<std::mutex> lock(m_making);
    ConnectionParameters parameters = ParametersOf(plan, m_site.profiles.fabric->Config());
    Shard& shard = m_site.shards.Of(plan.nic);
    QueuePairObserver& observer = shard.GetNics().Seats().ObserverOf(plan.slot);
    if (plan.transport)
    {
        TransportSides sides = plan.transport->Make(parameters, observer);
        if (sides.path == nullptr || sides.admin == nullptr)
        {
            throw std::invalid_argument("TransportMaker::Make: expected a queue pair and its "
                                        "administration");
        }
        return {std::move(sides.path), sides.admin, false};
    }
    Share(parameters);
    std::unique_ptr<Connection> pair;
    if (parameters.cc->scope == CC_SCOPE_DESTINATION)
    {
        // One window for all queue pairs from this NIC to that one [window-scope].
        SharedWindow& window = shard.Commons().windows.Of(parameters);
        parameters.window = &window.Rate();
        pair.reset(new (*parameters.blocks) SharingConnection(parameters, observer, window));
    }
    else
    {
        pair.reset(new (*parameters.blocks) Connection(parameters, observer));
    }
    // Before the first packet, or EVs that were denied earlier would carry it.
    const Instant now = shard.GetKernel().Now();
    const CarrierTemplate route = m_site.routing.TemplateFor(plan.nic, plan.peer);
    m_site.denylist.Apply(*pair, {plan.nic, plan.peer, route}, now);
    m_site.paths.Apply(*pair, plan.nic, plan.peer, now);
    return PartsOf(std::move(pair));
}

} // namespace mrc
} // namespace ns3
