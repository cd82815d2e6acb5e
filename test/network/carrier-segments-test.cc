/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Whole fabrics with paths that do not fit into one carrier: packets have a segment routing header.

#include "../adapter/stock-rig.h"
#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "pods-of-four.h"
#include "topology-shapes.h"

#include "ns3/mrc-carrier-check.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-ideal.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-inbox.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-port-queue.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return a network with carriers of so many uSIDs, where a script has set more */
template <typename More>
Ptr<Network>
MakeWith(unsigned usids, const TopologySpec& spec, More more)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(spec);
    helper.SetFabricAttribute("CarrierUsids", UintegerValue(usids));
    helper.SetFabricAttribute("TrimSize", UintegerValue(180)); // 108, and the largest header
    more(helper);
    return Audited(helper.Install());
}

Ptr<Network>
MakeWith(unsigned usids, const TopologySpec& spec)
{
    return MakeWith(usids, spec, [](FabricHelper&) {});
}

/** @return four racks of four, each with four uplinks at the rate of its NICs */
TopologySpec
FourRacks()
{
    return SmallFabric(16, 4, 4);
}

/** @return eight racks of two in four pods */
TopologySpec
PodsOfRacks()
{
    return InPods(SmallFabric(16, 2, 2), {2, 2});
}

/** @return when a Write from NIC 0 to another one completed */
int64_t
TimeOf(Network& network, uint32_t destination, uint32_t bytes)
{
    const Ptr<Qp> qp = network.Connect(0, destination);
    Instant done;
    NoteCompletion(qp, done);
    qp->Write(bytes);
    Simulator::Run();
    EXPECT_EQ(network.Engine().fabric.Pool().Live(), 0U) << "each frame has ended";
    return done.Ps();
}

/** A way, and the bytes that packets on this way have in addition. */
struct Longer
{
    unsigned usids; //!< in a carrier
    bool pods;
    uint32_t destination;
    uint32_t bytes;
};

// Clauses: [carrier-segments], [closed-forms], [frame-sizes], [base-rtt]
TEST(CarrierSegments, AnIdlePathTakesTheClosedForm)
{
    const Longer rows[] = {
        {6, false, 15, 0},
        {4, false, 15, 0},
        {3, false, 15, 24},
        {2, false, 15, 24},
        {1, false, 15, 56},
        {1, false, 1, 24}, // below one T0
        {2, false, 1, 0},
        {6, true, 15, 0},
        {5, true, 15, 24},
        {3, true, 15, 24},
        {2, true, 15, 40},
        {3, true, 2, 24}, // in one pod
        {2, true, 1, 0},
    };
    for (const Longer& row : rows)
    {
        const TopologySpec spec = row.pods ? PodsOfRacks() : FourRacks();
        const Ptr<Network> plain = MakeWith(6, spec);
        const int64_t shortest = plain->Unloaded().BaseRttBetween(0, row.destination).Ps();
        const uint32_t links = UsidsBetween(plain->GetTopology(), 0, row.destination);
        const Ptr<Network> network = MakeWith(row.usids, spec);
        // 80 ps a byte at 100 Gb/s on each link, there and back
        EXPECT_EQ(network->Unloaded().BaseRttBetween(0, row.destination).Ps(),
                  shortest + int64_t{2} * links * row.bytes * 80);
        const int64_t ideal = network->Unloaded().IdealBetween(0, row.destination, 4096).Ps();
        EXPECT_NEAR(TimeOf(*network, row.destination, 4096), ideal, 1000)
            << row.usids << " " << row.pods << " " << row.destination;
    }
}

// A rule that makes links differ has another closed form.
// Clauses: [carrier-segments], [base-rtt], [link-rules]
TEST(CarrierSegments, UnevenLinksHaveTheirClosedForm)
{
    TopologySpec spec = FourRacks();
    spec.links = ReadLinkRules("plane:0/delay=3us", spec);
    const int64_t shortest = MakeWith(6, spec)->Unloaded().BaseRttBetween(0, 15).Ps();
    const int64_t ideal = MakeWith(6, spec)->Unloaded().IdealBetween(0, 15, 4096).Ps();
    const Ptr<Network> network = MakeWith(3, spec);
    EXPECT_EQ(network->Unloaded().BaseRttBetween(0, 15).Ps(), shortest + int64_t{2} * 4 * 24 * 80);
    EXPECT_EQ(network->Unloaded().IdealBetween(0, 15, 4096).Ps(), ideal + int64_t{2} * 4 * 24 * 80);
    EXPECT_EQ(network->Unloaded().BaseRttBetween(0, 1).Ps(),
              MakeWith(6, spec)->Unloaded().BaseRttBetween(0, 1).Ps());
}

