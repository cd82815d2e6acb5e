/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Several links between a T0 and a T1.

#include "../mrc-fabric-rig.h"
#include "../mrc-test-network.h"
#include "idle-paths.h"

#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/mrc-topology-tiers.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return six NICs on two T0s, each with three links to each of two T1s */
TopologySpec
Bundles()
{
    TopologySpec spec = SmallFabric(6, 3, 2);
    spec.t1Links = 3;
    return spec;
}

// Clauses: [parallel-links]
TEST(ParallelLinks, NumbersByHand)
{
    const Topology topology(Bundles());
    EXPECT_EQ(topology.Tiers().T1sPerPlane(), 2U);
    EXPECT_EQ(topology.PortCount(), 2U * (6 + 12));
    // Uplink 5 is the third link to T1 1, where it is the third one to T0 0 and to T0 1.
    for (uint32_t t0 = 0; t0 < 2; ++t0)
    {
        const uint32_t up = topology.PortAt({PortKind::T0_UP, 0, t0, 5});
        EXPECT_EQ(PortName(topology, topology.Peer(up)),
                  t0 == 0 ? "p0.t1.1.down4" : "p0.t1.1.down5");
    }
    const SourceRouting routing(topology);
    EXPECT_EQ(routing.TemplateFor(0, 5).PathsPerPlane(), 6U);
    // T0 0, the uSID of uplink 5, T0 1, downlink 2
    EXPECT_TRUE(routing.Carrier(0, 5, Ev::Of(0, 5)) ==
                UsidCarrier(0xfcbbbb0040008005, 0x4001c00200000000));
    EXPECT_EQ(routing.PartsOf(topology.NodeAt({NodeKind::T1, 0, 1})), 3U);
    EXPECT_EQ(routing.PartsOf(topology.NodeAt({NodeKind::T0, 0, 1})), 1U);
}

// Clauses: [parallel-links], [link-rules], [closed-forms]
TEST(ParallelLinks, IdlePathsTakeTheClosedForm)
{
    TopologySpec ruled = Bundles();
    ruled.links = ReadLinkRules("link:0.0.4/delay=700ns,link-down:0.1.2/rate=25Gbps", ruled);
    for (const TopologySpec& spec : {Bundles(), ruled})
    {
        CompareIdlePaths(spec, 0, 5);
        CompareIdlePaths(spec, 5, 0);
        CompareIdlePaths(spec, 0, 1); // below one T0
    }
}

// Clauses: [parallel-links]
TEST(ParallelLinks, AFlowTakesThemAllAndGoesDownAsItCameUp)
{
    const Ptr<Network> network = MakeNetwork(Bundles());
    const Topology& topology = network->GetTopology();
    network->Connect(0, 5)->Write(1000000);
    Simulator::Run();
    for (uint32_t uplink = 0; uplink < 6; ++uplink)
    {
        const uint32_t up = topology.PortAt({PortKind::T0_UP, 0, 0, uplink});
        const uint32_t down = topology.Peer(topology.PortAt({PortKind::T0_UP, 0, 1, uplink}));
        const uint32_t frames = network->Engine().fabric.Tally().Counters(up).frames;
        EXPECT_GT(frames, 30U) << uplink;
        EXPECT_EQ(network->Engine().fabric.Tally().Counters(down).frames, frames) << uplink;
    }
    Simulator::Destroy();
}

// Clauses: [parallel-links], [missing-links]
TEST(ParallelLinks, OneMayFailOrBeMissing)
{
    TopologySpec spec = Bundles();
    spec.links = ReadLinkRules("link:0.0.0/missing,link:0.1.3/missing", spec);
    const Ptr<Network> network = MakeNetwork(spec);
    network->ScheduleFaults("link:0.0.5@5us");
    uint32_t completed = 0;
    const Ptr<Qp> there = network->Connect(0, 5);
    const Ptr<Qp> back = network->Connect(4, 1);
    for (const Ptr<Qp>& qp : {there, back})
    {
        CountSuccess(qp, completed);
        qp->Write(1000000);
    }
    Simulator::Run();
    EXPECT_EQ(completed, 2U);
    const Topology& topology = network->GetTopology();
    for (const uint32_t uplink : {0, 3})
    {
        const uint32_t up = topology.PortAt({PortKind::T0_UP, 0, 0, uplink});
        EXPECT_EQ(network->Engine().fabric.Tally().Counters(up).frames, 0U) << uplink;
    }
    Simulator::Destroy();
}

