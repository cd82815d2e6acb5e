/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-gradients.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

TrainingGradients::TrainingGradients(const TrainingJob& job,
                                     const TrainingRanks& ranks,
                                     TrainingSequence& sequence)
    : m_job(job),
      m_ranks(ranks),
      m_sequence(sequence),
      m_sizes(job),
      m_layers(job.layers / job.pipeline),
      m_sums(job.Ranks())
{
}

void
TrainingGradients::OnLayer(const TrainingPass& pass, uint32_t layer)
{
    // Gradients add up over micro-batches, so only the last one completes them.
    const bool isLast = pass.microbatch + 1 == m_job.microbatches;
    const uint32_t inBucket = (layer - 1) % m_job.bucketLayers + 1;
    // The last bucket of a stage may have fewer layers than the others.
    const bool isFull = inBucket == m_job.bucketLayers || layer == m_layers;
    if (isLast && isFull && m_job.gradientTime == GradientTime::DURING_BACKWARD)
    {
        SumBucket(pass.stage, inBucket);
    }
}

void
TrainingGradients::Join(uint32_t stage)
{
    if (m_job.gradientTime == GradientTime::AFTER_BACKWARD)
    {
        for (uint32_t first = 0; first < m_layers; first += m_job.bucketLayers)
        {
            SumBucket(stage, std::min(m_job.bucketLayers, m_layers - first));
        }
    }
    for (const uint32_t nic : m_ranks.Stage(stage))
    {
        m_sequence.WaitAlso(nic, m_sums[nic]);
        m_sums[nic].clear();
    }
}

void
TrainingGradients::SumBucket(uint32_t stage, uint32_t layers)
{
    AddSums(m_ranks.DataGroups(stage), m_sizes.DenseParameters(layers));
    // Ranks along data hold different experts: only ranks with the same ones sum these.
    if (m_job.experts != 1)
    {
        AddSums(m_ranks.ReplicaGroups(stage), m_sizes.ExpertParameters(layers));
    }
}

/** Sums go on beside the work: only the end of the step waits for them. */
void
TrainingGradients::AddSums(const std::vector<std::vector<uint32_t>>& groups, double parameters)
{
    for (const std::vector<uint32_t>& nics : groups)
    {
        // A rank alone has no other to sum with.
        if (nics.size() == 1)
        {
            continue;
        }
        const uint64_t bytes = m_sizes.Gradients(parameters, nics.size());
        const Frontier sums = m_sequence.Sum(nics, bytes, TrainingPart::GRADIENT);
        for (std::size_t i = 0; i < nics.size(); ++i)
        {
            std::vector<uint32_t>& all = m_sums[nics[i]];
            all.insert(all.end(), sums[i].begin(), sums[i].end());
        }
    }
}

} // namespace mrc
} // namespace ns3
