/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MERGED_RUN_H
#define MRC_MERGED_RUN_H

#include "mrc-window-crew.h"

#include "ns3/mrc-instant.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Fires the events of several shards on one thread, in the order that one shard has.
 *
 * All clocks show the event that is being fired. So a sink that hears of the event finds the state
 * of that instant in all shards, and may act there.
 */
class MergedRun
{
  public:
    /**
     * @param simulator the host that says when; must outlive this
     * @param shards none of them active; must outlive this
     * @param pacer says how far shards may look ahead, which sinks may change; must outlive this
     */
    MergedRun(HotHost& simulator, const std::vector<WindowShard*>& shards, WindowPacer& pacer)
        : m_simulator(simulator),
          m_shards(shards),
          m_pacer(pacer)
    {
    }

    /**
     * Fires all events before an instant, and before the simulator's limit, which may fall
     * meanwhile. Has shards do the rest of the window. The first error of events and shards is
     * thrown then.
     *
     * @param end the instant. Nothing that is sent to another shard meanwhile happens before it,
     *            unless a sink makes a link shorter; then less is fired
     * @return the instant before which all events have been fired
     */
    Instant Run(Instant end) const;

  private:
    class Firing;

    Instant Fire(Instant end, HotEvent& event) const;
    ShardHost* First() const;
    void StandAt(Instant at) const;

    HotHost& m_simulator;
    const std::vector<WindowShard*>& m_shards;
    WindowPacer& m_pacer;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_MERGED_RUN_H */