// Clauses: [parallel-links], [shared-buffer]
TEST(ParallelLinks, AreOneSwitchThatFailsAsAWhole)
{
    const Ptr<Network> network = MakeNetwork(Bundles());
    network->ScheduleFaults("t1:0.1@0ns");
    uint32_t completed = 0;
    const Ptr<Qp> qp = network->Connect(0, 5);
    CountSuccess(qp, completed);
    qp->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(completed, 1U);
    const Topology& topology = network->GetTopology();
    for (uint32_t uplink = 0; uplink < 6; ++uplink)
    {
        const uint32_t up = topology.PortAt({PortKind::T0_UP, 0, 0, uplink});
        EXPECT_EQ(network->Engine().fabric.Tally().Counters(up).frames == 0, uplink % 2 == 1)
            << uplink;
    }
    Simulator::Destroy();
}

/** A switch of several parts has one buffer, so it owns the ports of all its parts. */
// Clauses: [parallel-links], [shared-buffer]
TEST(ParallelLinks, TheirSwitchOwnsAllItsPorts)
{
    const Topology topology(Bundles());
    const SourceRouting routing(topology);
    const FabricPlan plan =
        PlanFabric(topology, routing, *CreateObject<FabricProfile>(), FabricRig::BASE_RTT);
    ASSERT_EQ(plan.owners.size(), topology.PortCount());
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        const PortIndex peer = topology.Peer(port);
        EXPECT_EQ(plan.owners[port].sender, plan.owners[peer].receiver) << port;
        for (PortIndex other = 0; other < topology.PortCount(); ++other)
        {
            EXPECT_EQ(plan.owners[port].sender == plan.owners[other].sender,
                      topology.NodeOf(port) == topology.NodeOf(other))
                << port << ", " << other;
        }
    }
}

/** A build with MRC_CHECK_OWNERS ends the run if a part serves ports that are not its own. */
// Clauses: [parallel-links], [shared-buffer]
TEST(ParallelLinks, TheirSwitchHasOneBuffer)
{
    Simulator::Destroy();
    FabricHelper helper;
    TopologySpec spec = Bundles();
    spec.fabricLinkRate = 10000000000; // so that frames wait at T0s and T1s
    helper.SetTopology(spec);
    helper.SetFabricAttribute("BufferSize", UintegerValue(150000));
    const Ptr<Network> network = Audited(helper.Install());
    uint32_t completed = 0;
    for (uint32_t source = 0; source < 5; ++source)
    {
        const Ptr<Qp> qp = network->Connect(source, 5 - source);
        CountSuccess(qp, completed);
        qp->Write(1000000);
    }
    Simulator::Run();
    EXPECT_EQ(completed, 5U);
    EXPECT_EQ(network->Engine().fabric.Pool().Live(), 0U);
    const auto bufferAbove = [&network](uint32_t uplink) {
        const Topology& topology = network->GetTopology();
        const PortIndex down = topology.Peer(topology.PortAt({PortKind::T0_UP, 0, 1, uplink}));
        const NetworkEngine engine = network->Engine();
        return engine.fabric.Onlookers().Buffer(down, engine.kernel.Now());
    };
    const SharedBuffer* buffer = bufferAbove(0);
    ASSERT_NE(buffer, nullptr);
    const uint32_t t1s = Bundles().t1Count;
    EXPECT_EQ(bufferAbove(t1s), buffer) << "the second link to the same T1";
    EXPECT_NE(bufferAbove(1), buffer) << "another T1";
    EXPECT_GT(buffer->Peak(), 0U) << "frames waited at the T1";
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
