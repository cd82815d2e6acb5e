/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Telemetry and HPCC in a network: do records come back, and what do they make of an incast?

#include "../mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-fatal-errors-throw.h"
#include "ns3/mrc-hop-trailer.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
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
};

FabricHelper
HelperOf(const HpccCase& wanted)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(test::SmallFabric(8, 4, 2));
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

// Clauses: [hpcc-window]
TEST(Hpcc, NeedsTelemetry)
{
    const FatalErrorsThrow thrower;
    try
    {
        IncastOf({"ns3::mrc::HpccFactory", false});
        ADD_FAILURE() << "no error";
    }
    catch (const FatalError& error)
    {
        EXPECT_NE(std::string(error.what()).find("FabricProfile::Telemetry is false"),
                  std::string::npos);
    }
}

/** @return the records of whole frames of one size at the end of a port's link, as bytes tell */
std::vector<HopRecords>
RecordsAt(PortIndex port, bool answers)
{
    const Ptr<Network> network = HelperOf({""}).Install();
    const Ptr<Port> end = network->GetFaces().PortAt(network->GetTopology().Peer(port));
    std::vector<HopRecords> seen;
    end->TraceConnectWithoutContext(
        "PhyRxEnd",
        Callback<void, Ptr<const Packet>>([&seen, answers](Ptr<const Packet> packet) {
            std::vector<uint8_t> bytes(packet->GetSize());
            packet->CopyData(bytes.data(), packet->GetSize());
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

// Clauses: [telemetry-stamp], [telemetry-echo]
TEST(Hpcc, TracesHoldARecordOfEachSwitch)
{
    const Ptr<Network> network = HelperOf({""}).Install();
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
    for (const HopRecords& records : RecordsAt(back, true))
    {
        EXPECT_TRUE(records.isAnswer);
        ASSERT_EQ(records.count, 3);
        EXPECT_EQ(records.hops[2].link, down) << "switches on the way back add nothing";
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
