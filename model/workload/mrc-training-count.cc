/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-count.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return messages of a sum of all members of a group, by a ring [ring-steps] */
double
RingOf(double members)
{
    return 2 * members * (members - 1);
}

} // namespace

TrainingCount
CountTraining(const TrainingJob& job)
{
    const double data = job.data;
    const double tensor = job.tensor;
    const double expert = job.expert;
    const double stages = job.pipeline;
    const double ranks = data * tensor; // of a stage
    const double layers = job.layers / job.pipeline;
    const double microbatches = job.microbatches;
    // Each layer is passed forward and backward, and again where its results were not kept.
    const double passed = stages * layers * microbatches * (job.recomputes ? 3 : 2);
    const bool isShared = job.tensor > 1 || job.expert > 1;
    const double buckets = stages * ((job.layers / job.pipeline - 1) / job.bucketLayers + 1);

    TrainingCount count;
    count.work = passed * ranks * (isShared ? 2 : 1);      // a layer that is shared has two halves
    count.work += 2 * (stages - 1) * microbatches * ranks; // handed over, and back
    count.work += stages * ranks;                          // optimizers
    // Both halves of a layer sum activations, and exchange tokens.
    count.tensor = 2 * passed * data * RingOf(tensor);
    count.exchanges = 2 * passed * ranks * (expert - 1);
    count.gradients = buckets * tensor * RingOf(data);
    if (job.experts != 1) // only ranks with the same experts sum the gradients of these
    {
        count.gradients += buckets * tensor * expert * RingOf(data / expert);
    }
    for (double* part : {&count.work, &count.tensor, &count.exchanges, &count.gradients})
    {
        *part *= job.steps;
    }
    return count;
}

} // namespace mrc
} // namespace ns3
