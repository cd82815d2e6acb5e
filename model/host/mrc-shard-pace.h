/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARD_PACE_H
#define MRC_SHARD_PACE_H

#include "mrc-shard.h"

#include "ns3/mrc-rank-crew.h"
#include "ns3/mrc-shard-care.h"
#include "ns3/mrc-window-crew.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * How do the shards of a run go on beside each other?
 *
 * All go on together for as long as a frame takes at least from one to another. Merged shards do
 * not: one thread fires the events of all in one order. With one shard there is nothing to say.
 */
class ShardPace : public ShardCare, public WindowPacer
{
  public:
    /** Shards. */
    using Shards = std::vector<std::unique_ptr<Shard>>;

    /**
     * @param shards of the run; must outlive this
     * @param hostDelay lies between a script and a NIC
     */
    ShardPace(const Shards& shards, Span hostDelay)
        : m_shards(shards),
          m_hostDelay(hostDelay)
    {
    }

    /** Sets the crew of threads. */
    void SetCrew(const WindowCrew& crew)
    {
        m_crew = &crew;
    }

    /** Sets the crew of processes instead. */
    void SetCrew(const RankCrew& crew)
    {
        m_ranks = &crew;
    }

    // ShardCare; with one shard they do nothing
    void Merge(const std::string& why) override;
    void FlightChanged() override;

    // WindowPacer
    WindowPace Pace() override;

    /**
     * Users may rely on that from now on, so no window is longer where a link becomes slower.
     *
     * @return how long windows are at most
     */
    Span Promise();

    /** @return how long a window may be now */
    Span Longest();

    /** @return why the shards are merged, in the order of time; none: they are not */
    const std::vector<std::string>& Reasons() const
    {
        return m_reasons;
    }

    /** @return the windows so far; none with one shard */
    WindowTally Windows() const;

    /** @return the frames that have gone from one shard of this process to another */
    uint64_t CutFrames() const;

  private:
    const Shards& m_shards;
    Span m_hostDelay;
    const WindowCrew* m_crew{nullptr};
    const RankCrew* m_ranks{nullptr};
    WindowPace m_pace;
    Span m_most{Span::Max()}; //!< that was promised
    bool m_isStale{true};     //!< whether m_pace is to be found anew
    std::vector<std::string> m_reasons;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARD_PACE_H */
