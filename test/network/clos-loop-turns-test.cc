/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Loops round the links of regular fabrics: which NIC sends which of them in a round.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "pods-of-four.h"

#include "ns3/mrc-clos-loop-turns.h"
#include "ns3/mrc-loop-agent.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/mrc-topology.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

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

// Clauses: [loop-probes], [three-tiers]
TEST(ClosLoopTurns, LinksToT2sHaveSharersOfTheirPod)
{
    const Topology topology(test::PodsOfFour(16, 2));
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

} // namespace
} // namespace mrc
} // namespace ns3
