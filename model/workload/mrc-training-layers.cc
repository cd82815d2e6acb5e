/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-layers.h"

namespace ns3
{
namespace mrc
{

TrainingLayers::TrainingLayers(const TrainingJob& job,
                               const TrainingRanks& ranks,
                               TrainingSequence& sequence)
    : m_job(job),
      m_ranks(ranks),
      m_sequence(sequence),
      m_sizes(job)
{
}

/** A layer has halves if ranks share it: attention, and experts. */
void
TrainingLayers::Add(uint32_t stage, double ns, TrainingPart part)
{
    const std::vector<uint32_t> nics = m_ranks.Stage(stage);
    // A layer that a rank computes alone needs no transfer, so one operation will do.
    if (m_job.tensor == 1 && m_job.expert == 1)
    {
        m_sequence.Work(nics, ns, part);
        return;
    }
    m_sequence.Work(nics, ns / 2, part);
    SumActivations(stage);
    ExchangeTokens(stage);
    m_sequence.Work(nics, ns / 2, part);
    ExchangeTokens(stage);
    SumActivations(stage);
}

void
TrainingLayers::SumActivations(uint32_t stage)
{
    for (const std::vector<uint32_t>& nics : m_ranks.TensorGroups(stage))
    {
        const uint64_t bytes = m_sizes.Sum(nics.size());
        m_sequence.Wait(nics, m_sequence.Sum(nics, bytes, TrainingPart::TENSOR));
    }
}

/** Each rank of an expert group has as many tokens for each other one. */
void
TrainingLayers::ExchangeTokens(uint32_t stage)
{
    for (const std::vector<uint32_t>& nics : m_ranks.ExpertGroups(stage))
    {
        const uint64_t bytes = m_sizes.Tokens(nics.size());
        m_sequence.Wait(nics, m_sequence.Exchange(nics, bytes, TrainingPart::EXPERT));
    }
}

} // namespace mrc
} // namespace ns3
