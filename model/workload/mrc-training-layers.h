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

/** Which operations do the ranks of a stage have in one layer of a pass? */
class TrainingLayers
{
  public:
    /**
     * @param job which
     * @param ranks of the job
     * @param sequence gets the operations; all three must outlive this
     */
    TrainingLayers(const TrainingJob& job, const TrainingRanks& ranks, TrainingSequence& sequence);

    /**
     * @param stage the stage of the layer
     * @param ns of work
     * @param part purpose of the work
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
