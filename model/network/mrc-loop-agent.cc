/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-loop-agent.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

void
LoopAgent::Check(uint32_t nic, uint64_t loops)
{
    if (loops > MOST_LOOPS)
    {
        throw std::invalid_argument("the Clustermapper's agent of NIC " + std::to_string(nic) +
                                    " has " + std::to_string(loops) +
                                    " loops in a round; expected at most " +
                                    std::to_string(MOST_LOOPS));
    }
}

void
LoopAgent::Begin(uint32_t round)
{
    m_round = round;
    m_loops.clear();
    m_arrived.clear();
}

/** The round is a part of the id, so that a loop of an earlier round is not taken for one of now.
 */
void
LoopAgent::Add(const LoopLink& link, uint32_t path, const LoopVia& via)
{
    const uint32_t id = (m_round % 16) << 12 | m_loops.size();
    m_loops.push_back({link, static_cast<uint16_t>(id), path, via});
    m_arrived.push_back(false);
}

void
LoopAgent::Arrived(uint16_t id)
{
    const uint32_t index = id % MOST_LOOPS;
    if (index < m_loops.size() && m_loops[index].id == id)
    {
        m_arrived[index] = true;
    }
}

std::vector<uint16_t>
LoopAgent::Back() const
{
    std::vector<uint16_t> ids;
    for (std::size_t i = 0; i < m_loops.size(); ++i)
    {
        if (m_arrived[i])
        {
            ids.push_back(m_loops[i].id);
        }
    }
    return ids;
}

std::vector<LoopResult>
LoopAgent::End() const
{
    std::vector<LoopResult> results;
    for (std::size_t i = 0; i < m_loops.size(); ++i)
    {
        results.push_back({m_loops[i].link, m_arrived[i], m_loops[i].via});
    }
    return results;
}

} // namespace mrc
} // namespace ns3
