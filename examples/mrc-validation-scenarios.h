/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_VALIDATION_SCENARIOS_H
#define MRC_VALIDATION_SCENARIOS_H

// What was measured on real MRC NICs, as scenarios: see doc/validation.rst.

#include "mrc-path-scenarios.h"

#include "ns3/double.h"
#include "ns3/mrc-module.h"

#include <string>
#include <vector>

namespace ns3
{

using Flows = decltype(mrc::StreamLoad::flows);

// Flow 0 stays under one T0, flow 1 crosses a T1; they share no port.
static const Flows LOCAL_AND_CROSS{{0, 1}, {2, 18}};
static const Flows TWO_RACKS{{0, 8}, {1, 9}, {2, 10}, {3, 11}, {4, 12}, {5, 13}, {6, 14}, {7, 15}};
// Flow 7 is the victim: it goes to an idle NIC in the rack of the others' target.
static const Flows INCAST{{4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 1}};

/** @return two T0 groups with the NICs of the paper's tests of failures */
static mrc::TopologySpec
TwoGroups()
{
    return mrc::PresetTopology("clos-8x100g", 32);
}

static Scenario
Latency()
{
    using mrc::HalfRoundTrip;
    Scenario scenario{"T1", TwoGroups(), {LOCAL_AND_CROSS, 1, 2, 1}};
    scenario.goals = {
        {HalfRoundTrip(0), {"T1", "half round trip T0-local", "us", 5.09, 5.09, 5, Bound::WITHIN}},
        {HalfRoundTrip(1), {"T1", "half round trip cross-T1", "us", 6.54, 6.54, 5, Bound::WITHIN}},
        {mrc::Less(HalfRoundTrip(1), HalfRoundTrip(0)),
         {"T1", "their difference", "us", 1.45, 1.45, 6.9, Bound::WITHIN}},
    };
    return scenario;
}

static Scenario
Bandwidth()
{
    Scenario scenario{"T2", TwoGroups(), {LOCAL_AND_CROSS, 4, 32768, 128}};
    scenario.goals = {
        {mrc::SlowestFlow({0, 1}), {"T2", "goodput T0-local", "Gb/s", 770, 769, 1, Bound::WITHIN}},
        {mrc::SlowestFlow({1, 1}), {"T2", "goodput cross-T1", "Gb/s", 770, 769, 1, Bound::WITHIN}},
    };
    return scenario;
}

// The switches of T9 and T10 were Tomahawk 5; 147 MB is what one queue gets of it in SONiC's
// template (pool 165.3 MB, dynamic_th 3).
static void
UseTomahawk5(mrc::FabricHelper& fabric)
{
    fabric.SetFabricAttribute("DataLimit", DoubleValue(480)); // of 306 kB
    fabric.SetFabricAttribute("LastHopLimit", DoubleValue(480));
}

// Published without SRv6 in T9 and T10; what is expected counts its 40 bytes.

static Scenario
Permutation()
{
    Scenario scenario{"T9",
                      mrc::PresetTopology("leaf-spine-16x400g", 16),
                      {TWO_RACKS, 1, 1000000, 128}};
    scenario.configure = UseTomahawk5;
    scenario.goals = {
        {mrc::SlowestFlow({0, 8}),
         {"T9", "goodput slowest flow", "Gb/s", 390, 382.8, 1, Bound::WITHIN}},
        {mrc::FastestFlow({0, 8}),
         {"T9", "goodput fastest flow", "Gb/s", 390, 382.8, 1, Bound::WITHIN}},
    };
    return scenario;
}

static Scenario
Incast(const std::string& target)
{
    Scenario scenario{target,
                      mrc::PresetTopology("leaf-spine-16x400g", 16),
                      {INCAST, 1, 1000000, 128}};
    scenario.goals = {
        {mrc::SlowestFlow({0, 7}),
         {target, "goodput slowest sender", "Gb/s", 55.5, 54.9, 1, Bound::WITHIN}},
        {mrc::FastestFlow({0, 7}),
         {target, "goodput fastest sender", "Gb/s", 55.6, 54.9, 1, Bound::WITHIN}},
        {mrc::SlowestFlow({7, 1}),
         {target, "goodput victim", "Gb/s", 388.8, 383, 0, Bound::AT_LEAST}},
    };
    return scenario;
}

static Scenario
IncastOnTomahawk5()
{
    Scenario scenario = Incast("T10");
    scenario.configure = UseTomahawk5;
    return scenario;
}

/** @return all scenarios */
static std::vector<Scenario>
Scenarios()
{
    return {
        Latency(),
        Bandwidth(),
        PortsDown(),
        PortsDownWithBlackouts(),
        HalfThePortsDown(),
        LinksDown(),
        EightLinksDown(),
        T0Down(),
        T1Down(),
        TwoPaths("T8", 1, Time()),
        TwoPaths("T8-long", 0, MilliSeconds(8)),
        Permutation(),
        IncastOnTomahawk5(),
        Incast("T10-uec"), // the queues of 12 #18
        DeadPaths("T13", 1, Bound::AT_MOST),
        DeadPaths("T13-16th", 8, Bound::NONE),
        SilentT1(),
    };
}

} // namespace ns3

#endif /* MRC_VALIDATION_SCENARIOS_H */
