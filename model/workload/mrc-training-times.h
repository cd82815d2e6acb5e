/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_TIMES_H
#define MRC_TRAINING_TIMES_H

#include "mrc-training-plan.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** When an operation was done. */
struct OperationTime
{
    Instant start;  //!< of the post
    Instant finish; //!< of the completion
};

/** Tells when an operation was done, by its place. A job has too many for a list of their times. */
using OperationTimes = std::function<OperationTime(uint32_t operation)>;

/** The time of one rank in a step [training-times]. */
struct TrainingRankTime
{
    double idleShare{0}; //!< of the step: no work
    Span exposed;        //!< transfers under way, and no work
};

/** The times of one step [training-times]. */
struct TrainingStep
{
    Span time;               //!< from the end of the step before, on all ranks
    double idleShare{0};     //!< of all GPUs' time without work
    Span exposed;            //!< mean of ranks: transfers under way, and no work
    Span mostExposed;        //!< the same of the rank that has most
    uint32_t slowestRank{0}; //!< NIC of the rank that ended last
    std::optional<uint32_t>
        heldBy{};                //!< the longest transfer of all that the step waited for in a row
    std::vector<uint32_t> way{}; //!< these transfers, the last one first
    std::vector<TrainingRankTime> ranks{}; //!< by NIC
};

/**
 * @param plan the plan that was carried out
 * @param times of the plan's operations, asked for several times; those that are not done never
 * finish
 * @return the steps of the plan, up to one with such an operation
 */
std::vector<TrainingStep> JudgeTraining(const TrainingPlan& plan, const OperationTimes& times);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_TIMES_H */
