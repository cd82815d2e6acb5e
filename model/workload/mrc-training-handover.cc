/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-handover.h"

namespace ns3
{
namespace mrc
{

TrainingHandover::TrainingHandover(const TrainingRanks& ranks,
                                   TrainingSequence& sequence,
                                   uint64_t bytes)
    : m_ranks(ranks),
      m_sequence(sequence),
      m_bytes(bytes)
{
}

void
TrainingHandover::Hand(const TrainingPass& pass, uint32_t to)
{
    const std::vector<uint32_t> from = m_ranks.Stage(pass.stage);
    const std::vector<uint32_t> others = m_ranks.Stage(to);
    for (std::size_t i = 0; i < from.size(); ++i)
    {
        const uint32_t send = m_sequence.Send(from[i], others[i], m_bytes, TrainingPart::PIPELINE);
        // The receiving stage has its pass later in the plan, so the transfer is kept until
        // Receive.
        m_handed[{others[i], pass.microbatch, pass.isBackward}].push_back(send);
    }
}

void
TrainingHandover::Receive(const TrainingPass& pass)
{
    for (const uint32_t nic : m_ranks.Stage(pass.stage))
    {
        const auto found = m_handed.find({nic, pass.microbatch, pass.isBackward});
        // The first stage of a direction gets data from no other stage.
        if (found != m_handed.end())
        {
            m_sequence.WaitAlso(nic, found->second);
            // The next step gives its micro-batches the same numbers.
            m_handed.erase(found);
        }
    }
}

} // namespace mrc
} // namespace ns3
