/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CREW_MEETING_H
#define MRC_CREW_MEETING_H

#include "mrc-window-crew.h"

#include "ns3/mrc-instant.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Has all shards of a crew stand at one instant, and fires their events there in one order.
 *
 * A user hears of something at that instant, and may read, post and stop anywhere.
 */
class CrewMeeting
{
  public:
    /**
     * @param simulator the host that says when; must outlive this
     * @param shards none of them active; must outlive this
     */
    CrewMeeting(HotHost& simulator, const std::vector<WindowShard*>& shards)
        : m_simulator(simulator),
          m_shards(shards)
    {
    }

    /**
     * From now on all clocks stand at an instant, also those that stood at another one.
     *
     * @param at the instant
     */
    void StandAt(Instant at);

    /** @return whether the clocks stand at an instant */
    bool HasBegun() const
    {
        return !m_meetings.empty();
    }

    /** Fires all events of the instant, those of all shards in one order. */
    void Fire() const;

    /** The clocks of shards stand no longer. */
    void End()
    {
        m_meetings.clear();
    }

  private:
    HotHost& m_simulator;
    const std::vector<WindowShard*>& m_shards;
    std::vector<std::unique_ptr<ShardHost::Meeting>> m_meetings; //!< of all shards, or none yet
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CREW_MEETING_H */
