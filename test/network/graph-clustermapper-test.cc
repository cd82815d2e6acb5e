/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Loops round the links of graphs, what a Clustermapper finds by them, and where it cannot.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "graph-samples.h"
#include "graph-text.h"

#include "ns3/mrc-clustermapper.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-graph-loop-turns.h"
#include "ns3/mrc-graph-loop-ways.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-loop-agent.h"
#include "ns3/mrc-loop-judge.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
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

/** Three tiers that are as unequal as a file may have them, with a short cut between T1s. */
const char* const UNEVEN =
    "graph { edge [rate=100Gbps]; node [role=nic]; n0; n1; n2; n3; n4; n5\n"
    "node [role=switch]; n0 -- a; n1 -- a; n2 -- b; n3 -- c; n4 -- c; n5 -- d\n"
    "a -- x; a -- y; a -- y; b -- x; b -- y; c -- z; c -- w; d -- z; d -- w\n"
    "x -- z; x -- top; y -- top; y -- peak; z -- top; w -- top; w -- peak }";

/** A switch with NICs and a row of switches that leads nowhere. */
const char* const STUB = "graph { edge [rate=100Gbps]; a [role=nic]; b [role=nic]\n"
                         "a -- s -- d1 -- d2 -- d3 -- d4; b -- s }";

/** A ring of switches with a NIC each; no shortest path of the first NIC crosses the slow link. */
const char* const SLOW_RING = "graph { edge [rate=100Gbps]; node [role=nic]; n0; n1; n2; n3; n4\n"
                              "node [role=switch]\n"
                              "n0 -- s0; n1 -- s1; n2 -- s2; n3 -- s3; n4 -- s4\n"
                              "s0 -- s1 -- s2; s3 -- s4 -- s0; s2 -- s3 [delay=600us] }";

/** @return a row of switches with a NIC at either end */
std::string
RowOf(unsigned switches)
{
    std::ostringstream text;
    text << "graph { edge [rate=100Gbps]\na [role=nic]; z [role=nic]\na -- s0";
    for (unsigned i = 1; i < switches; ++i)
    {
        text << " -- s" << i;
    }
    text << " -- z }\n";
    return text.str();
}

/** @return a network of a graph, where some packets have a segment routing header */
Ptr<Network>
MakeMapped(const TopologySpec& spec, int64_t stream = 7, bool inBytes = false)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(stream);
    helper.SetTopology(spec);
    helper.SetFabricAttribute("TrimSize", UintegerValue(132));
    helper.SetFabricAttribute("WireMode", BooleanValue(inBytes));
    return Audited(helper.Install());
}

/** @return each link of a fabric once, as lists of faults and judges name it */
std::vector<std::string>
LinksOf(const Topology& topology)
{
    std::vector<std::string> places;
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        const PortPlace place = topology.PortPlaceOf(port);
        const std::string plane = std::to_string(place.plane);
        const std::string owner = std::to_string(place.owner);
        const std::string end = plane + "." + owner + "." + std::to_string(place.link);
        if (port > topology.Peer(port))
        {
            continue;
        }
        places.push_back(place.kind == PortKind::NIC     ? "port:" + owner + "." + plane
                         : place.kind == PortKind::T0_UP ? "link:" + end
                         : place.kind == PortKind::T1_UP ? "upper-link:" + end
                         : place.kind == PortKind::T2_UP ? "t2-link:" + end
                                                         : "t3-link:" + end);
    }
    return places;
}

/** @return the verdicts of a Clustermapper, which keeps the NICs off bad links */
std::string
VerdictsOf(const std::string& graph, const std::string& faults)
{
    const Ptr<Network> network = MakeNetwork(ParseDot(graph));
    network->ScheduleFaults(faults);
    std::string said;
    ClustermapperConfig config;
    config.window = 10;
    config.verdict = [&said](const LoopLink& link, bool bad) {
        said += std::to_string(Simulator::Now().GetMicroSeconds()) + (bad ? " bad " : " good ") +
                TextOf(link) + ";";
    };
    const Clustermapper mapper(network, config);
    Simulator::Stop(MilliSeconds(30));
    Simulator::Run();
    EXPECT_EQ(network->GetDenylist().IsEmpty(), true) << "all is good again";
    return said;
}

