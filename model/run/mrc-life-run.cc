/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-csv-field.h"
#include "mrc-life-faults.h"
#include "mrc-mean-interval.h"
#include "mrc-training-run.h"

#include "ns3/mrc-job-life.h"
#include "ns3/mrc-life-course.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** A column: a figure of each life. The mean of all lives is written. */
struct LifeColumn
{
    const char* name;
    double (*figure)(const LifeTimes& times, double length);
    bool hasInterval;
};

constexpr LifeColumn COLUMNS[]{
    {"ettr_percent", [](const LifeTimes& t, double all) { return 100 * t.kept / all; }, true},
    {"rework_percent", [](const LifeTimes& t, double all) { return 100 * t.rework / all; }, false},
    {"restart_percent",
     [](const LifeTimes& t, double all) { return 100 * t.restart / all; },
     false},
    {"write_percent", [](const LifeTimes& t, double all) { return 100 * t.write / all; }, false},
    {"stall_percent", [](const LifeTimes& t, double all) { return 100 * t.stall / all; }, false},
    {"slow_percent", [](const LifeTimes& t, double all) { return 100 * t.slow / all; }, false},
    {"crashes", [](const LifeTimes& t, double) { return static_cast<double>(t.crashes); }, true},
    {"faults", [](const LifeTimes& t, double) { return static_cast<double>(t.faults); }, false},
};

void
WriteLine(const JobLife& job, const std::vector<LifeTimes>& lives, std::ostream& out)
{
    out << CsvField(job.name.empty() ? "job" : job.name);
    for (const LifeColumn& column : COLUMNS)
    {
        std::vector<double> figures;
        figures.reserve(lives.size());
        for (const LifeTimes& times : lives)
        {
            figures.push_back(column.figure(times, job.length));
        }
        const MeanInterval interval = MeanOf(figures);
        out << ',' << interval.mean;
        if (column.hasInterval)
        {
            out << ',';
            if (interval.halfWidth)
            {
                out << *interval.halfWidth;
            }
        }
    }
    out << '\n';
}

} // namespace

void
WriteJobLives(const std::string& path, uint32_t seeds, std::ostream& out)
{
    const std::vector<JobLife> jobs = ReadJobLifeFile(path);
    out << "job";
    for (const LifeColumn& column : COLUMNS)
    {
        out << ',' << column.name;
        if (column.hasInterval)
        {
            out << ',' << column.name << "_pm";
        }
    }
    out << '\n';
    for (const JobLife& job : jobs)
    {
        std::vector<LifeTimes> lives;
        for (uint32_t seed = 0; seed < seeds; ++seed)
        {
            lives.push_back(CourseOf(job, DrawFaults(job, seed)));
        }
        WriteLine(job, lives, out);
    }
}

} // namespace mrc
} // namespace ns3
