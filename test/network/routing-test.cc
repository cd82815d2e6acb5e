/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Whole fabrics with switches that compute their tables: choices, faults while they last, and
// refusals.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "graph-text.h"
#include "pods-of-four.h"

#include "ns3/double.h"
#include "ns3/mrc-fault.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-route-control.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

using Attributes = std::map<std::string, std::string>;

/** @return a helper of RoCEv2 fabrics in a simulator of its own */
FabricHelper
RoceHelper(const TopologySpec& spec)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
    helper.SetEvAttribute("Format", StringValue("Udp"));
    helper.SetQpAttribute("Transport",
                          StringValue("ns3::mrc::RoceTransport[AckTimeoutExponent=8]"));
    return helper;
}

/** @return a network of RoCEv2 in a simulator of its own, with these attributes of the fabric */
Ptr<Network>
MakeRouted(const Attributes& attributes, const TopologySpec& spec = SmallFabric(16, 4, 4))
{
    FabricHelper helper = RoceHelper(spec);
    for (const auto& [name, value] : attributes)
    {
        helper.SetFabricAttribute(name, StringValue(value));
    }
    return Audited(helper.Install());
}

/** The outcome of a Write from each NIC to the one half of the fabric away. */
struct Outcome
{
    uint32_t completed{0};
    Instant last; //!< when the last one ended
    uint64_t fingerprint{0};
    uint64_t noRoute{0};
    uint64_t linkDown{0};
    uint64_t hopLimit{0};
    uint64_t resent{0};
    uint64_t drops{0};
    RouteFigures routes;
};

Outcome
RunPermutation(const Ptr<Network>& network, uint32_t bytes, const Time& stop = Seconds(10))
{
    Outcome outcome;
    const uint32_t nics = network->GetTopology().Spec().nics;
    std::vector<Ptr<Qp>> pairs;
    for (uint32_t nic = 0; nic < nics; ++nic)
    {
        pairs.push_back(network->Connect(nic, (nic + nics / 2) % nics));
        CountSuccess(pairs.back(), outcome.completed);
        NoteCompletion(pairs.back(), outcome.last);
        pairs.back()->Write(bytes);
    }
    Simulator::Stop(stop);
    Simulator::Run();
    for (const Ptr<Qp>& qp : pairs)
    {
        outcome.resent += qp->Counters().UntrimmedLosses();
    }
    const FabricTally tally = network->Engine().fabric.Tally();
    outcome.fingerprint = network->Fingerprint();
    outcome.drops = SumOf(*network, &PortCounters::drops);
    outcome.noRoute = tally.Drops(DropReason::NO_ROUTE);
    outcome.linkDown = tally.Drops(DropReason::LINK_DOWN);
    outcome.hopLimit = tally.Drops(DropReason::HOP_LIMIT);
    outcome.routes = network->Engine().routes.Figures();
    return outcome;
}

// Clauses: [route-tables], [ecmp-hash]
TEST(Routing, WithoutFaultsComputedTablesDoWhatStaticOnesDo)
{
    const TopologySpec pods = PodsOfFour(16);
    for (const TopologySpec& spec : {SmallFabric(16, 4, 4), SmallFabric(10, 4, 3, 2), pods})
    {
        const Outcome still = RunPermutation(MakeRouted({}, spec), 300000);
        const Outcome computed = RunPermutation(MakeRouted({{"Routing", "Ecmp"}}, spec), 300000);
        EXPECT_EQ(still.completed, spec.nics);
        EXPECT_EQ(computed.fingerprint, still.fingerprint);
        EXPECT_EQ(computed.routes.computations, 0U);
    }
}

// Clauses: [wire-mode], [adaptive-port], [flowlet-switch]
TEST(Routing, ChoicesAreTheSameInWireModeWatchedAndAgain)
{
    for (const char* mode : {"Ecmp", "Flowlet", "Adaptive"})
    {
        const Attributes fast{{"Routing", mode}, {"FlowletGap", "200ns"}};
        Attributes bytes = fast;
        bytes["WireMode"] = "true";
        const Outcome outcome = RunPermutation(MakeRouted(fast), 300000);
        EXPECT_EQ(outcome.completed, 16U) << mode;
        EXPECT_EQ(RunPermutation(MakeRouted(fast), 300000).fingerprint, outcome.fingerprint);
        EXPECT_EQ(RunPermutation(MakeRouted(bytes), 300000).fingerprint, outcome.fingerprint)
            << mode;
        const Ptr<Network> watched = MakeRouted(fast);
        for (PortIndex port = 0; port < watched->GetTopology().PortCount(); ++port)
        {
            watched->Engine().fabric.Onlookers().Watch(port, PORT_WATCHED, Instant());
        }
        EXPECT_EQ(RunPermutation(watched, 300000).fingerprint, outcome.fingerprint) << mode;
    }
}

