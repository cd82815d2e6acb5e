/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-window-crew.h"

#include "mrc-call-round.h"
#include "mrc-crew-meeting.h"
#include "mrc-merged-run.h"
#include "mrc-telling-shards.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ns3
{
namespace mrc
{

WindowCrew::WindowCrew(HotHost& simulator, std::vector<WindowShard*> shards, WindowPacer& pacer)
    : m_simulator(&simulator),
      m_process(getpid()),
      m_shards(std::move(shards)),
      m_pacer(pacer),
      m_gate(static_cast<uint32_t>(m_shards.size())),
      m_words(m_shards.size()),
      m_halves(m_shards.size()),
      m_errors(m_shards.size()),
      m_round(std::make_unique<CallRound>())
{
    m_simulator->SetCrew(*this);
    try
    {
        Start();
    }
    catch (const std::system_error& error)
    {
        m_simulator->EndCrew();
        m_isOver = true;
        // Those that came into being wait for those that did not.
        m_gate.Excuse(static_cast<uint32_t>(m_shards.size() - 1 - m_threads.size()));
        Join();
        throw std::runtime_error("thread " + std::to_string(m_threads.size() + 1) + " of " +
                                 std::to_string(m_shards.size()) +
                                 " did not start: " + error.what() + "; expected fewer threads");
    }
}

void
WindowCrew::Start()
{
    for (std::size_t i = 1; i < m_shards.size(); ++i)
    {
        m_threads.emplace_back(&WindowCrew::Serve, this, i);
    }
}

/** Lets the threads go, which have to be told that all is over. */
void
WindowCrew::Join()
{
    m_gate.Wait();
    for (std::thread& thread : m_threads)
    {
        thread.join();
    }
}

WindowCrew::~WindowCrew()
{
    if (m_simulator != nullptr)
    {
        m_simulator->EndCrew();
    }
    if (getpid() != m_process)
    {
        for (std::thread& thread : m_threads)
        {
            thread.detach(); // a forked process has none of them
        }
        return;
    }
    m_isOver = true;
    Join();
}

void
WindowCrew::Release()
{
    m_simulator = nullptr;
}

/** What a thread does: it waits at the gate until the main thread has windows for it. */
void
WindowCrew::Serve(std::size_t own)
{
    for (m_gate.Wait(); !m_isOver; m_gate.Wait())
    {
        Pass(own);
    }
}

/**
 * Goes through windows until the main thread has to act. All threads hear the same words, so all
 * come to the same end.
 *
 * @return the last words
 */
WindowCrew::Word
WindowCrew::Pass(std::size_t own)
{
    Word all = Confer(own);
    while (!all.failed && !all.calls && all.next < std::min(all.meeting, all.limit))
    {
        RunWindow(own, all);
        all = Confer(own);
    }
    return all;
}

/** Tells the others how far a shard is. @return what holds for all of them */
WindowCrew::Word
WindowCrew::Confer(std::size_t own)
{
    WindowShard& shard = *m_shards[own];
    // The next word goes elsewhere, as others may still be reading this one then.
    const unsigned half = std::exchange(m_halves[own], m_halves[own] ^ 1);
    Word& word = m_words[own][half];
    word.next = shard.Next();
    word.meeting = shard.NextMeeting();
    word.limit = own == 0 ? m_simulator->Clock().limit : Instant::Never();
    word.failed = static_cast<bool>(m_errors[own]);
    word.calls = !shard.Calls().empty();
    shard.Fill(half ^ 1);
    m_gate.Wait();
    return Hear(half);
}

WindowCrew::Word
WindowCrew::Hear(unsigned half) const
{
    Word all{Instant::Never(), Instant::Never(), Instant::Never()};
    for (const auto& words : m_words)
    {
        const Word& word = words[half];
        all.next = std::min(all.next, word.next);
        all.meeting = std::min(all.meeting, word.meeting);
        all.limit = std::min(all.limit, word.limit);
        all.failed = all.failed || word.failed;
        all.calls = all.calls || word.calls;
    }
    return all;
}

void
WindowCrew::RunWindow(std::size_t own, const Word& all)
{
    const Instant last = std::min(all.meeting, all.limit);
    const Span ahead = m_pace.lookAhead;
    const Instant end = all.next < last - ahead ? all.next + ahead : last;
    // One thread counts for all, so that counters need no lock.
    if (own == 0)
    {
        m_tally.Count(end - all.next,
                      ahead,
                      all.meeting < all.limit ? WindowEnd::MEETING : WindowEnd::ORDINARY);
        m_reached = end;
    }
    // All hear of an error with the next word.
    try
    {
        m_shards[own]->Take(m_halves[own] ^ 1);
        m_shards[own]->Run(end);
    }
    catch (...)
    {
        m_errors[own].Note(m_shards[own]->Failed());
        return;
    }
    if (own == 0)
    {
        AskSimulator(end);
    }
}

/**
 * The simulator may have events from other threads of the user, or a signal. The clock stands where
 * the window ends meanwhile, since shards are that far. An error comes behind all of the window.
 */
void
WindowCrew::AskSimulator(Instant end)
{
    struct Standing // until the simulator has answered, or failed to
    {
        ~Standing()
        {
            clock.now = now;
        }

        HotClock& clock;
        Instant now;
    };

    HotClock& clock = m_simulator->Clock();
    const Instant last = end - Span(1);
    const Standing standing{clock, std::exchange(clock.now, last)};
    try
    {
        m_simulator->BetweenRuns();
    }
    catch (...)
    {
        m_errors.front().Note({last, UINT32_MAX, UINT32_MAX});
    }
}

/** Between windows the other threads wait at the gate, so the main thread may touch everything. */
void
WindowCrew::Drain()
{
    if (m_hasFailed)
    {
        throw std::runtime_error("mrc: a run on several threads cannot go on behind an error, "
                                 "as some are beyond it; expected one thread, or a new network");
    }
    for (;;)
    {
        m_simulator->BetweenRuns();
        // Ordinary events mostly follow each other: the threads need not meet for each.
        if (Earliest() >= m_simulator->Clock().limit)
        {
            return;
        }
        // An ordinary event or a sink may have changed the pace.
        m_pace = m_pacer.Pace();
        const Instant unmet = std::exchange(m_unmet, Instant::Never());
        if (m_pace.isMerged)
        {
            RunMerged();
        }
        else if (unmet != Instant::Never())
        {
            Meet(unmet);
        }
        else
        {
            Gather();
        }
    }
}

/** Goes through windows with the other threads until the main thread has to act, and acts. */
void
WindowCrew::Gather()
{
    if (getpid() != m_process)
    {
        throw std::runtime_error("mrc: a process that was forked behind "
                                 "ns3::mrc::FabricHelper::Install has no threads to run with; "
                                 "expected one thread, or Install in the new process");
    }
    m_gate.Wait();
    const Word all = Pass(0);
    const FirstError error = TakeErrors();
    Settle();
    m_hasFailed = true; // unless all that the window had for users is told
    Rethrow(error);
    for (WindowShard* shard : m_shards)
    {
        shard->Take(m_halves[0] ^ 1);
    }
    if (all.calls)
    {
        Tell(); // which may lower the limit
    }
    m_hasFailed = false;
    if (!all.calls && all.next < all.limit)
    {
        Meet(all.meeting);
    }
}

/** Goes through one window alone. Only frames wait for its end; users hear and act within it. */
void
WindowCrew::RunMerged()
{
    TakeAll();
    const Instant next = Earliest();
    const Instant limit = m_simulator->Clock().limit;
    if (next >= limit)
    {
        return; // the arrival that was awaited is behind the limit: its link had others before it
    }
    const Span ahead = m_pace.lookAhead;
    ++m_tally.merged;
    m_reached =
        MergedRun(*m_simulator, m_shards, m_pacer)
            .Run(next < limit - ahead ? next + ahead : limit); // or less: the limit may fall
}

/** Takes all frames that wait in boxes, so that none is there. */
void
WindowCrew::TakeAll()
{
    for (WindowShard* shard : m_shards)
    {
        shard->Take(0);
        shard->Take(1);
    }
    for (std::size_t i = 0; i < m_shards.size(); ++i)
    {
        m_shards[i]->Fill(m_halves[i]); // the same half again, which is empty now
    }
}

/** @return the first of all shards' errors, which are forgotten */
FirstError
WindowCrew::TakeErrors()
{
    FirstError first;
    for (FirstError& error : m_errors)
    {
        first.Join(std::exchange(error, {}));
    }
    return first;
}

void
WindowCrew::Rethrow(const FirstError& error)
{
    if (error)
    {
        for (WindowShard* shard : m_shards)
        {
            // What was to be told belongs to a run that has failed.
            shard->Calls().clear();
        }
        m_simulator->Clock().now = error.Event().at;
        error.Rethrow();
    }
}

/**
 * Fires all events of one instant, those of all shards in one order. If a sink throws, the script
 * may run on: the others of that instant follow then.
 */
void
WindowCrew::Meet(Instant at)
{
    CrewMeeting meeting(*m_simulator, m_shards);
    meeting.StandAt(at);
    m_unmet = at;
    meeting.Fire();
    m_unmet = Instant::Never();
}

/** Tells all that is to be told, in the order of the events of all shards. */
void
WindowCrew::Tell()
{
    struct Round // ends its calls however they end
    {
        ~Round()
        {
            calls.Clear();
        }

        CallRound& calls;
    };

    const Round round{*m_round};
    m_round->Take(m_shards);
    const TellingShards telling(m_shards);
    CrewMeeting meeting(*m_simulator, m_shards);
    Instant at = Instant::Never();
    const std::vector<WindowCall*>& calls = m_round->InOrder();
    for (std::size_t i = 0; i < calls.size(); ++i)
    {
        m_round->Hint(i);
        WindowCall* const call = calls[i];
        // What somebody has stopped before, or an ordinary event comes before, waits: no clock goes
        // there yet.
        const bool waits = meeting.HasBegun() && m_simulator->Clock().limit <= call->during.at;
        if (call->during.at != at && !waits)
        {
            at = call->during.at;
            meeting.StandAt(at);
        }
        call->tell();
        if (m_simulator->Clock().limit < m_reached)
        {
            throw std::runtime_error(
                "mrc: a listener of arrivals or flows stopped the run, or scheduled an event too "
                "early for other threads; expected at least "
                "ns3::mrc::FabricProfile::HostDelay later");
        }
    }
    meeting.End();
    Settle();
}

/** Outside hot events it is the time of the last one, in whichever shard that was. */
void
WindowCrew::Settle()
{
    Instant now = m_simulator->Clock().now;
    for (WindowShard* shard : m_shards)
    {
        now = std::max(now, shard->Host().Clock().now);
    }
    for (WindowShard* shard : m_shards)
    {
        shard->Host().Clock().now = now;
    }
    m_simulator->Clock().now = now;
}

Instant
WindowCrew::Earliest() const
{
    Instant earliest = Instant::Never();
    for (const WindowShard* shard : m_shards)
    {
        earliest = std::min(earliest, shard->Next());
    }
    return earliest;
}

uint64_t
WindowCrew::FiredCount() const
{
    uint64_t count = 0;
    for (WindowShard* shard : m_shards)
    {
        count += shard->Host().Fired();
    }
    return count;
}

} // namespace mrc
} // namespace ns3
