/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"
#include "mrc-incast-series.h"

#include "ns3/boolean.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-port-config-table.h"
#include "ns3/mrc-port-state.h"
#include "ns3/string.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

// Seldom uses of a network: numbers at their limits, and at odd times.

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

TEST(NetworkEdges, FaultThatIsScheduledLateEndsInTime)
{
    const Ptr<Network> network = MakeNetwork();
    std::vector<bool> down;
    const auto look = [&] {
        down.push_back((network->Engine().fabric.State().Port(0).flags & PORT_DOWN) != 0);
    };
    Simulator::Schedule(MicroSeconds(10),
                        [&] { network->ScheduleFaults("port-up:0.0@20us..30us"); });
    for (const int64_t at : {15, 25, 35})
    {
        Simulator::Schedule(MicroSeconds(at), look);
    }
    Simulator::Run();
    EXPECT_EQ(down, (std::vector<bool>{false, true, false}));
    Simulator::Destroy();
}

/** @return bytes that wait at any port of an incast, each 10 ns; @param watched serve ports eagerly
 */
std::vector<uint32_t>
Backlogs(bool watched)
{
    const Ptr<Network> network = MakeNetwork(SmallFabric(3, 3, 0));
    network->Connect(1, 0)->Write(65536);
    network->Connect(2, 0)->Write(65536);
    Fabric& fabric = network->Engine().fabric;
    std::vector<uint32_t> bytes;
    for (PortIndex port = 0; port < fabric.Tally().PortCount(); ++port)
    {
        fabric.Onlookers().Watch(port, watched ? PORT_WATCHED : 0, Instant());
    }
    for (int64_t ns = 6000; ns < 9000; ns += 10)
    {
        Simulator::Schedule(NanoSeconds(ns), [&] {
            for (PortIndex port = 0; port < fabric.Tally().PortCount(); ++port)
            {
                bytes.push_back(fabric.Onlookers().Backlog(port,
                                                           TrafficClass::DATA,
                                                           network->Engine().kernel.Now()));
            }
        });
    }
    Simulator::Run();
    Simulator::Destroy();
    return bytes;
}

TEST(NetworkEdges, BacklogIsThatOfNowThoughNothingElseHappens)
{
    const std::vector<uint32_t> bytes = Backlogs(false);
    EXPECT_GT(*std::max_element(bytes.begin(), bytes.end()), 0U);
    EXPECT_EQ(bytes, Backlogs(true));
}

TEST(NetworkEdges, OneNicHasNoRoundTrip)
{
    const Ptr<Network> network = MakeNetwork(SmallFabric(1, 1, 0));
    EXPECT_EQ(DescribeNetwork(*network).find("RTT"), std::string::npos);
    EXPECT_NE(DescribeNetwork(*MakeNetwork(SmallFabric(2, 2, 0))).find("RTT"), std::string::npos);
    Simulator::Destroy();
}

// Clauses: [shared-buffer]
TEST(NetworkEdges, ASharedBufferStandsInTheDescription)
{
    FabricHelper helper;
    helper.SetTopology(SmallFabric(4, 2, 2));
    helper.SetFabricAttribute("SwitchProfile", StringValue("tomahawk5-sonic"));
    const std::string text = DescribeNetwork(*helper.Install());
    EXPECT_NE(text.find("queues to NICs within 165335.7 kB that a switch's ports share, "
                        "trimmed to 206 B, between switches within"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find(" 0.0 kB"), std::string::npos) << text;
    Simulator::Destroy();
}

TEST(NetworkEdges, PortsMayHave65536Configurations)
{
    std::vector<PortConfig> configs(UINT16_MAX);
    for (std::size_t i = 0; i < configs.size(); ++i)
    {
        configs[i].propagation = Span(static_cast<int64_t>(i));
    }
    PortConfigTable table(configs, std::vector<PortPlan>(3)); // three ports with the first one
    PortConfig another;
    another.propagation = Span(UINT16_MAX);
    EXPECT_EQ(table.Exchange(0, another), UINT16_MAX);
    another.propagation = Span(UINT16_MAX + 1);
    EXPECT_DEATH(table.Exchange(0, another), "more than 65536 different configurations");
}

TEST(NetworkEdges, LossesCountAsTrimsOfAnIncast)
{
    const auto make = [] {
        Simulator::Destroy();
        TopologySpec spec = SmallFabric(9, 8, 4, 2);
        spec.nicLinkRate = spec.fabricLinkRate = 400000000000;
        FabricHelper helper;
        helper.AssignStreams(7);
        helper.SetTopology(spec);
        helper.SetFabricAttribute("Trimming", BooleanValue(false));
        return Audited(helper.Install());
    };
    IncastLoad load;
    load.senders = {0, 1, 2, 3, 4, 5, 6, 7};
    load.target = 8;
    load.bytes = 3000000;
    IncastSeries series(make, load);
    series.Run();
    EXPECT_GT(series.LeastTrims(), 64U); // as NoTrim has it
    EXPECT_LT(series.LeastTrims(), 100000U);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
