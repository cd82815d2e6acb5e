/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-schedule.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** How far a stage is. */
struct StageState
{
    uint32_t ahead;       //!< forward passes before the first backward one
    uint32_t forward{0};  //!< passes done
    uint32_t backward{0}; //!< likewise

    bool IsBackwardNext(uint32_t microbatches) const
    {
        // One forward, one backward: a stage runs ahead by the stages behind it, and then
        // alternates. So it keeps activations of few micro-batches.
        return forward == microbatches || forward > backward + ahead;
    }
};

} // namespace

std::vector<TrainingPass>
ScheduleTraining(uint32_t stages, uint32_t microbatches)
{
    std::vector<StageState> states;
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        // The last stage turns back at once; each one before it is one pass further ahead.
        states.push_back({std::min(stages - 1 - stage, microbatches)});
    }
    std::vector<TrainingPass> passes;
    while (passes.size() < std::size_t{2} * stages * microbatches)
    {
        // Each turn takes at most one pass of each stage.
        for (uint32_t stage = 0; stage < stages; ++stage)
        {
            StageState& state = states[stage];
            const bool isBackward = state.IsBackwardNext(microbatches);
            const bool isDone = state.backward == microbatches;
            // A backward pass waits for the stage behind, a forward pass for the stage before.
            const bool isReady =
                isBackward ? stage + 1 == stages || states[stage + 1].backward > state.backward
                           : stage == 0 || states[stage - 1].forward > state.forward;
            if (!isDone && isReady)
            {
                uint32_t& done = isBackward ? state.backward : state.forward;
                passes.push_back({stage, done++, isBackward});
            }
        }
    }
    return passes;
}

} // namespace mrc
} // namespace ns3
