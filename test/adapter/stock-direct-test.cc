/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Packets of stock stacks through fabrics without SRv6, in which switches choose the paths.

#include "../network/graph-samples.h"
#include "../network/graph-text.h"
#include "../network/topology-shapes.h"
#include "stock-rig.h"

#include "ns3/mrc-uneven-ideal.h"

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

const StockRig::Settings OVER_IPV6{{"Encapsulation", "Ipv6"}};

constexpr uint32_t LINE_BYTES = 58 + 20; // Ethernet, outer IPv6 and FCS; preamble and gap

/** A format of EVs, and a fabric that has it. */
struct Case
{
    const char* format;
    TopologySpec spec;
};

// Clauses: [stock-encapsulation], [ev-formats], [graph-names]
TEST(StockDirect, APacketAloneTakesTheTimeOfItsBytes)
{
    const TopologySpec pods = InPods(SmallFabric(16, 2, 2), {2, 3});
    for (const Case& c : {Case{"Udp", SixNics()},
                          Case{"Stev", SixNics()},
                          Case{"Udp", pods},
                          Case{"Stev", pods},
                          Case{"Udp", Bundled(SmallFabric(6, 3, 2, 2), 3)},
                          Case{"Udp", ParseDot(THICK)},
                          Case{"Srv6", ParseDot(THICK)}})
    {
        for (const IpVersion version : {IpVersion::IPV4, IpVersion::IPV6})
        {
            const bool isSrv6 = c.format == std::string("Srv6");
            StockRig rig(c.spec,
                         isSrv6 ? StockRig::Settings() : OVER_IPV6,
                         {},
                         {{"Format", c.format}});
            const uint32_t last = c.spec.nics - 1;
            rig.Send(rig.Udp(0, last, version), 1, 1000, 0);
            Simulator::Run();
            ASSERT_EQ(rig.arrivals[last].size(), 1);
            const uint32_t ip = 1000 + 8 + (version == IpVersion::IPV4 ? 20 : 40);
            const Topology& topology = rig.network->GetTopology();
            const Span time = PathTime(topology, 0, last, Ev::Of(0, 0), ip + LINE_BYTES);
            EXPECT_EQ(rig.arrivals[last][0].at.GetNanoSeconds(), time.Ps() / 1000) << c.format;
            EXPECT_TRUE(rig.IsEmpty());
        }
    }
}

/** Five NICs send 200 datagrams each to NIC 0, which switches trim, beside a Write. */
void
Incast(StockRig& rig)
{
    rig.network->Connect(1, 5)->Write(1000000);
    for (uint32_t nic = 1; nic < 6; ++nic)
    {
        const auto socket = rig.Udp(nic, 0);
        socket->SetIpv6Tclass(1 << 2 | 2); // trimmable, and ECN-capable
        rig.Send(socket, 200, 4000, 0);
    }
    Simulator::Run();
}

// Clauses: [stock-encapsulation], [wire-mode], [stock-trimmed]
TEST(StockDirect, IsTheSameWithBytesOnEveryHop)
{
    for (const char* format : {"Udp", "Stev"})
    {
        std::vector<uint64_t> fingerprints;
        for (const char* wire : {"false", "true"})
        {
            StockRig rig(SmallFabric(6, 3, 2),
                         {{"Encapsulation", "Ipv6"}, {"WireMode", wire}},
                         {},
                         {{"Format", format}});
            Incast(rig);
            EXPECT_GT(rig.Drops(DropReason::STOCK_TRIMMED), 0);
            EXPECT_EQ(rig.arrivals[0].size() + rig.Drops(DropReason::STOCK_TRIMMED), 1000);
            EXPECT_TRUE(rig.IsEmpty());
            fingerprints.push_back(rig.network->Fingerprint());
        }
        EXPECT_EQ(fingerprints[0], fingerprints[1]) << format;
    }
}

/** @return frames that left the first T0 by its uplinks of a plane, by uplink */
std::vector<uint32_t>
FramesUp(const StockRig& rig)
{
    const Topology& topology = rig.network->GetTopology();
    std::vector<uint32_t> frames;
    for (uint32_t uplink = 0; uplink < topology.Spec().T0Uplinks(); ++uplink)
    {
        const PortIndex port = topology.PortAt({PortKind::T0_UP, 0, 0, uplink});
        frames.push_back(rig.network->Engine().fabric.Tally().Counters(port).frames);
    }
    return frames;
}

// Clauses: [stock-path], [ecmp-hash]
TEST(StockDirect, SwitchesSpreadFlowsOrPacketsOverTheirUplinks)
{
    for (const char* spread : {"Flow", "Packet"})
    {
        StockRig rig(SmallFabric(8, 4, 4), OVER_IPV6, {{"Spread", spread}}, {{"Format", "Udp"}});
        const uint32_t flows = spread == std::string("Flow") ? 100 : 1;
        for (uint32_t i = 0; i < flows; ++i)
        {
            rig.Send(rig.Udp(0, 4), 400 / flows, 500, 1000);
        }
        Simulator::Run();
        EXPECT_EQ(rig.arrivals[4].size(), 400);
        for (const uint32_t frames : FramesUp(rig))
        {
            EXPECT_NEAR(frames, 100, 60) << spread;
        }
    }
}

// Clauses: [stock-path], [route-tables]
TEST(StockDirect, SwitchesThatRouteLeadFlowsAroundADeadLink)
{
    StockRig rig(SmallFabric(8, 4, 4),
                 {{"Encapsulation", "Ipv6"}, {"Routing", "Ecmp"}, {"Convergence", "Instant"}},
                 {},
                 {{"Format", "Udp"}});
    rig.network->ScheduleFaults("link:0.0.1@100us");
    for (uint32_t i = 0; i < 40; ++i)
    {
        rig.Send(rig.Udp(0, 4), 50, 500, 5000); // 250 us
    }
    Simulator::Run();
    const uint64_t lost = rig.Drops(DropReason::LINK_DOWN);
    EXPECT_EQ(rig.arrivals[4].size() + lost, 2000);
    EXPECT_LT(lost, 20) << "those on the link and in its queue";
    const std::vector<uint32_t> frames = FramesUp(rig);
    EXPECT_LT(frames[1], 400);
    EXPECT_GT(frames[0] + frames[2] + frames[3], 1500);
    EXPECT_TRUE(rig.IsEmpty());
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
