/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LIFE_COURSE_H
#define MRC_LIFE_COURSE_H

#include "mrc-job-life.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Where the time of a job went, in seconds [life-times]. All but the counts add up to its length.
 */
struct LifeTimes
{
    double kept{0};      //!< healthy work that was not lost
    double rework{0};    //!< healthy work that crashes threw away
    double slow{0};      //!< more than healthy steps would have taken
    double write{0};     //!< for checkpoints
    double stall{0};     //!< in which no step went on
    double restart{0};   //!< from crashes to the next first step
    uint64_t faults{0};  //!< that happened
    uint64_t crashes{0}; //!< how many of them ended the job's processes
};

/**
 * @param life of a job
 * @param faults by their time
 * @return where the job's time went [life-phases]
 */
LifeTimes CourseOf(const JobLife& life, const std::vector<LifeFault>& faults);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LIFE_COURSE_H */
