/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Telemetry and HPCC in a network: do records come back, and what do they make of an incast?

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/boolean.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hop-trailer.h"
#include "ns3/mrc-packet-codec.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** The outcome of an incast of four to one. */
struct HpccOutcome
{
    uint32_t completed{0};
    std::vector<double> waits; //!< queueing delays in us, as the second half of the SACKs tell
    uint32_t trims{0};
    uint64_t fingerprint{0};
};

/** How an incast is run. */
struct HpccCase
{
    std::string controller;
    bool telemetry{true};
    bool wireMode{false};
    std::string scope{"QueuePair"};
    uint32_t planes{1};
};

FabricHelper
HelperOf(const HpccCase& wanted)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(test::SmallFabric(8, 4, 2, wanted.planes));
    helper.SetCcAttribute("Scope", StringValue(wanted.scope));
    helper.SetFabricAttribute("Telemetry", BooleanValue(wanted.telemetry));
    helper.SetFabricAttribute("WireMode", BooleanValue(wanted.wireMode));
    if (!wanted.controller.empty())
    {
        helper.SetCcAttribute("AlgorithmFactory", StringValue(wanted.controller));
    }
    return helper;
}

/** @return the outcome of four Writes of 2 MB from one rack to a NIC of the other */
HpccOutcome
IncastOf(const HpccCase& wanted)
{
    const Ptr<Network> network = test::Audited(HelperOf(wanted).Install());
    HpccOutcome outcome;
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 4; nic < 8; ++nic)
    {
        qps.push_back(network->Connect(nic, 0));
        test::CountSuccess(qps.back(), outcome.completed);
        qps.back()->TraceConnectWithoutContext(
            "Rtt",
            test::CallbackOf<const RttSample&>([&outcome](const RttSample& sample) {
                outcome.waits.push_back(static_cast<double>(sample.delay.Ps()) / 1e6);
            }));
        qps.back()->Write(2000000);
    }
    Simulator::Run();
    outcome.waits.erase(outcome.waits.begin(), outcome.waits.begin() + outcome.waits.size() / 2);
    std::sort(outcome.waits.begin(), outcome.waits.end());
    outcome.trims = test::SumOf(*network, &PortCounters::trims);
    outcome.fingerprint = network->Fingerprint();
    Simulator::Destroy();
    return outcome;
}

// Clauses: [hpcc-window], [telemetry-echo]
TEST(Hpcc, HoldsTheRoundTripNearTheBase)
{
    const HpccOutcome hpcc = IncastOf({"ns3::mrc::HpccFactory"});
    const HpccOutcome nscc = IncastOf({""});
    ASSERT_EQ(hpcc.completed, 4U);
    ASSERT_EQ(nscc.completed, 4U);
    const double wait = hpcc.waits.at(hpcc.waits.size() / 2);
    const double other = nscc.waits.at(nscc.waits.size() / 2);
    EXPECT_LT(wait, 1);
    EXPECT_LT(wait, other);
    EXPECT_LT(hpcc.trims, nscc.trims);
}

// Clauses: [telemetry-trailer], [wire-mode]
TEST(Hpcc, WireModeIsTheSame)
{
    EXPECT_EQ(IncastOf({"ns3::mrc::HpccFactory", true, true}).fingerprint,
              IncastOf({"ns3::mrc::HpccFactory", true, false}).fingerprint);
    EXPECT_EQ(IncastOf({"", true, true}).fingerprint, IncastOf({"", true, false}).fingerprint);
}

// Clauses: [hpcc-window], [window-scope]
TEST(Hpcc, EachScopeKeepsQueuesShort)
{
    for (const char* scope : {"QueuePair", "Destination", "Plane"})
    {
        const HpccCase hpcc{"ns3::mrc::HpccFactory", true, false, scope, 2};
        const HpccOutcome outcome = IncastOf(hpcc);
        const HpccOutcome nscc = IncastOf({"", true, false, scope, 2});
        EXPECT_EQ(outcome.completed, 4U) << scope;
        EXPECT_LT(outcome.waits.at(outcome.waits.size() / 2), 1) << scope;
        EXPECT_LT(outcome.trims, nscc.trims) << scope;
        HpccCase inBytes = hpcc;
        inBytes.wireMode = true;
        EXPECT_EQ(IncastOf(inBytes).fingerprint, outcome.fingerprint) << scope;
    }
}

