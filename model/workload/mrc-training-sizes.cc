/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-sizes.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

TrainingSizes::TrainingSizes(const TrainingJob& job)
    : m_job(job)
{
}

/** @return bytes of a message, at least one for each of the message's pieces */
uint64_t
TrainingSizes::Shrunk(TrainingPart part, double bytes, std::size_t pieces) const
{
    return std::max<uint64_t>(pieces, WholeOf({part, bytes / m_job.shrink, "bytes"}, m_job.name));
}

/** @return bytes of a micro-batch's activations between two layers [training-sizes] */
double
TrainingSizes::Activations() const
{
    return static_cast<double>(m_job.microbatchSize) * m_job.sequence * m_job.hidden *
           m_job.elementBytes;
}

uint64_t
TrainingSizes::Sum(std::size_t ranks) const
{
    return Shrunk(TrainingPart::TENSOR, Activations(), ranks);
}

uint64_t
TrainingSizes::Tokens(std::size_t ranks) const
{
    // Each token goes to all its active experts; ranks of a tensor group divide the activations
    // [training-sizes].
    const double all = Activations() * m_job.activeExperts / m_job.tensor;
    return Shrunk(TrainingPart::EXPERT, all / static_cast<double>(ranks), 1);
}

uint64_t
TrainingSizes::Handed() const
{
    return Shrunk(TrainingPart::PIPELINE, Activations() / m_job.tensor, 1);
}

uint64_t
TrainingSizes::Gradients(double parameters, std::size_t ranks) const
{
    return Shrunk(TrainingPart::GRADIENT, parameters * m_job.gradientBytes / m_job.tensor, ranks);
}

double
TrainingSizes::DenseParameters(uint32_t layers) const
{
    // One expert alone is the feed-forward part of a dense model, which all ranks along data have.
    const bool isDense = m_job.experts == 1;
    return static_cast<double>(m_job.AttentionSize() + (isDense ? m_job.ExpertSize() : 0)) * layers;
}

double
TrainingSizes::ExpertParameters(uint32_t layers) const
{
    return static_cast<double>(m_job.ExpertSize()) * m_job.experts / m_job.expert * layers;
}

} // namespace mrc
} // namespace ns3