// Clauses: [carrier-segments], [closed-forms]
TEST(CarrierSegments, GoodputFallsByTheBytesOfTheHeader)
{
    constexpr uint32_t BYTES = 4096 * 4096;
    const auto plain = static_cast<double>(TimeOf(*MakeWith(6, FourRacks()), 15, BYTES));
    for (const unsigned usids : {3, 1})
    {
        const Ptr<Network> network = MakeWith(usids, FourRacks());
        const auto time = static_cast<double>(TimeOf(*network, 15, BYTES));
        const double line = 4096 + 166;
        EXPECT_NEAR(time / plain, (line + SegmentBytesFor(4, usids)) / line, 0.001) << usids;
        const auto ideal = static_cast<double>(network->Unloaded().IdealBetween(0, 15, BYTES).Ps());
        EXPECT_NEAR(time / ideal, 1, 0.01) << usids;
    }
}

/** The outcome of an incast. */
struct Outcome
{
    uint32_t completed{0};
    uint32_t trimmed{0};
    uint64_t fingerprint{0};
};

Outcome
RunIncast(Network& network)
{
    Outcome outcome;
    for (const Ptr<Qp>& qp : PostIncast(network))
    {
        CountSuccess(qp, outcome.completed);
    }
    Simulator::Run();
    outcome.trimmed = static_cast<uint32_t>(SumOf(network, &PortCounters::trims));
    outcome.fingerprint = network.Fingerprint();
    EXPECT_EQ(network.Engine().fabric.Pool().Live(), 0U) << "each frame has ended";
    return outcome;
}

// Clauses: [carrier-segments], [trim-data], [wire-mode], [same-seed]
TEST(CarrierSegments, AnIncastIsTrimmedAndCompletesTheSameInBytes)
{
    const uint64_t plain = RunIncast(*MakeWith(6, SixNics())).fingerprint;
    for (const unsigned usids : {1, 2, 3})
    {
        const Outcome fast = RunIncast(*MakeWith(usids, SixNics()));
        EXPECT_EQ(fast.completed, 5U);
        EXPECT_GT(fast.trimmed, 0U);
        EXPECT_NE(fast.fingerprint, plain);
        for (const char* lengths : {"None", "Ip", "All"})
        {
            const auto bytes = [lengths](FabricHelper& helper) {
                helper.SetFabricAttribute("WireMode", BooleanValue(true));
                helper.SetFabricAttribute("TrimLength", StringValue(lengths));
            };
            const Outcome wire = RunIncast(*MakeWith(usids, SixNics(), bytes));
            EXPECT_EQ(wire.fingerprint, fast.fingerprint) << usids << lengths;
            EXPECT_EQ(wire.trimmed, fast.trimmed);
        }
    }
}

// A trimmed packet of the least size has the headers that a NACK is made of.
// Clauses: [trim-minimum], [carrier-segments]
TEST(CarrierSegments, TheLeastTrimSizeDoes)
{
    const auto least = [](FabricHelper& helper) {
        helper.SetFabricAttribute("TrimSize", UintegerValue(108 + 8 + 16));
    };
    const Outcome outcome = RunIncast(*MakeWith(2, SixNics(), least));
    EXPECT_EQ(outcome.completed, 5U);
    EXPECT_GT(outcome.trimmed, 0U);
}

// Clauses: [carrier-segments]
TEST(CarrierSegments, PathsThatAreLostAreLeftAndFoundAgain)
{
    const Ptr<Network> network = MakeWith(2, FourRacks());
    network->ScheduleFaults("link:0.0.1/silent@20us"); // for ever
    uint32_t completed = 0;
    const Ptr<Qp> qp = network->Connect(0, 15);
    CountSuccess(qp, completed);
    for (int i = 0; i < 8; ++i)
    {
        qp->Write(1000000);
    }
    Simulator::Run();
    EXPECT_EQ(completed, 8U);
}

/** @return why a fabric like this is refused */
std::string
RefusalOf(const TopologySpec& spec, const FabricConfig& config)
{
    return ThrownText<std::invalid_argument>([&] { CheckCarriers(spec, config); });
}