/** @return frames that the fullest uplink of T0 0 sent, as a share of all that its uplinks sent */
double
LargestShare(Network& network)
{
    uint64_t most = 0;
    uint64_t all = 0;
    for (uint32_t up = 0; up < network.GetTopology().Spec().t1Count; ++up)
    {
        const PortIndex port = network.GetTopology().PortAt({PortKind::T0_UP, 0, 0, up});
        const uint64_t frames = network.Engine().fabric.Tally().Counters(port).frames;
        most = std::max(most, frames);
        all += frames;
    }
    return static_cast<double>(most) / static_cast<double>(all);
}

// Packets of a flow are 34 us apart: pauses within the gap keep its uplink, longer ones do not.
// Clauses: [flowlet-switch]
TEST(Routing, AFlowletKeepsItsUplinkUntilItPauses)
{
    for (const bool pauses : {false, true})
    {
        FabricHelper helper = RoceHelper(SmallFabric(16, 4, 4));
        helper.SetFabricAttribute("Routing", StringValue("Flowlet"));
        helper.SetFabricAttribute("FlowletGap", StringValue(pauses ? "33us" : "35us"));
        helper.SetQpAttribute("Transport",
                              StringValue("ns3::mrc::RoceTransport[RateControl=Fixed|"
                                          "FixedRate=1000000000|AckTimeoutExponent=14]"));
        const Ptr<Network> network = Audited(helper.Install());
        network->Connect(0, 8)->Write(400000);
        Simulator::Run();
        const double largest = LargestShare(*network);
        EXPECT_EQ(largest < 0.5, pauses) << largest;
        EXPECT_EQ(largest == 1, !pauses) << largest;
    }
}

// Just as long as the gap, and a nanosecond longer. Clauses: [flowlet-switch]
TEST(Routing, APauseAsLongAsTheGapKeepsTheUplink)
{
    for (const int64_t pause : {10000, 10001})
    {
        const Ptr<Network> network = MakeRouted({{"Routing", "Flowlet"}, {"FlowletGap", "10us"}});
        const Ptr<Qp> qp = network->Connect(0, 8);
        for (int64_t i = 0; i < 20; ++i)
        {
            Simulator::Schedule(NanoSeconds(i * pause), [qp] { qp->Write(1000); });
        }
        Simulator::Run();
        EXPECT_EQ(LargestShare(*network) == 1, pause == 10000) << LargestShare(*network);
    }
}

// A hash gives four flows four uplinks at random; the least wait gives each uplink a quarter.
// Clauses: [adaptive-port]
TEST(Routing, AdaptiveSwitchesFillAllUplinks)
{
    const Ptr<Network> hashed = MakeRouted({{"Routing", "Ecmp"}});
    RunPermutation(hashed, 1000000);
    EXPECT_GT(LargestShare(*hashed), 0.4);
    const Ptr<Network> adaptive = MakeRouted({{"Routing", "Adaptive"}});
    RunPermutation(adaptive, 1000000);
    EXPECT_LT(LargestShare(*adaptive), 0.27);
}

// Racks send to two others each: queues at the T1s differ, so that packets overtake each other.
// Without a time for that, selective repeat sends late packets again, not just lost ones. Clauses:
// [adaptive-port], [roce-reorder]
TEST(Routing, AReorderTimeKeepsLatePacketsFromBeingSentAgain)
{
    const auto needless = [](const std::string& time) {
        FabricHelper helper = RoceHelper(SmallFabric(12, 4, 4));
        helper.SetFabricAttribute("Routing", StringValue("Adaptive"));
        helper.SetQpAttribute("Transport",
                              StringValue("ns3::mrc::RoceTransport[Recovery=SelectiveRepeat|"
                                          "ReorderTime=" +
                                          time + "]"));
        const Outcome outcome = RunPermutation(Audited(helper.Install()), 1000000);
        EXPECT_EQ(outcome.completed, 12U);
        return outcome.resent - outcome.drops;
    };
    EXPECT_GT(needless("0s"), 100U);
    EXPECT_EQ(needless("20us"), 0U);
}

