/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Fabrics of many kinds on several threads do what they do on one.

#include "graph-samples.h"
#include "graph-text.h"
#include "ruled-fabric.h"
#include "threads-crowd.h"

#include "ns3/mrc-fault.h"
#include "ns3/mrc-shard-set.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <regex>
#include <string>
#include <thread>
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

/** An attribute of FabricProfile and its value. */
using FabricSetting = std::pair<const char*, const char*>;

/** A kind of fabric, and what goes wrong there. */
struct Kind
{
    const char* name;
    std::vector<FabricSetting> fabric;
    bool isRoce{false};
    const char* faults{""};
    TopologySpec spec{SmallFabric(12, 2, 3, 2)};
};

/** @return has a helper make a network of a kind */
Crowd::Settings
SettingsOf(const Kind& kind)
{
    return [kind](FabricHelper& helper) {
        for (const auto& [name, value] : kind.fabric)
        {
            helper.SetFabricAttribute(name, StringValue(value));
            if (name == std::string("Encapsulation"))
            {
                helper.SetEvAttribute("Format", StringValue("Udp"));
            }
        }
        if (kind.isRoce)
        {
            helper.SetQpAttribute("Transport",
                                  StringValue("ns3::mrc::RoceTransport[AckTimeoutExponent=8]"));
        }
    };
}

/** Writes to and fro, and to NIC 0, in a fabric of a kind. */
void
RunKind(Crowd& crowd, const Kind& kind)
{
    if (kind.faults[0] != '\0')
    {
        crowd.network->ScheduleFaults(kind.faults);
    }
    for (uint32_t nic = 0; nic < kind.spec.nics; ++nic)
    {
        crowd.Post(nic, (nic + kind.spec.nics / 2) % kind.spec.nics, 100000, 1);
    }
    for (uint32_t nic = 1; nic < kind.spec.nics; ++nic)
    {
        crowd.Post(nic, 0, 150000);
    }
    Simulator::Stop(MilliSeconds(30));
    crowd.Run();
}

/** @return what threads tell of such a run */
std::string
KindTells(const Kind& kind, uint32_t threads)
{
    Crowd crowd(kind.spec, threads, SettingsOf(kind));
    RunKind(crowd, kind);
    for (PortIndex port = 0; port < crowd.network->GetTopology().PortCount(); ++port)
    {
        const FabricTally tally = crowd.network->Engine().fabric.Tally();
        const PauseCounters pauses = tally.Pauses(port, crowd.network->Engine().kernel.Now());
        crowd.told << pauses.sent << ' ' << pauses.ended << ' ' << pauses.received << ' '
                   << pauses.paused.Ps() << ' ' << pauses.storms << '\n';
    }
    const std::string told = crowd.told.str();
    // With PFC ports of links between threads always go by events: these counts differ, no result.
    const bool hasPauses = crowd.network->Engine().fabric.State().pauses.Any();
    return hasPauses ? std::regex_replace(told, std::regex(" events [0-9]+"), "") : told;
}

/** @return the pause frames that came over links between two threads, in such a run */
uint64_t
PausesBetweenThreads(const Kind& kind)
{
    Crowd crowd(kind.spec, 2, SettingsOf(kind));
    RunKind(crowd, kind);
    const NetworkEngine engine = crowd.network->Engine();
    uint64_t pauses = 0;
    for (PortIndex port = 0; port < crowd.network->GetTopology().PortCount(); ++port)
    {
        const bool isCut = (engine.fabric.State().FlagsOf(port) & PORT_CUT) != 0;
        const FabricTally tally = engine.fabric.Tally();
        pauses += isCut ? tally.Pauses(port, engine.kernel.Now()).received : 0;
    }
    return pauses;
}

void
ExpectTheSame(const std::vector<Kind>& kinds)
{
    for (const Kind& kind : kinds)
    {
        const std::string one = KindTells(kind, 1);
        for (const uint32_t threads : {2, 3})
        {
            EXPECT_EQ(KindTells(kind, threads), one) << threads << " threads, " << kind.name;
        }
    }
}

// Clauses: [several-threads] [ecmp-tables] [ecmp-hash] [flowlet-switch] [adaptive-port]
TEST(ThreadsKinds, SwitchesThatHashAndCompute)
{
    const char* const faults = "link:0.0.0@50us..200us,t1:1.1@80us";
    std::vector<Kind> kinds;
    for (const char* const routing : {"Static", "Ecmp", "Flowlet", "Adaptive"})
    {
        for (const bool isRoce : {false, true})
        {
            kinds.push_back(
                {routing, {{"Encapsulation", "Ipv4"}, {"Routing", routing}}, isRoce, faults});
        }
    }
    ExpectTheSame(kinds);
}

