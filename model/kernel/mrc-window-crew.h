/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WINDOW_CREW_H
#define MRC_WINDOW_CREW_H

#include "mrc-first-error.h"
#include "mrc-hot-host.h"
#include "mrc-shard-host.h"
#include "mrc-thread-gate.h"
#include "mrc-window-call.h"

#include "ns3/mrc-instant.h"

#include <array>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace ns3
{
namespace mrc
{

class CallRound;

/** How do shards go on beside each other, from now on? */
struct WindowPace
{
    Span lookAhead;       //!< how long it takes at least from an event in a shard to one in another
    bool isMerged{false}; //!< whether one thread fires the events of all shards, in one order
};

/** Says how shards go on; asked while none is active. */
class WindowPacer
{
  public:
    virtual ~WindowPacer() = default;

    /** @return the present pace */
    virtual WindowPace Pace() = 0;
};

/** What would have ended a window, had it not been long enough? */
enum class WindowEnd : uint8_t
{
    MEETING,  //!< a user would have heard of something
    ORDINARY, //!< an ordinary event would have come
};

/** What were the windows of a run like? */
struct WindowTally
{
    uint64_t windows{0};  //!< that all threads went through together
    uint64_t meetings{0}; //!< those of them that ended early, as a user heard of something
    uint64_t ordinary{0}; //!< those of them that ended early, as an ordinary event came
    Span length;          //!< of all of them
    uint64_t merged{0};   //!< windows that one thread went through alone

    /**
     * Counts a window that all go through together.
     *
     * @param took length of the window
     * @param most that it could have been long
     * @param end that would have come next
     */
    void Count(Span took, Span most, WindowEnd end)
    {
        ++windows;
        length = length + took;
        if (took < most)
        {
            ++(end == WindowEnd::MEETING ? meetings : ordinary);
        }
    }
};

/** A shard as its crew sees it. */
class WindowShard
{
  public:
    virtual ~WindowShard() = default;

    /** @return the host that fires events of this shard */
    virtual ShardHost& Host() = 0;

    /** @return nothing happens here before this instant, nor elsewhere for what was sent there */
    virtual Instant Next() const = 0;

    /** @return the first instant at which a user hears of something here */
    virtual Instant NextMeeting() = 0;

    /** @return the event that has thrown, where Run was left by an error; its instant counts too */
    virtual HotEvent Failed() const = 0;

    /** @return the calls to users, in order; the crew takes the calls and clears this list */
    virtual std::vector<WindowCall>& Calls() = 0;

    /** Calls of some shard begin or end. @param isTelling whether they begin */
    virtual void SetTelling(bool isTelling) = 0;

    /** A window begins. @param half the half of the boxes that is filled from now on */
    virtual void Fill(unsigned half) = 0;

    /** Takes what the others have sent here. @param half of their boxes, which they do not fill */
    virtual void Take(unsigned half) = 0;

    /** Does all that happens before an instant. @param end the instant */
    virtual void Run(Instant end) = 0;
};

/**
 * Fires the events of several shards, each on a thread of its own, up to where one may affect
 * another.
 *
 * All shards go through windows of time together. What one sends reaches another after the window,
 * so their order within it does not matter. A window ends before the next ordinary event, and
 * before the next meeting: an instant at which a user hears of something. The main thread then
 * fires the events of all shards at that instant in one order, as one shard would. So the user may
 * read, post, and stop. What is told without leave to act is kept until the window is over.
 *
 * Where nobody can say beforehand what acts when, the shards are merged: see MergedRun.
 */
class WindowCrew : public HotCrew
{
  public:
    /**
     * @param simulator the host that says when; must outlive this, or call Release
     * @param shards at least 2, which outlive this
     * @param pacer says how the shards go on, with a look-ahead above 0. Unless they are merged, no
     *        meeting is caused by an event that is nearer. Must outlive this
     * @throws std::invalid_argument as HotHost::SetCrew
     * @throws std::runtime_error if the system has no room for so many threads
     */
    WindowCrew(HotHost& simulator, std::vector<WindowShard*> shards, WindowPacer& pacer);
    ~WindowCrew() override;
    WindowCrew(const WindowCrew&) = delete;
    WindowCrew& operator=(const WindowCrew&) = delete;

    void Drain() override;
    Instant Earliest() const override;
    uint64_t FiredCount() const override;
    void Release() override;

    /** @return the windows so far */
    const WindowTally& Windows() const
    {
        return m_tally;
    }

  private:
    /** What a shard tells before each window. */
    struct alignas(64) Word
    {
        Instant next;
        Instant meeting;
        Instant limit; //!< that the simulator sets; told by the first shard
        bool failed{false};
        bool calls{false}; //!< something is to be told
    };

    void Serve(std::size_t own);
    Word Pass(std::size_t own);
    void RunWindow(std::size_t own, const Word& all);
    void RunMerged();
    void TakeAll();
    void Gather();
    Word Confer(std::size_t own);
    Word Hear(unsigned half) const;
    void Meet(Instant at);
    void Tell();
    void AskSimulator(Instant end);
    void Settle();
    FirstError TakeErrors();
    void Rethrow(const FirstError& error);

    void Start();
    void Join();

    HotHost* m_simulator; //!< null: gone
    int m_process;        //!< the one that has the threads
    std::vector<WindowShard*> m_shards;
    WindowPacer& m_pacer;
    WindowPace m_pace; //!< of the present call of Drain
    ThreadGate m_gate;
    std::vector<std::array<Word, 2>> m_words; //!< by shard; the halves take turns
    std::vector<unsigned> m_halves;           //!< by shard: the half of its next word, and of
                                              //!< the boxes that it fills
    std::vector<FirstError> m_errors;         //!< of the last window, by shard
    Instant m_reached;                        //!< the end of the last window
    Instant m_unmet{Instant::Never()};        //!< of a meeting that an error of a sink ended
    bool m_isOver{false};
    bool m_hasFailed{false}; //!< not all of the last window has been told, and shards are beyond
    WindowTally m_tally;
    std::unique_ptr<CallRound> m_round; //!< what the last window had for users
    std::vector<std::thread> m_threads; //!< of all shards but the first
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WINDOW_CREW_H */