// Clauses: [route-flooding], [route-times], [fib-writing]
TEST(Routing, TablesFollowAFaultInTheTimeOfTheirSteps)
{
    // a link of the T0 that the second rack hangs on; all times are constant
    const Ptr<Network> network =
        MakeRouted({{"Routing", "Ecmp"},
                    {"RouteDetection", "ns3::ConstantRandomVariable[Constant=100e-6]"},
                    {"RouteFlooding", "ns3::ConstantRandomVariable[Constant=10e-6]"},
                    {"RouteComputation", "ns3::ConstantRandomVariable[Constant=50e-6]"},
                    {"RouteEntry", "ns3::ConstantRandomVariable[Constant=1e-6]"}});
    network->ScheduleFaults("link:0.1.2@20us");
    const Outcome outcome = RunPermutation(network, 2000000);
    EXPECT_EQ(outcome.completed, 16U);
    // Both ends see the loss. Of the T0s, T0 1 loses an uplink to all three others, and these lose
    // one to it. The T1 has no way to T0 1 any more: 3 + 3 + 1 entries.
    EXPECT_EQ(outcome.routes.detections, 2U);
    EXPECT_EQ(outcome.routes.entries, 7U);
    // The last to hear are the other T0s, by one hop of flooding and 500 ns of link: 100 + 10.5 +
    // 50 + 1. T0 1 itself sees and writes three entries: 100 + 50 + 3.
    EXPECT_NEAR(outcome.routes.longest.Ps() * 1e-6, 161.725, 0.001);
    EXPECT_GT(outcome.linkDown, 0U);
}

// A graph without tiers: four switches in a ring with a NIC each, and each flow has two ways.
// Clauses: [route-tables], [graph-paths]
TEST(Routing, TablesOfAGraphLeadRoundItsDeadLink)
{
    const TopologySpec ring =
        ParseDot("graph { edge [rate=100Gbps, delay=500ns]; node [role=nic]; n0; n1; n2; n3\n"
                 "node [role=switch]; n0 -- s0; n1 -- s1; n2 -- s2; n3 -- s3\n"
                 "s0 -- s1 -- s2 -- s3 -- s0 }");
    const auto run = [&](const char* convergence) {
        const Ptr<Network> network = MakeRouted(
            {{"Routing", "Ecmp"}, {"Convergence", convergence}, {"RoutePaths", "Shortest"}},
            ring);
        network->ScheduleFaults("link:s0-s1@20us");
        return RunPermutation(network, 1000000);
    };
    const Outcome told = run("1ms");
    EXPECT_EQ(told.completed, 4U);
    EXPECT_EQ(told.routes.detections, 2U);
    EXPECT_GT(told.routes.entries, 0U);
    EXPECT_LT(run("Never").completed, 4U) << "a hash keeps a flow on the dead link";
}

// Each switch draws its own times: in between some know and others do not.
// Clauses: [route-times], [route-flooding]
TEST(Routing, TwoSwitchesUpdateAtDifferentTimes)
{
    const auto run = [](double longer) {
        FabricHelper helper = RoceHelper(SmallFabric(16, 4, 4));
        helper.SetFabricAttribute("Routing", StringValue("Ecmp"));
        // as switches compute, in turn 100 us and so much longer
        const Ptr<RandomVariableStream> times =
            CreateObjectWithAttributes<SequentialRandomVariable>(
                "Min",
                DoubleValue(100e-6),
                "Max",
                DoubleValue(100e-6 + 2 * longer),
                "Increment",
                PointerValue(
                    CreateObjectWithAttributes<ConstantRandomVariable>("Constant",
                                                                       DoubleValue(longer))));
        helper.SetFabricAttribute("RouteComputation", PointerValue(times));
        const Ptr<Network> network = Audited(helper.Install());
        network->ScheduleFaults("t1:0.2@20us");
        return RunPermutation(network, 2000000);
    };
    const Outcome same = run(1e-9);
    const Outcome differ = run(800e-6);
    EXPECT_NEAR(same.routes.longest.Ps() * 1e-6, 100, 2);
    EXPECT_NEAR(differ.routes.longest.Ps() * 1e-6, 900, 2);
    EXPECT_EQ(same.completed, 16U);
    EXPECT_EQ(differ.completed, 16U);
    EXPECT_GT(differ.linkDown, same.linkDown);
}

