/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_GRADIENTS_H
#define MRC_TRAINING_GRADIENTS_H

#include "mrc-training-ranks.h"
#include "mrc-training-schedule.h"
#include "mrc-training-sequence.h"
#include "mrc-training-sizes.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** When are gradients summed, and over which ranks? */
class TrainingGradients
{
  public:
    /**
     * @param job which
     * @param ranks of the job
     * @param sequence gets the sums; all three must outlive this
     */
    TrainingGradients(const TrainingJob& job,
                      const TrainingRanks& ranks,
                      TrainingSequence& sequence);

    /**
     * Sums a bucket, if this layer fills one and the job sums then.
     *
     * @param pass a backward one
     * @param layer of the pass's stage that is done, from 1
     */
    void OnLayer(const TrainingPass& pass, uint32_t layer);

    /**
     * Has the ranks of a stage wait for their sums. Before that come those that were left until
     * the end of the step.
     *
     * @param stage which
     */
    void Join(uint32_t stage);

  private:
    void SumBucket(uint32_t stage, uint32_t layers);
    void AddSums(const std::vector<std::vector<uint32_t>>& groups, double parameters);

    const TrainingJob& m_job;
    const TrainingRanks& m_ranks;
    TrainingSequence& m_sequence;
    TrainingSizes m_sizes;
    uint32_t m_layers; //!< of a stage
    Frontier m_sums;   //!< by NIC: those that the end of the step waits for
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_GRADIENTS_H */