// Clauses: [clustermapper-verdicts], [loop-probes], [graph-paths]
TEST(GraphClustermapper, NamesALinkThatFailsAndIsGoodAgain)
{
    for (const char* direction : {"link:", "link-up:", "link-down:"})
    {
        EXPECT_EQ(VerdictsOf(THICK, direction + std::string("left-x.1/silent@4500us..8500us")),
                  "8000 bad link:0.0.2;20000 good link:0.0.2;")
            << "links to y and x come first, then the second and third ones to x";
    }
    EXPECT_EQ(VerdictsOf(THICK, "link:y-right/silent@4500us..8500us").substr(0, 14),
              "8000 bad link:");
    EXPECT_EQ(VerdictsOf(THICK, "port:c.0/silent@4500us..8500us"),
              "9000 bad port:2.0;20000 good port:2.0;");
    EXPECT_EQ(VerdictsOf(RING, "port:n2.1/silent@4500us..8500us"),
              "9000 bad port:2.1;20000 good port:2.1;");
    EXPECT_EQ(VerdictsOf(RING, ""), "");
}

/** A graph, and the single faults of its links that a Clustermapper has to find. */
struct SingleFaults
{
    const char* name;
    std::string graph;
    std::size_t links;  //!< of the graph
    const char* effect; //!< of each in turn
    int64_t rounds;     //!< with the fault
};

// Each single fault is named, and no other link.
// Clauses: [clustermapper-verdicts], [loop-probes], [graph-paths]
TEST(GraphClustermapper, NamesEachLinkThatFailsAloneAndNoOther)
{
    const SingleFaults rows[] = {
        {"four tiers", FourTiers(), 16 + 48, "silent", 12},
        {"four tiers", FourTiers(), 16 + 48, "loss=10%", 60},
        {"four tiers", FourTiers(), 16 + 48, "loss=3%", 200},
        {"uneven", UNEVEN, 6 + 16, "silent", 20},
        {"uneven", UNEVEN, 6 + 16, "loss=10%", 60},
        {"uneven", UNEVEN, 6 + 16, "loss=3%", 200},
        {"ring", RING, 5 + 5 + 5 + 1, "silent", 12},
        {"ring", RING, 5 + 5 + 5 + 1, "loss=10%", 60},
        {"ring", RING, 5 + 5 + 5 + 1, "loss=3%", 200},
        {"thick", THICK, 4 + 7, "silent", 12},
        {"row", RowOf(3), 2 + 2, "silent", 12},
    };
    for (const SingleFaults& row : rows)
    {
        const TopologySpec spec = ParseDot(row.graph);
        const std::vector<std::string> links = LinksOf(Topology(spec));
        EXPECT_EQ(links.size(), row.links) << row.name;
        for (std::size_t link = 0; link < links.size(); ++link)
        {
            const Ptr<Network> network = MakeMapped(spec, 100 + static_cast<int64_t>(link));
            network->ScheduleFaults(links[link] + "/" + row.effect + "@1ms");
            ClustermapperConfig config;
            config.period = config.reportDelay = MicroSeconds(100);
            std::set<std::string> bad;
            config.verdict = [&bad](const LoopLink& one, bool) { bad.insert(TextOf(one)); };
            const Clustermapper mapper(network, config);
            Simulator::Stop(MilliSeconds(1) + config.period * row.rounds);
            Simulator::Run();
            EXPECT_EQ(bad, std::set<std::string>({links[link]})) << row.name << " " << row.effect;
        }
    }
    Simulator::Destroy();
}

