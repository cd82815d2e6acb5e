/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// SIDs and routes that users give to switches of a fabric.

#include "../fabric/segment-addresses.h"
#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-network.h"
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

/** A fabric with switches that have more SIDs. */
class SidRig
{
  public:
    explicit SidRig(const std::string& sids, const std::string& flavours = "none")
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.SetTopology(SixNics());
        helper.SetFabricAttribute("Sids", StringValue(sids));
        helper.SetFabricAttribute("Flavors", StringValue(flavours));
        network = helper.Install();
    }

    ~SidRig()
    {
        Simulator::Destroy();
    }

    /** Has a switch look at a frame. @return the name of the port that it leaves by, or the reason
     */
    std::string Pass(const std::string& name, Frame& frame) const
    {
        const Topology& topology = network->GetTopology();
        const FabricState& state = network->Engine().fabric.State();
        const uint32_t number = *FindNode(topology, name) - topology.Spec().nics;
        const ForwardDecision decision = state.switches[number].Decide(frame, state.routes.data());
        std::ostringstream text;
        text << (decision.inside == Unwrapping::NO ? "" : "inside ");
        if (decision.inside != Unwrapping::LOOK_UP)
        {
            decision.port == NO_PORT ? text << decision.reason
                                     : text << PortName(topology, decision.port);
        }
        return text.str();
    }

    /** @return the same of a frame to this address, and the address behind the switch */
    std::string Pass(const std::string& name, const std::string& to) const
    {
        Frame frame;
        const AddressBits address = A(to);
        frame.destination = UsidCarrier(address.high, address.low);
        std::ostringstream text;
        text << Pass(name, frame) << ' '
             << AddressBits{frame.destination.High(), frame.destination.Low()} << ' '
             << INITIAL_HOP_LIMIT - frame.hopLimit;
        return text.str();
    }

    Ptr<Network> network;
};

// The T0 0 of plane 1 has the uSID 4800, its T1s have 8800 and 8801.
// Clauses: [switch-sids], [segment-adjacency], [segment-shift], [segment-once], [segment-longest]
TEST(SwitchSids, AdjacenciesOfBothLengths)
{
    const SidRig rig("p1.t0.0 sid fcbb:bb00:fe24::/48 behavior uA interface up1;"
                     "p1.t0.0 sid fcbb:bb00:4800:fe25::/64 behavior uA interface p1.t0.0.down2 "
                     "nexthop fd00:6d72:6300::2");
    EXPECT_EQ(rig.Pass("p1.t0.0", "fcbb:bb00:fe24:8801:4801::"),
              "p1.t0.0.up1 fcbb:bb00:8801:4801:: 1");
    EXPECT_EQ(rig.Pass("p1.t0.0", "fcbb:bb00:4800:fe25:d802::"),
              "p1.t0.0.down2 fcbb:bb00:d802:: 1");
    // The uN, and the adjacency behind it, in one visit.
    EXPECT_EQ(rig.Pass("p1.t0.0", "fcbb:bb00:4800:fe24:4801::"), "p1.t0.0.up1 fcbb:bb00:4801:: 1");
    // No lookup: the neighbour there does not know this uSID, and gets the packet all the same.
    EXPECT_EQ(rig.Pass("p1.t0.0", "fcbb:bb00:fe24:dead::"), "p1.t0.0.up1 fcbb:bb00:dead:: 1");
    // At the last segment the packet inside leaves.
    EXPECT_EQ(rig.Pass("p1.t0.0", "fcbb:bb00:fe24::"), "inside p1.t0.0.up1 fcbb:bb00:fe24:: 0");
    EXPECT_EQ(rig.Pass("p1.t0.0", "fcbb:bb00:4800:8801:4801::"),
              "p1.t0.0.up1 fcbb:bb00:8801:4801:: 1");
    // Another switch has none of them.
    EXPECT_EQ(rig.Pass("p1.t0.1", "fcbb:bb00:fe24:8801::"), "unknown-usid fcbb:bb00:fe24:8801:: 0");
}

