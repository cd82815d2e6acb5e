/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-merged-run.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** While this exists, events of all shards before an instant are fired, one by one. */
class MergedRun::Firing
{
  public:
    Firing(const std::vector<WindowShard*>& shards, Instant end)
        : m_shards(shards)
    {
        for (WindowShard* shard : m_shards)
        {
            shard->Host().Clock().limit = end;
            shard->Host().Clock().firing = true;
        }
    }

    ~Firing()
    {
        for (WindowShard* shard : m_shards)
        {
            shard->Host().Clock().firing = false;
        }
    }

    Firing(const Firing&) = delete;
    Firing& operator=(const Firing&) = delete;

  private:
    const std::vector<WindowShard*>& m_shards;
};

Instant
MergedRun::Run(Instant end) const
{
    const Firing firing(m_shards, end);
    const Span ahead = m_pacer.Pace().lookAhead;
    while (ShardHost* first = First())
    {
        const Instant at = first->FirstOfMeeting()->at;
        if (at >= std::min(end, m_simulator.Clock().limit))
        {
            break; // an ordinary event is to come first, or the run is stopped
        }
        StandAt(at);
        first->FireFirstOfMeeting();
        // A sink may have made a link shorter: what leaves from now on arrives earlier.
        const Span present = m_pacer.Pace().lookAhead;
        end = present < ahead ? std::min(end, at + present) : end;
    }
    return std::min(end, m_simulator.Clock().limit);
}

/** @return the shard with the first event, compared anew after each: it may schedule anywhere */
ShardHost*
MergedRun::First() const
{
    const EarlierHotEvent earlier;
    ShardHost* first = nullptr;
    for (WindowShard* shard : m_shards)
    {
        const HotEvent* event = shard->Host().FirstOfMeeting();
        if (event != nullptr && (first == nullptr || earlier(*event, *first->FirstOfMeeting())))
        {
            first = &shard->Host();
        }
    }
    return first;
}

void
MergedRun::StandAt(Instant at) const
{
    m_simulator.Clock().now = at;
    for (WindowShard* shard : m_shards)
    {
        shard->Host().Clock().now = at;
    }
}

} // namespace mrc
} // namespace ns3
