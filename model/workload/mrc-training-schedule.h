/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_SCHEDULE_H
#define MRC_TRAINING_SCHEDULE_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** One pass of a micro-batch through a stage. */
struct TrainingPass
{
    uint32_t stage;      //!< of the pipeline
    uint32_t microbatch; //!< of the step
    bool isBackward;     //!< forward otherwise
};

/**
 * Orders the passes of a step: each stage has some forward passes ahead, then one forward, one
 * backward [training-schedule].
 *
 * @param stages how many
 * @param microbatches how many
 * @return all passes; each stands behind the pass of the other stage that this one waits for.
 *         The passes of a stage stand in the stage's order
 */
std::vector<TrainingPass> ScheduleTraining(uint32_t stages, uint32_t microbatches);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_SCHEDULE_H */
