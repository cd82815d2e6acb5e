/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_COLLECTIVES_H
#define MRC_TRAINING_COLLECTIVES_H

#include "mrc-training-times.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Transfers for one purpose, with no other operation between them in the plan. */
struct TrainingCollective
{
    uint32_t step{0};                          //!< from 0
    TrainingPart part{TrainingPart::GRADIENT}; //!< purpose of the transfers
    uint32_t count{0};                         //!< collectives that are joined here
    uint32_t firstRank{0};                     //!< least NIC that sends, and
    uint32_t lastRank{0};                      //!< the greatest
    uint64_t transfers{0};                     //!< between NICs
    uint64_t bytes{0};                         //!< of these transfers
    Instant begin;                             //!< first post
    Instant end;                               //!< last completion; never if one is missing
};

/**
 * Joins the times of a job's transfers. A planner puts a collective of all groups of a stage into
 * one piece of the plan, so that the place tells the collective. Memory: no time of an operation
 * is kept.
 *
 * @param plan the plan that was carried out
 * @param times of the plan's operations
 * @param most collectives; where a plan has more, each step has one for each purpose
 * @return the collectives that are complete, in the plan's order
 */
std::vector<TrainingCollective> CollectivesOf(const TrainingPlan& plan,
                                              const OperationTimes& times,
                                              uint32_t most = 4096);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_COLLECTIVES_H */
