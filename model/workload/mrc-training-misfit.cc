/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-misfit.h"

#include "mrc-training-numbers.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace ns3
{
namespace mrc
{

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
    return broken == std::end(rules) ? std::nullopt : std::optional(broken->otherwise);
}

} // namespace mrc
} // namespace ns3
