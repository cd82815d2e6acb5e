/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Loops round links: which are sent, the verdicts from their losses, and the actions on verdicts.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-clos-loop-turns.h"
#include "ns3/mrc-clustermapper.h"
#include "ns3/mrc-denylist.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-loop-agent.h"
#include "ns3/mrc-loop-judge.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint32_t AT_T0 = LoopLink::NO_UPLINK;

// Clauses: [loop-probes]
TEST(ClosLoopTurns, EachUplinkHasItsSharersInEachRound)
{
    const Topology topology(test::SmallFabric(7, 3, 5, 2));
    const SourceRouting routing(topology);
    for (const uint32_t sharers : {1U, 2U, 9U})
    {
        const ClosLoopTurns turns(topology, routing, sharers);
        std::vector<LoopAgent> agents(7);
        std::map<std::pair<uint32_t, uint32_t>, unsigned> meetings; // of NIC and uplink
        for (unsigned round = 0; round < 6; ++round)
        {
            turns.Deal(round, agents);
            std::map<LoopLink, unsigned> loops;
            for (uint32_t nic = 0; nic < 7; ++nic)
            {
                for (const LoopProbe& loop : agents[nic].Loops())
                {
                    ++loops[loop.link];
                    EXPECT_EQ(loop.link.number, loop.link.IsPort() ? nic : nic / 3);
                    const uint32_t nics = nic == 6 ? 1 : 3; // of the T0
                    EXPECT_LT(loop.link.IsPort() ? 0 : (nic % 3 + loop.link.uplink + round) % nics,
                              std::min(sharers, nics))
                        << "they move on by one";
                    meetings[{nic, loop.link.uplink}] += loop.link.plane == 0;
                }
            }
            EXPECT_EQ(loops.size(), 2U * (7 + 3 * 5)) << "every link of the fabric";
            for (const auto& [link, count] : loops)
            {
                const uint32_t nics = link.number == 2 ? 1 : 3;
                EXPECT_EQ(count, link.IsPort() ? 1 : std::min(sharers, nics));
            }
        }
        EXPECT_EQ(meetings.size(), 7U * 6) << "each NIC meets every uplink of its T0";
    }
}

// Clauses: [loop-probes]
TEST(LoopAgent, ALoopCountsInItsRoundAlone)
{
    const Topology topology(test::SmallFabric(2, 1, 2));
    const SourceRouting routing(topology);
    const ClosLoopTurns turns(topology, routing, 1);
    std::vector<LoopAgent> agents(2);
    LoopAgent& agent = agents[1];
    turns.Deal(0, agents);
    const std::vector<LoopProbe> first = agent.Loops();
    ASSERT_EQ(first.size(), 3U);
    agent.Arrived(first[1].id);
    agent.Arrived(999);
    std::vector<LoopResult> results = agent.End();
    ASSERT_EQ(results.size(), 3U);
    EXPECT_FALSE(results[0].arrived);
    EXPECT_TRUE(results[1].arrived);
    EXPECT_FALSE(results[2].arrived);
    turns.Deal(1, agents);
    const std::vector<LoopProbe> second = agent.Loops();
    agent.Arrived(first[0].id);
    agent.Arrived(second[2].id);
    results = agent.End();
    EXPECT_FALSE(results[0].arrived) << "it is late";
    EXPECT_TRUE(results[2].arrived);

    const Topology large(test::SmallFabric(2, 1, 1024, 8));
    EXPECT_EQ(
        test::ThrownText<std::invalid_argument>([&] { ClosLoopTurns(large, routing, 1); }),
        "the Clustermapper's agent of NIC 0 has 8200 loops in a round; expected at most 4096");
}

