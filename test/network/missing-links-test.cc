/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Links that rules take away.

#include "../mrc-thrown-text.h"
#include "ruled-fabric.h"

#include "ns3/mrc-connection.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-node-names.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return frames that left by each port, by the port's name */
std::map<std::string, uint32_t>
FramesOf(Network& network)
{
    std::map<std::string, uint32_t> frames;
    const Topology& topology = network.GetTopology();
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        frames[PortName(topology, port)] = network.Engine().fabric.Tally().Counters(port).frames;
    }
    return frames;
}

/** @return frames that were lost anywhere */
uint64_t
DropsOf(Network& network)
{
    uint64_t drops = 0;
    for (uint32_t port = 0; port < network.GetTopology().PortCount(); ++port)
    {
        drops += network.Engine().fabric.Tally().Counters(port).drops;
    }
    return drops;
}

/** Sends from all NICs of the first T0 to those of the second and back. @return all ended well */
bool
Exchange(Network& network)
{
    uint32_t completed = 0;
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 0; nic < 6; ++nic)
    {
        qps.push_back(network.Connect(nic, (nic + 3) % 6));
        CountSuccess(qps.back(), completed);
        qps.back()->Write(400000);
    }
    Simulator::Run();
    return completed == 6;
}

// Clauses: [missing-links]
TEST(MissingLinks, NothingIsSentOverOne)
{
    const Ptr<Network> network = MakeNetwork(Ruled("link:0.0.1/missing"));
    EXPECT_TRUE(Exchange(*network));
    std::map<std::string, uint32_t> frames = FramesOf(*network);
    for (const char* port : {"p0.t0.0.up1", "p0.t1.1.down0", "p0.t0.1.up1", "p0.t1.1.down1"})
    {
        EXPECT_EQ(frames[port], 0U) << port << ", from or to the T0 without this link";
    }
    EXPECT_GT(frames["p0.t0.0.up0"], 100U);
    EXPECT_GT(frames["p1.t0.0.up1"], 50U);
    EXPECT_EQ(DropsOf(*network), 0U) << "neither data nor answers try";
    EXPECT_NE(DescribeNetwork(*network).find("1 rule by which links differ, 1 link missing"),
              std::string::npos);
    Simulator::Destroy();
}

// Clauses: [missing-links]
TEST(MissingLinks, NeitherAFaultsEndNorTheDenylistBringsOneBack)
{
    const Ptr<Network> network = MakeNetwork(Ruled("link:0.0.1/missing"));
    const uint32_t up = network->GetTopology().PortAt({PortKind::T0_UP, 0, 0, 1});
    network->ScheduleFaults("link:0.0.1@1us..2us");
    const Ptr<Qp> qp = network->Connect(0, 4);
    network->GetDenylist().Deny(0, 1);
    network->GetDenylist().Allow(0, 1);
    for (const PathStatus& path : qp->Paths().List())
    {
        qp->Paths().Allow(path.ev);
    }
    qp->Write(100000);
    EXPECT_TRUE(Exchange(*network));
    EXPECT_GT(Simulator::Now(), MicroSeconds(2));
    for (const uint32_t port : {up, network->GetTopology().Peer(up)})
    {
        EXPECT_NE(network->Engine().fabric.State().Port(port).flags & PORT_DOWN, 0) << port;
    }
    EXPECT_EQ(qp->Peer()->Counters().placedBytes, 100000U);
    std::map<std::string, uint32_t> frames = FramesOf(*network);
    EXPECT_EQ(frames["p0.t0.0.up1"] + frames["p0.t1.1.down0"], 0U);
    EXPECT_EQ(DropsOf(*network), 0U);
    for (const Ptr<Qp>& other : {qp, network->Connect(0, 5)})
    {
        for (const PathStatus& path : other->Paths().List())
        {
            const bool missing = path.ev.Plane() == 0 && path.ev.Uplink() % 2 == 1;
            EXPECT_EQ(path.state == PathState::DENIED, missing) << path.ev.value;
        }
    }
    Simulator::Destroy();
}

/**
 * @return the words of Connect about EVs in a fabric that lacks links, "no error" if Connect takes
 * them
 */
