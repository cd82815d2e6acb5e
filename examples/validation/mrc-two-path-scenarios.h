/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TWO_PATH_SCENARIOS_H
#define MRC_TWO_PATH_SCENARIOS_H

// Reactions of queue pairs with one or two EVs to congested paths, as scenarios.

#include "mrc-loss-figures.h"
#include "mrc-scenario-parts.h"

#include "ns3/mrc-module.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace ns3
{

/** The cost of a mark for an EV. */
struct Skip
{
    uint32_t turns{1};
    Time lapse{};
    uint32_t toExchange{0}; //!< turns running that cost an EV its seat, 0: none do
};

/** @return a profile with so many EVs, and as many in reserve where skips can bring them in */
static Ptr<mrc::EvProfile>
FewPaths(uint32_t evs, const Skip& skip)
{
    const Ptr<mrc::EvProfile> paths = CreateObject<mrc::EvProfile>();
    paths->SetAttribute("Active", UintegerValue(evs));
    paths->SetAttribute("Backup", UintegerValue(skip.toExchange == 0 ? 0 : evs));
    paths->SetAttribute("SkipTurns", UintegerValue(skip.turns));
    paths->SetAttribute("SkipLapse", TimeValue(skip.lapse));
    paths->SetAttribute("SkipsToExchange", UintegerValue(skip.toExchange));
    return paths;
}

/**
 * A flow with two EVs of one plane is joined on one of them by a flow that has no other
 * [target-two-evs]. At least three lapses of a skip are measured.
 */
static Scenario
TwoPaths(const std::string& target, const Skip& skip)
{
    mrc::TopologySpec topology = mrc::PresetTopology("clos-8x100g", 96);
    topology.planes = 1;
    topology.t1Count = 2;
    const Ptr<mrc::EvProfile> two = FewPaths(2, skip);
    const Ptr<mrc::EvProfile> one = FewPaths(1, {skip.turns, skip.lapse});
    // the last two are alone, each between other racks
    const std::vector<mrc::StreamFlow> flows{{0, 16, two},
                                             {1, 17, one, MilliSeconds(2)},
                                             {32, 48, two},
                                             {64, 80, one}};
    Scenario scenario{target, topology, {flows, 1, 1000000, 128}};
    scenario.sampling.warmUp = MilliSeconds(3);
    scenario.leastLength = 3 * skip.lapse;
    const Published near{NOTHING, "Fig. 14: near peak"};
    for (std::size_t i : {0, 1})
    {
        const char* figure = i == 0 ? "two EVs against alone" : "one EV against alone";
        scenario.goals.push_back(
            {mrc::PercentOf(mrc::SlowestFlow({i, 1}), mrc::SlowestFlow({i + 2, 1})),
             {target, figure, "%", near, 100, 3, Bound::WITHIN}});
    }
    scenario.goals.push_back(
        {mrc::MostLosses({0, 1}), {target, "packets lost", "", {}, 0, 0, Bound::AT_MOST}});
    scenario.goals.push_back(
        {mrc::PacketsTrimmed({0, 1}), {target, "packets trimmed", "", {}, 0, 0, Bound::AT_MOST}});
    return scenario;
}

} // namespace ns3

#endif /* MRC_TWO_PATH_SCENARIOS_H */