// Clauses: [switch-sids], [vector-single], [segment-longest], [usid-unknown]
TEST(SwitchSids, OtherBlocksAndRoutes)
{
    const SidRig rig("# a comment\n"
                     "p0.t1.0,p0.t1.1 sid 5f00:1::/32 behavior uN block 16\n"
                     "p0.t1.0 sid fd00:5:b:1200::/64 behavior End block 48 flavors next-csid psp;"
                     "p0.t1.0 ipv6 route 5f00:2::/32 down1; p0.t1.0 ipv6 route 5f00::/16 blackhole"
                     ";p0.t1.0 ipv6 route fd00:5:b:1300::/64 fd00:6d72:6300::6 0");
    EXPECT_EQ(rig.Pass("p0.t1.0", "5f00:1:2:3:4:5:6:7"), "p0.t1.0.down1 5f00:2:3:4:5:6:7:0 1");
    EXPECT_EQ(rig.Pass("p0.t1.0", "fd00:5:b:1200:1300:1400:1500:1600"),
              "p0.t1.0.down0 fd00:5:b:1300:1400:1500:1600:0 1");
    EXPECT_EQ(rig.Pass("p0.t1.0", "5f00:1:9::"), "unknown-usid 5f00:1:9:: 0");
    EXPECT_EQ(rig.Pass("p0.t1.1", "5f00:1:2::"), "unknown-usid 5f00:1:2:: 0");
    EXPECT_EQ(rig.Pass("p0.t1.0", "fcbb:bb00:8000:4001:c001::"),
              "p0.t1.0.down1 fcbb:bb00:4001:c001:: 1");
}

// Clauses: [switch-flavours], [segment-flavours]
TEST(SwitchSids, PspTakesTheHeaderOffAtTheLastSegmentButOne)
{
    for (const bool psp : {false, true})
    {
        const SidRig rig("none", psp ? "psp usd" : "usp");
        Frame frame;
        frame.destination =
            UsidCarrier::OfBlock(UsidCarrier::DEFAULT_BLOCK).With(0, Usid{0x4000}); // p0.t0.0
        frame.behind = {Usid{0x8001}, Usid{0x4001}, Usid{0xc001}};
        frame.segments = 3 << 4 | 1;
        frame.size = frame.fullSize = 1000;
        EXPECT_EQ(rig.Pass("p0.t0.0", frame), "p0.t0.0.up1");
        EXPECT_EQ(frame.segments != 0, !psp);
        EXPECT_EQ(SegmentsLeft(frame), 0U);
        EXPECT_EQ(frame.size, psp ? 1000 - 24 : 1000);
        EXPECT_EQ(frame.fullSize, frame.size);
    }
}

