/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Measures what was measured on real MRC NICs, and compares: see doc/validation.rst.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <iostream>

using namespace ns3;

using Flows = decltype(mrc::StreamLoad::flows);
using Values = std::vector<double>; //!< one of each flow

/** One experiment. */
struct Scenario
{
    std::string target;
    const char* preset;
    uint32_t nics;
    mrc::StreamLoad load;
    double lastHopLimit{0}; //!< queue towards a NIC, bandwidth-delay products; 0: the default
};

// Flow 0 stays under one T0, flow 1 crosses a T1; they share no port.
static const Flows LOCAL_AND_CROSS{{0, 1}, {2, 18}};
static const Flows TWO_RACKS{{0, 8}, {1, 9}, {2, 10}, {3, 11}, {4, 12}, {5, 13}, {6, 14}, {7, 15}};
// Flow 7 is the victim: it goes to an idle NIC in the rack of the others' target.
static const Flows INCAST{{4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 1}};

static const Scenario SCENARIOS[] = {
    {"T1", "clos-8x100g", 32, {LOCAL_AND_CROSS, 1, 2, 1}},
    {"T2", "clos-8x100g", 32, {LOCAL_AND_CROSS, 4, 32768, 128}},
    {"T9", "leaf-spine-16x400g", 16, {TWO_RACKS, 1, 1000000, 128}},
    {"T10", "leaf-spine-16x400g", 16, {INCAST, 1, 1000000, 128}},
    // 147 MB: what one queue gets of a Tomahawk 5 in SONiC's template (pool 165.3 MB, dynamic_th 3)
    {"T10-deep", "leaf-spine-16x400g", 16, {INCAST, 1, 1000000, 128}, 480},
};

/** How one figure is made of the values of some flows. */
enum class Figure
{
    LEAST,
    GREATEST,
    STEP, //!< last less first
};

/** One figure that is compared. */
struct Goal
{
    Figure figure;
    std::size_t first; //!< flow
    std::size_t count; //!< flows
    mrc::Expectation expectation;
};

using mrc::Bound;

// Published without SRv6 in T9 and T10; what is expected counts its 40 bytes.
static const Goal GOALS[] = {
    {Figure::LEAST, 0, 1, {"T1", "half round trip T0-local", "us", 5.09, 5.09, 5, Bound::WITHIN}},
    {Figure::LEAST, 1, 1, {"T1", "half round trip cross-T1", "us", 6.54, 6.54, 5, Bound::WITHIN}},
    {Figure::STEP, 0, 2, {"T1", "their difference", "us", 1.45, 1.45, 6.9, Bound::WITHIN}},
    {Figure::LEAST, 0, 1, {"T2", "goodput T0-local", "Gb/s", 770, 769, 1, Bound::WITHIN}},
    {Figure::LEAST, 1, 1, {"T2", "goodput cross-T1", "Gb/s", 770, 769, 1, Bound::WITHIN}},
    {Figure::LEAST, 0, 8, {"T9", "goodput slowest flow", "Gb/s", 390, 382.8, 1, Bound::WITHIN}},
    {Figure::GREATEST, 0, 8, {"T9", "goodput fastest flow", "Gb/s", 390, 382.8, 1, Bound::WITHIN}},
    {Figure::LEAST, 0, 7, {"T10", "goodput slowest sender", "Gb/s", 55.5, 54.9, 1, Bound::WITHIN}},
    {Figure::GREATEST,
     0,
     7,
     {"T10", "goodput fastest sender", "Gb/s", 55.6, 54.9, 1, Bound::WITHIN}},
    {Figure::LEAST, 7, 1, {"T10", "goodput victim", "Gb/s", 388.8, 383, 0, Bound::AT_LEAST}},
    {Figure::LEAST,
     0,
     7,
     {"T10-deep", "goodput slowest sender", "Gb/s", 55.5, 54.9, 1, Bound::WITHIN}},
    {Figure::GREATEST,
     0,
     7,
     {"T10-deep", "goodput fastest sender", "Gb/s", 55.6, 54.9, 1, Bound::WITHIN}},
    {Figure::LEAST, 7, 1, {"T10-deep", "goodput victim", "Gb/s", 388.8, 383, 0, Bound::AT_LEAST}},
};

static double
Pick(const Goal& goal, const Values& values)
{
    const auto begin = values.begin() + goal.first;
    const auto end = begin + goal.count;
    switch (goal.figure)
    {
    case Figure::LEAST:
        return *std::min_element(begin, end);
    case Figure::GREATEST:
        return *std::max_element(begin, end);
    default:
        return *(end - 1) - *begin;
    }
}

static Values
Run(const Scenario& scenario, Time length)
{
    mrc::FabricHelper fabric;
    fabric.AssignStreams(0); // the same whatever ran before
    fabric.SetTopology(scenario.preset, scenario.nics);
    if (scenario.lastHopLimit != 0)
    {
        fabric.SetFabricAttribute("LastHopLimit", DoubleValue(scenario.lastHopLimit));
    }
    Values values;
    {
        mrc::StreamBenchmark benchmark(fabric.Install(), scenario.load);
        for (const mrc::StreamResult& result : benchmark.Run(MilliSeconds(1), length))
        {
            const bool latency = scenario.load.outstanding == 1;
            values.push_back(latency ? result.halfRoundTrip * 1e6 : result.goodput * 1e-9);
        }
    }
    Simulator::Destroy();
    return values;
}

static int
RunTargets(int argc, char* argv[])
{
    std::string target = "all";
    bool csv = false;
    mrc::TimeOption length{MilliSeconds(5)};
    CommandLine cmd(__FILE__);
    cmd.AddValue("target", "T1, T2, T9, T10, T10-deep or all", target);
    cmd.AddValue("csv", "Print comma-separated values", csv);
    cmd.AddValue("length", "Simulated time to measure after 1 ms of warm-up, such as 5ms", length);
    mrc::ParseOptions(cmd, argc, argv);

    using Style = mrc::ComparisonTable::Style;
    mrc::ComparisonTable table(std::cout, csv ? Style::CSV : Style::TABLE);
    bool known = false;
    for (const Scenario& scenario : SCENARIOS)
    {
        if (target != "all" && target != scenario.target)
        {
            continue;
        }
        known = true;
        const Values values = Run(scenario, length.value);
        for (const Goal& goal : GOALS)
        {
            if (goal.expectation.target == scenario.target)
            {
                table.Add(goal.expectation, Pick(goal, values));
            }
        }
    }
    if (!known)
    {
        std::cerr << "mrc-validation: --target=" << target
                  << "; expected T1, T2, T9, T10, T10-deep or all\n";
    }
    return known && table.Misses() == 0 ? 0 : 1;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, RunTargets);
}
