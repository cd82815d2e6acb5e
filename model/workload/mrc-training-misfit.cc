/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-misfit.h"

#include "mrc-operation-list.h"
#include "mrc-training-count.h"
#include "mrc-training-numbers.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <sstream>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Counts before the plan is made: to collect the most operations that there may be takes half a
 * minute.
 *
 * @return whether a job has more than these, with the key that most come from
 */
std::optional<TrainingMisfit>
TooManyOperations(const TrainingJob& job)
{
    const TrainingCount count = CountTraining(job);
    if (count.All() <= OPERATIONS_MOST)
    {
        return std::nullopt;
    }
    const std::pair<double, const char*> parts[] = {{count.gradients, "data"},
                                                    {count.tensor, "tensor"},
                                                    {count.exchanges, "expert"},
                                                    {count.work, "microbatches"}};
    std::ostringstream message;
    message << count.All() << " operations in " << job.steps
            << (job.steps == 1 ? " step" : " steps") << "; expected at most " << OPERATIONS_MOST
            << ": fewer ranks, micro-batches or steps, or more bucket-layers";
    return TrainingMisfit{
        std::max_element(std::begin(parts),
                         std::end(parts),
                         [](const auto& a, const auto& b) { return a.first < b.first; })
            ->second,
        message.str()};
}

} // namespace

std::optional<TrainingMisfit>
MisfitOf(const TrainingJob& job)
{
    struct Rule
    {
        bool fits;
        TrainingMisfit otherwise;
    };

    // Each factor is at most 2^20, so that 64 bits hold the product.
    const uint64_t ranks = uint64_t{job.data} * job.tensor * job.pipeline;
    // The values are in their ranges, so that no divisor here is 0.
    const Rule rules[] = {
        {job.layers % job.pipeline == 0,
         {"pipeline",
          std::to_string(job.layers) + " layers in " + std::to_string(job.pipeline) +
              " stages; expected as many in each"}},
        {job.data % job.expert == 0 && job.experts % job.expert == 0,
         {"expert",
          "groups of " + std::to_string(job.expert) + " ranks for " + std::to_string(job.experts) +
              " experts; expected a divisor of data, " + std::to_string(job.data) +
              ", and of experts"}},
        {job.activeExperts <= job.experts,
         {"active-experts",
          "more active experts than experts; expected at most " + std::to_string(job.experts)}},
        {ranks >= 2 && ranks <= MOST_TRAINING_RANKS,
         {"data", "data x tensor x pipeline is not 2 .. 1048576 ranks; expected so many"}},
        {job.place.empty() || job.place.size() == ranks,
         {"place",
          std::to_string(job.place.size()) + " places; expected " + std::to_string(ranks) +
              ", data x tensor x pipeline"}},
    };
    // The first rule that is broken counts: later ones may follow from it.
    const Rule* const broken = std::find_if(std::begin(rules),
                                            std::end(rules),
                                            [](const Rule& rule) { return !rule.fits; });
    return broken == std::end(rules) ? TooManyOperations(job) : std::optional(broken->otherwise);
}

} // namespace mrc
} // namespace ns3
