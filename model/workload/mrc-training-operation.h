/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_OPERATION_H
#define MRC_TRAINING_OPERATION_H

#include <cstdint>
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

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_OPERATION_H */
