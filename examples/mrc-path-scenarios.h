/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_SCENARIOS_H
#define MRC_PATH_SCENARIOS_H

// What queue pairs did about paths that were dead or congested, as scenarios; steps of a record are
// 1 ms.

#include "mrc-failure-scenarios.h"

#include "ns3/mrc-module.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace ns3
{

/** @return a profile with so many EVs and none in reserve */
static Ptr<mrc::EvProfile>
FewPaths(uint32_t evs, uint32_t skipTurns, Time skipLapse)
{
    const Ptr<mrc::EvProfile> paths = CreateObject<mrc::EvProfile>();
    paths->SetAttribute("Active", UintegerValue(evs));
    paths->SetAttribute("Backup", UintegerValue(0));
    paths->SetAttribute("SkipTurns", UintegerValue(skipTurns));
    paths->SetAttribute("SkipLapse", TimeValue(skipLapse));
    return paths;
}

/** A flow with two EVs of one plane is joined on one of them by a flow that has no other. */
static Scenario
TwoPaths(const std::string& target, uint32_t skipTurns, Time skipLapse)
{
    mrc::TopologySpec topology = mrc::PresetTopology("clos-8x100g", 96);
    topology.planes = 1;
    topology.t1Count = 2;
    const Ptr<mrc::EvProfile> two = FewPaths(2, skipTurns, skipLapse);
    const Ptr<mrc::EvProfile> one = FewPaths(1, skipTurns, skipLapse);
    // the last two are alone, each between other racks
    const std::vector<mrc::StreamFlow> flows{{0, 16, two},
                                             {1, 17, one, MilliSeconds(2)},
                                             {32, 48, two},
                                             {64, 80, one}};
    Scenario scenario{target, topology, {flows, 1, 1000000, 128}};
    scenario.sampling.warmUp = MilliSeconds(3);
    for (std::size_t i : {0, 1})
    {
        scenario.goals.push_back(
            {mrc::PercentOf(mrc::SlowestFlow({i, 1}), mrc::SlowestFlow({i + 2, 1})),
             {target,
              i == 0 ? "two EVs against alone" : "one EV against alone",
              "%",
              100,
              100,
              3,
              Bound::WITHIN}});
    }
    scenario.goals.push_back(
        {mrc::MostLosses({0, 1}), {target, "packets lost", "", 0, 0, 0, Bound::AT_MOST}});
    scenario.goals.push_back(
        {mrc::PacketsTrimmed({0, 1}), {target, "packets trimmed", "", 0, 0, 0, Bound::AT_MOST}});
    return scenario;
}

/** @return 32 queue pairs between two T0 groups, four between any two NICs */
static mrc::StreamLoad
GroupToGroup()
{
    mrc::StreamLoad load{{}, 4, 32768, 128};
    for (uint32_t nic = 0; nic < 8; ++nic)
    {
        load.flows.push_back({nic, nic + 16});
    }
    return load;
}

/** @return goals: losses of these scenarios are found in the paper's "few tens of microseconds" */
static std::vector<Goal>
LossesAreFoundSoon(const std::string& target)
{
    return {
        {mrc::GapRecovery(0.5), {target, "gap recovered, median", "us", 0, 99, 0, Bound::AT_MOST}},
        {mrc::GapRecovery(1), {target, "gap recovered, longest", "us", 0, 99, 0, Bound::AT_MOST}},
        {mrc::TimeoutRecoveries(), {target, "recovered by timer", "", 0, 0, 0, Bound::NONE}},
    };
}

/** Links are dead before the first packet, one in each of so many planes. */
static Scenario
DeadPaths(const std::string& target, uint32_t links, Bound bound)
{
    Scenario scenario = Record(target, GroupToGroup(), 60);
    for (uint32_t plane = 0; plane < links; ++plane)
    {
        scenario.faults += (plane == 0 ? "link:" : ",link:") + std::to_string(plane) + ".0." +
                           std::to_string((5 * plane + 5) % 16) + "@0ns";
    }
    scenario.goals = {
        {mrc::MostLosses({0, 60}), {target, "most losses of a QP", "", 5, 4, 0, bound}},
        {mrc::EvsRetired({10, 50}),
         {target, "EVs retired after 10 ms", "", 0, 0, 0, Bound::AT_MOST}},
    };
    for (const Goal& goal : LossesAreFoundSoon(target))
    {
        scenario.goals.push_back(goal);
    }
    return scenario;
}

/** A T1 stops to forward, unnoticed by its neighbours, and comes back. */
static Scenario
SilentT1()
{
    mrc::StreamLoad load = GroupToGroup();
    for (uint32_t nic = 0; nic < 8; ++nic)
    {
        load.flows.push_back({nic + 16, nic});
    }
    Scenario scenario = Record("T14", load, 60);
    scenario.faults = "t1:3.5@20ms..40ms";
    scenario.goals = {
        {mrc::MostLosses({20, 40}), {"T14", "most losses of a QP", "", 6, 6, 0, Bound::AT_MOST}},
        {mrc::PercentOf(mrc::WorstSample({40, 20}, 1), TotalGoodput({1, 19})),
         {"T14", "worst 1 ms after it is back", "%", 100, 99, 0, Bound::AT_LEAST}},
    };
    for (const Goal& goal : LossesAreFoundSoon("T14"))
    {
        scenario.goals.push_back(goal);
    }
    return scenario;
}

} // namespace ns3

#endif /* MRC_PATH_SCENARIOS_H */