// Clauses: [loop-probes]
TEST(GraphClustermapper, EveryLoopOfAWholeFabricComesBack)
{
    for (const TopologySpec& spec : {ParseDot(THICK),
                                     ParseDot(RING),
                                     ParseDot(FourTiers()),
                                     ParseDot(ButterflyOf(5)),
                                     ParseDot(UNEVEN),
                                     ParseDot(RowOf(3)),
                                     PresetTopology("rails8-1x400g", 32)})
    {
        std::vector<uint64_t> fingerprints;
        for (const bool inBytes : {false, true})
        {
            const Ptr<Network> network = MakeMapped(spec, 7, inBytes);
            std::map<std::string, unsigned> came;
            unsigned lost = 0;
            ClustermapperConfig config;
            config.report = [&](uint32_t, const std::vector<LoopResult>& results) {
                for (const LoopResult& result : results)
                {
                    ++came[TextOf(result.link)];
                    lost += result.arrived ? 0 : 1;
                }
            };
            const Clustermapper mapper(network, config);
            Simulator::Stop(MicroSeconds(4500));
            Simulator::Run();
            EXPECT_EQ(lost, 0U) << spec.name;
            const std::vector<std::string> links = LinksOf(network->GetTopology());
            EXPECT_EQ(came.size(), links.size()) << spec.name;
            for (const std::string& link : links)
            {
                // Three rounds are over and have been reported: two loops, or a port's one.
                EXPECT_EQ(came[link], link[0] == 'p' ? 3U : 6U) << spec.name << ": " << link;
            }
            fingerprints.push_back(network->Fingerprint());
        }
        EXPECT_EQ(fingerprints[0], fingerprints[1]) << spec.name;
    }
    Simulator::Destroy();
}

/** A link of the highest tier that loses packets, and what becomes of it. */
struct HighLink
{
    int tiers;
    const char* fault;
    const char* name; //!< of the link
    ClustermapperUse use;
};

// Clauses: [clustermapper-verdicts], [denylist-delay], [graph-paths]
TEST(GraphClustermapper, KeepsSendersOffALinkOfTheHighestTier)
{
    const HighLink rows[] = {
        {4, "link:c3-d3/loss=20%@1ms", "t2-link:0.3.0", ClustermapperUse::DENY},
        {4, "link:c3-d3/loss=20%@1ms", "t2-link:0.3.0", ClustermapperUse::WATCH},
        {5, "link:d3-e3/loss=20%@1ms", "t3-link:0.6.0", ClustermapperUse::DENY},
        {5, "link:d3-e3/loss=20%@1ms", "t3-link:0.6.0", ClustermapperUse::WATCH},
    };
    for (const HighLink& row : rows)
    {
        const Ptr<Network> network = MakeMapped(ParseDot(ButterflyOf(row.tiers)));
        network->ScheduleFaults(row.fault);
        ClustermapperConfig config;
        config.use = row.use;
        std::set<std::string> bad;
        config.verdict = [&bad](const LoopLink& link, bool) { bad.insert(TextOf(link)); };
        const Clustermapper mapper(network, config);
        const Ptr<Qp> qp = network->Connect(0, network->GetTopology().Spec().nics - 1);
        qp->Write(4000000000);
        Simulator::Stop(MilliSeconds(25));
        Simulator::Run();
        const uint64_t before = qp->Counters().UntrimmedLosses();
        Simulator::Stop(MilliSeconds(3));
        Simulator::Run();
        EXPECT_EQ(qp->Counters().UntrimmedLosses() == before, row.use == ClustermapperUse::DENY)
            << row.tiers;
        EXPECT_EQ(bad, std::set<std::string>({row.name}));
    }
    Simulator::Destroy();
}

