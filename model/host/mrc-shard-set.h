/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARD_SET_H
#define MRC_SHARD_SET_H

#include "mrc-rank-desk.h"
#include "mrc-shard-pace.h"
#include "mrc-shard.h"

#include "ns3/mrc-window-crew.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * All nodes of a run, in one shard or in several: which of them has a NIC?
 *
 * One shard is fired by the simulator's host. Several have a thread each, or a process each, and a
 * crew.
 */
class ShardSet
{
  public:
    /**
     * @param plan of all nodes; FabricPlan::cuts says how many shards there are
     * @param owners of several shards: by NIC, which shard has it
     * @param findHost finds the host that fires the events, or calls the crew
     * @throws std::invalid_argument if ranks cannot be exact: some event would reach another one at
     *         once, or as HotHost::SetCrew
     */
    ShardSet(ShardPlan plan, std::vector<ShardIndex> owners, HotKernel::HostFinder findHost);
    ~ShardSet();
    ShardSet(const ShardSet&) = delete;
    ShardSet& operator=(const ShardSet&) = delete;

    /** As Shard::Attach. */
    void Attach(Calendar& calendar, QueuePairMaker& maker);

    /** The simulation is over: nothing will happen any more. */
    void End();

    /** @return whether an event of any shard is being fired */
    bool IsFiring() const;

    /** @return the shard that counts for all, and has all nodes if there is one */
    Shard& First() const
    {
        return *m_shards.front();
    }

    /** @return the first shard of this process, which knows of all NICs and queue pairs */
    Shard& FirstHere() const;

    /** @return the shard of a NIC; of other processes' NICs the first one here */
    Shard& Of(uint32_t nic) const
    {
        return *m_shards[m_owners.empty() ? 0 : m_places[m_owners[nic]]];
    }

    /** @return all of them; one without NICs stands for all shards of other processes */
    const std::vector<std::unique_ptr<Shard>>& All() const
    {
        return m_shards;
    }

    /** @return how the shards go on beside each other */
    ShardPace& Pace() const
    {
        return *m_pace;
    }

    /** @return the hot events that all shards have fired */
    uint64_t FiredCount() const;

    /** @return what other processes with parts of the run are told by; null: there are none */
    RankDesk* Ranks() const
    {
        return m_desk.get();
    }

    /**
     * Has ranks tell the reports of ports of the last instant, when the simulator has stopped. All
     * of them call this.
     */
    void TellRest() const;

    /**
     * Behind the last event of a run, frames may have left queues that with one shard still wait.
     *
     * @param what a part of the module that looks at queues
     * @throws std::runtime_error naming the part, if there are such frames
     */
    void RequireNoneAhead(const std::string& what) const;

  private:
    class Member;

    void MakeSeveral(ShardPlan plan, HotHost& host);
    void NumberShards(const FabricCuts& cuts);
    NicPlan NicsOf(uint32_t place, const NicPlan& all) const;
    void MakeCrew(HotHost& host);
    void MakeUserCalendar();

    std::vector<ShardIndex> m_owners;
    std::vector<ShardIndex> m_numbers;               //!< of several shards: by place in m_shards
    std::vector<ShardIndex> m_places;                //!< by number: where its NICs are known
    std::optional<uint32_t> m_others;                //!< the place that stands for other processes
    HotHost* m_simulator{nullptr};                   //!< of several shards
    std::vector<std::unique_ptr<ShardHost>> m_hosts; //!< likewise
    std::vector<std::unique_ptr<Shard>> m_shards;
    std::vector<std::unique_ptr<Member>> m_members; //!< of several shards
    std::unique_ptr<RankDesk> m_desk;               //!< of several processes
    std::unique_ptr<ShardPace> m_pace;
    std::unique_ptr<WindowCrew> m_crew; //!< null with one shard, and with processes
    std::unique_ptr<RankCrew> m_ranks;  //!< of several processes
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARD_SET_H */