std::string
RefusalOfEvs(const std::string& rules, const std::map<std::string, std::string>& attributes)
{
    const Ptr<EvProfile> evs = CreateObject<EvProfile>();
    for (const auto& [name, value] : attributes)
    {
        evs->SetAttribute(name, StringValue(value));
    }
    const Ptr<Network> network = MakeNetwork(Ruled(rules));
    const std::string said = ThrownText([&] { network->Connect(0, 4, evs); });
    EXPECT_EQ(ThrownText([&] { network->Connect(0, 1, evs); }), "no error") << "below one T0";
    Simulator::Destroy();
    return said;
}

// Clauses: [missing-links]
TEST(MissingLinks, EachPlaneOfAQueuePairKeepsAnEv)
{
    const std::map<std::string, std::string> few{{"Active", "2"}, {"Backup", "0"}};
    const std::string refusal = "NIC 0 to 4: all EVs of the queue pair on plane ";
    // One EV of each plane is dealt: of uplink 0 or of uplink 1.
    uint32_t refused = 0;
    for (const char* rules : {"t1:0.0/missing", "t1:0.1/missing"})
    {
        const std::string said = RefusalOfEvs(rules, few);
        const bool isRefused = said.find(refusal + "0 name") != std::string::npos;
        EXPECT_TRUE(isRefused || said == "no error") << said;
        refused += isRefused;
    }
    EXPECT_GE(refused, 1U) << "at one of the two ends at least";
    EXPECT_EQ(RefusalOfEvs("t1:0.1/missing", {{"Active", "2"}, {"Backup", "2"}}), "no error")
        << "a reserve of all uplinks";
    std::map<std::string, std::string> listed{{"Mode", "Explicit"}, {"Evs", "1:1,2:0"}};
    EXPECT_NE(RefusalOfEvs("t1:0.1/missing", listed).find(refusal + "0 name"), std::string::npos);
    EXPECT_EQ(RefusalOfEvs("t1:0.0/missing", listed), "no error");
    EXPECT_NE(RefusalOfEvs("t1:1.0/missing", listed).find(refusal + "1 name"), std::string::npos);
    std::map<std::string, std::string> generated{{"Mode", "Generated"}, {"Fields", "1:1:0:0:0"}};
    EXPECT_NE(RefusalOfEvs("t1:1.1/missing", generated).find(refusal + "1 name"),
              std::string::npos);
}

/** @return whether a new queue pair has its transport at once, not at its first use */
bool
IsMadeAtOnce(Network& network, uint32_t source, uint32_t destination)
{
    const SlotIndex slot = network.Engine().nics.Store().NextSlot();
    network.Connect(source, destination);
    return dynamic_cast<Connection*>(&network.Engine().nics.Seats().AdminOf(slot)) != nullptr;
}

// Clauses: [missing-links]
TEST(MissingLinks, ConcernOnlyQueuePairsWhosePathsLackThem)
{
    TopologySpec spec = SixNics();
    spec.nics = 9; // three T0s
    const Ptr<Network> network = MakeNetwork(Ruled("link:0.0.1/missing", spec));
    EXPECT_TRUE(IsMadeAtOnce(*network, 0, 3));
    EXPECT_TRUE(IsMadeAtOnce(*network, 8, 2));
    EXPECT_FALSE(IsMadeAtOnce(*network, 3, 6));
    EXPECT_FALSE(IsMadeAtOnce(*network, 0, 1)) << "below one T0";
    Simulator::Destroy();
}

// Clauses: [missing-links], [port-news]
TEST(MissingLinks, CarryNoNewsOfPortsEither)
{
    const Ptr<Network> network = MakeNetwork(Ruled("link:0.0.1/missing,link:1.1.0/missing"));
    network->ScheduleFaults("port:0.1@20us..60us,port:4.0@30us..70us");
    EXPECT_TRUE(Exchange(*network));
    for (PortIndex port = 0; port < network->GetTopology().PortCount(); ++port)
    {
        if (TierOf(network->GetTopology(), port) == 1)
        {
            EXPECT_EQ(network->Engine().fabric.Tally().Counters(port).drops, 0U)
                << PortName(network->GetTopology(), port);
        }
    }
    Simulator::Destroy();
}

