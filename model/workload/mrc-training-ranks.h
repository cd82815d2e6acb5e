/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_RANKS_H
#define MRC_TRAINING_RANKS_H

#include "mrc-training-job.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Says which NICs work together [training-ranks]. */
class TrainingRanks
{
  public:
    /** @param job the order and the places of ranks count; must outlive this */
    explicit TrainingRanks(const TrainingJob& job);

    /**
     * @param tensor, data, pipeline a rank's places along the axes
     * @return the rank's NIC
     */
    uint32_t NicOf(uint32_t tensor, uint32_t data, uint32_t pipeline) const;

    /** @param pipeline a stage @return the stage's NICs, each of which does the same work */
    std::vector<uint32_t> Stage(uint32_t pipeline) const;

    /** @param pipeline a stage @return the stage's groups that share layers */
    std::vector<std::vector<uint32_t>> TensorGroups(uint32_t pipeline) const;

    /** @param pipeline a stage @return the stage's groups that share experts */
    std::vector<std::vector<uint32_t>> ExpertGroups(uint32_t pipeline) const;

    /**
     * @param pipeline a stage @return the stage's groups with the same parameters but of experts
     */
    std::vector<std::vector<uint32_t>> DataGroups(uint32_t pipeline) const;

    /** @param pipeline a stage @return the stage's groups that have the same experts */
    std::vector<std::vector<uint32_t>> ReplicaGroups(uint32_t pipeline) const;

  private:
    std::vector<std::vector<uint32_t>> AlongData(uint32_t pipeline,
                                                 uint32_t stride,
                                                 uint32_t size) const;

    const TrainingJob& m_job;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_RANKS_H */
