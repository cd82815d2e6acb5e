/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Fabrics with locator blocks of 16, 32 and 48 bits.

#include "../adapter/stock-rig.h"
#include "../fabric/segment-addresses.h"
#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "pods-of-four.h"

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-locator-block.h"
#include "ns3/mrc-node-names.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

UsidCarrier
CarrierOf(const char* text)
{
    const AddressBits address = A(text);
    return UsidCarrier(address.high, address.low);
}

// Clauses: [usid-block]
TEST(LocatorBlock, MovesAllUsidsBehindIt)
{
    const LocatorBlock usual;
    EXPECT_EQ(usual.Written(CarrierOf("fcbb:bb00:1:2:3:4:5:6")),
              CarrierOf("fcbb:bb00:1:2:3:4:5:6"));
    const LocatorBlock small(A("5f00::"), 16);
    EXPECT_EQ(small.Capacity(), 7U);
    EXPECT_EQ(small.Written(CarrierOf("5f00:0:1:2:3:4:5:6")), CarrierOf("5f00:1:2:3:4:5:6:0"));
    EXPECT_EQ(small.Read(CarrierOf("5f00:1:2:3:4:5:6:0")), CarrierOf("5f00:0:1:2:3:4:5:6"));
    const LocatorBlock large(A("fd00:5:b::"), 48);
    EXPECT_EQ(large.Capacity(), 5U);
    EXPECT_EQ(large.Written(CarrierOf("fd00:5:1:2:3:4:5:0")), CarrierOf("fd00:5:b:1:2:3:4:5"));
    EXPECT_EQ(large.Read(CarrierOf("fd00:5:b:1:2:3:4:5")), CarrierOf("fd00:5:1:2:3:4:5:0"));
    EXPECT_TRUE(large.Leads(CarrierOf("fd00:5:b:1::")));
    EXPECT_FALSE(large.Leads(CarrierOf("fd00:5:1::")));
}

/** The steps of a packet at one switch after the other. */
struct Step
{
    const char* name;
    const char* in;
    const char* port;
    const char* out;
};

// Clauses: [usid-block], [usid-shift], [usid-end], [usid-argument], [segment-switches]
TEST(LocatorBlock, SwitchesShiftBehindIt)
{
    const std::vector<std::pair<std::string, std::vector<Step>>> rows = {
        {"5f00::/16",
         {{"p0.t0.0", "5f00:4000:8001:4001:c001::", "p0.t0.0.up1", "5f00:8001:4001:c001::"},
          {"p0.t1.1", "5f00:8001:4001:c001:1:2:3:4", "p0.t1.1.down1", "5f00:4001:c001:1:2:3:4:0"},
          {"p0.t0.1", "5f00:4001:c001::", "p0.t0.1.down1", "5f00:c001::"},
          {"p0.t0.1", "5f00:4001::", "end-of-carrier", "5f00:4001::"},
          {"p0.t0.1", "5f00:4001:0:c001::", "unknown-usid", "5f00:4001:0:c001::"}}},
        {"fc00:7::/32",
         {{"p0.t0.0", "fc00:7:4000:8001:4001:c001::", "p0.t0.0.up1", "fc00:7:8001:4001:c001::"},
          {"p0.t0.0", "fcbb:bb00:4000:8001::", "unknown-usid", "fcbb:bb00:4000:8001::"}}},
        {"fd00:5:b::/48",
         {{"p1.t0.0",
           "fd00:5:b:4800:8801:4801:d801:1",
           "p1.t0.0.up1",
           "fd00:5:b:8801:4801:d801:1:0"},
          {"p1.t1.1", "fd00:5:b:8801:4801:d801::", "p1.t1.1.down1", "fd00:5:b:4801:d801::"},
          // Behind the first 32 bits alone there is no neighbour.
          {"p1.t1.1", "fd00:5:4801:d801::", "unknown-usid", "fd00:5:4801:d801::"}}},
    };
    for (const auto& [block, steps] : rows)
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.SetTopology(SixNics());
        helper.SetFabricAttribute("Block", StringValue(block));
        const Ptr<Network> network = helper.Install();
        const FabricState& state = network->Engine().fabric.State();
        for (const Step& step : steps)
        {
            Frame frame;
            frame.destination = CarrierOf(step.in);
            const uint32_t number =
                *FindNode(network->GetTopology(), step.name) - network->GetTopology().Spec().nics;
            const ForwardDecision decision =
                state.switches[number].Decide(frame, state.routes.data());
            std::ostringstream port;
            decision.port == NO_PORT ? port << decision.reason
                                     : port << PortName(network->GetTopology(), decision.port);
            EXPECT_EQ(port.str(), step.port) << step.in;
            EXPECT_EQ(frame.destination, CarrierOf(step.out)) << step.in;
        }
        Simulator::Destroy();
    }
}