/** A format of EVs without SRv6, how its switches route, and whether packets are bytes. */
struct Direct
{
    const char* format;
    const char* routing;
    const char* inBytes;
};

/** @return the fingerprint of an exchange that neither tries nor loses anything at these links */
uint64_t
ExchangeWithout(const Direct& c, const std::string& rules)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(Ruled(rules));
    helper.SetFabricAttribute("Encapsulation", StringValue("Ipv6"));
    helper.SetFabricAttribute("Routing", StringValue(c.routing));
    helper.SetFabricAttribute("WireMode", StringValue(c.inBytes));
    helper.SetEvAttribute("Format", StringValue(c.format));
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults("link:0.0.1@5us..9us"); // the end brings no missing link back
    EXPECT_TRUE(Exchange(*network)) << c.format << c.routing;
    EXPECT_EQ(DropsOf(*network), 0U) << c.format << c.routing;
    std::map<std::string, uint32_t> frames = FramesOf(*network);
    for (const char* port : {"p0.t0.0.up1", "p0.t1.1.down0", "p0.t0.1.up1", "p0.t1.1.down1"})
    {
        EXPECT_EQ(frames[port], 0U) << port << c.format << c.routing;
    }
    EXPECT_GT(frames["p0.t0.0.up0"], 100U);
    EXPECT_GT(frames["p1.t0.0.up1"], 50U);
    const uint64_t fingerprint = network->Fingerprint();
    Simulator::Destroy();
    return fingerprint;
}

// Clauses: [missing-links], [ecmp-tables], [route-tables], [wire-mode]
TEST(MissingLinks, AreAvoidedWithoutSrv6Too)
{
    for (const Direct& c : {Direct{"Udp", "Static", "false"},
                            Direct{"Udp", "Ecmp", "false"},
                            Direct{"Udp", "Adaptive", "false"},
                            Direct{"Stev", "Static", "false"}})
    {
        EXPECT_EQ(ExchangeWithout(c, "link:0.0.1/missing"),
                  ExchangeWithout({c.format, c.routing, "true"}, "link:0.0.1/missing"))
            << c.format << c.routing;
    }
    EXPECT_NE(
        ThrownText([] {
            ExchangeWithout({"Udp", "Static", "false"}, "link:0.0.0/missing,link:0.0.1/missing");
        }).find("leave no path between p0.t0.0 and p0.t0.1"),
        std::string::npos);
    Simulator::Destroy();
}

// Clauses: [missing-links]
TEST(MissingLinks, AreCounted)
{
    const TopologySpec spec = Ruled("t1:1.0/missing");
    EXPECT_NE(
        DescribeNetwork(*MakeNetwork(spec)).find("1 rule by which links differ, 2 links missing"),
        std::string::npos);
    const std::string others = DescribeNetwork(*MakeNetwork(Ruled("plane:0/delay=1us")));
    EXPECT_NE(others.find("1 rule by which links differ"), std::string::npos);
    EXPECT_EQ(others.find("missing"), std::string::npos);
    Simulator::Destroy();
}

// Clauses: [missing-links], [carrier-pods]
TEST(MissingLinks, OfThreeTiersLeaveTheOtherPaths)
{
    const Ptr<Network> network =
        MakeNetwork(Ruled("upper-link:0.0.1/missing,link:0.7.0/missing", PodsOfFour(16)));
    uint32_t completed = 0;
    const Ptr<Qp> qp = network->Connect(0, 15);
    const Ptr<Qp> back = network->Connect(15, 0);
    CountSuccess(qp, completed);
    CountSuccess(back, completed);
    qp->Write(1000000);
    back->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(completed, 2U);
    EXPECT_EQ(DropsOf(*network), 0U);
    std::map<std::string, uint32_t> frames = FramesOf(*network);
    EXPECT_EQ(frames["p0.t0.0.up0"], 0U) << "its T1s lead to the missing link of the other T0";
    EXPECT_GT(frames["p0.t0.0.up1"], 200U);
    EXPECT_GT(frames["p0.t1.1.up0"], 80U);
    EXPECT_GT(frames["p0.t1.1.up1"], 80U);
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
