/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_CREW_H
#define MRC_RANK_CREW_H

#include "mrc-hot-host.h"
#include "mrc-rank-link.h"
#include "mrc-rank-member.h"
#include "mrc-thread-team.h"
#include "mrc-window-crew.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Fires the events of shards that are in several processes, up to where one may affect another.
 *
 * Windows, meetings and calls are those of WindowCrew. Each process has all shards, and ordinary
 * events happen in all of them alike. Hot events happen in the process that acts for their shard,
 * on a thread for each of its shards. The main thread alone speaks with other processes, between
 * windows. Where a user hears of something one rank acts at a time, and its users are told in every
 * process. So all that users decide is decided everywhere.
 */
class RankCrew : public HotCrew
{
  public:
    /** The parts of a crew, which outlive it. */
    struct Parts
    {
        std::vector<WindowShard*> own;    //!< the shards of this process, as many as of any other
        std::vector<WindowShard*> shards; //!< these, and those of others for their clocks
        RankMember& member;               //!< the data of this process
        RankLink& link;                   //!< to the other processes
    };

    /**
     * @param simulator the host that says when; must outlive this, or call Release
     * @param parts of the run
     * @param lookAhead as that of WindowCrew
     * @throws std::invalid_argument as HotHost::SetCrew
     * @throws std::runtime_error if the system has no room for so many threads
     */
    RankCrew(HotHost& simulator, Parts parts, Span lookAhead);
    ~RankCrew() override;
    RankCrew(const RankCrew&) = delete;
    RankCrew& operator=(const RankCrew&) = delete;

    void Drain() override;
    Instant Earliest() const override;
    uint64_t FiredCount() const override;
    void Release() override;

    /** Tells what is to be told still, when the simulator has stopped; all ranks call this. */
    void TellRest();

    /** @return the windows so far */
    const WindowTally& Windows() const
    {
        return m_tally;
    }

    /** @return how long windows are at most */
    Span LookAhead() const
    {
        return m_lookAhead;
    }

  private:
    /** What a rank tells before each window. */
    struct Word
    {
        Instant next;
        Instant meeting;
        Instant limit;
        Instant now;       //!< of the last event
        uint64_t fired{0}; //!< events so far
        bool calls{false}; //!< something is to be told
    };

    /** The first event of a rank, or of all. */
    struct Turn
    {
        HotEvent event{Instant::Never(), 0, 0};
        uint32_t rank{0};
        bool isOver{true}; //!< nobody has an event
    };

    void RunShard(uint32_t own);
    void TakeLocal();
    ShardHost* FirstHost() const;
    bool Round();
    Word Agree();
    Word OwnWord();
    void Fold(Word& all, const Word& word) const;
    void RunWindow(const Word& all);
    void Meet(Instant at);
    void Tell();
    std::vector<WindowCall> TakeCalls();
    Turn NextTurn(const HotEvent* own);
    std::vector<std::unique_ptr<ShardHost::Meeting>> StandAt(Instant at);
    void Settle(Instant now);

    HotHost* m_simulator; //!< null: gone
    Parts m_parts;
    Span m_lookAhead;
    Instant m_reached;            //!< the end of the last window
    unsigned m_half{0};           //!< of the boxes, which is filled
    std::vector<RankBytes> m_out; //!< by rank: of the last agreement, kept for the room
    uint64_t m_fired{0};          //!< by all ranks, when they agreed last
    WindowTally m_tally;          //!< so far
    ThreadTeam m_team;            //!< the last, as its threads use the rest
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_CREW_H */
