/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-crew-meeting.h"

namespace ns3
{
namespace mrc
{

void
CrewMeeting::StandAt(Instant at)
{
    m_simulator.Clock().now = at;
    for (const auto& meeting : m_meetings)
    {
        meeting->GoOn(at);
    }
    for (std::size_t i = m_meetings.size(); i < m_shards.size(); ++i)
    {
        m_meetings.push_back(std::make_unique<ShardHost::Meeting>(m_shards[i]->Host(), at));
    }
}

void
CrewMeeting::Fire() const
{
    const EarlierHotEvent earlier;
    for (;;)
    {
        ShardHost* first = nullptr;
        for (WindowShard* shard : m_shards)
        {
            const HotEvent* event = shard->Host().FirstOfMeeting();
            // Compared anew after each event, since the event may schedule in any shard.
            if (event != nullptr && (first == nullptr || earlier(*event, *first->FirstOfMeeting())))
            {
                first = &shard->Host();
            }
        }
        if (first == nullptr)
        {
            return;
        }
        first->FireFirstOfMeeting();
    }
}

} // namespace mrc
} // namespace ns3
