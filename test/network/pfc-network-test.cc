/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Priority flow control under MRC, with data that may have a lossless DSCP where nothing is
// trimmed.

#include "../mrc-scenario-run.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-fabric-profile.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** @return an incast of seven NICs on two T0s, with control packets both ways */
RandomScenario
Incast(bool lossless)
{
    RandomScenario scenario;
    scenario.topology = SmallFabric(8, 4, 2, 2);
    scenario.settings = {{ProfileKind::FABRIC, "Trimming", "false"},
                         {ProfileKind::FABRIC, "UntrimmedLimit", "0.3"},
                         {ProfileKind::FABRIC, "PfcXoff", "15000"}};
    if (lossless)
    {
        scenario.settings.push_back({ProfileKind::FABRIC, "LosslessDscps", "0,1,2"});
    }
    for (uint32_t nic = 0; nic < 7; ++nic)
    {
        scenario.connections.emplace_back(nic, 7);
        scenario.writes.push_back({nic * 100, nic, 500000, false});
    }
    return scenario;
}

// Clauses: [pfc-lossless], [pfc-response], [wire-mode], [same-seed]
TEST(PfcNetwork, MrcOverLosslessQueues)
{
    const auto dropped = static_cast<unsigned>(DropReason::DATA_OVERFLOW);
    const ScenarioOutcome lossy = ScenarioRun(Incast(false), Manner()).Run();
    EXPECT_GT(lossy.drops[dropped], 0U);
    const RandomScenario scenario = Incast(true);
    const ScenarioOutcome reference = ScenarioRun(scenario, Manner()).Run();
    for (const uint64_t count : reference.drops)
    {
        EXPECT_EQ(count, 0U);
    }
    EXPECT_EQ(reference.completions.size(), 7U);
    std::vector<Manner> manners(5);
    manners[1].wireMode = true;
    manners[2].audience = Audience::SINKS;
    manners[3].audience = Audience::FLOW_MONITOR;
    manners[4].simulator = "DefaultSimulatorImpl";
    for (const Manner& manner : manners)
    {
        const ScenarioOutcome other = ScenarioRun(scenario, manner).Run();
        EXPECT_EQ(other.fingerprint, reference.fingerprint);
        EXPECT_EQ(other.completions, reference.completions);
        for (const std::string& violation : other.violations)
        {
            ADD_FAILURE() << violation;
        }
    }
}

// Clauses: [pfc-response]
TEST(PfcNetwork, APausedNicKeepsItsDataAndSendsAcknowledgements)
{
    FabricHelper helper = HelperUnder("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    helper.SetTopology(SmallFabric(4, 4, 0));
    helper.SetFabricAttribute("Trimming", BooleanValue(false));
    helper.SetFabricAttribute("LosslessDscps", StringValue("1,2"));
    const Ptr<Network> network = Audited(helper.Install());
    const Ptr<Qp> out = network->Connect(0, 1);
    const Ptr<Qp> in = network->Connect(2, 0);
    uint32_t outDone = 0;
    uint32_t inDone = 0;
    CountSuccess(out, outDone);
    CountSuccess(in, inDone);
    out->Write(1000000);
    in->Write(100000);
    Fabric& fabric = network->Engine().fabric;
    const PortIndex up = network->GetTopology().NicPort(0, 0);
    const PortIndex down = network->GetTopology().Peer(up);
    // A faulty switch pauses NIC 0 from 20 us on, for 335 us.
    Simulator::Schedule(MicroSeconds(20), [&] {
        fabric.Faults().BeginStorm(down, network->Engine().kernel.Now());
        fabric.Faults().EndStorm(down);
    });
    uint64_t sent = 0;
    Simulator::Schedule(MicroSeconds(30), [&] {
        sent = out->Counters().sentPackets;
        EXPECT_EQ(
            fabric.Onlookers().Backlog(up, TrafficClass::DATA, network->Engine().kernel.Now()),
            0U)
            << "it waits in the queue pair";
    });
    Simulator::Schedule(MicroSeconds(300), [&] {
        EXPECT_EQ(out->Counters().sentPackets, sent) << "not even a timer sends";
        EXPECT_EQ(inDone, 1U) << "whose SACKs NIC 0 has sent";
    });
    Simulator::Stop(MilliSeconds(10));
    Simulator::Run();
    EXPECT_GT(out->Counters().sentPackets, sent);
    EXPECT_EQ(outDone, 1U);
    EXPECT_EQ(fabric.Tally().Pauses(up, network->Engine().kernel.Now()).paused,
              Span(65535LL * 64 * 80));
    Simulator::Destroy();
}

// Clauses: [pfc-accounting], [shared-buffer]
TEST(PfcNetwork, WhoHearsOfATransmissionSeesTheBufferAsItIs)
{
    constexpr uint32_t size = 300000;
    FabricHelper helper = HelperUnder("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    helper.SetTopology(SmallFabric(4, 4, 0));
    helper.SetFabricAttribute("Trimming", BooleanValue(false));
    helper.SetFabricAttribute("LosslessDscps", StringValue("0,1,2"));
    helper.SetFabricAttribute("BufferSize", UintegerValue(size));
    helper.SetFabricAttribute("Faces", StringValue("All"));
    const Ptr<Network> network = Audited(helper.Install());
    const PortIndex down = network->GetTopology().Peer(network->GetTopology().NicPort(3, 0));
    uint64_t most = 0;
    const auto look = CallbackOf<Ptr<const Packet>>([&](Ptr<const Packet>) {
        const Instant now = network->Engine().kernel.Now();
        most = std::max<uint64_t>(most,
                                  network->Engine().fabric.Onlookers().Buffer(down, now)->Used());
    });
    network->GetFaces().PortAt(down)->TraceConnectWithoutContext("PhyTxBegin", look);
    for (uint32_t nic = 0; nic < 3; ++nic)
    {
        network->Connect(nic, 3)->Write(500000);
    }
    Simulator::Run();
    EXPECT_GT(most, 0U);
    EXPECT_LE(most, size);
    Simulator::Destroy();
}

// Clauses: [pfc-lossless]
TEST(PfcNetwork, DscpsOfOtherClassesAreErrors)
{
    const auto judge = [](const std::string& lossless, bool trimming) {
        const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        profile->SetAttribute("LosslessDscps", StringValue(lossless));
        profile->SetAttribute("Trimming", BooleanValue(trimming));
        profile->SetAttribute("ControlDscps", StringValue("30"));
        profile->SetAttribute("TrimmableDscps", StringValue("31"));
        return ThrownText([&profile] { profile->Format(); });
    };
    for (const char* wrong : {"1", "2", "11", "21", "30", "31", "48"})
    {
        EXPECT_EQ(judge(std::string("26,") + wrong, true),
                  std::string("ns3::mrc::FabricProfile::LosslessDscps has ") + wrong +
                      ", a DSCP of trimmable data or of another class; expected others");
    }
    EXPECT_EQ(judge("0,26", true), "no error");
    EXPECT_EQ(judge("1,2,31", false), "no error") << "nothing is trimmed";
    EXPECT_NE(judge("48", false), "no error");
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
