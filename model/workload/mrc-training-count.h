/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_COUNT_H
#define MRC_TRAINING_COUNT_H

#include "mrc-training-job.h"

namespace ns3
{
namespace mrc
{

/** How many operations a job has, by what they are for. A job may have more than 64 bits count. */
struct TrainingCount
{
    double work{0};      //!< of GPUs, and what stages hand over
    double tensor{0};    //!< sums of activations
    double exchanges{0}; //!< of tokens
    double gradients{0}; //!< sums of these
    double signals{0};   //!< that join what operations wait for

    /** @return all of them */
    double All() const
    {
        return work + tensor + exchanges + gradients + signals;
    }
};

/**
 * Counts the operations of all steps of a job, without planning them.
 *
 * @param job with parts that fit together
 * @return as many as PlanTraining would have
 */
TrainingCount CountTraining(const TrainingJob& job);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_COUNT_H */