// Clauses: [loop-probes]
TEST(GraphClustermapper, APeriodIsAtLeastARoundTrip)
{
    const Ptr<Network> network = MakeMapped(ParseDot(FourTiers()));
    ClustermapperConfig config;
    config.period = MicroSeconds(2);
    const std::string error =
        ThrownText<std::invalid_argument>([&] { const Clustermapper mapper(network, config); });
    EXPECT_NE(error.find("period of 2000 ns: loops would come back too late"), std::string::npos)
        << error;
    Simulator::Destroy();
}

/** @return the least period that a Clustermapper says it needs; 0 if this one is enough */
int64_t
LeastPeriod(const Ptr<Network>& network, const ClustermapperConfig& config)
{
    const std::string error =
        ThrownText<std::invalid_argument>([&] { const Clustermapper mapper(network, config); });
    const std::string words = "expected at least ";
    const std::size_t at = error.find(words);
    return at == std::string::npos ? 0 : std::stoll(error.substr(at + words.size()));
}

// Loops cross links that no shortest path of the first NIC does.
// Clauses: [loop-probes]
TEST(GraphClustermapper, APeriodIsLongEnoughForEachLink)
{
    TopologySpec slowTree = SmallFabric(8, 4, 2, 2);
    slowTree.links = ReadLinkRules("link:1.1.1/delay=300us/jitter=300us", slowTree);
    for (const TopologySpec& spec : {ParseDot(SLOW_RING), slowTree})
    {
        const Ptr<Network> network = MakeMapped(spec);
        ClustermapperConfig config;
        const int64_t least = LeastPeriod(network, config);
        EXPECT_GE(least, 1200000) << spec.name << ": there and back";
        EXPECT_LE(least, 1210000) << spec.name;
        config.period = NanoSeconds(least - 1);
        EXPECT_EQ(LeastPeriod(network, config), least);
        // Loops of a NIC leave one behind the other.
        config.period = NanoSeconds(least + 1000);
        EXPECT_EQ(LeastPeriod(network, config), 0);
        unsigned lost = 0;
        unsigned loops = 0;
        config.report = [&](uint32_t, const std::vector<LoopResult>& results) {
            for (const LoopResult& result : results)
            {
                ++loops;
                lost += result.arrived ? 0 : 1;
            }
        };
        const Clustermapper mapper(network, config);
        Simulator::Stop(MilliSeconds(12));
        Simulator::Run();
        EXPECT_GT(loops, 100U);
        EXPECT_EQ(lost, 0U) << spec.name;
    }
    Simulator::Destroy();
}

/** @return the loops of a round of a graph, by link; and the most of one NIC */
std::map<std::string, unsigned>
LoopsOfRound(const Topology& topology, uint32_t sharers, uint32_t round, std::size_t& most)
{
    const SourceRouting routing(topology);
    const GraphLoopTurns turns(topology, routing, FabricConfig(), sharers);
    std::vector<LoopAgent> agents(topology.Spec().nics);
    turns.Deal(round, agents);
    std::map<std::string, unsigned> loops;
    for (const LoopAgent& agent : agents)
    {
        most = std::max(most, agent.Loops().size());
        for (const LoopProbe& loop : agent.Loops())
        {
            ++loops[TextOf(loop.link)];
        }
    }
    return loops;
}

// Clauses: [loop-probes]
TEST(GraphLoopTurns, ARoundHasTheSharersOfEachLinkAndNoMore)
{
    const Topology topology(ParseDot(FourTiers()));
    for (const uint32_t sharers : {1U, 2U, 3U, 1000U, UINT32_MAX})
    {
        std::size_t most = 0;
        for (uint32_t round = 0; round < 9; ++round)
        {
            const auto loops = LoopsOfRound(topology, sharers, round, most);
            EXPECT_EQ(loops.size(), 64U);
            for (const auto& [link, count] : loops)
            {
                // A link has two NICs below each T0 that has ways to it: one, two or four of these.
                const uint32_t nics = link[0] == 'l' ? 2 : link[0] == 'u' ? 4 : 8;
                EXPECT_EQ(count, link[0] == 'p' ? 1 : std::min(sharers, nics)) << link;
            }
        }
        // The NIC's own link, and 14 ways of a switch among its two NICs.
        EXPECT_LE(most, 1 + std::size_t{7} * std::min(sharers, 2U)) << sharers;
    }
}