/** Rounds of losses, as `nic:uplink` with blanks between; `T` is a loop that turns at the T0. */
std::string
VerdictsOf(const LoopLimits& limits, const std::vector<std::string>& rounds)
{
    LoopJudge judge(limits);
    std::string text;
    for (std::size_t i = 0; i < rounds.size(); ++i)
    {
        for (std::size_t at = 0; at + 2 < rounds[i].size(); at += 4)
        {
            const uint32_t nic = rounds[i][at] - '0';
            const char uplink = rounds[i][at + 2];
            const bool isPort = uplink == 'T';
            judge.Hear(nic,
                       {{{0, isPort ? nic : 0, isPort ? AT_T0 : uint32_t(uplink - '0')}, false},
                        {{1, isPort ? nic : 0, isPort ? AT_T0 : uint32_t(uplink - '0')}, true}});
        }
        for (const LoopVerdict& verdict : judge.EndRound())
        {
            text += std::to_string(i) + (verdict.bad ? " bad " : " good ") +
                    std::to_string(verdict.link.plane) + "." + std::to_string(verdict.link.number) +
                    (verdict.link.IsPort() ? "" : "." + std::to_string(verdict.link.uplink)) + ";";
        }
    }
    return text;
}

// Clauses: [clustermapper-verdicts]
TEST(LoopJudge, TellsTheLinksOfNicsFromThoseOfT1s)
{
    const LoopLimits limits{10, 3, 2};
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "", "1:T", "1:T"}), "3 bad 0.1;");
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "1:T", "2:T"}), "") << "losses of two links";
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "2:4", "", "1:4"}), "3 bad 0.0.4;");
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "1:4", "1:4", "1:4"}), "") << "one NIC is no witness";
    EXPECT_EQ(VerdictsOf({10, 3, 1}, {"1:4", "1:4", "1:4"}), "2 bad 0.0.4;") << "or is it?";
    EXPECT_EQ(VerdictsOf(limits, {"1:4 1:T", "1:4 1:T", "2:4 1:T"}), "2 bad 0.1;")
        << "NIC 1 has a bad link itself";
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "2:4", "1:3", "2:3", "1:3"}), "4 bad 0.0.3;");
}

// Clauses: [clustermapper-verdicts]
TEST(LoopJudge, CountsLossesByUplinksAgainstTheLinkOfTheNic)
{
    const LoopLimits limits{10, 3, 2};
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "1:4", "1:3"}), "2 bad 0.1;");
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "1:3", "1:T"}), "2 bad 0.1;") << "in any order";
    EXPECT_EQ(VerdictsOf(limits, {"1:4", "1:3", "1:2"}), "") << "none was lost at the T0";
    EXPECT_EQ(VerdictsOf(limits, {"1:T 1:4 1:3", "", "1:3"}), "") << "a round counts once";
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "1:4", "2:4", "1:4"}), "") << "NIC 2 blames the uplink";
    EXPECT_EQ(VerdictsOf(limits, {"1:T 2:T", "1:4 2:4", "1:3"}), "2 bad 0.1;")
        << "NIC 2 has doubts about its own link";
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "2:4", "2:4 3:4"}), "2 bad 0.0.4;");
}

// Clauses: [clustermapper-verdicts]
TEST(LoopJudge, ForgetsAfterAWindow)
{
    const LoopLimits limits{3, 2, 2};
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "", "1:T", "", "", ""}), "2 bad 0.1;5 good 0.1;");
    EXPECT_EQ(VerdictsOf(limits, {"1:T", "", "", "1:T", "", ""}), "") << "one of them is too old";
    EXPECT_EQ(VerdictsOf(limits, {"1:T 1:T", "", "", "1:T", "", "", ""}), "0 bad 0.1;6 good 0.1;")
        << "one loss is enough to stay bad";
    EXPECT_EQ(VerdictsOf(limits, {"1:T 1:T", "", "1:T", "", "", "", "1:T"}),
              "0 bad 0.1;5 good 0.1;");
}

/** A Clustermapper in a network of 8 NICs, and its verdicts. */
class MappedNetwork
{
  public:
    explicit MappedNetwork(const std::string& faults,
                           ClustermapperUse use = ClustermapperUse::DENY,
                           const ClustermapperConfig& given = {},
                           uint32_t links = 1)
        : network(test::MakeNetwork(WithLinks(links)))
    {
        network->ScheduleFaults(faults);
        ClustermapperConfig config = given;
        config.use = use;
        config.window = 10;
        config.verdict = [this](const LoopLink& link, bool bad) {
            said += std::to_string(Simulator::Now().GetMicroSeconds()) +
                    (bad ? " bad " : " good ") + (link.IsPort() ? "port " : "link ") +
                    std::to_string(link.plane) + "." + std::to_string(link.number) +
                    (link.IsPort() ? "" : "." + std::to_string(link.uplink)) + ";";
        };
        mapper = std::make_unique<Clustermapper>(network, config);
    }

