/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Loops round the links of graphs: which NIC sends which of them in a round, and where none can.

#include "graph-loops.h"
#include "graph-samples.h"
#include "graph-text.h"

#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-graph-loop-turns.h"
#include "ns3/mrc-graph-loop-ways.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-loop-agent.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/mrc-topology.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
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

/** A switch with NICs and a row of switches that leads nowhere. */
const char* const STUB = "graph { edge [rate=100Gbps]; a [role=nic]; b [role=nic]\n"
                         "a -- s -- d1 -- d2 -- d3 -- d4; b -- s }";

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
