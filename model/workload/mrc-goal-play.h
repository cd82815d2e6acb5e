/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_PLAY_H
#define MRC_GOAL_PLAY_H

#include "mrc-goal-binary-file.h"
#include "mrc-goal-limits.h"
#include "mrc-goal-mailboxes.h"
#include "mrc-goal-watcher.h"

#include <cstdint>
#include <deque>
#include <list>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/** An operation that can start. */
struct GoalTurn
{
    GoalPlace at;            //!< where the operation stands
    GoalOperation operation; //!< as it stands there
};

/**
 * Which operations of a schedule can start, given those that have started and ended? The schedule
 * is read as its operations go on, and those that are done are forgotten [goal-window].
 */
class GoalPlay
{
  public:
    /**
     * @param file the schedule, which outlives this
     * @param reach places of dependencies and the window, above 0
     */
    explicit GoalPlay(GoalBinaryFile& file, uint32_t reach = GOAL_REACH);

    /** @param watcher hears which operations start and end, and outlives this; may be null */
    void Watch(GoalWatcher* watcher);

    /**
     * Has ranks end earlier than in the file [first-sends].
     *
     * @param ends by rank the first place that is left out, outlives this; null: none is
     */
    void Cut(const std::vector<uint32_t>* ends);

    /** Lets operations start that wait for nothing: first messages, then work. */
    void Begin();

    /**
     * @param[out] turn an operation that can start; Started is to be told when it does
     * @return false if none can
     * @throws ParseError if the file is wrong
     */
    bool Next(GoalTurn& turn);

    /**
     * An operation starts, as Next said.
     *
     * @param at which
     * @throws ParseError if the file is wrong
     */
    void Started(const GoalPlace& at);

    /**
     * A send or work is done.
     *
     * @param at which
     * @throws ParseError if the file is wrong
     */
    void Ended(const GoalPlace& at);

    /**
     * The receiver of a send knows of the data.
     *
     * @param send which
     * @throws ParseError if the file is wrong
     */
    void Arrived(const GoalPlace& send);

    /**
     * To be called when nothing is under way and Next has nothing.
     *
     * @throws ParseError if an operation never starts, or a message lacks a side, unless the ranks
     * were cut
     */
    void CheckEnd();

  private:
    /** Whether an operation has had its turn, and is done. */
    enum Flag : uint8_t
    {
        READY = 1,
        DONE = 2,
    };

    /** How far a rank is. */
    struct Rank
    {
        uint32_t base{0};           //!< the first operation that is not done
        uint32_t read{0};           //!< the first that has not been read in order
        uint32_t root{0};           //!< the next in the list of those that wait for nothing
        uint32_t rootPlace{0};      //!< where that stands
        uint32_t readRoots{0};      //!< those that were read in order
        uint64_t listed{0};         //!< numbers of lists that were read in order
        uint32_t first{0};          //!< the operation of the first flags
        std::vector<uint8_t> flags; //!< of operations
        std::unordered_map<uint32_t, uint32_t> waiting; //!< for so many, by place
        std::set<uint32_t> held;                        //!< ready, but beyond the window
        std::list<GoalPlace> early; //!< sends with data here and a recv beyond the window
    };

    uint32_t EndOf(uint32_t rank) const;
    uint64_t EndOfWindow(uint32_t rank) const;
    uint8_t& FlagsOf(uint32_t rank, uint32_t place);
    void FindRoot(uint32_t rank);
    void TakeRoots(uint32_t rank);
    void Ready(const GoalPlace& at);
    void ReadNext(uint32_t rank);
    void CheckRead(uint32_t rank, uint32_t place, const GoalRecord& record);
    bool ReadOn(uint32_t rank);
    void Tell(const GoalPlace& at, const GoalList& list);
    void Meet(uint32_t rank, uint32_t before, uint32_t place);
    void Settle();
    void TellStart(const GoalPlace& at);
    void End(const GoalPlace& at);
    void MoveOn(uint32_t rank);
    [[noreturn]] void FailStuck();

    GoalBinaryFile& m_file;
    uint32_t m_reach;
    const std::vector<uint32_t>* m_ends{nullptr}; //!< by rank: the first place left out
    GoalWatcher* m_watcher{nullptr};
    GoalMailboxes m_mailboxes;
    std::vector<Rank> m_ranks;
    std::deque<GoalPlace> m_ready; //!< their turn has come
    std::deque<GoalPlace> m_ended; //!< those that wait for them are not yet told
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_PLAY_H */
