/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_HANDOVER_H
#define MRC_TRAINING_HANDOVER_H

#include "mrc-training-ranks.h"
#include "mrc-training-schedule.h"
#include "mrc-training-sequence.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which data do stages hand to each other, and which pass waits for the data? */
class TrainingHandover
{
  public:
    /**
     * @param ranks of the job
     * @param sequence gets the operations; both must outlive this
     * @param bytes that a rank hands to the next stage, or back
     */
    TrainingHandover(const TrainingRanks& ranks, TrainingSequence& sequence, uint64_t bytes);

    /**
     * Each rank hands its part of the results to the rank at the same place in another stage.
     *
     * @param pass that is done
     * @param to the other stage
     */
    void Hand(const TrainingPass& pass, uint32_t to);

    /** @param pass that waits for the data that the stage before the pass's own handed on */
    void Receive(const TrainingPass& pass);

  private:
    const TrainingRanks& m_ranks;
    TrainingSequence& m_sequence;
    uint64_t m_bytes;
    /** By NIC, micro-batch and direction: the transfers of another stage to this NIC. */
    std::map<std::tuple<uint32_t, uint32_t, bool>, std::vector<uint32_t>> m_handed;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_HANDOVER_H */