// Clauses: [hpcc-window]
TEST(Hpcc, NeedsTelemetry)
{
    const std::string said = test::ThrownText<std::invalid_argument>([] {
        IncastOf({"ns3::mrc::HpccFactory", false});
    });
    EXPECT_NE(said.find("FabricProfile::Telemetry is false; expected true"), std::string::npos)
        << said;
}

/** @return the whole packet as bytes */
std::vector<uint8_t>
FrameBytes(const Ptr<const Packet>& packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

/** @return the records of whole frames of one size at the end of a port's link, as bytes tell */
std::vector<HopRecords>
RecordsAt(PortIndex port, bool answers)
{
    const Ptr<Network> network = test::Audited(HelperOf({""}).Install());
    const Ptr<Port> end = network->GetFaces().PortAt(network->GetTopology().Peer(port));
    std::vector<HopRecords> seen;
    end->TraceConnectWithoutContext(
        "PhyRxEnd",
        Callback<void, Ptr<const Packet>>([&seen, answers](Ptr<const Packet> packet) {
            const std::vector<uint8_t> bytes = FrameBytes(packet);
            HopRecords records;
            if (bytes.size() == (answers ? 158U : 146U + 4096) + HOP_TRAILER_BYTES &&
                ReadTrailer(bytes.data(), bytes.size(), records))
            {
                seen.push_back(records);
            }
        }));
    network->Connect(4, 0)->Write(409600);
    Simulator::Run();
    Simulator::Destroy();
    return seen;
}

/** @return a frame's datagram and records, if both are there */
std::optional<std::pair<Datagram, HopRecords>>
ReadTelemetry(const Ptr<const Packet>& packet)
{
    WireFormat format;
    format.telemetry = true;
    const std::vector<uint8_t> bytes = FrameBytes(packet);
    Frame frame;
    Datagram datagram;
    HopRecords records;
    if (!PacketCodec(format).Decode(bytes.data(), bytes.size(), frame, datagram) ||
        TrailerBytes(format, frame, datagram) == 0 ||
        !ReadTrailer(bytes.data(), bytes.size(), records))
    {
        return {};
    }
    return std::make_pair(datagram, records);
}

// Clauses: [telemetry-stamp]
TEST(Hpcc, ARecordHasTheLengthOfTheQueue)
{
    const Ptr<Network> network = test::Audited(HelperOf({""}).Install());
    const PortIndex down = network->GetTopology().Peer(network->GetTopology().NicPort(0, 0));
    const Ptr<Port> port = network->GetFaces().PortAt(down);
    int64_t waiting = 0; // bytes, as the traces tell
    uint64_t longest = 0;
    uint32_t wrong = 0;
    port->TraceConnectWithoutContext(
        "Enqueue",
        test::CallbackOf<Ptr<const Packet>>(
            [&waiting](Ptr<const Packet> packet) { waiting += packet->GetSize(); }));
    port->TraceConnectWithoutContext(
        "PhyTxBegin",
        test::CallbackOf<Ptr<const Packet>>([&](Ptr<const Packet> packet) {
            waiting -= packet->GetSize();
            const auto read = ReadTelemetry(packet);
            if (read && !read->second.isAnswer)
            {
                const HopRecord& last = read->second.hops.at(read->second.count - 1U);
                // Of a frame that waits for nothing PhyTxBegin tells first: it is below 0 then.
                wrong += last.queue != std::max<int64_t>(waiting, 0) / 256;
                longest = std::max(longest, last.QueueBytes());
            }
        }));
    network->Connect(4, 0)->Write(400000);
    network->Connect(5, 0)->Write(400000);
    Simulator::Run();
    EXPECT_EQ(waiting, 0);
    EXPECT_EQ(wrong, 0U);
    EXPECT_GT(longest, 20000U);
    Simulator::Destroy();
}

// Clauses: [telemetry-echo], [window-scope]
TEST(Hpcc, ASackHasRecordsOfThePlaneThatItEchoes)
{
    const Ptr<Network> network = test::Audited(HelperOf({"", true, false, "Plane", 2}).Install());
    const Topology& topology = network->GetTopology();
    uint32_t with = 0;
    uint32_t without = 0;
    uint32_t mixed = 0;
    for (PlaneId plane = 0; plane < 2; ++plane)
    {
        network->GetFaces()
            .PortAt(topology.NicPort(0, plane))
            ->TraceConnectWithoutContext(
                "PhyTxBegin",
                test::CallbackOf<Ptr<const Packet>>([&](Ptr<const Packet> packet) {
                    const auto read = ReadTelemetry(packet);
                    if (!read || read->first.bth.opcode != Opcode::SACK)
                    {
                        return;
                    }
                    const PlaneId echoed = read->first.sack.seth.entropy.Plane();
                    ++(read->second.count == 0 ? without : with);
                    for (uint32_t i = 0; i < read->second.count; ++i)
                    {
                        const PortIndex link = read->second.hops.at(i).link;
                        mixed += topology.PortPlaceOf(link).plane != echoed;
                    }
                }));
    }
    network->Connect(4, 0)->Write(2000000);
    network->Connect(5, 0)->Write(2000000);
    Simulator::Run();
    EXPECT_GT(with, 100U);
    EXPECT_GT(without, 0U) << "answers of probes";
    EXPECT_EQ(mixed, 0U);
    Simulator::Destroy();
}

// Clauses: [telemetry-stamp], [telemetry-echo]
TEST(Hpcc, TracesHoldARecordOfEachSwitch)
{
    const Ptr<Network> network = test::Audited(HelperOf({""}).Install());
    const Topology& topology = network->GetTopology();
    const PortIndex sender = topology.NicPort(4, 0);
    const PortIndex down = topology.Peer(topology.NicPort(0, 0));
    const PortIndex own = topology.NicPort(0, 0);
    const PortIndex back = topology.Peer(sender);
    const std::vector<HopRecords> first = RecordsAt(sender, false);
    ASSERT_EQ(first.size(), 100U);
    for (const HopRecords& records : first)
    {
        EXPECT_EQ(records.count, 0); // NICs add none
    }
    const std::vector<HopRecords> last = RecordsAt(down, false);
    ASSERT_EQ(last.size(), 100U);
    uint32_t time = 0;
    for (std::size_t i = 0; i < last.size(); ++i)
    {
        ASSERT_EQ(last[i].count, 3); // T0, T1, T0
        EXPECT_FALSE(last[i].isAnswer);
        const HopRecord& record = last[i].hops[2];
        EXPECT_EQ(record.link, down);
        EXPECT_EQ(record.rate, 1000);                            // 100 Gb/s
        EXPECT_GE(record.sent, i * (146 + 4096 + 67 + 20) / 32); // and probes
        EXPECT_LT(record.sent, (i + 5) * (146 + 4096 + 67 + 20) / 32);
        EXPECT_GT(record.time, std::max(time, last[i].hops[1].time));
        EXPECT_GT(last[i].hops[1].time, last[i].hops[0].time);
        time = record.time;
    }
    const std::vector<HopRecords> answers = RecordsAt(own, true);
    ASSERT_GT(answers.size(), 10U);
    EXPECT_EQ(RecordsAt(back, true).size(), answers.size());
    uint32_t filled = 0;
    for (const HopRecords& records : RecordsAt(back, true))
    {
        EXPECT_TRUE(records.isAnswer);
        if (records.count != 0) // of an answer of a probe
        {
            ASSERT_EQ(records.count, 3);
            EXPECT_EQ(records.hops[2].link, down) << "switches on the way back add nothing";
            ++filled;
        }
    }
    EXPECT_GT(filled, 10U);
}

} // namespace
} // namespace mrc
} // namespace ns3
