/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_SCENARIOS_H
#define MRC_PATH_SCENARIOS_H

// Reactions of queue pairs to dead paths between T0s, as scenarios; steps of a record are 1 ms.

#include "mrc-deal-scenarios.h"
#include "mrc-loss-figures.h"

#include <string>

namespace ns3
{

/** @return queue pairs between two T0 groups, four between any two of eight and eight NICs */
static mrc::StreamLoad
GroupToGroup(uint32_t across)
{
    mrc::StreamLoad load{{}, 4, 32768, 128};
    for (uint32_t nic = 0; nic < 8; ++nic)
    {
        load.flows.push_back({nic, nic + across});
    }
    return load;
}

/** Adds goals: losses are found in the paper's "few tens of microseconds". */
static void
LossesAreFoundSoon(Scenario& scenario)
{
    const std::string& target = scenario.target;
    const Published tens{99, "sec. 2.1: tens", Bound::AT_MOST};
    scenario.goals.insert(scenario.goals.end(),
                          {{mrc::GapRecovery(0.5),
                            {target, "gap recovered: median", "us", tens, 99, 0, Bound::AT_MOST}},
                           {mrc::GapRecovery(1),
                            {target, "gap recovered: longest", "us", tens, 99, 0, Bound::AT_MOST}},
                           {mrc::TimeoutRecoveries(),
                            {target, "recovered by timer", "", {}, NOTHING, 0, Bound::NONE}}});
}

/** Links are dead before the first packet, one in each of so many planes [target-start-up]. */
static Scenario
DeadPaths(const std::string& target, uint32_t links, const Clock& clock, const Deal& deal)
{
    const uint32_t length = clock.Ms(1.2);
    Scenario scenario = Record(target, GroupToGroup(deal.Across()), length);
    deal.Apply(scenario);
    for (uint32_t plane = 0; plane < links; ++plane)
    {
        scenario.faults += (plane == 0 ? "link:" : ",link:") + std::to_string(plane) + ".0." +
                           std::to_string((5 * plane + 5) % 16) + "@0ns";
    }
    mrc::Expectation
        losses{scenario.target, "most losses of a QP", "", {}, NOTHING, 0, Bound::NONE};
    if (links == 1)
    {
        losses.published = {4, "sec. 2.4: < 5", Bound::AT_MOST};
        losses.expected = 4;
        losses.bound = Bound::AT_MOST;
    }
    const uint32_t later = clock.Ms(0.2);
    scenario.goals = {
        {mrc::MostLosses({0, length}), losses},
        {mrc::EvsRetired({later, length - later}),
         {scenario.target,
          "EVs retired after " + std::to_string(later) + " ms",
          "",
          {},
          0,
          0,
          Bound::AT_MOST}},
    };
    LossesAreFoundSoon(scenario);
    return scenario;
}

/** A T1 stops to forward, unnoticed by its neighbours, and comes back [target-silent-switch]. */
static Scenario
SilentT1(const Clock& clock, const Deal& deal)
{
    mrc::StreamLoad load = GroupToGroup(deal.Across());
    for (uint32_t nic = 0; nic < 8; ++nic)
    {
        load.flows.push_back({nic + deal.Across(), nic});
    }
    Scenario scenario = Record("T14", load, clock.Ms(1.2));
    deal.Apply(scenario);
    scenario.faults = "t1:3.5" + clock.Between(0.4, 0.8);
    const StepRange usual{1, clock.Ms(0.4) - 1};
    scenario.goals = {
        {mrc::MostLosses({clock.Ms(0.4), clock.Ms(0.8)}),
         {scenario.target, "most losses of a QP", "", {}, 6, 0, Bound::AT_MOST}},
        {mrc::PercentOf(mrc::WorstSample({clock.Ms(0.8), clock.Ms(0.4)}, 1), TotalGoodput(usual)),
         {scenario.target,
          "worst 1 ms after it is back",
          "%",
          {100, "sec. 3: no effect", Bound::AT_LEAST, 1},
          99,
          0,
          Bound::AT_LEAST}},
    };
    LossesAreFoundSoon(scenario);
    return scenario;
}

} // namespace ns3

#endif /* MRC_PATH_SCENARIOS_H */