// Ways and NICs take turns, but not in step: else a way would always have the same NIC.
// Clauses: [loop-probes]
TEST(GraphLoopTurns, EachNicOfEachWayMeetsTheLink)
{
    const Topology topology(ParseDot(FourTiers()));
    const SourceRouting routing(topology);
    for (const uint32_t sharers : {1U, 2U})
    {
        const GraphLoopTurns turns(topology, routing, FabricConfig(), sharers);
        std::vector<LoopAgent> agents(topology.Spec().nics);
        std::map<LoopLink, std::set<uint32_t>> nics;
        // The most ways of a link are four, with two NICs each.
        for (uint32_t round = 0; round < 8; ++round)
        {
            turns.Deal(round, agents);
            for (uint32_t nic = 0; nic < agents.size(); ++nic)
            {
                for (const LoopProbe& loop : agents[nic].Loops())
                {
                    nics[loop.link].insert(nic);
                }
            }
        }
        EXPECT_EQ(nics.size(), 64U);
        for (const auto& [link, met] : nics)
        {
            const std::size_t all = link.IsPort()               ? 1
                                    : link.tier == LoopTier::T0 ? 2
                                    : link.tier == LoopTier::T1 ? 4
                                                                : 8;
            EXPECT_EQ(met.size(), all) << TextOf(link) << ", " << sharers << " sharers";
        }
    }
}

// Clauses: [loop-probes], [clustermapper-verdicts]
TEST(GraphLoopTurns, NoOtherLinkIsOnAllWaysToALink)
{
    for (const std::string& graph : {FourTiers(), std::string(UNEVEN), std::string(RING), RowOf(5)})
    {
        const TopologySpec spec = ParseDot(graph);
        const GraphShape& shape = *spec.graph;
        const GraphLoopWays ways(shape, {10, true});
        for (const ProbedLink& probed : ways.Links())
        {
            std::set<LoopLink> common(
                ways.WaysOf(probed.ways[0].t0)[probed.ways[0].number].via.begin(),
                ways.WaysOf(probed.ways[0].t0)[probed.ways[0].number].via.end());
            std::set<uint32_t> nics;
            for (const LoopWayNumber& way : probed.ways)
            {
                const LoopVia& via = ways.WaysOf(way.t0)[way.number].via;
                for (auto link = common.begin(); link != common.end();)
                {
                    const bool stays = std::find(via.begin(), via.end(), *link) != via.end();
                    link = stays ? std::next(link) : common.erase(link);
                }
                nics.insert(ways.NicsOf(way.t0).begin(), ways.NicsOf(way.t0).end());
                EXPECT_EQ(std::count(via.begin(), via.end(), probed.link), 0);
            }
            EXPECT_TRUE(common.empty()) << TextOf(probed.link);
            EXPECT_GE(nics.size(), 2U) << TextOf(probed.link);
        }
    }
}

/** A graph in which a Clustermapper cannot work, and the words for it. */
struct RefusedGraph
{
    std::string graph;
    uint32_t sharers;
    unsigned carrierUsids;
    const char* error; //!< the begin of the error; empty: none
};

/** @return two T0s with a NIC each, and so many T1s, in two planes */
std::string
ManyUplinks(unsigned t1s)
{
    std::ostringstream text;
    text << "graph { edge [rate=100Gbps]; a [role=nic]; z [role=nic]\n";
    for (const char plane : {'p', 'q'})
    {
        text << "a -- " << plane << "0; z -- " << plane << "1\n";
        for (unsigned i = 0; i < t1s; ++i)
        {
            text << plane << "0 -- " << plane << "t" << i << " -- " << plane << "1\n";
        }
    }
    text << "}\n";
    return text.str();
}

