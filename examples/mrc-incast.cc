/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Measures bursts into one NIC over several runs, and compares: see doc/validation.rst.

#include "mrc-comparison.h"
#include "mrc-incast-scenarios.h"

#include <cmath>
#include <iostream>
#include <string>

using namespace ns3;

using mrc::Bound;

static constexpr uint32_t MAX_RUNS = 1000; //!< also where nothing is trimmed

/** How much to measure. */
struct Effort
{
    uint32_t runs{10};         //!< of each incast
    uint64_t leastTrims{5000}; //!< of each sender, after which their shares are judged
    std::string pcap;          //!< prefix of captures; empty: none
};

/** @return whether there was enough to judge */
static bool
JudgeCompletions(const IncastScenario& s, const Effort& effort, mrc::ComparisonTable& table)
{
    mrc::IncastSeries series = SeriesOf(s, effort.pcap);
    while (series.Runs() < effort.runs)
    {
        series.Run();
    }
    const auto judge =
        [&](const char* figure, double htsim, double bound, Bound side, double ours) {
            const mrc::Published theirs{htsim, std::isnan(htsim) ? "" : "uet-htsim"};
            table.Add({s.target, figure, "", theirs, bound, 0, side}, {ours, effort.runs});
        };
    judge("mean last completion", s.htsim.mean, 1.04, Bound::AT_MOST, series.MeanLastCompletion());
    judge("worst last completion",
          s.htsim.worst,
          1.04,
          Bound::AT_MOST,
          series.WorstLastCompletion());
    judge("mean Jain index", s.htsim.meanIndex, 0.98, Bound::AT_LEAST, series.MeanJainIndex());
    judge("least Jain index", s.htsim.leastIndex, 0.98, Bound::AT_LEAST, series.LeastJainIndex());
    const mrc::IncastExcess excess = series.MeanExcess();
    const auto explain = [&](const char* figure, double share) {
        table.Add({s.target, figure, "%", {}, mrc::NOTHING, 0, Bound::NONE},
                  {100 * share, effort.runs});
    };
    explain("of the mean: other bytes", excess.others);
    explain("of the mean: gaps", excess.gaps);
    explain("of the mean: tail", excess.tail);
    return true;
}

/** @return whether there was enough to judge */
static bool
JudgeShares(const IncastScenario& s, const Effort& effort, mrc::ComparisonTable& table)
{
    mrc::IncastSeries series = SeriesOf(s, effort.pcap);
    do
    {
        series.Run();
    } while (series.Runs() < MAX_RUNS && series.LeastTrims() < effort.leastTrims);
    if (series.LeastTrims() < effort.leastTrims)
    {
        std::cerr << "mrc-incast: " << s.target << ": too few trims in " << MAX_RUNS
                  << " runs to judge how they are shared\n";
        return false;
    }
    table.Add({s.target, "trims unequal by", "%", {}, 5, 0, Bound::AT_MOST},
              {series.UnequalTrims(), static_cast<uint32_t>(series.Runs())});
    return true;
}

/** @return whether there are such targets, and enough to judge all of them */
static bool
Judge(const std::string& target, const Effort& effort, mrc::ComparisonTable& table)
{
    bool known = false;
    bool judged = true;
    for (const IncastScenario& s : INCAST_SCENARIOS)
    {
        if (target == "all" || target == s.target)
        {
            known = true;
            const auto judge = s.judged == Judged::SHARES ? JudgeShares : JudgeCompletions;
            judged = judge(s, effort, table) && judged;
        }
    }
    if (!known)
    {
        std::cerr << "mrc-incast: --target=" << target << "; expected " << IncastTargets() << "\n";
    }
    return known && judged;
}

static int
RunTargets(int argc, char* argv[])
{
    std::string target = "all";
    Effort effort;
    bool csv = false;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.Usage(
        "Measures bursts into one NIC over several runs, and compares: see doc/validation.rst. "
        "What a target sets, --ns3:: options do not change.");
    cmd.AddValue("target", IncastTargets(), target);
    cmd.AddValue("runs",
                 "Runs of each incast, --RngRun and those after it",
                 effort.runs,
                 1,
                 MAX_RUNS);
    cmd.AddValue("trims",
                 "Trims of each sender after which their shares are judged",
                 effort.leastTrims);
    cmd.AddValue("pcap", "Prefix of capture files of the receiving port, one a run", effort.pcap);
    cmd.AddValue("csv", "Print comma-separated values", csv);
    cmd.AddThreads();
    cmd.AddForce();
    cmd.Parse(argc, argv);
    cmd.ClaimCaptures(effort.pcap);

    using Style = mrc::ComparisonTable::Style;
    mrc::ComparisonTable table(std::cout, csv ? Style::CSV : Style::TABLE);
    return Judge(target, effort, table) && table.Misses() == 0 ? 0 : 1;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, RunTargets);
}
