/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// T2s of three tiers, and links to them, on the denylist and drained, by numbers.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "drained-maintenance.h"
#include "pods-of-four.h"

#include "ns3/mrc-denial.h"
#include "ns3/mrc-drain.h"
#include "ns3/mrc-pod-crossing.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/string.h"

#include <algorithm>
#include <gtest/gtest.h>
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

/** @return frames that crossed a link in one of its directions, or both */
uint64_t
FramesOver(Network& network, const PortPlace& place)
{
    const Topology& topology = network.GetTopology();
    const FabricTally tally = network.Engine().fabric.Tally();
    const PortIndex port = topology.PortAt(place);
    return tally.Counters(port).frames + tally.Counters(topology.Peer(port)).frames;
}

/** @return frames over each link between T1s and T2s of plane 0, T1 by T1, while NICs write */
std::vector<uint64_t>
WriteAll(Network& network)
{
    for (uint32_t nic = 0; nic < 16; ++nic)
    {
        network.Connect(nic, (nic + 5) % 16)->Write(400000);
    }
    Simulator::Run();
    std::vector<uint64_t> frames;
    for (uint32_t t1 = 0; t1 < 8; ++t1)
    {
        for (uint32_t uplink = 0; uplink < 2; ++uplink)
        {
            frames.push_back(FramesOver(network, {PortKind::T1_UP, 0, t1, uplink}));
        }
    }
    for (const Ptr<Qp>& qp : network.GetQueuePairs())
    {
        EXPECT_EQ(qp->Peer()->Counters().placedBytes, 400000U);
    }
    return frames;
}

// Clauses: [ev-denied], [three-tiers]
TEST(PodsDenylist, NothingCrossesWhatIsDenied)
{
    struct Row
    {
        const char* place;
        std::vector<uint32_t> links; //!< 2 x T1 + uplink
    };

    const std::vector<Row> rows = {
        {"upper-link:0.2.1", {5}},
        // T2 3 is above the second T1 of each pod, by its second uplink.
        {"t2:0.3", {3, 7, 11, 15}},
        {"t2:0.0", {0, 4, 8, 12}},
    };
    for (const Row& row : rows)
    {
        for (const char* const format : {"Srv6", "Stev"})
        {
            Simulator::Destroy();
            FabricHelper helper;
            helper.SetTopology(PodsOfFour(16));
            helper.SetEvAttribute("Format", StringValue(format));
            const bool isDirect = std::string(format) != "Srv6";
            helper.SetFabricAttribute("Encapsulation", StringValue(isDirect ? "Ipv6" : "Srv6"));
            const Ptr<Network> network = Audited(helper.Install());
            network->GetDenylist().Deny(row.place);
            const std::vector<uint64_t> frames = WriteAll(*network);
            for (uint32_t link = 0; link < frames.size(); ++link)
            {
                const bool isDenied =
                    std::find(row.links.begin(), row.links.end(), link) != row.links.end();
                EXPECT_EQ(frames[link] == 0, isDenied) << row.place << link << format;
            }
            network->GetDenylist().Allow(row.place);
            Simulator::Stop(MilliSeconds(10));
            Simulator::Run();
            EXPECT_TRUE(network->GetDenylist().IsEmpty());
        }
    }
}

/** A path is denied with a link exactly if a packet on the path crosses the link. */
// Clauses: [ev-denied], [three-tiers]
TEST(PodsDenylist, APathIsDeniedIfItsPacketsCrossTheLink)
{
    const Topology topology(PodsOfFour(16, 2));
    const SourceRouting routing(topology);
    uint32_t crossings = 0;
    for (PlaneId plane = 0; plane < 2; ++plane)
    {
        for (uint32_t path = 0; path < 4; ++path)
        {
            // From pod 0 to pod 3: T1 `path % 2` of each, and uplink `path / 2` there.
            for (uint32_t t1 = 0; t1 < 8; ++t1)
            {
                for (uint32_t uplink = 0; uplink < 2; ++uplink)
                {
                    const PortIndex port = topology.PortAt({PortKind::T1_UP, plane, t1, uplink});
                    const std::vector<Denial> denials =
                        DenialsOf("upper-link:" + std::to_string(plane) + "." + std::to_string(t1) +
                                      "." + std::to_string(uplink),
                                  topology);
                    ASSERT_EQ(denials.size(), 1U);
                    const Denial& denial = denials.front();
                    EXPECT_EQ(denial.link, port);
                    const bool covers =
                        denial.Covers({0, 15, routing.TemplateFor(0, 15)},
                                      Ev::Of(plane, path),
                                      [&](uint32_t from, uint32_t to, Ev ev, PortIndex link) {
                                          return CrossesUpperLink(topology, from, to, ev, link);
                                      });
                    const bool isOnWay =
                        (t1 == path % 2 || t1 == 6 + path % 2) && uplink == path / 2;
                    EXPECT_EQ(covers, isOnWay) << path << t1 << uplink;
                    crossings += covers;
                    EXPECT_FALSE(CrossesUpperLink(topology, 0, 3, Ev::Of(plane, path), port))
                        << "within a pod";
                    EXPECT_FALSE(CrossesUpperLink(topology, 0, 15, Ev::Of(1 - plane, path), port))
                        << "in the other plane";
                }
            }
        }
    }
    EXPECT_EQ(crossings, 2U * 4 * 2);
}

// Clauses: [drained-maintenance], [three-tiers]
TEST(PodsDenylist, AFaultThatIsDrainedCostsNothing)
{
    ExpectDrainsToCostNothing({PodsOfFour(16)}, {"t2:0.2", "upper-link:0.0.1", "t1:0.3"});
}

// Clauses: [ev-denied], [three-tiers]
TEST(PodsDenylist, PlacesThatAreNone)
{
    const Ptr<Network> network = MakeNetwork(PodsOfFour(16));
    const auto error = [&network](const std::string& place) {
        return ThrownText<std::invalid_argument>([&] { network->GetDenylist().Deny(place); });
    };
    EXPECT_NE(error("t2:0.4").find("expected a T2, 0 .. 3"), std::string::npos);
    EXPECT_NE(error("upper-link:0.8.0").find("expected "), std::string::npos);
    EXPECT_EQ(error("nic:3"),
              "'nic:3' on the denylist; expected a switch, a link, a port or a plane");
    Denial denial;
    denial.endNic = 16;
    denial.link = network->GetTopology().PortAt({PortKind::T0_UP, 0, 0, 0});
    EXPECT_DEATH(network->GetDenylist().Deny(denial), "or between a T1 and a T2");
    EXPECT_TRUE(network->GetDenylist().IsEmpty());
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
