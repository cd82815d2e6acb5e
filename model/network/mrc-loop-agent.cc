/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-loop-agent.h"

#include "mrc-topology-tiers.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

LoopAgent::LoopAgent(const Topology& topology, uint32_t nic, uint32_t sharers)
    : m_nic(nic),
      m_t0(topology.Tiers().T0Of(nic)),
      m_place(nic % topology.Spec().nicsPerT0),
      m_nics(topology.Tiers().DownlinksOfT0(m_t0)),
      m_sharers(std::min(sharers, m_nics)),
      m_planes(topology.Spec().planes),
      m_uplinks(topology.Spec().t1Count == 0 ? 0 : topology.Spec().T0Uplinks())
{
    // The NICs of a T0 share out its uplinks: the part of one is rounded up.
    const uint32_t most = m_planes * (1 + (m_uplinks * m_sharers + m_nics - 1) / m_nics);
    if (most > MOST_LOOPS)
    {
        throw std::invalid_argument("the Clustermapper's agent of NIC " + std::to_string(nic) +
                                    " has " + std::to_string(most) +
                                    " loops in a round; expected at most " +
                                    std::to_string(MOST_LOOPS));
    }
}

const std::vector<LoopProbe>&
LoopAgent::Begin()
{
    m_loops.clear();
    const auto add = [this](const LoopLink& link) {
        // The round is a part of the id, so that a loop of an earlier round is not taken for one of
        // now.
        const uint32_t id = (m_round % 16) << 12 | m_loops.size();
        m_loops.push_back({link, static_cast<uint16_t>(id)});
    };
    for (uint32_t p = 0; p < m_planes; ++p)
    {
        const PlaneId plane = static_cast<PlaneId>(p);
        add({plane, m_nic, LoopLink::NO_UPLINK});
        for (uint32_t uplink = 0; uplink < m_uplinks; ++uplink)
        {
            // The NICs at an uplink move on by one each round: each meets every uplink.
            if ((m_place + uplink + m_round) % m_nics < m_sharers)
            {
                add({plane, m_t0, uplink});
            }
        }
    }
    ++m_round;
    m_arrived.assign(m_loops.size(), false);
    return m_loops;
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

std::vector<LoopResult>
LoopAgent::End() const
{
    std::vector<LoopResult> results;
    for (std::size_t i = 0; i < m_loops.size(); ++i)
    {
        results.push_back({m_loops[i].link, m_arrived[i]});
    }
    return results;
}

} // namespace mrc
} // namespace ns3
