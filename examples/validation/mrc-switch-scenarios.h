/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWITCH_SCENARIOS_H
#define MRC_SWITCH_SCENARIOS_H

// Failures of switches between real MRC NICs, as scenarios.

#include "mrc-scenario-parts.h"

#include <string>

namespace ns3
{

/**
 * The T0 of one plane fails for good [target-switches].
 *
 * @param effect how, as Network::ScheduleFaults takes it: "", or "/silent" if no NIC hears of it
 */
static Scenario
T0Down(const std::string& target, const Clock& clock, const std::string& effect)
{
    Scenario scenario = Record(target, BothWays(0, 1), clock.Ms(4));
    scenario.faults = "t0:3.0" + effect + "@" + clock.Text(2);
    const double longest = 0.44 * clock.second;
    scenario.goals = {
        {mrc::PercentOf(TotalGoodput({clock.Ms(3.4), 5}), Before(clock)),
         {target,
          "steady against before",
          "%",
          {87.3, "Fig. 10", Bound::WITHIN, 0.6},
          87.5,
          2,
          Bound::WITHIN}},
        {mrc::StepsBelow(10, {clock.Ms(2), clock.Ms(2)}, Before(clock)),
         {target,
          "time below a tenth of before",
          "ms",
          {longest, "Fig. 10", Bound::AT_MOST},
          longest,
          0,
          Bound::AT_MOST}},
    };
    return scenario;
}

/** The same, with the measured blackout of NICs. */
static Scenario
T0DownWithBlackouts(const Clock& clock)
{
    Scenario scenario = Cx8Like(T0Down("T6-T0-CX8", clock, ""), clock);
    mrc::Expectation& outage = scenario.goals.back().expectation;
    outage.bound = outage.published.bound = Bound::NONE;
    outage.expected = NOTHING;
    outage.note = LENGTH_IS_INPUT;
    return scenario;
}

/** A T1 fails and comes back. */
static Scenario
T1Down(const Clock& clock)
{
    Scenario scenario = Record("T6-T1", BothWays(0, 16), clock.Ms(12));
    scenario.faults = "t1:3.5" + clock.Between(2, 8);
    const auto against = [&](const char* figure, StepRange when, double published) {
        scenario.goals.push_back({mrc::PercentOf(TotalGoodput(when), Before(clock)),
                                  {"T6-T1",
                                   figure,
                                   "%",
                                   {published, "Fig. 11", Bound::WITHIN, 0.6},
                                   100,
                                   2,
                                   Bound::WITHIN}});
    };
    against("while down against before", {clock.Ms(2), clock.Ms(6)}, 99.7);
    against("back against before", {clock.Ms(8), clock.Ms(4)}, 100);
    return scenario;
}

} // namespace ns3

#endif /* MRC_SWITCH_SCENARIOS_H */
