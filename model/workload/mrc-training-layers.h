/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_LAYERS_H
#define MRC_TRAINING_LAYERS_H

#include "mrc-training-ranks.h"
#include "mrc-training-sequence.h"
#include "mrc-training-sizes.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What do the ranks of a stage do in one layer of a pass? */
class TrainingLayers
{
  public:
    /**
     * @param job which
     * @param ranks of it
     * @param sequence gets the operations; all three must outlive this
     */
    TrainingLayers(const TrainingJob& job, const TrainingRanks& ranks, TrainingSequence& sequence);

    /**
     * @param stage whose layer it is
     * @param ns of work
     * @param part what for
     */
    void Add(uint32_t stage, double ns, TrainingPart part);

  private:
    void SumActivations(uint32_t stage);
    void ExchangeTokens(uint32_t stage);

    const TrainingJob& m_job;
    const TrainingRanks& m_ranks;
    TrainingSequence& m_sequence;
    TrainingSizes m_sizes;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_LAYERS_H */
