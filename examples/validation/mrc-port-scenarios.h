/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_SCENARIOS_H
#define MRC_PORT_SCENARIOS_H

// Failures of ports of real MRC NICs, as scenarios.

#include "mrc-scenario-parts.h"

#include <string>

namespace ns3
{

/** @return the faults: of NIC 0 six ports go down one by one, and come back in that order */
static std::string
SixPortsOneByOne(const Clock& clock, uint32_t step)
{
    std::string faults;
    for (uint32_t plane = 0; plane < 6; ++plane)
    {
        faults += (plane == 0 ? "port:0." : ",port:0.") + std::to_string(plane) +
                  clock.Between((plane + 1) * step, (plane + 7) * step);
    }
    return faults;
}

/** Ports of a NIC go down one by one until two are left, and come back. */
static Scenario
PortsDown(const Clock& clock)
{
    const double published[] =
        {1531, 1334, 1145, 953, 766, 569, 383, 571, 763, 951, 1141, 1335, 1532};
    Scenario scenario = Record("T3", BothWays(0, 1), clock.Ms(13));
    scenario.faults = SixPortsOneByOne(clock, 1);
    for (uint32_t step = 0; step < 13; ++step)
    {
        const uint32_t up = step <= 6 ? 8 - step : step - 4;
        const std::string figure = std::to_string(up) + (step <= 6 ? " ports" : " ports again");
        scenario.goals.push_back({TotalGoodput(SteadyAfter(clock.Ms(step))),
                                  {"T3",
                                   figure,
                                   "Gb/s",
                                   ReadFrom("Fig. 9a", published[step], 1600),
                                   191.0 * up,
                                   2,
                                   Bound::WITHIN}});
    }
    return scenario;
}

/** As T3, with a NIC that sends nothing for 0.9 to 1.1 s after each removal [target-ports]. */
static Scenario
PortsDownWithBlackouts(const Clock& clock)
{
    const double published[] = {1334, 1145, 953, 766, 569, 383};
    const std::string target = "T3-CX8";
    Scenario scenario = Cx8Like(Record(target, BothWays(0, 1), clock.Ms(26)), clock);
    scenario.faults = SixPortsOneByOne(clock, 2);
    for (uint32_t removal = 1; removal <= 6; ++removal)
    {
        const std::string left = std::to_string(8 - removal) + " ports";
        const uint32_t time = clock.Ms(2 * removal);
        mrc::Expectation gap{target,
                             left + ": no goodput",
                             "ms",
                             {static_cast<double>(clock.second), "Fig. 9a"},
                             NOTHING,
                             0,
                             Bound::NONE,
                             LENGTH_IS_INPUT};
        if (removal == 1) // which had no gap on real NICs
        {
            gap.published = {0, "Fig. 9a", Bound::AT_MOST};
            gap.expected = 0;
            gap.bound = Bound::AT_MOST;
            gap.note = "the mode has a gap after each removal";
        }
        scenario.goals.push_back({mrc::StepsWithoutGoodput({time, clock.Ms(2)}), gap});
        scenario.goals.push_back({TotalGoodput({time + clock.Ms(1.4), 5}),
                                  {target,
                                   left,
                                   "Gb/s",
                                   ReadFrom("Fig. 9a", published[removal - 1], 1600),
                                   191.0 * (8 - removal),
                                   2,
                                   Bound::WITHIN}});
    }
    scenario.goals.push_back({mrc::StepsWithoutGoodput({clock.Ms(14), clock.Ms(12)}),
                              {target,
                               "ports again: no goodput",
                               "ms",
                               {0, "Fig. 9a"},
                               NOTHING,
                               0,
                               Bound::NONE,
                               "that returns have none is an input"}});
    return scenario;
}

/** Four ports of a NIC go down together for 11.5 s. */
static Scenario
HalfThePortsDown(const std::string& target, const Clock& clock)
{
    constexpr double DOWN = 5.7;
    constexpr double UP = 17.2;
    Scenario scenario = Record(target, BothWays(0, 1), clock.Ms(20));
    for (uint32_t plane = 0; plane < 4; ++plane)
    {
        scenario.faults +=
            (plane == 0 ? "port:0." : ",port:0.") + std::to_string(plane) + clock.Between(DOWN, UP);
    }
    const auto level = [&](const char* figure, StepRange when, double published, double expected) {
        scenario.goals.push_back({TotalGoodput(when),
                                  {target,
                                   figure,
                                   "Gb/s",
                                   ReadFrom("Fig. 9b", published, 1600),
                                   expected,
                                   2,
                                   Bound::WITHIN}});
    };
    level("8 ports", SteadyAfter(0), 1532, 1532);
    level("4 ports", {clock.Ms(DOWN + 1.4), 5}, 762, 762);
    level("8 ports again", SteadyAfter(clock.Ms(UP)), 1539, 1532);
    scenario.goals.push_back({mrc::StepsWithoutGoodput({0, clock.Ms(20)}),
                              {target,
                               "time without goodput",
                               "ms",
                               {0, "Fig. 9b", Bound::AT_MOST},
                               0,
                               0,
                               Bound::AT_MOST}});
    return scenario;
}

} // namespace ns3

#endif /* MRC_PORT_SCENARIOS_H */
