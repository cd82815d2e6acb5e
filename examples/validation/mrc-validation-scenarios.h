/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_VALIDATION_SCENARIOS_H
#define MRC_VALIDATION_SCENARIOS_H

// Measurements on real MRC NICs, as scenarios: see doc/validation.rst.

#include "mrc-link-scenarios.h"
#include "mrc-path-scenarios.h"
#include "mrc-permutation-scenarios.h"
#include "mrc-port-scenarios.h"
#include "mrc-rack-incast-scenarios.h"
#include "mrc-switch-scenarios.h"
#include "mrc-two-path-scenarios.h"

#include "ns3/mrc-module.h"

#include <string>
#include <vector>

namespace ns3
{

// Flow 0 stays under one T0, flow 1 crosses a T1; they share no port [target-latency].
static const Flows LOCAL_AND_CROSS{{0, 1}, {2, 18}};

/** @return two T0 groups with the NICs of the paper's tests of failures */
static mrc::TopologySpec
TwoGroups()
{
    return mrc::PresetTopology("clos-8x100g", 32);
}

static const char* const HOPS_ARE_CALIBRATED = "latencies of hops were calibrated to it";

static Scenario
Latency()
{
    using mrc::HalfRoundTrip;
    Scenario scenario{"T1", TwoGroups(), {LOCAL_AND_CROSS, 1, 2, 1}};
    const auto published = [](double value) {
        return Published{value, "sec. 5.2.1", Bound::WITHIN};
    };
    scenario.goals = {
        {HalfRoundTrip(0),
         {"T1",
          "half round trip T0-local",
          "us",
          published(5.09),
          5.09,
          5,
          Bound::WITHIN,
          "HostDelay was calibrated to it"}},
        {HalfRoundTrip(1),
         {"T1",
          "half round trip cross-T1",
          "us",
          published(6.54),
          6.54,
          5,
          Bound::WITHIN,
          HOPS_ARE_CALIBRATED}},
        {mrc::Less(HalfRoundTrip(1), HalfRoundTrip(0)),
         {"T1",
          "their difference",
          "us",
          published(1.45),
          1.45,
          6.9,
          Bound::WITHIN,
          HOPS_ARE_CALIBRATED}},
    };
    return scenario;
}

/** Writes of 32 KB between the same pairs, which share no port [target-bandwidth]. */
static Scenario
Bandwidth()
{
    Scenario scenario{"T2", TwoGroups(), {LOCAL_AND_CROSS, 4, 32768, 128}};
    const Published published{770, "sec. 5.2.1", Bound::WITHIN};
    scenario.goals = {
        {mrc::SlowestFlow({0, 1}),
         {"T2", "goodput T0-local", "Gb/s", published, 769, 1, Bound::WITHIN}},
        {mrc::SlowestFlow({1, 1}),
         {"T2", "goodput cross-T1", "Gb/s", published, 769, 1, Bound::WITHIN}},
    };
    return scenario;
}

/** @return all scenarios */
static std::vector<Scenario>
Scenarios(const Clock& clock)
{
    std::vector<Scenario> all{
        Latency(),
        Bandwidth(),
        PortsDown(clock),
        PortsDownWithBlackouts(clock),
        HalfThePortsDown("T4", clock),
        Cx8Like(HalfThePortsDown("T4-CX8", clock), clock),
        T0Down("T6-T0", clock, ""),
        T0DownWithBlackouts(clock),
        T0Down("T6-T0-silent", clock, "/silent"),
        T1Down(clock),
        TwoPaths("T8", {}),
        TwoPaths("T8-long", {0, MilliSeconds(8)}),
        TwoPaths("T8-exchange", {1, Time(), 2}),
        Permutation(),
        DirectPermutation("T9-stev", "Stev"),
        DirectPermutation("T9-udp", "Udp"),
        IncastOnPresetSwitches(),
        DirectIncast("T10-stev", "Stev"),
        DirectIncast("T10-udp", "Udp"),
        IncastWithTemplatesMarks(),
        Incast("T10-default"),
    };
    for (const Deal& deal : DEALS)
    {
        all.push_back(LinksDown(clock, deal));
        all.push_back(EightLinksDown(clock, deal));
    }
    for (const Deal& deal : DEALS)
    {
        all.push_back(DeadPaths("T13", 1, clock, deal));
    }
    all.push_back(DeadPaths("T13-16th", 8, clock, DEALS[0]));
    for (const Deal& deal : DEALS)
    {
        all.push_back(SilentT1(clock, deal));
    }
    for (const uint32_t evs : {16, 128})
    {
        all.push_back(FewEvs(evs, "false"));
        all.push_back(FewEvs(evs, "true"));
    }
    return all;
}

} // namespace ns3

#endif /* MRC_VALIDATION_SCENARIOS_H */