    void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /** @return 8 NICs, two T0s and two T1s in each of two planes, with so many links between them
     */
    static TopologySpec WithLinks(uint32_t links)
    {
        TopologySpec spec = test::SmallFabric(8, 4, 2, 2);
        spec.t1Links = links;
        return spec;
    }

    Ptr<Network> network;
    std::string said;
    std::unique_ptr<Clustermapper> mapper;
};

// Clauses: [clustermapper-verdicts] [loop-probes]
TEST(Clustermapper, NamesALinkThatFailsAndIsGoodAgain)
{
    for (const char* direction : {"link:", "link-up:", "link-down:"})
    {
        MappedNetwork mapped(std::string(direction) + "1.0.1/silent@4500us..8500us");
        mapped.RunFor(MilliSeconds(30));
        // Rounds begin each ms: two NICs lose one loop in those of 5, 6, 7 and 8 ms.
        EXPECT_EQ(mapped.said, "8000 bad link 1.0.1;20000 good link 1.0.1;") << direction;
    }
    for (const char* fault : {"port:6.0/silent@4500us..8500us",
                              "port-up:6.0@4500us..8500us",
                              "port-down:6.0/loss=100%@4500us..8500us"})
    {
        MappedNetwork mapped(fault);
        mapped.RunFor(MilliSeconds(30));
        EXPECT_EQ(mapped.said, "9000 bad port 0.6;20000 good port 0.6;") << fault;
    }
    MappedNetwork whole("");
    whole.RunFor(MilliSeconds(10));
    EXPECT_EQ(whole.said, "");
    const Topology& topology = whole.network->GetTopology();
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        // 10 rounds and that at 10 ms, which has just begun; an uplink has two loops in each.
        const uint64_t frames = whole.network->Engine().fabric.Tally().Counters(port).frames;
        EXPECT_NEAR(frames, 20, 2) << PortName(topology, port);
    }
    Simulator::Destroy();
}

// A loop goes up and down by the link that it tests.
// Clauses: [clustermapper-verdicts] [loop-probes] [parallel-links]
TEST(Clustermapper, TellsLinksSideBySideApart)
{
    for (const char* uplink : {"1", "3"}) // both to the T1 1
    {
        MappedNetwork mapped(std::string("link:1.0.") + uplink + "/silent@4500us..8500us",
                             ClustermapperUse::DENY,
                             {},
                             2);
        mapped.RunFor(MilliSeconds(30));
        const std::string link = std::string("link 1.0.") + uplink + ";";
        EXPECT_EQ(mapped.said, "8000 bad " + link + "20000 good " + link);
    }
    Simulator::Destroy();
}

// Clauses: [clustermapper-verdicts] [denylist-delay]
TEST(Clustermapper, KeepsSendersOffWhatItFound)
{
    for (const ClustermapperUse use : {ClustermapperUse::DENY, ClustermapperUse::WATCH})
    {
        MappedNetwork mapped("port:6.0/loss=20%@2ms", use);
        const Ptr<Qp> qp = mapped.network->Connect(0, 6);
        qp->Write(4000000000);
        mapped.RunFor(MilliSeconds(25));
        const uint64_t before = qp->Counters().planePackets[0];
        mapped.RunFor(MilliSeconds(2));
        if (use == ClustermapperUse::DENY)
        {
            EXPECT_EQ(qp->Counters().planePackets[0], before) << "the plane is left alone";
        }
        else
        {
            EXPECT_GT(qp->Counters().planePackets[0], before);
        }
        EXPECT_NE(mapped.said.find("bad port 0.6;"), std::string::npos);
        Simulator::Destroy();
    }
}

// Clauses: [clustermapper-verdicts]
TEST(Clustermapper, ReportsTakeTheirTime)
{
    ClustermapperConfig config;
    config.reportDelay = MicroSeconds(2500);
    MappedNetwork mapped("port:6.0/silent@4500us", ClustermapperUse::WATCH, config);
    mapped.RunFor(MilliSeconds(15));
    EXPECT_EQ(mapped.said, "10500 bad port 0.6;");
    mapped.mapper = nullptr; // packets of the mapper are still under way, and so are its reports
    mapped.RunFor(MilliSeconds(5));
    Simulator::Destroy();
}

