/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Repeats measurements on real MRC NICs, and compares: see doc/validation.rst.

#include "mrc-validation-outputs.h"
#include "mrc-validation-scenarios.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
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

/** The measurements to make. */
struct Plan
{
    std::string target{"all"};
    Time length{MilliSeconds(5)};
    std::string pcap;
    bool fixedWindow{true}; //!< beside each a fixed window of the same size
};

/** Measures a scenario and prints its rows. */
static void
Judge(Scenario scenario, const Plan& plan, ValidationOutputs& outputs)
{
    if (scenario.faults.empty())
    {
        scenario.sampling.step = std::max(plan.length, scenario.leastLength);
    }
    scenario.pcap = plan.pcap.empty() ? "" : plan.pcap + "-" + scenario.target;
    const mrc::Measured measured = mrc::Run(scenario);
    if (outputs.series)
    {
        mrc::WriteSeries(outputs.series->Stream(), scenario.target, measured.record);
    }
    scenario.pcap.clear();
    const mrc::Measured fixed =
        plan.fixedWindow ? mrc::Run(mrc::WithFixedWindow(scenario)) : mrc::Measured();
    for (const Goal& goal : scenario.goals)
    {
        const double beside = plan.fixedWindow ? goal.figure(fixed) : NOTHING;
        outputs.table->Add(goal.expectation, {goal.figure(measured), 1, beside});
    }
}

static int
RunTargets(int argc, char* argv[])
{
    const std::string targets = TargetsOf(Scenarios({}));
    Plan plan;
    std::string series; // file of each step; empty: none
    Clock clock;
    bool csv = false;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.Usage("Measures what was measured on real MRC NICs, and compares: see doc/validation.rst.");
    cmd.AddValue("target", targets, plan.target);
    cmd.AddValue("csv", "Print comma-separated values", csv);
    cmd.AddValue("pcap", "Prefix of capture files of NIC 0's ports", plan.pcap);
    cmd.AddValue("length",
                 "Simulated time to measure after 1 ms of warm-up, such as 5ms; of targets without "
                 "faults",
                 plan.length);
    cmd.AddValue("second",
                 "Milliseconds that stand for one of the paper's seconds; of targets with faults",
                 clock.second,
                 10,
                 1000);
    cmd.AddValue("fixedWindow",
                 "Run each target with windows that nothing changes too, for the column fixed",
                 plan.fixedWindow);
    cmd.AddValue("series",
                 "File of goodput and losses in each step, of targets with faults 1 ms long",
                 series);
    cmd.AddThreads();
    cmd.AddForce();
    cmd.Parse(argc, argv);

    using Style = mrc::ComparisonTable::Style;
    ValidationOutputs outputs{plan.pcap, series, csv ? Style::CSV : Style::TABLE};
    for (Scenario scenario : Scenarios(clock)) // with the defaults that options set
    {
        if (plan.target == "all" || plan.target == scenario.target)
        {
            scenario.installed = [&](mrc::Network& network) { outputs.Begin(cmd, network); };
            Judge(scenario, plan, outputs);
        }
    }
    if (outputs.series)
    {
        outputs.series->Close();
    }
    if (!outputs.table)
    {
        outputs.table.emplace(std::cout, outputs.style); // without rows
        std::cerr << "mrc-validation: --target=" << plan.target << "; expected " << targets << "\n";
        return 1;
    }
    return outputs.table->Misses() == 0 ? 0 : 1;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, RunTargets);
}