// Clauses: [route-paths], [drop-reasons]
TEST(Routing, BlackHolesAndLoopsComeAsTheyComeAndAreCounted)
{
    // T0s learn of the link that T1 1 lost only after a millisecond; the T1 itself at once.
    const Attributes slow{{"Routing", "Ecmp"},
                          {"RouteFlooding", "ns3::ConstantRandomVariable[Constant=1e-3]"}};
    Attributes loops = slow;
    loops["RoutePaths"] = "Shortest";
    const auto run = [](const Attributes& attributes) {
        const Ptr<Network> network = MakeRouted(attributes, SmallFabric(16, 4, 2));
        network->ScheduleFaults("link:0.2.1@20us");
        return RunPermutation(network, 2000000);
    };
    const Outcome holes = run(slow);
    EXPECT_GT(holes.noRoute, 0U) << "the T1 has no way down, and may not go up again";
    EXPECT_EQ(holes.hopLimit, 0U);
    EXPECT_EQ(holes.completed, 16U);
    const Outcome valleys = run(loops);
    EXPECT_EQ(valleys.noRoute, 0U) << "the T1 sends down to another T0";
    EXPECT_GT(valleys.hopLimit, 0U)
        << "which sends some back to the T1, until the hop limit ends it";
    EXPECT_EQ(valleys.completed, 16U);
}

// The fault lasts. Where tables follow, all flows go on over the remaining links; elsewhere the
// requesters give up once their retries have run out. Clauses: [route-tables], [roce-retries]
TEST(Routing, AFaultThatLastsEndsFlowsOnlyWhereTablesNeverFollow)
{
    for (const char* convergence : {"1ms", "10ms"})
    {
        const Ptr<Network> network =
            MakeRouted({{"Routing", "Ecmp"}, {"Convergence", convergence}});
        network->ScheduleFaults("t1:0.1@20us");
        const Outcome outcome = RunPermutation(network, 2000000);
        if (convergence == std::string("1ms"))
        {
            EXPECT_EQ(outcome.completed, 16U) << "well before the retries run out";
        }
        EXPECT_LT(outcome.last, Instant(50000000000)) << "within 50 ms, done or failed";
    }
    const Ptr<Network> never = MakeRouted({{"Routing", "Ecmp"}, {"Convergence", "Never"}});
    never->ScheduleFaults("t1:0.1@20us");
    const Outcome outcome = RunPermutation(never, 2000000);
    EXPECT_LT(outcome.completed, 16U);
    // 8 waits of 1.05 ms each
    EXPECT_LT(outcome.last, Instant(12000000000));
    EXPECT_EQ(outcome.routes.detections, 0U);
}

// A dead T1 that no switch routes around: one flow in four meets it, and each timeout draws again.
// Clauses: [roce-rehash], [roce-retries]
TEST(Routing, TimeoutsTakeFlowsOffADeadPathWhereTheyRehash)
{
    for (const char* rounds : {"0", "12"})
    {
        FabricHelper helper = RoceHelper(SmallFabric(16, 4, 4));
        helper.SetFabricAttribute("Routing", StringValue("Ecmp"));
        helper.SetFabricAttribute("Convergence", StringValue("Never"));
        helper.SetQpAttribute("Transport",
                              StringValue("ns3::mrc::RoceTransport[AckTimeoutExponent=8|"
                                          "RehashRounds=" +
                                          std::string(rounds) + "]"));
        const Ptr<Network> network = Audited(helper.Install());
        network->ScheduleFaults("t1:0.1@20us");
        const Outcome outcome = RunPermutation(network, 2000000);
        EXPECT_EQ(outcome.completed == 16, rounds == std::string("12"));
        EXPECT_LT(outcome.last, Instant(12000000000)) << "while the fault lasts";
    }
}

/** @return the longest time from one completion of a queue pair to its next, in us */
double
LongestGap(const Ptr<Network>& network)
{
    struct Watch
    {
        Instant latest;
        Span longest;
    };

    const uint32_t nics = network->GetTopology().Spec().nics;
    std::vector<Watch> watches(nics);
    for (uint32_t nic = 0; nic < nics; ++nic)
    {
        const Ptr<Qp> qp = network->Connect(nic, (nic + nics / 2) % nics);
        qp->TraceConnectWithoutContext(
            "Completed",
            CallbackOf<const Completion&>([&watch = watches[nic]](const Completion& done) {
                watch.longest = std::max(watch.longest, done.at - watch.latest);
                watch.latest = done.at;
            }));
        for (unsigned i = 0; i < 100; ++i)
        {
            qp->Write(65536);
        }
    }
    network->ScheduleFaults("t1:0.1@200us");
    Simulator::Stop(MilliSeconds(200));
    Simulator::Run();
    Span longest;
    for (const Watch& watch : watches)
    {
        longest = std::max(longest, watch.longest);
    }
    return longest.Ps() * 1e-6;
}