// Clauses: [loop-probes]
TEST(GraphLoopTurns, LeavesOutWhatIsTooFarAndCrossedByNoPacket)
{
    std::size_t most = 0;
    const Topology stub(ParseDot(STUB));
    const auto loops = LoopsOfRound(stub, 2, 0, most);
    EXPECT_EQ(LinksOf(stub).size(), 6U);
    EXPECT_EQ(loops.size(), 4U) << "the ports, and links to d1 and d2";
    // Sixteen NICs of a fabric for more are below one pod: no path needs the highest tier.
    const TopologySpec spec = PresetTopology("clos4-1x800g", 16);
    const Topology part(spec);
    const auto some = LoopsOfRound(part, 2, 0, most);
    const GraphShape& shape = *spec.graph;
    std::size_t higher = 0;
    for (const std::string& link : LinksOf(part))
    {
        const bool isHigher = link.substr(0, 3) == "t2-";
        higher += isHigher;
        EXPECT_EQ(some.count(link), isHigher ? 0U : 1U) << link;
    }
    EXPECT_GT(higher, 0U);
    EXPECT_EQ(shape.Paths().LongestHops(), 2U);
    for (const uint32_t nics : {64U, 128U, 512U})
    {
        const Topology whole(PresetTopology("clos4-1x800g", nics));
        const auto all = LoopsOfRound(whole, 2, 0, most);
        const std::size_t left = LinksOf(whole).size() - all.size();
        EXPECT_EQ(left == 0, whole.Spec().graph->Paths().LongestHops() == 6) << nics;
    }
}

// Clauses: [loop-probes], [clustermapper-verdicts]
TEST(GraphLoopTurns, SaysWhichLinkItCannotProbe)
{
    const RefusedGraph rows[] = {
        {RowOf(3), 2, 6, ""},
        {RowOf(4), 1, 6, ""},
        {RowOf(4),
         2,
         6,
         "a Clustermapper that cannot tell the link of 's0' and 's1' from that of 'a' and 's0': "
         "all loops cross both; expected another way for which a packet has room, or, in a "
         "program, ClustermapperConfig::sharers = 1"},
        {RowOf(3), 2, 4, "a Clustermapper that cannot tell the link of 's0' and 's1' from"},
        {RowOf(7), 1, 6, ""}, // paths have a segment routing header
        {RowOf(7), 2, 6, "a Clustermapper that cannot tell the link of 's0' and 's1' from"},
        {RowOf(4),
         1,
         5,
         "a Clustermapper that cannot probe the link of 's1' and 's2': no switch with NICs is "
         "within 1 links of its far end, the most for which a packet has room: 5 uSIDs; "
         "expected NICs nearer to it, or another CarrierUsids"},
        {RowOf(4), 1, 4, ""}, // paths have a segment routing header
        {STUB, 2, 6, ""},     // no packet crosses what is too far, or like another link
        {ManyUplinks(1100),
         2,
         6,
         "the Clustermapper's agent of NIC 0 has 4402 loops in a round; expected at most 4096"},
        {ManyUplinks(1000), 2, 6, ""},
    };
    for (const RefusedGraph& row : rows)
    {
        const Topology topology(ParseDot(row.graph));
        const SourceRouting routing(topology);
        FabricConfig config;
        config.carrierUsids = static_cast<uint8_t>(row.carrierUsids);
        std::string error;
        try
        {
            GraphLoopTurns(topology, routing, config, row.sharers);
        }
        catch (const std::invalid_argument& thrown)
        {
            error = thrown.what();
        }
        EXPECT_EQ(error.substr(0, std::string(row.error).size()), row.error) << error;
        EXPECT_EQ(error.empty(), std::string(row.error).empty()) << error;
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
