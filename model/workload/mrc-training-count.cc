/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-count.h"

#include <algorithm>

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

/**
 * Operations wait for what a pass of a rank leaves, and those of the next pass for the same and for
 * something else. Between sums and passes to other stages, and passes from there.
 *
 * @return how often that is so in a step, of one rank of each stage together
 */
double
JunctionsOf(const TrainingJob& job)
{
    const double stages = job.pipeline;
    const double microbatches = job.microbatches;
    const double ends = job.data > 1 ? stages : 0; // sums, and the optimizer
    if (job.pipeline == 1)
    {
        return ends;
    }
    // The first stage passes on in forward passes and gets something in backward ones, the last
    // stage the other way around. The others do both in each pass.
    const double first = std::max(1., microbatches - stages + 1);
    const double last = microbatches - 1;
    return ends + first + last + (stages - 2) * (2 * microbatches - 1);
}

/** @return signals of all ranks in a step */
double
SignalsOf(const TrainingJob& job, double exchanges)
{
    const double others = job.expert - 1.;
    // Each rank of an exchange waits for its own part too [own-part].
    const double joined = job.expert > 1 ? exchanges / others : 0;
    // Behind an exchange two barriers wait for each message, and for the own part.
    const double each = job.tensor == 1 && job.expert > 1 ? 2 * others + 1 : 1;
    return joined + JunctionsOf(job) * each * job.data * job.tensor;
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
    count.signals = SignalsOf(job, count.exchanges);
    for (double* part :
         {&count.work, &count.tensor, &count.exchanges, &count.gradients, &count.signals})
    {
        *part *= job.steps;
    }
    return count;
}

} // namespace mrc
} // namespace ns3