// Clauses: [carrier-segments], [trim-minimum]
TEST(CarrierSegments, WhatHasNoRoomIsNamed)
{
    FabricConfig config;
    EXPECT_EQ(RefusalOf(PodsOfRacks(), config), "no error");
    config.carrierUsids = 3;
    EXPECT_EQ(RefusalOf(FourRacks(), config),
              "ns3::mrc::FabricProfile::TrimSize = 128 cuts headers off; expected 132 or more with "
              "CarrierUsids = 3");
    config.trimSize = 132;
    EXPECT_EQ(RefusalOf(FourRacks(), config), "no error");
    EXPECT_EQ(RefusalOf(PodsOfRacks(), config), "no error");
    config.trimSize = 131;
    config.trimming = false;
    EXPECT_EQ(RefusalOf(FourRacks(), config), "no error");
    EXPECT_EQ(RefusalOf(SmallFabric(4, 4, 0), config), "no error");
    config.carrierUsids = 1;
    EXPECT_EQ(RefusalOf(FourRacks(), config), "no error");
    EXPECT_EQ(RefusalOf(PodsOfRacks(), config),
              "ns3::mrc::FabricProfile::CarrierUsids = 1 leaves 5 uSIDs of a path to the segment "
              "routing header; expected 2 or more: the header has room for 4");
    config.carrierUsids = 2;
    EXPECT_EQ(RefusalOf(PodsOfRacks(), config), "no error");
    config.encapsulation = ENCAPSULATION_IPV6;
    EXPECT_EQ(RefusalOf(PodsOfRacks(), config),
              "ns3::mrc::FabricProfile::CarrierUsids = 2 with packets that have no carriers; "
              "expected 6, or Encapsulation Srv6");
    config.carrierUsids = 6;
    EXPECT_EQ(RefusalOf(PodsOfRacks(), config), "no error");
}

// Clauses: [carrier-segments]
TEST(CarrierSegments, TheNetworkSaysWhatPacketsHave)
{
    EXPECT_EQ(DescribeNetwork(*MakeWith(4, FourRacks())).find("segment routing"),
              std::string::npos);
    EXPECT_NE(
        DescribeNetwork(*MakeWith(2, PodsOfRacks())).find("segment routing headers of up to 40 B"),
        std::string::npos);
}

// Clauses: [carrier-segments], [trim-minimum]
TEST(CarrierSegments, AQueueKeepsTheHeadersOfItsPackets)
{
    const Ptr<Network> network = MakeWith(3, FourRacks());
    EXPECT_EQ(network->Engine().fabric.State().largest.segments, 24U);
    EXPECT_EQ(network->Engine().fabric.State().largest.data,
              4096U + 150 + 24); // with ImmDt, FCS included
}

/** @return the carrier of a packet at the end of its way to NIC 0 */
UsidCarrier
LastCarrier()
{
    return UsidCarrier::OfBlock(UsidCarrier::DEFAULT_BLOCK).With(0, Usid::Of(UsidKind::NIC, 0, 0));
}

/** @return why NIC 0 drops a frame in which so many segments are left */
DropReason
FateWithLeft(unsigned left, const UsidCarrier& destination = LastCarrier())
{
    const Ptr<Network> network = MakeWith(2, FourRacks());
    Fabric& fabric = network->Engine().fabric;
    const FrameIndex index = fabric.Pool().Allocate();
    Frame& frame = fabric.Pool().At(index);
    frame = Frame();
    fabric.Pool().DatagramAt(index) = Datagram();
    frame.destination = destination;
    frame.behind[0] = Usid{1};
    frame.segments = static_cast<uint8_t>(0x10 | left);
    const PortIndex link = network->GetTopology().Peer(network->GetTopology().NicPort(0, 0));
    network->Engine().nics.Events().Receive(link, index, Instant(0));
    for (unsigned i = 0; i < DROP_REASONS; ++i)
    {
        if (fabric.Tally().Drops(static_cast<DropReason>(i)) != 0)
        {
            return static_cast<DropReason>(i);
        }
    }
    return static_cast<DropReason>(DROP_REASONS);
}

// Clauses: [carrier-pods], [carrier-segments]
TEST(CarrierSegments, TheLongestWaySaysWhetherThereIsAHeader)
{
    const TopologySpec pods = PodsOfFour(16);
    const std::pair<TopologySpec, unsigned> rows[] = {{SmallFabric(12, 12, 0), 2},
                                                      {SmallFabric(16, 4, 4), 4},
                                                      {pods, 6}};
    for (const auto& [spec, usids] : rows)
    {
        FabricConfig config;
        config.carrierUsids = static_cast<uint8_t>(usids);
        EXPECT_EQ(MostSegmentBytes(spec, config), 0U) << usids;
        config.carrierUsids = static_cast<uint8_t>(usids - 1);
        EXPECT_EQ(MostSegmentBytes(spec, config), 24U) << usids;
    }
}

// Clauses: [wrong-nic], [carrier-segments]
TEST(CarrierSegments, ANicIsTheLastSegment)
{
    EXPECT_EQ(FateWithLeft(1), DropReason::WRONG_NIC);
    EXPECT_EQ(FateWithLeft(0), DropReason::UNKNOWN_QP) << "it is the right NIC";
    EXPECT_EQ(FateWithLeft(0, LastCarrier().With(0, Usid::Of(UsidKind::NIC, 0, 1))),
              DropReason::WRONG_NIC);
    EXPECT_EQ(FateWithLeft(0, LastCarrier().With(1, Usid::Of(UsidKind::T0, 0, 0))),
              DropReason::WRONG_NIC)
        << "the carrier names one more";
}

