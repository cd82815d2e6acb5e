/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-csv-field.h"
#include "mrc-life-faults.h"
#include "mrc-mean-interval.h"
#include "mrc-run-summary.h"
#include "mrc-training-run.h"

#include "ns3/mrc-job-life.h"
#include "ns3/mrc-life-course.h"

#include <algorithm>
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

constexpr LifeColumn EFFECTIVE{"ettr_percent",
                               [](const LifeTimes& t, double all) { return 100 * t.kept / all; },
                               true};
constexpr LifeColumn CRASHES{
    "crashes",
    [](const LifeTimes& t, double) { return static_cast<double>(t.crashes); },
    true};
constexpr LifeColumn COLUMNS[]{
    EFFECTIVE,
    {"rework_percent", [](const LifeTimes& t, double all) { return 100 * t.rework / all; }, false},
    {"restart_percent",
     [](const LifeTimes& t, double all) { return 100 * t.restart / all; },
     false},
    {"write_percent", [](const LifeTimes& t, double all) { return 100 * t.write / all; }, false},
    {"stall_percent", [](const LifeTimes& t, double all) { return 100 * t.stall / all; }, false},
    {"slow_percent", [](const LifeTimes& t, double all) { return 100 * t.slow / all; }, false},
    CRASHES,
    {"faults", [](const LifeTimes& t, double) { return static_cast<double>(t.faults); }, false},
};

/** @return the mean of a column over all lives of a job */
MeanInterval
MeanFigure(const LifeColumn& column, const JobLife& job, const std::vector<LifeTimes>& lives)
{
    std::vector<double> figures;
    figures.reserve(lives.size());
    for (const LifeTimes& times : lives)
    {
        figures.push_back(column.figure(times, job.length));
    }
    return MeanOf(figures);
}

std::string
NameOf(const JobLife& job)
{
    return job.name.empty() ? "job" : job.name;
}

} // namespace

/** A job, and each of its lives. */
struct JobLives::Job
{
    JobLife job;
    std::vector<LifeTimes> lives; //!< by seed
};

JobLives::JobLives(const std::string& path, uint32_t seeds)
{
    for (const JobLife& job : ReadJobLifeFile(path))
    {
        m_jobs.push_back({job, {}});
        // Seeds give each job the same row of lives, whatever other jobs the file has.
        for (uint32_t seed = 0; seed < seeds; ++seed)
        {
            m_jobs.back().lives.push_back(CourseOf(job, DrawFaults(job, seed)));
        }
    }
}

JobLives::~JobLives() = default;

void
JobLives::WriteMeans(std::ostream& out) const
{
    out << "job";
    for (const LifeColumn& column : COLUMNS)
    {
        out << ',' << column.name;
        if (column.hasInterval)
        {
            // The mean of a few lives says little without its interval.
            out << ',' << column.name << "_pm";
        }
    }
    out << '\n';
    for (const Job& one : m_jobs)
    {
        out << CsvField(NameOf(one.job));
        for (const LifeColumn& column : COLUMNS)
        {
            const MeanInterval interval = MeanFigure(column, one.job, one.lives);
            out << ',' << interval.mean;
            if (column.hasInterval)
            {
                out << ',';
                // One life alone has no interval, so the field stays empty.
                if (interval.halfWidth)
                {
                    out << *interval.halfWidth;
                }
            }
        }
        out << '\n';
    }
}

void
JobLives::WriteEach(std::ostream& out) const
{
    out << "job,seed";
    for (const LifeColumn& column : COLUMNS)
    {
        out << ',' << column.name;
    }
    out << '\n';
    for (const Job& one : m_jobs)
    {
        for (std::size_t seed = 0; seed < one.lives.size(); ++seed)
        {
            out << CsvField(NameOf(one.job)) << ',' << seed;
            for (const LifeColumn& column : COLUMNS)
            {
                out << ',' << column.figure(one.lives[seed], one.job.length);
            }
            out << '\n';
        }
    }
}

void
JobLives::Summarize(RunSummary& summary) const
{
    for (const Job& one : m_jobs)
    {
        const std::string name = NameOf(one.job);
        summary.AddMeasure(name + ", effective training time",
                           MeanFigure(EFFECTIVE, one.job, one.lives).mean,
                           "%");
        summary.AddMeasure(name + ", crashes", MeanFigure(CRASHES, one.job, one.lives).mean, "");
    }
}

Time
JobLives::Length() const
{
    double length = 0;
    for (const Job& one : m_jobs)
    {
        length = std::max(length, one.job.length);
    }
    return Seconds(length);
}

} // namespace mrc
} // namespace ns3