/** @return 16 NICs in four pods: two NICs on each of two T0s, two T1s with two T2s each */
TopologySpec
FourPods()
{
    TopologySpec spec = test::SmallFabric(16, 2, 2, 2);
    spec.t0sPerPod = 2;
    spec.t1Uplinks = 2;
    spec.upperLinkRate = 100000000000;
    return spec;
}

// Clauses: [loop-probes], [three-tiers]
TEST(ClosLoopTurns, LinksToT2sHaveSharersOfTheirPod)
{
    const Topology topology(FourPods());
    const SourceRouting routing(topology);
    for (const uint32_t sharers : {1U, 2U, 9U})
    {
        const ClosLoopTurns turns(topology, routing, sharers);
        std::vector<LoopAgent> agents(16);
        for (unsigned round = 0; round < 5; ++round)
        {
            turns.Deal(round, agents);
            std::map<LoopLink, unsigned> loops;
            for (uint32_t nic = 0; nic < 16; ++nic)
            {
                for (const LoopProbe& loop : agents[nic].Loops())
                {
                    if (loop.link.IsUpper())
                    {
                        ++loops[loop.link];
                        EXPECT_EQ(loop.link.number / 2, nic / 4) << "the pod's";
                        EXPECT_EQ(loop.via,
                                  LoopVia({{loop.link.plane, nic / 2, loop.link.number % 2}}));
                    }
                }
            }
            EXPECT_EQ(loops.size(), 2U * 8 * 2) << "every link of the tier";
            for (const auto& [link, count] : loops)
            {
                EXPECT_EQ(count, std::min(sharers, 4U)) << TextOf(link);
            }
        }
    }
}

// Clauses: [clustermapper-verdicts], [three-tiers]
TEST(LoopJudge, TellsLinksToT2sFromThoseBelow)
{
    const LoopLink upper{0, 1, 3, LoopTier::T1};
    const auto verdicts = [](const std::vector<std::pair<uint32_t, LoopLink>>& lost) {
        LoopJudge judge({10, 3, 2});
        for (const auto& [nic, link] : lost)
        {
            const LoopVia via = link.IsUpper() ? LoopVia{{0, nic / 2, 1}} : LoopVia{};
            judge.Hear(nic, {{link, false, via}});
        }
        std::string text;
        for (const LoopVerdict& verdict : judge.EndRound())
        {
            text += TextOf(verdict.link) + ";";
        }
        return text;
    };
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {2, upper}}), "upper-link:0.1.3;");
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {0, upper}}), "") << "NICs of one T0 alone";
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {2, upper}, {3, {0, 1, 1}}}), "")
        << "the T0 of NIC 2 has lost a loop to the T1";
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {2, upper}, {2, {0, 2, AT_T0}}}), "")
        << "NIC 2 has lost a loop to its T0";
    EXPECT_EQ(verdicts({{0, upper}, {1, upper}, {2, upper}, {2, {0, 1, 0}}}), "upper-link:0.1.3;")
        << "by another uplink";
}

/** A loop that was lost: of which NIC, over which link, and by which links. */
struct LostLoop
{
    uint32_t nic;
    LoopLink link;
    LoopVia via;
};

/** @return what a judge calls bad after a round with some losses */
std::string
BadAfter(const std::vector<LostLoop>& lost, uint32_t witnesses = 2)
{
    LoopJudge judge({10, 3, witnesses});
    for (const LostLoop& loss : lost)
    {
        judge.Hear(loss.nic, {{loss.link, false, loss.via}});
    }
    std::string text;
    for (const LoopVerdict& verdict : judge.EndRound())
    {
        text += TextOf(verdict.link) + ";";
    }
    return text;
}

