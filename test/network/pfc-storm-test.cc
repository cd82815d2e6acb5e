/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A NIC that pauses for ever, as a fault in words.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-fault.h"
#include "ns3/mrc-network.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

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

/** Bytes that were placed up to some instants. */
struct Progress
{
    std::vector<uint64_t> victim; //!< from NIC 0 to NIC 3, which share no port with NIC 2
    std::vector<uint64_t> target; //!< from NIC 1 to NIC 2, which pauses
    uint64_t watched{0};          //!< packets that the watchdog dropped
    uint64_t pauses{0};           //!< pause frames of NIC 2
};

/** Two streams that share the link between two T0s; NIC 2 is in a storm from 0.2 to 1.2 ms. */
Progress
RunStorm(const std::string& fault, const std::string& detect)
{
    TopologySpec spec = SmallFabric(4, 2, 1, 1);
    FabricHelper helper = HelperUnder("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    helper.SetTopology(spec);
    helper.AssignStreams(1);
    helper.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
    helper.SetEvAttribute("Format", StringValue("Udp"));
    helper.SetFabricAttribute("LosslessDscps", StringValue("26"));
    helper.SetFabricAttribute("PfcXoff", StringValue("50000"));
    helper.SetFabricAttribute("PfcWatchdogDetect", StringValue(detect));
    helper.SetFabricAttribute("PfcWatchdogRestore", StringValue("100us"));
    helper.SetQpAttribute("Transport",
                          StringValue("ns3::mrc::RoceTransport[RateControl=None|"
                                      "AckTimeoutExponent=6]"));
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults(fault);
    const Ptr<Qp> victim = network->Connect(0, 3);
    const Ptr<Qp> target = network->Connect(1, 2);
    victim->Write(100000000);
    target->Write(100000000);
    Progress progress;
    for (const int64_t us : {200, 400, 1200, 2000})
    {
        Simulator::Stop(MicroSeconds(us) - Simulator::Now());
        Simulator::Run();
        progress.victim.push_back(victim->Peer()->Counters().placedBytes);
        progress.target.push_back(target->Peer()->Counters().placedBytes);
    }
    const FabricTally tally = network->Engine().fabric.Tally();
    progress.watched = tally.Drops(DropReason::PFC_WATCHDOG);
    progress.pauses =
        tally.Pauses(network->GetTopology().NicPort(2, 0), network->Engine().kernel.Now()).sent;
    Simulator::Destroy();
    return progress;
}

// Clauses: [pfc-storm]
TEST(PfcStormFault, StopsThoseWhoNeverSendToTheBrokenNic)
{
    const Progress calm = RunStorm("", "0us");
    EXPECT_GT(calm.victim[2] - calm.victim[1], 4000000U) << "half of 100 Gb/s for 0.8 ms";
    const Progress storm = RunStorm("nic:2/storm@200us..1200us", "0us");
    EXPECT_EQ(storm.victim[0], calm.victim[0]);
    EXPECT_EQ(storm.victim[2], storm.victim[1]) << "the victim stands behind paused frames";
    EXPECT_EQ(storm.target[2], storm.target[1]);
    EXPECT_EQ(storm.watched, 0U);
    EXPECT_EQ(calm.pauses, 0U);
    EXPECT_GE(storm.pauses, 6U) << "one each 167.8 us, half of the longest pause at 100 Gb/s";
    EXPECT_GT(storm.victim[3], storm.victim[2]) << "the last pause runs out after the storm";
    const Progress named = RunStorm("nic:2/storm=3@200us..1200us", "0us");
    EXPECT_EQ(named.victim, storm.victim) << "3 is the lossless priority by itself";
    EXPECT_EQ(named.pauses, storm.pauses);
}

// Clauses: [pfc-storm], [pfc-watchdog]
TEST(PfcStormFault, WatchdogFreesTheVictim)
{
    const Progress storm = RunStorm("port:2.0/storm@200us..1200us", "50us");
    EXPECT_GT(storm.victim[2] - storm.victim[1], 4000000U);
    EXPECT_EQ(storm.target[2], storm.target[1]) << "what goes to the broken NIC is dropped";
    EXPECT_GT(storm.watched, 0U);
}

// Clauses: [pfc-storm]
TEST(PfcStormFault, HasOneEnd)
{
    const Topology topology(SmallFabric(4, 2, 1, 2));
    const auto described = [&topology](const std::string& fault) {
        return DescribeFault(ReadFaultList(fault, topology).at(0), topology);
    };
    EXPECT_EQ(described("nic:3/storm@1ms"), "nic:3/storm@1ms: 2 directed links");
    EXPECT_EQ(described("port:3.1/storm@1ms"), "port:3.1/storm@1ms: 1 directed link");
    EXPECT_EQ(described("link-down:0.1.0/storm@1ms"), "link-down:0.1.0/storm@1ms: 1 directed link");
    EXPECT_EQ(described("port:3.1/storm=7@1ms"), "port:3.1/storm=7@1ms: 1 directed link");
    for (const char* fault : {"nic:3/storm=8@1ms", "nic:3/storm=@1ms", "nic:3/storm=a@1ms"})
    {
        EXPECT_NE(
            ThrownText([&] { ReadFaultList(fault, topology); }).find("expected a priority, 0 .. 7"),
            std::string::npos)
            << fault;
    }
    for (const char* fault :
         {"t0:0.1/storm@1ms", "plane:0/storm@1ms", "transceiver:0.0.0/storm@1s"})
    {
        EXPECT_NE(ThrownText([&] {
                      ReadFaultList(fault, topology);
                  }).find("expected 'nic:', 'port:' or 'link:' of a storm: one end sends pauses"),
                  std::string::npos)
            << fault;
    }
}

// Clauses: [pfc-storm]
TEST(PfcStormFault, NeedsPfc)
{
    FabricHelper helper = HelperUnder("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    helper.SetTopology(SmallFabric(4, 2, 1, 1));
    const Ptr<Network> network = Audited(helper.Install());
    EXPECT_EQ(ThrownText([&] { network->ScheduleFaults("nic:3/storm@1ms..2ms"); }),
              "the fault 'nic:3/storm@1ms..2ms' is a storm of pauses, and this fabric has no PFC; "
              "expected ns3::mrc::FabricProfile::LosslessDscps");
    Simulator::Destroy();
}

// Clauses: [pfc-storm]
TEST(PfcStormFault, NamesThePriorityThatIsLossless)
{
    FabricHelper helper = HelperUnder("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    helper.SetTopology(SmallFabric(4, 2, 1, 1));
    helper.SetFabricAttribute("LosslessDscps", StringValue("26"));
    helper.SetFabricAttribute("PfcPriority", UintegerValue(4));
    const Ptr<Network> network = Audited(helper.Install());
    EXPECT_EQ(ThrownText([&] { network->ScheduleFaults("nic:3/storm=3@1ms..2ms"); }),
              "the fault 'nic:3/storm=3@1ms..2ms' pauses priority 3, of which no queue is "
              "lossless; expected 4, or another ns3::mrc::FabricProfile::PfcPriority");
    EXPECT_EQ(ThrownText([&] { network->ScheduleFaults("nic:3/storm=4@1ms..2ms"); }), "no error");
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