// Clauses: [several-threads] [shared-buffer] [class-weights] [wred-drops]
TEST(ThreadsKinds, BuffersWeightsAndEarlyDrops)
{
    const char* const faults = "link:0.0.0@50us..200us";
    ExpectTheSame(
        {{"a shared buffer", {{"BufferSize", "200000"}}, false, faults},
         {"a shared buffer without trimming",
          {{"BufferSize", "100000"}, {"Trimming", "false"}},
          false,
          faults},
         {"weights", {{"DataWeight", "4"}, {"TrimmedWeight", "2"}, {"ControlWeight", "1"}}},
         {"weights in a shared buffer",
          {{"DataWeight", "1"},
           {"TrimmedWeight", "2"},
           {"ControlWeight", "4"},
           {"BufferSize", "150000"}}},
         {"early drops",
          {{"DataWredMinimum", "10000"}, {"DataWredMaximum", "40000"}, {"WredDropsEct", "true"}},
          false,
          faults}});
}

// Clauses: [several-threads] [pfc-lossless] [pfc-response] [pfc-frame] [pfc-storm] [pfc-watchdog]
TEST(ThreadsKinds, PausesCrossLinksAsFrames)
{
    const FabricSetting untrimmed{"Trimming", "false"};
    const FabricSetting lossless{"LosslessDscps", "0,1,2"};
    const FabricSetting threshold{"PfcXoff", "15000"};
    const FabricSetting buffer{"BufferSize", "300000"};
    ExpectTheSame({{"PFC", {untrimmed, lossless, threshold}},
                   {"PFC of RoCEv2", {untrimmed, {"LosslessDscps", "26"}, buffer}, true},
                   {"PFC by a shared buffer", {untrimmed, lossless, buffer}},
                   {"PFC and faults",
                    {untrimmed, lossless, threshold},
                    false,
                    "link:0.0.0@50us..150us,t1:1.1@80us..200us"},
                   {"a storm",
                    {untrimmed, lossless, threshold, {"PfcWatchdogDetect", "50us"}},
                    false,
                    "nic:3/storm@20us..1ms,link:0.0.1/storm@60us..2ms"}});
    EXPECT_GT(PausesBetweenThreads({"PFC", {untrimmed, lossless, threshold}}), 10U);
}

// Clauses: [several-threads] [graph-files] [link-rules]
TEST(ThreadsKinds, GraphsAndLinksThatDiffer)
{
    const TopologySpec small = SmallFabric(12, 2, 3, 2);
    ExpectTheSame({{"a thick graph", {}, false, "", ParseDot(THICK)},
                   {"a ring", {}, false, "", ParseDot(RING)},
                   {"a graph that hashes", {{"Encapsulation", "Ipv6"}}, false, "", ParseDot(THICK)},
                   {"links that differ",
                    {},
                    false,
                    "",
                    Ruled("link:0.0.0/rate=25%,plane:1/delay=2us,link:0.1.1/missing", small)}});
}

// Clauses: [several-threads] [ev-denied]
TEST(ThreadsKinds, DrainsAndTheDenylist)
{
    const char* const drains = "link:0.0.0/drain=30us@60us..200us,t1:1.1/drain=20us@80us..150us";
    ExpectTheSame({{"drains", {{"DenylistDelay", "10us"}}, false, drains}});
    const auto told = [](uint32_t threads) {
        Crowd crowd(SmallFabric(12, 2, 3, 2), threads, [](FabricHelper& helper) {
            helper.SetFabricAttribute("DenylistDelay", StringValue("20us"));
        });
        crowd.network->GetDenylist().Deny(1, 1);
        Simulator::Schedule(MicroSeconds(40), [&] { crowd.network->GetDenylist().Deny(0, 2); });
        Simulator::Schedule(MicroSeconds(200), [&] { crowd.network->GetDenylist().Allow(1, 1); });
        for (uint32_t nic = 0; nic < 12; ++nic)
        {
            crowd.Post(nic, (nic + 6) % 12, 1500000, 2);
        }
        return crowd.Run();
    };
    EXPECT_EQ(told(2), told(1));
    EXPECT_EQ(told(3), told(1));
}

// Clauses: [several-threads] [window-scope]
TEST(ThreadsKinds, WindowsThatQueuePairsShare)
{
    const auto told = [](uint32_t threads) {
        Crowd crowd(SmallFabric(12, 2, 3, 2), threads, [](FabricHelper& helper) {
            helper.SetCcAttribute("Scope", StringValue("Destination"));
        });
        for (uint32_t nic = 1; nic < 12; ++nic)
        {
            crowd.Post(nic, 0, 200000, 1);
            crowd.Post(nic, 0, 100000, 2);
        }
        return crowd.Run();
    };
    EXPECT_EQ(told(2), told(1));
    EXPECT_EQ(told(3), told(1));
}

TEST(ThreadsKinds, NoThreadsMeanAllCores)
{
    Crowd crowd(SixNics(), 0);
    const std::size_t threads = crowd.network->Engine().shards.All().size();
    EXPECT_EQ(threads, std::min(std::max(std::thread::hardware_concurrency(), 1U), 64U));
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
