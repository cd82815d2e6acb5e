/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-job.h"

namespace ns3
{
namespace mrc
{

uint64_t
TrainingJob::AttentionSize() const
{
    const uint64_t keys = keyHidden == 0 ? hidden : keyHidden;
    return 2 * uint64_t{hidden} * hidden + 2 * uint64_t{hidden} * keys;
}

uint64_t
TrainingJob::ExpertSize() const
{
    return uint64_t{feedForwardMatrices} * hidden * feedForward;
}

/** The largest values that a file may give make more than 64 bits. */
double
TrainingJob::Size() const
{
    const auto attention = static_cast<double>(AttentionSize());
    return layers * (attention + experts * static_cast<double>(ExpertSize()));
}

double
TrainingJob::ForwardNs() const
{
    if (layerUs > 0)
    {
        return layerUs * 1e3 / shrink;
    }
    // Two operations for each parameter and token, and two products of each token with all others.
    const double tokens = static_cast<double>(microbatchSize) * sequence;
    const auto parameters = static_cast<double>(AttentionSize() + activeExperts * ExpertSize());
    const double perToken = 2 * parameters + 4. * sequence * hidden;
    // 1e3: 10^12 operations in a second are 10^3 in a nanosecond.
    return tokens * perToken / tensor / (gpuTflops * 1e3) / shrink;
}

} // namespace mrc
} // namespace ns3
