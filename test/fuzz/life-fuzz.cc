/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Jobs' lives are read, or refused with the place. All time of a life that was read has a cause.
// Tables of steps are read from the same bytes.

#include "mrc-fuzz.h"

#include "ns3/mrc-life-course.h"
#include "ns3/mrc-parse-error.h"
#include "ns3/mrc-step-table.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3::mrc;

/** Lives a job with the given faults, unless there would be more than some 100,000 checkpoints. */
static void
Live(const JobLife& job)
{
    if (job.length > 100000 * job.every)
    {
        return;
    }
    std::vector<LifeFault> faults = job.faults;
    for (LifeFault& fault : faults)
    {
        fault.stall = job.kinds.at(fault.kind).stall.first;
    }
    std::stable_sort(faults.begin(), faults.end(), [](const LifeFault& a, const LifeFault& b) {
        return a.at < b.at;
    });
    const LifeTimes times = CourseOf(job, faults);
    const double sum =
        times.kept + times.rework + times.slow + times.write + times.stall + times.restart;
    Expect(std::abs(sum - job.length) <= 1e-6 * job.length);
    Expect(times.crashes <= times.faults);
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    try
    {
        std::istringstream in(text);
        const std::vector<JobLife> jobs = ReadJobLives(in, "a.life", [](const std::string& path) {
            return static_cast<double>(path.size());
        });
        Expect(!jobs.empty());
        for (const JobLife& job : jobs)
        {
            Expect(job.length > 0 && job.every > 0);
            Live(job);
        }
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
    }
    try
    {
        std::istringstream in(text);
        Expect(MeanStepTime(in, "a.csv") > 0);
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
    }
    return 0;
}