// A fault explains all losses: what they have in common is the suspect.
// Clauses: [clustermapper-verdicts], [graph-paths]
TEST(LoopJudge, TellsALinkFromThoseOnTheWayToIt)
{
    const LoopLink high{0, 3, 1, LoopTier::T2};
    const LoopLink left{0, 1, 1, LoopTier::T1};
    const LoopLink right{0, 2, 1, LoopTier::T1};
    const LoopLink low{0, 5, 0};
    EXPECT_EQ(BadAfter({{0, high, {low, left}}, {1, high, {right}}, {2, high, {left}}}),
              "t2-link:0.3.1;");
    EXPECT_EQ(BadAfter({{0, high, {low, left}}, {1, high, {left}}, {2, high, {left}}}), "")
        << "all came by one link, which may be the reason";
    EXPECT_EQ(BadAfter({{0, high, {left}}, {1, high, {left}}, {2, high, {left}}}, 1),
              "t2-link:0.3.1;")
        << "one witness is enough";
    EXPECT_EQ(BadAfter({{0, high, {left}}, {0, high, {right}}, {0, high, {left}}}), "")
        << "one NIC, whatever its ways";
    EXPECT_EQ(BadAfter({{0, high, {left}}, {1, high, {right}}, {2, high, {left}}, {3, left, {}}}),
              "")
        << "the left link has a loss of its own";
    // The loss of a loop to the left link by way of the high one says nothing against the left.
    EXPECT_EQ(BadAfter({{0, high, {left}}, {1, high, {right}}, {2, high, {}}, {3, left, {high}}}),
              "t2-link:0.3.1;");
    EXPECT_EQ(TextOf(LoopLink{1, 2, 3, LoopTier::T3}), "t3-link:1.2.3");
}

/** @return what a Clustermapper calls bad in four pods, in the order of names, and whether all is
 * good again */
std::string
NamedInPods(const std::string& faults)
{
    const Ptr<Network> network = test::MakeNetwork(FourPods());
    network->ScheduleFaults(faults);
    std::set<std::string> named;
    ClustermapperConfig config;
    config.window = 10;
    config.verdict = [&named](const LoopLink& link, bool bad) {
        if (bad)
        {
            named.insert(TextOf(link));
        }
    };
    const Clustermapper mapper(network, config);
    Simulator::Stop(MilliSeconds(12));
    Simulator::Run();
    EXPECT_EQ(network->GetDenylist().IsEmpty(), named.empty());
    Simulator::Stop(MilliSeconds(28));
    Simulator::Run();
    EXPECT_TRUE(network->GetDenylist().IsEmpty()) << "all is good again";
    std::string text;
    for (const std::string& name : named)
    {
        text += name + ";";
    }
    return text;
}

// Clauses: [clustermapper-verdicts], [loop-probes], [three-tiers]
TEST(Clustermapper, NamesLinksOfThreeTiers)
{
    EXPECT_EQ(NamedInPods(""), "");
    for (const std::string direction : {"upper-link:", "upper-link-up:", "upper-link-down:"})
    {
        EXPECT_EQ(NamedInPods(direction + "1.2.1/silent@4500us..12500us"), "upper-link:1.2.1;");
    }
    EXPECT_EQ(NamedInPods("link:0.5.1/silent@4500us..12500us"), "link:0.5.1;");
    EXPECT_EQ(NamedInPods("port:9.1/silent@4500us..12500us"), "port:9.1;");
    EXPECT_EQ(NamedInPods("t2:0.3/silent@4500us..12500us"),
              "upper-link:0.1.1;upper-link:0.3.1;upper-link:0.5.1;upper-link:0.7.1;");
    Simulator::Destroy();
}

// NICs that share a link in a round are below different T0s, however many a T0 has.
// Clauses: [clustermapper-verdicts], [three-tiers]
TEST(Clustermapper, NamesALinkToAT2SoonBelowManyNics)
{
    TopologySpec spec = FourPods();
    spec.nicsPerT0 = 16;
    spec.nics = 4 * 2 * 16 - 5; // the last T0 has fewer
    for (const std::string place : {"upper-link:1.2.1", "upper-link:0.7.0"})
    {
        const Ptr<Network> network = test::MakeNetwork(spec);
        network->ScheduleFaults(place + "/silent@4500us");
        ClustermapperConfig config;
        std::string named;
        config.verdict = [&named](const LoopLink& link, bool) { named += TextOf(link) + ";"; };
        const Clustermapper mapper(network, config);
        Simulator::Stop(MilliSeconds(9));
        Simulator::Run();
        EXPECT_EQ(named, place + ";");
    }
    Simulator::Destroy();
}

