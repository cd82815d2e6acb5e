/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_ENGINE_RIG_H
#define MRC_TEST_ENGINE_RIG_H

#include "../mrc-test-topology.h"

#include "ns3/mrc-connection-parameters.h"
#include "ns3/mrc-connection.h"
#include "ns3/mrc-fault-injector.h"
#include "ns3/mrc-frame-audit.h"
#include "ns3/mrc-shard.h"
#include "ns3/mrc-topology.h"

#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Writes down the engine's reports of one end. */
class UserLog : public QueuePairUser
{
  public:
    void Completed(const Completion& completion) override
    {
        text << "completed " << completion.id << " at " << completion.at.Ps() << '\n';
    }

    void Delivered(const Delivery& delivery) override
    {
        text << "delivered " << delivery.length << " at " << delivery.at.Ps() << '\n';
    }

    void Resent(const Retransmission& retransmission) override
    {
        ++resent;
        text << "resent at " << retransmission.at.Ps() << '\n';
    }

    void StateChanged(QpState from, QpState to) override
    {
        text << from << " to " << to << '\n';
    }

    void Watched(const QpSample&) override
    {
        ++samples;
    }

    void PathChanged(const PathTransition& transition) override
    {
        text << "path " << transition.from << " to " << transition.to << '\n';
    }

    std::ostringstream text;
    uint32_t resent{0};
    uint32_t samples{0};
};

/** Two NICs and the switch between them, one plane, without anything of ns-3's core. */
class EngineRig : private QueuePairMaker
{
  public:
    /** Where the ports are. */
    enum : PortIndex
    {
        FROM_FIRST,
        FROM_SECOND,
        TO_FIRST,
        TO_SECOND,
        PORTS
    };

    /**
     * @param seed of all random decisions
     * @param host a HotHost, or a function that finds one
     * @param calendar of the faults
     */
    template <class Host>
    EngineRig(uint64_t seed, Host&& host, Calendar& calendar)
        : m_draws(seed),
          m_shard({Plan(), PlanOfNics(), m_draws.Child(1)}, std::forward<Host>(host)),
          m_faults(m_shard.GetFabric(),
                   m_shard.GetKernel(),
                   calendar,
                   [this](PortIndex port, bool up) { Notice(port, up); })
    {
        m_shard.Attach(calendar, *this);
        QueuePairPlan own;
        own.slot = 0;
        own.nic = 0;
        own.peer = 1;
        own.peerOffer = own.qp.Offer();
        QueuePairPlan peer = own;
        peer.slot = 1;
        std::swap(peer.nic, peer.peer);
        GetNics().Setup().AddReady(own, peer);
        GetNics().Seats().SetUser(0, &user);
        GetNics().Seats().Watch(0, true);
    }

    /** An error in the fabric's books ends the test, as an error of its own [frames-conserved]. */
    ~EngineRig()
    {
        // The ports of this shape have the same numbers.
        const Topology topology(SmallFabric(2, 2, 0));
        RequireConservation(GetFabric(), topology, {m_shard.GetKernel().Now(), false});
    }

    /** The first NIC posts a Write. */
    void Post(uint64_t id, uint32_t bytes)
    {
        WorkRequest request;
        request.id = id;
        request.length = bytes;
        GetNics().Host().Post(0, request);
    }

    /** Schedules an outage. */
    void Break(const Outage& outage)
    {
        m_faults.Schedule(outage);
    }

    /** @return where the frames move */
    Fabric& GetFabric()
    {
        return m_shard.GetFabric();
    }

    /** @return the NICs */
    NicTable& GetNics()
    {
        return m_shard.GetNics();
    }

    /** @return the reports, the hash of the events on all links, and all drops by reason */
    std::string Story() const
    {
        const FabricTally tally = m_shard.GetFabric().Tally();
        std::string story = user.text.str() + "fingerprint " + std::to_string(tally.Fingerprint()) +
                            ", samples " + std::to_string(user.samples);
        for (uint8_t reason = 0; reason < DROP_REASONS; ++reason)
        {
            story += " " + std::to_string(tally.Drops(static_cast<DropReason>(reason)));
        }
        return story;
    }

    UserLog user; //!< of the first NIC's end

  private:
    static uint64_t LocatorOf(Usid usid)
    {
        return (static_cast<uint64_t>(UsidCarrier::DEFAULT_BLOCK) << 16) | usid.value;
    }

    static FabricPlan Plan()
    {
        FabricPlan plan;
        PortConfig config;
        config.propagation = Nanos(50);
        config.farLatency = Nanos(500);
        plan.configs = {config};
        plan.ports.resize(PORTS);
        plan.links.resize(PORTS);
        plan.links[TO_FIRST] = LinkState::ToNic(0, 0);
        plan.links[TO_SECOND] = LinkState::ToNic(1, 0);
        constexpr NodeCode first = LinkState::FAR_NIC | 0;
        constexpr NodeCode second = LinkState::FAR_NIC | 1;
        plan.owners = {{first, 0}, {second, 0}, {0, first}, {0, second}};
        UsidForwarder forwarder(LocatorOf(Usid::Of(UsidKind::T0, 0, 0)));
        forwarder.AddRoute(plan.routes, Usid::Of(UsidKind::NIC, 0, 0), TO_FIRST);
        forwarder.AddRoute(plan.routes, Usid::Of(UsidKind::NIC, 0, 1), TO_SECOND);
        plan.switches = {forwarder};
        return plan;
    }

    NicPlan PlanOfNics() const
    {
        NicPlan plan;
        plan.nics = {{FROM_FIRST, LocatorOf(Usid::Of(UsidKind::NIC, 0, 0))},
                     {FROM_SECOND, LocatorOf(Usid::Of(UsidKind::NIC, 0, 1))}};
        plan.hostDelay = Nanos(600);
        plan.failures.detectDelay = Micros(1);
        plan.draws = m_draws.Child(2);
        plan.route = [](uint32_t, uint32_t to) {
            return CarrierTemplate::Local(UsidCarrier::DEFAULT_BLOCK, 0, to);
        };
        return plan;
    }

    /** A NIC at the end of a link sees, later, the state of the link. */
    void Notice(PortIndex port, bool up)
    {
        if (port == FROM_FIRST || port == FROM_SECOND)
        {
            GetNics().Ports().LinkChanged(port == FROM_FIRST ? 0 : 1, 0, up);
        }
    }

    void Check(const QueuePairPlan&) const override
    {
    }

    bool IsNoticed(const QueuePairPlan&) const override
    {
        return false;
    }

    QueuePairParts Make(const QueuePairPlan& plan) override
    {
        ConnectionParameters parameters;
        parameters.localNic = plan.nic;
        parameters.peerNic = plan.peer;
        parameters.own = QpNumberOf(plan.slot);
        parameters.peer = QpNumberOf(PeerOf(plan.slot));
        parameters.baseRtt = Micros(3);
        parameters.bitRate = 100000000000;
        parameters.qp = plan.qp;
        parameters.peerOffer = plan.peerOffer;
        parameters.probes = &m_shard.Commons().probes[plan.nic];
        parameters.incast = &m_shard.Commons().gauges[plan.nic];
        parameters.key = m_draws.Child(3).Bits(plan.slot);
        return PartsOf(
            std::make_unique<Connection>(parameters, GetNics().Seats().ObserverOf(plan.slot)));
    }

    KeyedDraws m_draws;
    Shard m_shard;
    FaultInjector m_faults;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_ENGINE_RIG_H */
