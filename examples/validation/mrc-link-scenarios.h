/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_SCENARIOS_H
#define MRC_LINK_SCENARIOS_H

// Failures of links of a T0 on real MRC NICs, as scenarios.

#include "mrc-deal-scenarios.h"

#include "ns3/mrc-module.h"

#include <string>
#include <vector>

namespace ns3
{

/** Adds the goals of links that fail from 2 s on and may cost nothing. */
static void
LinksAreNotMissed(Scenario& scenario, const Clock& clock, const std::vector<Published>& published)
{
    const uint32_t sample = clock.Ms(0.2);
    const uint32_t down = scenario.sampling.steps - clock.Ms(2);
    const StepRange range{clock.Ms(2), down - down % sample};
    const auto against = [&](const mrc::Figure& figure, const mrc::Expectation& expectation) {
        scenario.goals.push_back({mrc::PercentOf(figure, Before(clock)), expectation});
    };
    const std::string& target = scenario.target;
    against(TotalGoodput(range),
            {target, "mean against before", "%", published[0], 99.5, 0, Bound::AT_LEAST});
    against(mrc::WorstSample(range, sample),
            {target, "worst 0.2 s against before", "%", published[1], 96, 0, Bound::AT_LEAST});
}

/** Twenty links of a T0 fail one by one, a second apart [target-links]. */
static Scenario
LinksDown(const Clock& clock, const Deal& deal)
{
    Scenario scenario = Record("T5", BothWays(0, deal.Across()), clock.Ms(23));
    deal.Apply(scenario);
    for (uint32_t i = 0; i < 20; ++i)
    {
        scenario.faults += (i == 0 ? "link:" : ",link:") + std::to_string(i % 8) + ".0." +
                           std::to_string(i / 8) + "@" + clock.Text(2 + i);
    }
    LinksAreNotMissed(
        scenario,
        clock,
        {{99.9, "Fig. 9c", Bound::AT_LEAST, 0.6}, {99.0, "Fig. 9c", Bound::AT_LEAST, 0.6}});
    return scenario;
}

/** One link of a T0 in each plane fails, all at once. */
static Scenario
EightLinksDown(const Clock& clock, const Deal& deal)
{
    Scenario scenario = Record("T5-eight", BothWays(0, deal.Across()), clock.Ms(12));
    deal.Apply(scenario);
    for (uint32_t plane = 0; plane < 8; ++plane)
    {
        scenario.faults +=
            (plane == 0 ? "link:" : ",link:") + std::to_string(plane) + ".0.5@" + clock.Text(2);
    }
    LinksAreNotMissed(
        scenario,
        clock,
        {{100.1, "Fig. 9d", Bound::AT_LEAST, 0.6}, {96.1, "Fig. 9d", Bound::AT_LEAST, 0.6}});
    return scenario;
}

} // namespace ns3

#endif /* MRC_LINK_SCENARIOS_H */
