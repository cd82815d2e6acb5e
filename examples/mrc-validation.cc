/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Measures what was measured on real MRC NICs, and compares: see doc/validation.rst.

#include "mrc-validation-scenarios.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>

using namespace ns3;

/** @return the names of all targets, as a person lists them */
static std::string
TargetsOf(const std::vector<Scenario>& scenarios)
{
    std::string names;
    for (const Scenario& scenario : scenarios)
    {
        names += scenario.target + ", ";
    }
    return names + "or all";
}

static int
RunTargets(int argc, char* argv[])
{
    const std::string targets = TargetsOf(Scenarios());
    std::string target = "all";
    bool csv = false;
    std::string pcap;
    mrc::TimeOption length{MilliSeconds(5)};
    mrc::ProgramOptions cmd(__FILE__);
    cmd.Usage("Measures what was measured on real MRC NICs, and compares: see doc/validation.rst.");
    cmd.AddValue("target", targets, target);
    cmd.AddValue("csv", "Print comma-separated values", csv);
    cmd.AddValue("pcap", "Prefix of capture files of NIC 0's ports", pcap);
    cmd.AddValue("length",
                 "Simulated time to measure after 1 ms of warm-up, such as 5ms; of targets without "
                 "faults",
                 length);
    cmd.Parse(argc, argv);

    using Style = mrc::ComparisonTable::Style;
    mrc::ComparisonTable table(std::cout, csv ? Style::CSV : Style::TABLE);
    bool known = false;
    for (Scenario scenario : Scenarios()) // with the defaults that options set
    {
        if (target != "all" && target != scenario.target)
        {
            continue;
        }
        known = true;
        if (scenario.faults.empty())
        {
            scenario.sampling.step = length.value;
        }
        scenario.pcap = pcap.empty() ? "" : pcap + "-" + scenario.target;
        const mrc::Measured measured = mrc::Run(scenario);
        for (const Goal& goal : scenario.goals)
        {
            table.Add(goal.expectation, goal.figure(measured));
        }
    }
    if (!known)
    {
        std::cerr << "mrc-validation: --target=" << target << "; expected " << targets << "\n";
    }
    return known && table.Misses() == 0 ? 0 : 1;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, RunTargets);
}
