/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-ranks.h"

namespace ns3
{
namespace mrc
{

TrainingRanks::TrainingRanks(const TrainingJob& job)
    : m_job(job)
{
}

/**
 * The rank of a place along the three axes, and the NIC of that rank. The job says which axis is
 * innermost.
 */
uint32_t
TrainingRanks::NicOf(uint32_t tensor, uint32_t data, uint32_t pipeline) const
{
    uint32_t rank = 0;
    uint32_t stride = 1;
    // The first axis of the order is the innermost: its ranks are neighbours.
    for (const TrainingAxis axis : m_job.order)
    {
        const bool isTensor = axis == TrainingAxis::TENSOR;
        const bool isData = axis == TrainingAxis::DATA;
        rank += stride * (isTensor ? tensor : isData ? data : pipeline);
        stride *= isTensor ? m_job.tensor : isData ? m_job.data : m_job.pipeline;
    }
    // Without places ranks fill the NICs in order.
    return m_job.place.empty() ? rank : m_job.place[rank];
}

std::vector<uint32_t>
TrainingRanks::Stage(uint32_t pipeline) const
{
    std::vector<uint32_t> nics;
    for (const std::vector<uint32_t>& group : TensorGroups(pipeline))
    {
        nics.insert(nics.end(), group.begin(), group.end());
    }
    return nics;
}

/**
 * Ranks that share the layers of one replica: they exchange the most, and so mostly are neighbours.
 */
std::vector<std::vector<uint32_t>>
TrainingRanks::TensorGroups(uint32_t pipeline) const
{
    std::vector<std::vector<uint32_t>> groups(m_job.data);
    for (uint32_t data = 0; data < m_job.data; ++data)
    {
        for (uint32_t tensor = 0; tensor < m_job.tensor; ++tensor)
        {
            groups[data].push_back(NicOf(tensor, data, pipeline));
        }
    }
    return groups;
}

/** @return groups of this size along data, with members so far from each other */
std::vector<std::vector<uint32_t>>
TrainingRanks::AlongData(uint32_t pipeline, uint32_t stride, uint32_t size) const
{
    std::vector<std::vector<uint32_t>> groups;
    for (uint32_t tensor = 0; tensor < m_job.tensor; ++tensor)
    {
        for (uint32_t first = 0; first < m_job.data; ++first)
        {
            if (first / stride % size != 0)
            {
                continue; // the rank is in the group of another
            }
            std::vector<uint32_t> group;
            for (uint32_t i = 0; i < size; ++i)
            {
                group.push_back(NicOf(tensor, first + i * stride, pipeline));
            }
            groups.push_back(group);
        }
    }
    return groups;
}

std::vector<std::vector<uint32_t>>
TrainingRanks::ExpertGroups(uint32_t pipeline) const
{
    return AlongData(pipeline, 1, m_job.expert);
}

std::vector<std::vector<uint32_t>>
TrainingRanks::DataGroups(uint32_t pipeline) const
{
    return AlongData(pipeline, 1, m_job.data);
}

std::vector<std::vector<uint32_t>>
TrainingRanks::ReplicaGroups(uint32_t pipeline) const
{
    // Ranks with the same experts are a whole expert group apart.
    return AlongData(pipeline, m_job.expert, m_job.data / m_job.expert);
}

} // namespace mrc
} // namespace ns3
