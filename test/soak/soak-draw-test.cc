/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-case-draw.h"
#include "soak-process.h"
#include "soak-report.h"

#include "ns3/mrc-fault-outages.h"
#include "ns3/mrc-fault.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace ns3
{
namespace mrc
{
namespace soak
{
namespace test
{

namespace
{

/** @return all of a case in words */
std::string
WordsOf(const SoakCase& plan)
{
    std::string words = plan.name + SummaryOf(plan) + TextOf(plan.faults);
    for (const Setting& setting : plan.settings)
    {
        words += ' ' + setting.name + '=' + setting.value;
    }
    for (const Transfer& flow : plan.traffic.transfers)
    {
        words += ' ' + std::to_string(flow.source) + '>' + std::to_string(flow.destination) + ':' +
                 std::to_string(flow.bytes) + '@' + std::to_string(flow.start.Ps());
    }
    return words;
}

TEST(SoakDrawTest, ASeedIsOneCase)
{
    std::set<std::string> all;
    for (uint64_t seed = 1; seed <= 50; ++seed)
    {
        const std::string words = WordsOf(DrawCase(seed));
        EXPECT_EQ(words, WordsOf(DrawCase(seed)));
        all.insert(words);
    }
    EXPECT_EQ(all.size(), 50U);
}

TEST(SoakDrawTest, TheFabricTakesTheFaultsThatTheOracleKnows)
{
    std::set<FaultEffect> effects;
    std::set<FaultSite> sites;
    for (uint64_t seed = 1; seed <= 100; ++seed)
    {
        const SoakCase plan = DrawCase(seed);
        const Topology topology(plan.topology);
        const std::vector<Fault> faults = ReadFaultList(TextOf(plan.faults), topology);
        ASSERT_EQ(faults.size(), plan.faults.size());
        for (size_t i = 0; i < faults.size(); ++i)
        {
            std::vector<uint32_t> ports = plan.faults[i].Ports(topology);
            std::sort(ports.begin(), ports.end());
            EXPECT_EQ(PortsOf(faults[i], topology), ports) << plan.faults[i].Text();
            EXPECT_EQ(faults[i].impairment.effect, plan.faults[i].effect);
            EXPECT_EQ(faults[i].down, plan.faults[i].from);
            EXPECT_EQ(faults[i].up.value_or(Instant::Never()), plan.faults[i].until);
            effects.insert(plan.faults[i].effect);
            sites.insert(plan.faults[i].site);
        }
    }
    EXPECT_EQ(effects.size(), 4U);
    EXPECT_EQ(sites.size(), 9U);
}

TEST(SoakDrawTest, SharesAreWrittenWithoutLoss)
{
    SoakFault fault;
    fault.effect = FaultEffect::LOSS;
    fault.millipercent = 25;
    EXPECT_EQ(fault.Text(), "link:0.0.0/loss=0.025%@0ns");
    fault.millipercent = 20000;
    fault.until = Instant(Nanos(1500).Ps());
    EXPECT_EQ(fault.Text(), "link:0.0.0/loss=20%@0ns..1500ns");
}

TEST(SoakReportTest, CasesOfWholeLinesAreKnown)
{
    char name[] = "soak-report-XXXXXX";
    const int file = mkstemp(name);
    ASSERT_GE(file, 0);
    close(file);
    std::ofstream(name) << "seed 1: ok, a\nseed 2: MISS, b: c\nseed 3: o";
    EXPECT_EQ(CasesIn(name), (std::set<std::string>{"seed 1", "seed 2"}));
    std::remove(name);
    EXPECT_TRUE(CasesIn(name).empty());
}

TEST(SoakReportTest, AMissSaysHowToRepeatIt)
{
    const std::string line = LineOfWreck("seed 17", "hung for 60 s");
    EXPECT_TRUE(TellsMiss(line));
    EXPECT_NE(line.find("./mrc soak --seeds=17..17 --verbose"), std::string::npos);
    EXPECT_NE(LineOfWreck("uplinks-5/1", "").find("--only=uplinks-5/1"), std::string::npos);
    EXPECT_FALSE(TellsMiss(LineOf(DrawCase(1), {})));
}

TEST(SoakDrawTest, AHealthyCaseIsTheSameWithoutFaults)
{
    const SoakCase sick = DrawCase(17);
    const SoakCase healthy = WithoutFaults(sick);
    EXPECT_FALSE(sick.faults.empty());
    EXPECT_TRUE(healthy.faults.empty());
    EXPECT_EQ(healthy.stream, sick.stream);
    EXPECT_EQ(healthy.traffic.transfers.size(), sick.traffic.transfers.size());
    const std::string line = LineOfWreck(healthy.name, "hung");
    EXPECT_NE(line.find("./mrc soak --seeds=17..17 --verbose --healthy"), std::string::npos)
        << line;
}

TEST(SoakProcessTest, TellsWhatBecameOfATask)
{
    EXPECT_EQ(RunInProcess([] { return std::string(100000, 'x'); }, 10).output,
              std::string(100000, 'x'));
    EXPECT_EQ(RunInProcess([]() -> std::string { std::abort(); }, 10).trouble,
              "was ended by signal 6");
    EXPECT_EQ(RunInProcess([]() -> std::string { _exit(3); }, 10).trouble, "ended with status 3");
    EXPECT_EQ(RunInProcess(
                  [] {
                      sleep(60);
                      return std::string();
                  },
                  1)
                  .trouble,
              "hung for 1 s");
}

} // namespace

} // namespace test
} // namespace soak
} // namespace mrc
} // namespace ns3
