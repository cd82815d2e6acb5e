/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Repeats measurements on real MRC NICs, and compares: see doc/validation.rst.

#include "mrc-stream-series.h"
#include "mrc-validation-scenarios.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <iostream>
#include <memory>

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
    std::string series;     //!< file of each step; empty: none
};

/** @return the file of each step, with the names of its columns; null if none is asked for */
static std::unique_ptr<mrc::OutputFile>
OpenSeries(const std::string& path, mrc::ResultClaim claim)
{
    if (path.empty())
    {
        return nullptr;
    }
    claim.Add(path);
    auto file = std::make_unique<mrc::OutputFile>(path);
    claim.Record();
    mrc::WriteSeriesHead(file->Stream());
    return file;
}

/** Measures a scenario and prints its rows. */
static void
Judge(Scenario scenario, const Plan& plan, mrc::ComparisonTable& table, mrc::OutputFile* series)
{
    if (scenario.faults.empty())
    {
        scenario.sampling.step = std::max(plan.length, scenario.leastLength);
    }
    scenario.pcap = plan.pcap.empty() ? "" : plan.pcap + "-" + scenario.target;
    const mrc::Measured measured = mrc::Run(scenario);
    if (series != nullptr)
    {
        mrc::WriteSeries(series->Stream(), scenario.target, measured.record);
    }
    scenario.pcap.clear();
    const mrc::Measured fixed =
        plan.fixedWindow ? mrc::Run(mrc::WithFixedWindow(scenario)) : mrc::Measured();
    for (const Goal& goal : scenario.goals)
    {
        const double beside = plan.fixedWindow ? goal.figure(fixed) : NOTHING;
        table.Add(goal.expectation, {goal.figure(measured), 1, beside});
    }
}

static int
RunTargets(int argc, char* argv[])
{
    const std::string targets = TargetsOf(Scenarios({}));
    Plan plan;
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
                 plan.series);
    cmd.AddThreads();
    cmd.AddForce();
    cmd.Parse(argc, argv);
    cmd.ClaimCaptures(plan.pcap);

    using Style = mrc::ComparisonTable::Style;
    mrc::ComparisonTable table(std::cout, csv ? Style::CSV : Style::TABLE);
    const std::unique_ptr<mrc::OutputFile> series = OpenSeries(plan.series, cmd.Claim());
    bool known = false;
    for (const Scenario& scenario : Scenarios(clock)) // with the defaults that options set
    {
        if (plan.target == "all" || plan.target == scenario.target)
        {
            known = true;
            Judge(scenario, plan, table, series.get());
        }
    }
    if (series != nullptr)
    {
        series->Close();
    }
    if (!known)
    {
        std::cerr << "mrc-validation: --target=" << plan.target << "; expected " << targets << "\n";
    }
    return known && table.Misses() == 0 ? 0 : 1;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, RunTargets);
}
