/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_OPERATION_H
#define MRC_TRAINING_OPERATION_H

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/** The purpose of an operation of a training step. */
enum class TrainingPart : uint8_t
{
    FORWARD,   //!< work
    BACKWARD,  //!< work
    OPTIMIZER, //!< work at the end of a step
    WORK,      //!< of a GPU, by a trace
    TENSOR,    //!< sums of activations
    EXPERT,    //!< tokens to experts, and back
    PIPELINE,  //!< activations and their gradients, between stages
    GRADIENT,  //!< sums of gradients
    MESSAGE,   //!< from rank to rank, by a trace
    REDUCTION, //!< of a collective operation that adds up, by a trace
    EXCHANGE,  //!< of another collective operation, by a trace
    HOST,      //!< work of a processor that is no GPU, or without time, by a trace
};

/** @return the name of the purpose, such as "gradient" */
const char* ToString(TrainingPart part);

/** @return whether a GPU works then, and no transfer is meant */
bool IsWork(TrainingPart part);

/** Work or data of a part of a step. */
struct TrainingAmount
{
    TrainingPart part; //!< purpose of the work or data
    double value;      //!< at least 0
    const char* unit;  //!< for messages
};

/**
 * @param amount of any size
 * @param job name of the job, for messages
 * @return the amount as a whole number
 * @throws std::invalid_argument if that has more than 63 bits, more than any operation may have
 */
uint64_t WholeOf(const TrainingAmount& amount, const std::string& job);

/** An operation of a job, with its purpose. */
struct TrainingOperation
{
    uint32_t step;     //!< from 0
    TrainingPart part; //!< purpose of the operation
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_OPERATION_H */
