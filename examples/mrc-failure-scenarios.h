/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAILURE_SCENARIOS_H
#define MRC_FAILURE_SCENARIOS_H

// What happened on real MRC NICs when ports, links and switches failed, as scenarios. One second of
// the paper's tests is 50 ms here; steps of the record are 1 ms.

#include "ns3/mrc-module.h"
#include "ns3/string.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace ns3
{

using mrc::Bound;
using mrc::Goal;
using mrc::Scenario;
using mrc::StepRange;
using mrc::TotalGoodput;

/** ib_write_bw in both directions between two NICs, with four queue pairs. */
static mrc::StreamLoad
BothWays(uint32_t a, uint32_t b)
{
    return {{{a, b}}, 4, 32768, 128, true};
}

/** @return so many milliseconds of a fabric from its first packet on */
static Scenario
Record(const std::string& target, const mrc::StreamLoad& load, uint32_t milliseconds)
{
    Scenario scenario{target, mrc::PresetTopology("clos-8x100g", 32), load};
    scenario.sampling = {Time(), MilliSeconds(1), milliseconds};
    return scenario;
}

/** @return the 5 ms that are measured after a change and 1 ms of warm-up */
static StepRange
SteadyAfter(uint32_t millisecond)
{
    return {millisecond + 1, 5};
}

/** @return the faults: of NIC 0 six ports go down one by one, and come back in that order */
static std::string
SixPortsOneByOne(uint32_t step)
{
    std::string faults;
    for (uint32_t plane = 0; plane < 6; ++plane)
    {
        faults += (plane == 0 ? "port:0." : ",port:0.") + std::to_string(plane) + "@" +
                  std::to_string((plane + 1) * step) + "ms.." + std::to_string((plane + 7) * step) +
                  "ms";
    }
    return faults;
}

/** Ports of a NIC go down one by one until two are left, and come back. */
static Scenario
PortsDown()
{
    constexpr uint32_t STEP = 50; // ms
    const double published[] =
        {1531, 1334, 1145, 953, 766, 569, 383, 571, 763, 951, 1141, 1335, 1532};
    Scenario scenario = Record("T3", BothWays(0, 1), 13 * STEP);
    scenario.faults = SixPortsOneByOne(STEP);
    for (uint32_t step = 0; step < 13; ++step)
    {
        const uint32_t up = step <= 6 ? 8 - step : step - 4;
        const std::string figure = std::to_string(up) + (step <= 6 ? " ports" : " ports again");
        scenario.goals.push_back(
            {TotalGoodput(SteadyAfter(step * STEP)),
             {"T3", figure, "Gb/s", published[step], 191.0 * up, 2, Bound::WITHIN}});
    }
    return scenario;
}

/**
 * As T3, with a NIC that sends nothing for 0.9 to 1.1 of the paper's seconds after each removal
 * (12 #24: CX-8-like).
 */
static Scenario
PortsDownWithBlackouts()
{
    constexpr uint32_t STEP = 100; // ms
    constexpr double SECOND = 50;  // ms of ours
    const double published[] = {1334, 1145, 953, 766, 569, 383};
    const std::string target = "T3-CX8";
    Scenario scenario = Record(target, BothWays(0, 1), 13 * STEP);
    scenario.faults = SixPortsOneByOne(STEP);
    scenario.configure = [](mrc::FabricHelper& fabric) {
        fabric.SetFabricAttribute("PortFailure", StringValue("Cx8Like"));
        fabric.SetFabricAttribute("BlackoutMinimum", StringValue("45ms"));
        fabric.SetFabricAttribute("BlackoutMaximum", StringValue("55ms"));
    };
    for (uint32_t removal = 1; removal <= 6; ++removal)
    {
        const std::string left = std::to_string(8 - removal) + " ports";
        const double dip = removal == 1 ? 0 : SECOND;
        scenario.goals.push_back(
            {mrc::StepsWithoutGoodput({removal * STEP, STEP}),
             {target, left + ": no goodput", "ms", dip, SECOND, 10, Bound::WITHIN}});
        scenario.goals.push_back({TotalGoodput({removal * STEP + 70, 5}),
                                  {target,
                                   left,
                                   "Gb/s",
                                   published[removal - 1],
                                   191.0 * (8 - removal),
                                   2,
                                   Bound::WITHIN}});
    }
    scenario.goals.push_back({mrc::StepsWithoutGoodput({7 * STEP, 6 * STEP}),
                              {target, "ports again: no goodput", "ms", 0, 0, 0, Bound::AT_MOST}});
    return scenario;
}

/** Four ports of a NIC go down together for 11.5 of the paper's seconds. */
static Scenario
HalfThePortsDown()
{
    Scenario scenario = Record("T4", BothWays(0, 1), 1000);
    scenario.faults = "port:0.0@285ms..860ms,port:0.1@285ms..860ms,port:0.2@285ms..860ms,"
                      "port:0.3@285ms..860ms";
    scenario.goals = {
        {TotalGoodput(SteadyAfter(0)), {"T4", "8 ports", "Gb/s", 1532, 1532, 2, Bound::WITHIN}},
        {TotalGoodput(SteadyAfter(285)), {"T4", "4 ports", "Gb/s", 762, 762, 2, Bound::WITHIN}},
        {TotalGoodput(SteadyAfter(860)),
         {"T4", "8 ports again", "Gb/s", 1539, 1532, 2, Bound::WITHIN}},
        {mrc::StepsWithoutGoodput({0, 1000}),
         {"T4", "time without goodput", "ms", 0, 0, 0, Bound::AT_MOST}},
    };
    return scenario;
}

/** @return the goals of links that fail from 100 ms on and may cost nothing */
static std::vector<Goal>
LinksAreNotMissed(const std::string& target,
                  uint32_t milliseconds,
                  std::initializer_list<double> published)
{
    const mrc::Figure baseline = TotalGoodput({10, 90});
    const StepRange down{100, milliseconds - 100};
    const double* figure = published.begin();
    return {
        {mrc::PercentOf(TotalGoodput(down), baseline),
         {target, "mean against before", "%", figure[0], 99.5, 0, Bound::AT_LEAST}},
        // 0.2 s, compressed
        {mrc::PercentOf(mrc::WorstSample(down, 10), baseline),
         {target, "worst 10 ms against before", "%", figure[1], 96, 0, Bound::AT_LEAST}},
    };
}

/** Twenty links of a T0 fail one by one, a second apart. */
static Scenario
LinksDown()
{
    Scenario scenario = Record("T5", BothWays(0, 16), 1150);
    for (uint32_t i = 0; i < 20; ++i)
    {
        scenario.faults += (i == 0 ? "link:" : ",link:") + std::to_string(i % 8) + ".0." +
                           std::to_string(i / 8) + "@" + std::to_string(100 + 50 * i) + "ms";
    }
    scenario.goals = LinksAreNotMissed("T5", 1150, {99.9, 99.0});
    return scenario;
}

/** One link of a T0 in each plane fails, all at once. */
static Scenario
EightLinksDown()
{
    Scenario scenario = Record("T5-eight", BothWays(0, 16), 600);
    for (uint32_t plane = 0; plane < 8; ++plane)
    {
        scenario.faults += (plane == 0 ? "link:" : ",link:") + std::to_string(plane) + ".0.5@100ms";
    }
    scenario.goals = LinksAreNotMissed("T5-eight", 600, {100.1, 96.1});
    return scenario;
}

/** The T0 of one plane fails for good. */
static Scenario
T0Down()
{
    Scenario scenario = Record("T6-T0", BothWays(0, 1), 200);
    scenario.faults = "t0:3.0@100ms";
    scenario.goals = {
        {mrc::PercentOf(TotalGoodput(SteadyAfter(100)), TotalGoodput({10, 90})),
         {"T6-T0", "steady against before", "%", 87.3, 87.5, 2, Bound::WITHIN}},
    };
    return scenario;
}

/** A T1 fails and comes back. */
static Scenario
T1Down()
{
    Scenario scenario = Record("T6-T1", BothWays(0, 16), 600);
    const mrc::Figure baseline = TotalGoodput({10, 90});
    scenario.faults = "t1:3.5@100ms..400ms";
    scenario.goals = {
        {mrc::PercentOf(TotalGoodput({100, 300}), baseline),
         {"T6-T1", "while down against before", "%", 99.7, 100, 2, Bound::WITHIN}},
        {mrc::PercentOf(TotalGoodput({400, 200}), baseline),
         {"T6-T1", "back against before", "%", 100, 100, 2, Bound::WITHIN}},
    };
    return scenario;
}

} // namespace ns3

#endif /* MRC_FAILURE_SCENARIOS_H */