// The same T1 dies for good. MRC's senders avoid it by themselves; hashed flows over it stand
// still until tables change, and then until the ACK timeout of 1 ms.
// Clauses: [route-times], [static-routing]
TEST(Routing, ABlackHoleCostsMrcMicrosecondsAndHashedFlowsTheConvergence)
{
    Simulator::Destroy();
    FabricHelper mrc;
    mrc.SetTopology(SmallFabric(16, 4, 4));
    mrc.AssignStreams(7);
    EXPECT_LT(LongestGap(Audited(mrc.Install())), 200);
    for (const char* convergence : {"1ms", "10ms"})
    {
        const double all = convergence == std::string("1ms") ? 1000 : 10000;
        const double gap =
            LongestGap(MakeRouted({{"Routing", "Ecmp"}, {"Convergence", convergence}}));
        EXPECT_GT(gap, 0.6 * all);
        EXPECT_LT(gap, all + 3000);
    }
}

// Clauses: [route-flooding]
TEST(Routing, WhatEndsBeforeItIsSeenWasNeverThere)
{
    const Ptr<Network> network = MakeRouted(
        {{"Routing", "Ecmp"}, {"RouteDetection", "ns3::ConstantRandomVariable[Constant=100e-6]"}});
    network->ScheduleFaults("link:0.1.2@20us..119us");
    const Outcome brief = RunPermutation(network, 2000000);
    EXPECT_EQ(brief.routes.detections, 0U);
    const Ptr<Network> again = MakeRouted(
        {{"Routing", "Ecmp"}, {"RouteDetection", "ns3::ConstantRandomVariable[Constant=100e-6]"}});
    again->ScheduleFaults("link:0.1.2@20us..121us");
    const Outcome longer = RunPermutation(again, 2000000);
    EXPECT_EQ(longer.routes.detections, 4U) << "down and up, at both ends";
    EXPECT_EQ(longer.routes.entries, 14U) << "and back";
}

// A switch that was cut off hears from its neighbour the news that it missed. Clauses:
// [route-flooding]
TEST(Routing, ASwitchThatComesBackLearnsWhatItMissed)
{
    const Ptr<Network> network = MakeRouted({{"Routing", "Ecmp"}});
    // T1 0 is gone while the link of T1 1 to T0 3 fails; the latter stays.
    network->ScheduleFaults("t1:0.0@20us..100us,link:0.3.1@50us");
    const Outcome outcome = RunPermutation(network, 2000000);
    EXPECT_EQ(outcome.completed, 16U);
    const FabricState& state = network->Engine().fabric.State();
    const uint32_t t0 = 0;
    RouteTable table = state.routed.byNumber[t0].table;
    EXPECT_EQ(table.At(3, Instant(1000000000)).size(), 3U);
    EXPECT_EQ(table.At(2, Instant(1000000000)).size(), 4U);
}

// Clauses: [route-tables]
TEST(Routing, WhatHasNoEffectOrCannotBeIsRefused)
{
    const auto text = [](const Attributes& attributes, const char* format) {
        return ThrownText<std::invalid_argument>([&] {
            FabricHelper helper;
            helper.SetTopology(SmallFabric(16, 4, 4));
            helper.SetFabricAttribute("Encapsulation",
                                      StringValue(format == std::string("Srv6") ? "Srv6" : "Ipv4"));
            helper.SetEvAttribute("Format", StringValue(format));
            for (const auto& [name, value] : attributes)
            {
                helper.SetFabricAttribute(name, StringValue(value));
            }
            helper.Install();
        });
    };
    EXPECT_EQ(text({{"Routing", "Ecmp"}}, "Srv6"),
              "ns3::mrc::FabricProfile::Routing is not Static where senders choose paths; expected "
              "Static, or ns3::mrc::EvProfile::Format = Udp with Encapsulation Ipv4 or Ipv6");
    EXPECT_EQ(text({{"Convergence", "10ms"}}, "Udp"),
              "ns3::mrc::FabricProfile::Convergence has no effect on static tables; expected "
              "Instant, or Routing = Ecmp, Flowlet or Adaptive");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
