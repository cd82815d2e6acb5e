/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-frontier.h"

namespace ns3
{
namespace mrc
{

RankFrontier::RankFrontier(uint32_t ranks)
    : m_done(ranks)
{
}

Group
RankFrontier::GroupOf(uint32_t first, uint32_t stride, uint32_t count) const
{
    Group group;
    for (uint32_t i = 0; i < count; ++i)
    {
        group.ranks.push_back(first + i * stride);
        group.before.push_back(m_done[first + i * stride]);
    }
    return group;
}

void
RankFrontier::Keep(const Frontier& done, uint32_t first, uint32_t stride)
{
    for (uint32_t i = 0; i < done.size(); ++i)
    {
        m_done[first + i * stride] = done[i];
    }
}

const std::vector<uint32_t>&
RankFrontier::Of(uint32_t rank) const
{
    return m_done[rank];
}

} // namespace mrc
} // namespace ns3
