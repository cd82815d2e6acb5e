/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_PLAN_H
#define MRC_TRAINING_PLAN_H

#include "mrc-connection-matrix.h"
#include "mrc-place-list.h"
#include "mrc-training-job.h"
#include "mrc-training-operation.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/** All steps of a job, as transfers [training-step]. */
struct TrainingPlan
{
    ConnectionMatrix matrix;                   //!< the transfers
    std::vector<TrainingOperation> operations; //!< of the first transfers; signals are behind them
    PlaceLists before;                         //!< by operation: those that the operation waits for
    bool endsWithWork{true}; //!< whether a step ends with work that waits for all else
};

/**
 * @param job with parts that fit together
 * @return the steps of the job
 * @throws std::invalid_argument if they are too many, or some of them too long
 */
TrainingPlan PlanTraining(const TrainingJob& job);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_PLAN_H */