// Clauses: [clustermapper-verdicts], [three-tiers]
TEST(Clustermapper, NamesMostLossyLinksToT2sAndNoOther)
{
    constexpr uint32_t LINKS = 16;
    for (const char* const effect : {"/loss=10%@1ms", "/loss=3%@1ms"})
    {
        uint32_t named = 0;
        for (uint32_t link = 0; link < LINKS; ++link)
        {
            const std::string place =
                "upper-link:1." + std::to_string(link / 2) + "." + std::to_string(link % 2);
            const Ptr<Network> network = test::MakeNetwork(FourPods(), 100 + link);
            network->ScheduleFaults(place + effect);
            ClustermapperConfig config;
            config.period = config.reportDelay = MicroSeconds(100);
            std::set<std::string> bad;
            config.verdict = [&bad](const LoopLink& one, bool isBad) {
                EXPECT_TRUE(isBad);
                bad.insert(TextOf(one));
            };
            const Clustermapper mapper(network, config);
            Simulator::Stop(MilliSeconds(21));
            Simulator::Run();
            named += bad.erase(place);
            EXPECT_TRUE(bad.empty()) << place << effect << ": " << *bad.begin();
        }
        EXPECT_GE(named * 100, LINKS * 95) << effect;
    }
    Simulator::Destroy();
}

TEST(Clustermapper, Errors)
{
    ClustermapperConfig config;
    config.period = Time(0);
    EXPECT_EQ(
        test::ThrownText<std::invalid_argument>(
            [&] { MappedNetwork("", ClustermapperUse::WATCH, config); }),
        "a Clustermapper whose period, window, losses or sharers are 0, or whose report delay "
        "is negative; expected more");
    config.period = NanoSeconds(900);
    const std::string tooShort = test::ThrownText<std::invalid_argument>(
        [&] { MappedNetwork("", ClustermapperUse::WATCH, config); });
    EXPECT_EQ(tooShort.find("a Clustermapper with a period of 900 ns: loops would come back too "
                            "late; expected at least "),
              0U)
        << tooShort;
    Simulator::Destroy();
}

/** @return verdicts and reports of a network on so many threads, with traffic beside the loops */
std::string
MappedTells(uint32_t threads)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(test::SmallFabric(12, 2, 3, 2));
    helper.SetFabricAttribute("Threads", UintegerValue(threads));
    const Ptr<Network> network = test::Audited(helper.Install());
    network->ScheduleFaults("link:1.0.1/silent@450us,port-up:6.0/loss=50%@1ms,t1:0.2@700us..1ms");
    std::ostringstream said;
    ClustermapperConfig config;
    config.period = MicroSeconds(100);
    config.reportDelay = MicroSeconds(70);
    config.window = 10;
    config.verdict = [&said](const LoopLink& link, bool bad) {
        said << Simulator::Now() << ' ' << bad << ' ' << +link.plane << ' ' << link.number << ' '
             << link.uplink << '\n';
    };
    config.report = [&said](uint32_t nic, const std::vector<LoopResult>& results) {
        said << nic << ':';
        for (const LoopResult& result : results)
        {
            said << result.arrived;
        }
    };
    const Clustermapper mapper(network, config);
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        network->Connect(nic, (nic + 6) % 12)->Write(20000000);
    }
    Simulator::Stop(MilliSeconds(3));
    Simulator::Run();
    said << network->Fingerprint() << ' ' << Simulator::GetEventCount();
    EXPECT_EQ(network->Engine().shards.Pace().Windows().merged, 0U);
    EXPECT_EQ(network->Engine().shards.All().size(), threads);
    return said.str();
}

// Clauses: [several-threads] [clustermapper-verdicts]
TEST(Clustermapper, NamesOnSeveralThreadsWhatItNamesOnOne)
{
    const std::string one = MappedTells(1);
    EXPECT_NE(one.find(" 1 1 0 1\n"), std::string::npos) << "the link is named";
    for (const uint32_t threads : {2, 3, 5})
    {
        EXPECT_TRUE(MappedTells(threads) == one) << threads << " threads";
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