/** @return the last time at which a Write of a fabric with these attributes was completed */
int64_t
CompletedAt(const TopologySpec& spec,
            uint32_t to,
            const std::vector<std::pair<std::string, std::string>>& attributes)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(3);
    helper.SetTopology(spec);
    for (const auto& [name, value] : attributes)
    {
        helper.SetFabricAttribute(name, StringValue(value));
    }
    const Ptr<Network> network = Audited(helper.Install());
    const Ptr<Qp> qp = network->Connect(0, to);
    Instant done;
    NoteCompletion(qp, done);
    qp->Write(300000);
    Simulator::Run();
    EXPECT_EQ(network->Engine().fabric.Pool().Live(), 0U);
    Simulator::Destroy();
    return done.Ps();
}

// Five uSIDs or less need no header whatever the block, and packets take as long.
// Clauses: [usid-block], [wire-mode]
TEST(LocatorBlock, QueuePairsDoNotFeelIt)
{
    const int64_t usual = CompletedAt(SixNics(), 4, {});
    EXPECT_GT(usual, 0);
    for (const char* block : {"5f00::/16", "fc00:7::/32", "fd00:5:b::/48"})
    {
        for (const char* wireMode : {"false", "true"})
        {
            EXPECT_EQ(CompletedAt(SixNics(), 4, {{"Block", block}, {"WireMode", wireMode}}), usual)
                << block;
        }
    }
}

// Ways between pods have six uSIDs: one more than a block of 48 bits leaves room for.
// Clauses: [usid-block], [carrier-segments]
TEST(LocatorBlock, ALongBlockNeedsAHeaderBetweenPods)
{
    TopologySpec spec = PodsOfFour(8);
    const std::string text = ThrownText([&] {
        CompletedAt(spec, 7, {{"Block", "fd00:5:b::/48"}});
    });
    EXPECT_NE(text.find("TrimSize"), std::string::npos) << text;
    const int64_t usual = CompletedAt(spec, 7, {{"CarrierUsids", "5"}, {"TrimSize", "160"}});
    EXPECT_GT(usual, CompletedAt(spec, 7, {{"TrimSize", "160"}}));
    for (const char* wireMode : {"false", "true"})
    {
        EXPECT_EQ(
            CompletedAt(spec,
                        7,
                        {{"Block", "fd00:5:b::/48"}, {"TrimSize", "160"}, {"WireMode", wireMode}}),
            usual);
    }
}

// Clauses: [usid-block], [stock-encapsulation], [switch-sids]
TEST(LocatorBlock, StockPacketsAndSidsGoBehindIt)
{
    StockRig rig(SixNics(),
                 {{"Block", "fd00:5:b::/48"},
                  {"WireMode", "true"},
                  {"Sids", "p0.t0.0 sid fd00:5:b:fe24::/64 behavior uA block 48 interface up1"}});
    rig.Send(rig.Udp(0, 4), 10, 1000, 100);
    Simulator::Run();
    EXPECT_EQ(rig.arrivals[4].size(), 10U);
    EXPECT_TRUE(rig.IsEmpty());
    const std::string text = ThrownText([] {
        StockRig other(SixNics(),
                       {{"Block", "fd00:5:b::/48"},
                        {"Sids", "p0.t0.0 sid fd00:5:b:8001::/64 behavior uN block 48"}});
    });
    EXPECT_NE(text.find("collides with fd00:5:b:8001::/64, the uSID of p0.t1.1"), std::string::npos)
        << text;
}

// Clauses: [usid-block]
TEST(LocatorBlock, OthersAreRefused)
{
    for (const char* block : {"fcbb:bb00::/24",
                              "fcbb:bb00::",
                              "fcbb:bb00:1::/32",
                              "ff02::/16",
                              "::/32",
                              "fe80::/16",
                              "fd00::/16",
                              "fcbb::/016",
                              "block"})
    {
        FabricHelper helper;
        const std::string text =
            ThrownText([&] { helper.SetFabricAttribute("Block", StringValue(block)); });
        EXPECT_NE(text.find("a unicast prefix of 16, 32 or 48 bits"), std::string::npos) << text;
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
