/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-merged-run.h"

#include "mrc-first-error.h"

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

/** Departures that shards decide at the end of a window may have failed before an event did. */
Instant
MergedRun::Run(Instant end) const
{
    FirstError error;
    HotEvent event{};
    Instant reached;
    try
    {
        reached = Fire(end, event);
    }
    catch (...)
    {
        reached = event.at; // a script may run on from there
        error.Note(event);
    }
    for (WindowShard* shard : m_shards)
    {
        try
        {
            shard->Run(reached); // the events have been fired: does the rest
        }
        catch (...)
        {
            error.Note(shard->Failed());
        }
        shard->NextMeeting(); // forgets those that are over
    }
    error.Rethrow();
    return reached;
}

/**
 * Fires the events.
 *
 * @param end as that of Run
 * @param[out] event the last one, which has failed if there is an error
 * @return as Run
 */
Instant
MergedRun::Fire(Instant end, HotEvent& event) const
{
    const Firing firing(m_shards, end);
    const Span ahead = m_pacer.Pace().lookAhead;
    while (ShardHost* first = First())
    {
        const HotEvent next = *first->FirstOfMeeting();
        if (next.at >= std::min(end, m_simulator.Clock().limit))
        {
            break; // an ordinary event is to come first, or the run is stopped
        }
        event = next;
        StandAt(next.at);
        first->FireFirstOfMeeting();
        // A sink may have made a link shorter: what leaves from now on arrives earlier.
        const Span present = m_pacer.Pace().lookAhead;
        end = present < ahead ? std::min(end, next.at + present) : end;
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
