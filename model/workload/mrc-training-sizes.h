/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_SIZES_H
#define MRC_TRAINING_SIZES_H

#include "mrc-training-job.h"
#include "mrc-training-operation.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** How many bytes do the messages of a training step have, shrunk as the job asks for? */
class TrainingSizes
{
  public:
    /** @param job the sizes count; must outlive this */
    explicit TrainingSizes(const TrainingJob& job);

    /** @param ranks of a tensor group @return bytes of the activations that they sum */
    uint64_t Sum(std::size_t ranks) const;

    /** @param ranks of an expert group @return bytes of the tokens from each to each other one */
    uint64_t Tokens(std::size_t ranks) const;

    /** @return bytes that a rank hands to the next stage, or back */
    uint64_t Handed() const;

    /**
     * @param parameters of a group, in all its ranks that share layers
     * @param ranks of the group
     * @return bytes of the gradients that they sum
     */
    uint64_t Gradients(double parameters, std::size_t ranks) const;

    /** @param layers how many @return their parameters that all ranks along data have */
    double DenseParameters(uint32_t layers) const;

    /** @param layers how many @return their parameters of the experts of a rank */
    double ExpertParameters(uint32_t layers) const;

  private:
    double Activations() const;
    uint64_t Shrunk(TrainingPart part, double bytes, std::size_t pieces) const;

    const TrainingJob& m_job;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_SIZES_H */
