/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_PLAN_H
#define MRC_TRAINING_PLAN_H

#include "mrc-connection-matrix.h"
#include "mrc-training-job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What an operation of a training step is for. */
enum class TrainingPart : uint8_t
{
    FORWARD,   //!< work
    BACKWARD,  //!< work
    OPTIMIZER, //!< work at the end of a step
    TENSOR,    //!< sums of activations
    EXPERT,    //!< tokens to experts, and back
    PIPELINE,  //!< activations and their gradients, between stages
    GRADIENT,  //!< sums of gradients
};

/** @return its name, such as "gradient" */
const char* ToString(TrainingPart part);

/** @return whether a GPU works then, and no transfer is meant */
bool IsWork(TrainingPart part);

/** What an operation of a job does. */
struct TrainingOperation
{
    uint32_t step;                //!< from 0
    TrainingPart part;            //!< what for
    std::vector<uint32_t> before; //!< places of those that it waits for
};

/** All steps of a job, as transfers [training-step]. */
struct TrainingPlan
{
    ConnectionMatrix matrix;                   //!< the transfers
    std::vector<TrainingOperation> operations; //!< of the first transfers; signals are behind them
};

/**
 * @param job whose parts fit together
 * @return its steps
 * @throws std::invalid_argument if they are too many, or some of them too long
 */
TrainingPlan PlanTraining(const TrainingJob& job);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_PLAN_H */