// Clauses: [switch-sids]
TEST(SwitchSids, MistakesAreNamedWithTheirLine)
{
    const std::string sids = "ns3::mrc::FabricProfile::Sids, line ";
    const std::vector<std::pair<std::string, std::string>> rows = {
        {"nic0 sid fcbb:bb00:1::/48 behavior uN", sids + "1: 'nic0'; expected names of switches"},
        {"none; p9.t0.0 sid fcbb:bb00:1::/48 behavior uN", sids + "1: 'none' is no node"},
        {"\np9.t0.0 sid fcbb:bb00:1::/48 behavior uN", sids + "2: 'p9.t0.0' is no node of this"},
        {"p0.t0.0", sids + "1: the line ends; expected sid or ipv6 route behind the names"},
        {"p0.t0.0 sid fcbb:bb00:fe24::/48 behavior uA interface up2",
         "'up2'; expected a port of p0.t0.0, down0 .. up1, or its number, 0 .. 4"},
        {"p0.t0.0 sid fcbb:bb00:fe24::/48 behavior uA interface 5", "'5'; expected a port of"},
        {"p0.t0.0 sid fcbb:bb00:fe24::/48 behavior uA", "the line ends; expected a port of p0."},
        {"p0.t0.0 sid fcbb:bb00:4000::/48 behavior uN",
         "fcbb:bb00:4000::/48 collides with fcbb:bb00:4000::/48, the uSID of p0.t0.0 itself"},
        {"p0.t0.0 sid fcbb:bb00:8001::/48 behavior uN", "the uSID of p0.t1.1, which is a neigh"},
        {"p0.t0.0 sid fcbb:bb00:c002:1::/64 behavior uN", "the uSID of nic2, which is a neigh"},
        {"p0.t0.0 sid fcbb:bb00:8000::/34 behavior End", "/34 collides with fcbb:bb00:8000::/48"},
        {"p0.t0.0 sid fcbb:bb00:1::/48 behavior uN;p0.t0.0 sid fcbb:bb00:1::/48 behavior End",
         sids + "2: SID fcbb:bb00:1:0:0:0:0:0/48: is there already"},
        {"p0.t0.0 sid fcbb:bb00:1::/48 behavior uN block 24",
         "a block of 24 bits; expected 16, 32 or 48"},
        {"p0.t0.0 sid fcbb:1::/32 behavior uN block 16",
         "a block of 16 bits with which that of the fabric begins; expected 32"},
        {"p0.t0.0 ipv6 route fcbb:bb00:8000::/48 blackhole", "which the fabric has; expected"},
        {"p0.t0.0 ipv6 route 5f00::/16 up0;p0.t0.0 ipv6 route 5f00::/16 up1",
         "which an earlier line has; expected another prefix"},
        {"p0.t0.0 sid fcbb:bb00:1::/48 behavior uN interface up1",
         sids + "1: an interface of behavior uN, which sends over no adjacency; expected none, or "
                "behavior uA or End.X"},
        {"p0.t0.0 sid fcbb:bb00:1::/48 behavior End nexthop ::",
         "a nexthop of behavior End, which sends over no adjacency; expected none"},
        {"p0.t0.0 sid fcbb:bb00:1::/48 behavior uDT6 interface up1",
         "an interface of behavior uDT6"},
        {"p0.t0.0 sid fcbb:bb00:fe24::/48 behavior uA interface up1 nexthop fe80::1",
         "the next hop fe80::1 behind p0.t0.0.up1; expected none, or fd00:6d72:6300::b, which is "
         "p0.t1.1"},
        {"p0.t0.0 ipv6 route 5f00::/16 fe80::1 down2",
         "the next hop fe80::1 behind p0.t0.0.down2; expected none, or fd00:6d72:6300::2, which is "
         "nic2"},
        {"p0.t0.0 ipv6 route 5f00::/16 fe80::1 blackhole",
         "'blackhole'; expected a port of p0.t0.0"},
        {"p0.t0.0 sid fcbb:bb00:fe24::/48 behavior uA interface up1 interface up0",
         "'interface'; expected that word once in a line"},
        {"p0.t0.0 sid fcbb:bb00:1::/48 behavior uN behavior uA", "'behavior'; expected that word"},
        {"p0.t0.0 sid fcbb:bb00:1::/48 locator MAIN behavior uN",
         "'MAIN'; expected no locator: lines of switches define none, but `block` may follow"},
        {"p0.t0.0 sid fcbb:bb00:1::/48 behavior uDT6;p0.t0.0 ipv6 route fd00:6d72:6300::2/128 up0",
         sids + "2: a route to fd00:6d72:6300::2/128, which the fabric has; expected another"},
        {"p0.t0.0 ipv6 route fcbb:bb00:1::/32 up0", "a route with bits behind its length of 32"},
        {"p0.t0.0 ipv6 route fcbb:bb00::/32 up0 up1", "'up1'; expected the end of the line"},
        {"p0.t0.0 ipv6 route fcbb:bb00::/32 Ethernet0", "'Ethernet0'; expected a port of p0.t0.0"},
    };
    for (const auto& [text, expected] : rows)
    {
        EXPECT_NE(ThrownText([&, lines = text] { SidRig rig(lines); }).find(expected),
                  std::string::npos)
            << text << "\n"
            << ThrownText([&, lines = text] { SidRig rig(lines); });
    }
    FabricHelper helper;
    EXPECT_NE(ThrownText([&] {
                  helper.SetFabricAttribute("Flavors", StringValue("psp psp"));
              }).find("none, or some of psp usp usd"),
              std::string::npos);
}

// Clauses: [usid-block]
TEST(SwitchSids, ABlockIsRefusedWithoutSrv6)
{
    for (const char* block : {"fcbb:bb01::/32", "fcbb:bb00:1::/48"})
    {
        FabricHelper helper;
        helper.SetTopology(SixNics());
        helper.SetFabricAttribute("Encapsulation", StringValue("Ipv6"));
        helper.SetEvAttribute("Format", StringValue("Udp"));
        helper.SetFabricAttribute("Block", StringValue(block));
        EXPECT_EQ(ThrownText([&] { helper.Install(); }),
                  std::string("ns3::mrc::FabricProfile::Block = ") + block +
                      " with packets that have no carriers; expected fcbb:bb00::/32, the default, "
                      "or Encapsulation Srv6");
    }
    Simulator::Destroy();
}

// Clauses: [switch-sids], [switch-flavours]
TEST(SwitchSids, AreRefusedWithoutSrv6)
{
    for (const char* attribute : {"Sids", "Flavors"})
    {
        FabricHelper helper;
        helper.SetTopology(SixNics());
        helper.SetFabricAttribute("Encapsulation", StringValue("Ipv6"));
        helper.SetEvAttribute("Format", StringValue("Udp"));
        helper.SetFabricAttribute(attribute,
                                  StringValue(attribute == std::string("Sids")
                                                  ? "p0.t0.0 sid fcbb:bb00:1::/48 behavior uN"
                                                  : "psp"));
        const std::string text = ThrownText([&] { helper.Install(); });
        EXPECT_NE(text.find(std::string(attribute) + " of switches that know no SIDs"),
                  std::string::npos)
            << text;
    }
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
