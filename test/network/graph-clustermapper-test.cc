/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a Clustermapper finds by loops round the links of graphs, and how long loops take.

#include "../mrc-sanitized.h"
#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "graph-loops.h"
#include "graph-samples.h"
#include "graph-text.h"

#include "ns3/mrc-clustermapper.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-loop-judge.h"
#include "ns3/mrc-network.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
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

/** A ring of switches with a NIC each; no shortest path of the first NIC crosses the slow link. */
const char* const SLOW_RING = "graph { edge [rate=100Gbps]; node [role=nic]; n0; n1; n2; n3; n4\n"
                              "node [role=switch]\n"
                              "n0 -- s0; n1 -- s1; n2 -- s2; n3 -- s3; n4 -- s4\n"
                              "s0 -- s1 -- s2; s3 -- s4 -- s0; s2 -- s3 [delay=600us] }";

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
        const std::size_t first = (&row - rows) % Times(1, 4); // other links for each effect
        for (std::size_t link = first; link < links.size(); link += Times(1, 4))
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

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