// Clauses: [trim-minimum], [carrier-segments]
TEST(CarrierSegments, AReceiverSeesNoMoreThanATrimmedFrameHolds)
{
    for (const unsigned usids : {3, 6})
    {
        const Ptr<Network> network = MakeWith(usids, FourRacks());
        Fabric& fabric = network->Engine().fabric;
        const FrameIndex index = fabric.Pool().Allocate();
        Frame& frame = fabric.Pool().At(index);
        Datagram& datagram = fabric.Pool().DatagramAt(index);
        frame = Frame();
        datagram = Datagram();
        datagram.bth.opcode = Opcode::WRITE_MIDDLE;
        datagram.bth.timestamped = true;
        datagram.write.reth.address = 77;
        frame.dscp = fabric.State().format.dscp.trimmed;
        frame.destination =
            UsidCarrier::OfBlock(UsidCarrier::DEFAULT_BLOCK).With(0, Usid::Of(UsidKind::NIC, 0, 0));
        if (usids == 3)
        {
            frame.behind[0] = Usid::Of(UsidKind::NIC, 0, 0);
            frame.segments = 0x10;
        }
        frame.size = 132 + ETHERNET_BYTES; // up to the TSETH behind a header, else to the RETH
        const PortIndex link = network->GetTopology().Peer(network->GetTopology().NicPort(0, 0));
        network->Engine().nics.Events().Receive(link, index, Instant(0));
        EXPECT_EQ(datagram.write.reth.address, usids == 3 ? 0U : 77U);
    }
}

// Clauses: [carrier-segments], [stock-encapsulation]
TEST(CarrierSegments, StockPacketsHaveTheHeaderToo)
{
    uint64_t fingerprints[2] = {};
    int64_t times[2] = {};
    for (const bool wire : {false, true})
    {
        StockRig rig(
            FourRacks(),
            {{"CarrierUsids", "3"}, {"TrimSize", "132"}, {"WireMode", wire ? "true" : "false"}});
        rig.Send(rig.Udp(0, 15), 20, 1000, 0);
        Simulator::Run();
        ASSERT_EQ(rig.arrivals[15].size(), 20U);
        times[wire] = rig.arrivals[15][0].at.GetNanoSeconds();
        fingerprints[wire] = rig.network->Fingerprint();
    }
    EXPECT_EQ(times[0], times[1]);
    EXPECT_EQ(fingerprints[0], fingerprints[1]);
    StockRig plain(FourRacks());
    plain.Send(plain.Udp(0, 15), 20, 1000, 0);
    Simulator::Run();
    // 24 bytes more on four links of 100 Gb/s
    EXPECT_NEAR(times[0] - plain.arrivals[15][0].at.GetNanoSeconds(), 4 * 24 * 0.08, 1.01);
}

// Clauses: [carrier-segments], [stock-trimmed]
TEST(CarrierSegments, AStockPacketThatLostLessThanTheHeaderIsTrimmed)
{
    for (const uint32_t bytes : {20, 21}) // 68 bytes of an IPv6 packet are left of a trimmed one
    {
        StockRig rig(FourRacks(),
                     {{"CarrierUsids", "3"}, {"TrimSize", "132"}, {"LastHopLimit", "0.1"}},
                     {{"Mtu", "1280"}});
        for (uint32_t nic = 4; nic < 16; ++nic)
        {
            const auto socket = rig.Udp(nic, 0);
            socket->SetIpv6Tclass(1 << 2); // may be trimmed
            rig.Send(socket, 80, bytes, 0);
        }
        Simulator::Run();
        const uint64_t trims = SumOf(*rig.network, &PortCounters::trims);
        EXPECT_GT(trims, 10U);
        EXPECT_EQ(rig.Drops(DropReason::STOCK_TRIMMED), bytes == 20 ? 0 : trims);
    }
}

// Clauses: [carrier-segments], [stock-encapsulation]
TEST(CarrierSegments, AStockPacketFitsIntoAFrame)
{
    const std::vector<std::pair<std::string, std::string>> fabric = {{"CarrierUsids", "3"},
                                                                     {"TrimSize", "132"},
                                                                     {"BufferSize", "10000000"}};
    EXPECT_NE(ThrownText<std::invalid_argument>([&] {
                  StockRig rig(FourRacks(), fabric, {{"Mtu", "65454"}, {"MaxBytes", "70000"}});
              }).find("Mtu = 65454"),
              std::string::npos);
    StockRig rig(FourRacks(), fabric, {{"Mtu", "65453"}, {"MaxBytes", "70000"}});
    EXPECT_FALSE(rig.Device(0)->SetMtu(65454));
    EXPECT_TRUE(rig.Device(0)->SetMtu(65453));
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
