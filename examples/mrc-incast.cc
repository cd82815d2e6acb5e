/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Measures bursts into one NIC over several runs, and compares: see doc/validation.rst.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>

using namespace ns3;

/** One experiment: into NIC 0 of four racks of eight. */
struct Scenario
{
    const char* target;
    uint64_t gbps;
    std::vector<uint32_t> senders;
    double htsim;      //!< last completion of uet-htsim, mean of 3 seeds
    double htsimIndex; //!< Jain's index of uet-htsim, the least of 3 seeds
};

// From all racks, the target's too.
static const std::vector<uint32_t> FOUR{1, 8, 16, 24};
static const std::vector<uint32_t> EIGHT{1, 8, 16, 24, 2, 9, 17, 25};
static const std::vector<uint32_t> FIFTEEN{1, 8, 16, 24, 2, 9, 17, 25, 3, 10, 18, 26, 4, 11, 19};
// From other racks only, so that all paths are equally long.
static const std::vector<uint32_t> FAR{8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22};

static constexpr uint64_t MAX_RUNS = 1000; //!< also where nothing is trimmed
static constexpr const char* FAR_TARGET = "15:1-far";

static const Scenario SCENARIOS[] = {
    {"4:1-100G", 100, FOUR, 0.995, 0.994},
    {"8:1-100G", 100, EIGHT, 1.021, 0.991},
    {"15:1-100G", 100, FIFTEEN, 1.010, 0.994},
    {"4:1-400G", 400, FOUR, 0.998, 0.990},
    {"8:1-400G", 400, EIGHT, 1.013, 0.983},
    {"15:1-400G", 400, FIFTEEN, 1.033, 0.950},
};

/** @return the names of all targets, as a person lists them */
static std::string
Targets()
{
    std::string names;
    for (const Scenario& s : SCENARIOS)
    {
        names += std::string(s.target) + ", ";
    }
    return names + FAR_TARGET + " or all";
}

static mrc::TopologySpec
LeafSpine(uint64_t gbps)
{
    mrc::TopologySpec spec;
    spec.name = "4 racks of 8";
    spec.nics = 32;
    spec.nicsPerT0 = 8;
    spec.t1Count = 8;
    spec.nicLinkRate = spec.fabricLinkRate = gbps * 1000000000;
    spec.nicLinkDelay = spec.fabricLinkDelay = mrc::Nanos(500);
    spec.t0Latency = spec.t1Latency = mrc::Nanos(500);
    return spec;
}

static mrc::IncastSeries
SeriesOf(uint64_t gbps, const std::vector<uint32_t>& senders)
{
    mrc::IncastLoad load;
    load.senders = senders;
    return {[gbps] {
                mrc::FabricHelper fabric;
                fabric.AssignStreams(0);
                fabric.SetTopology(LeafSpine(gbps));
                fabric.SetFabricAttribute("HostDelay", TimeValue(Time(0)));
                return fabric.Install();
            },
            load};
}

static int
RunTargets(int argc, char* argv[])
{
    std::string target = "all";
    uint32_t runs = 10;
    uint64_t leastTrims = 5000;
    bool csv = false;
    CommandLine cmd(__FILE__);
    cmd.AddValue("target", Targets(), target);
    cmd.AddValue("runs", "Runs of each incast, --RngRun and those after it", runs);
    cmd.AddValue("trims", "Trims of each sender after which their shares are judged", leastTrims);
    cmd.AddValue("csv", "Print comma-separated values", csv);
    mrc::ParseOptions(cmd, argc, argv);
    if (runs == 0 || runs > MAX_RUNS)
    {
        throw std::invalid_argument("--runs=" + std::to_string(runs) + "; expected 1 .. " +
                                    std::to_string(MAX_RUNS));
    }

    using Style = mrc::ComparisonTable::Style;
    using mrc::Bound;
    mrc::ComparisonTable table(std::cout, csv ? Style::CSV : Style::TABLE);
    const auto wanted = [&target](const char* name) { return target == "all" || target == name; };
    uint32_t known = 0;
    for (const Scenario& s : SCENARIOS)
    {
        if (!wanted(s.target))
        {
            continue;
        }
        ++known;
        mrc::IncastSeries series = SeriesOf(s.gbps, s.senders);
        while (series.Runs() < runs)
        {
            series.Run();
        }
        table.Add({s.target, "mean last completion", "", s.htsim, 1.04, 0, Bound::AT_MOST},
                  series.MeanLastCompletion(),
                  runs);
        table.Add({s.target, "worst last completion", "", s.htsim, 1.04, 0, Bound::AT_MOST},
                  series.WorstLastCompletion(),
                  runs);
        table.Add({s.target, "least Jain index", "", s.htsimIndex, 0.98, 0, Bound::AT_LEAST},
                  series.LeastJainIndex(),
                  runs);
    }
    if (wanted(FAR_TARGET))
    {
        ++known;
        mrc::IncastSeries far = SeriesOf(400, FAR);
        do
        {
            far.Run();
        } while (far.Runs() < MAX_RUNS && far.LeastTrims() < leastTrims);
        if (far.LeastTrims() >= leastTrims)
        {
            table.Add({FAR_TARGET, "trims unequal by", "%", 0, 5, 0, Bound::AT_MOST},
                      far.UnequalTrims(),
                      far.Runs());
        }
        else
        {
            std::cerr << "mrc-incast: " << FAR_TARGET << ": too few trims in " << MAX_RUNS
                      << " runs to judge how they are shared\n";
        }
    }
    if (known == 0)
    {
        std::cerr << "mrc-incast: --target=" << target << "; expected " << Targets() << "\n";
    }
    return known != 0 && table.Misses() == 0 ? 0 : 1;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, RunTargets);
}
