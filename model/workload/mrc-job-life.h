/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_JOB_LIFE_H
#define MRC_JOB_LIFE_H

#include <cstdint>
#include <functional>
#include <istream>
#include <limits>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** How a time is drawn. */
enum class TimeLaw : uint8_t
{
    CONSTANT,    //!< always the first parameter
    EXPONENTIAL, //!< the first one is the mean
    UNIFORM,     //!< between both
    LOG_NORMAL,  //!< the first one is the median, the second one sigma of the logarithm
};

/** A time that is drawn, in seconds. */
struct RandomTime
{
    TimeLaw law{TimeLaw::CONSTANT}; //!< how
    double first{0};                //!< parameter of the law, in seconds
    double second{0};               //!< parameter of some laws
};

/** What fails, how often and for how long, and what a job feels of that [life-faults]. */
struct LifeFaultKind
{
    std::string name;    //!< for tables and messages
    uint32_t count{1};   //!< components that can fail so
    double perDay{0};    //!< faults of one component in a day, while the component is up
    RandomTime lasts;    //!< until the component is up again
    RandomTime stall;    //!< in which no step goes on, from the fault on
    bool crashes{false}; //!< the fault ends the job's processes at once
    std::vector<double>
        slow; //!< time of a step with 1, 2, ... components down, of a healthy step's
};

/** A fault of a job's life. Times are seconds since the job's start. */
struct LifeFault
{
    double at{0};     //!< when the component fails
    uint32_t kind{0}; //!< index of the LifeFaultKind
    double lasts{0};  //!< seconds until the component is up
    double stall{0};  //!< seconds without a step
};

/**
 * Days of a job: checkpoints, faults, restarts [life-phases]. Times are seconds of days, which a
 * double holds to a microsecond.
 */
struct JobLife
{
    std::string name; //!< for tables
    double length{0}; //!< seconds that are looked at
    double every{0};  //!< seconds of healthy work from one checkpoint to the next
    double write{0};  //!< seconds in which the job waits for a checkpoint
    double down{0};   //!< seconds from a crash until the job is started again
    double load{0};   //!< seconds from there to the first step
    double patience{std::numeric_limits<double>::infinity()}; //!< longest stall that is survived
    std::vector<LifeFaultKind> kinds;                         //!< of faults
    std::vector<LifeFault> faults; //!< given ones beside those that are drawn, without their stalls
};

/** @return how many faults the rates of a life's kinds give in the mean, those of each kind apart
 */
std::vector<double> MeanFaults(const JobLife& life);

/** Of a path of a table of steps: the mean time of a step, in any unit. */
using StepTimeOf = std::function<double(const std::string& path)>;

/**
 * @param in the text (doc/job-life.rst)
 * @param name of the text, for messages
 * @param stepTimeOf reads a table that the text names
 * @return the jobs of the text, at least one
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
std::vector<JobLife> ReadJobLives(std::istream& in,
                                  const std::string& name,
                                  const StepTimeOf& stepTimeOf);

/**
 * @param path of such a file; tables are looked for beside the file
 * @return the jobs
 * @throws ParseError if the file, or a table, cannot be read
 */
std::vector<JobLife> ReadJobLifeFile(const std::string& path);

} // namespace mrc
} // namespace ns3

#endif /* MRC_JOB_LIFE_H */
