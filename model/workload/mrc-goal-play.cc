/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-play.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t FLAGS_KEPT = 1024; //!< behind the window, before the others move; own choice

const char* const WRONG_COUNT =
    "an operation waits for more or fewer others than name it; expected as many";

/** @return whether a recv starts when it is read: nobody can notice when */
bool
StartsWhenRead(const GoalRecord& record)
{
    return record.operation.kind == GoalKind::RECV && record.before == 0 &&
           record.onStart.length == 0;
}

} // namespace

GoalPlay::GoalPlay(GoalBinaryFile& file, uint32_t reach)
    : m_file(file),
      m_reach(reach),
      m_mailboxes(file.Name()),
      m_ranks(file.Ranks())
{
}

/** @return how many operations of a rank are not left out */
uint32_t
GoalPlay::EndOf(uint32_t rank) const
{
    return m_ends == nullptr ? m_file.CountOf(rank) : (*m_ends)[rank];
}

/** @return the first place that may not start yet [goal-window] */
uint64_t
GoalPlay::EndOfWindow(uint32_t rank) const
{
    return std::min<uint64_t>(EndOf(rank), uint64_t{m_ranks[rank].base} + m_reach);
}

/** @param place not before the window */
uint8_t&
GoalPlay::FlagsOf(uint32_t rank, uint32_t place)
{
    Rank& r = m_ranks[rank];
    if (place - r.first >= r.flags.size())
    {
        // Flags grow with the window, and stand for places from `first` on.
        r.flags.resize(place - r.first + 1);
    }
    return r.flags[place - r.first];
}

void
GoalPlay::Watch(GoalWatcher* watcher)
{
    m_watcher = watcher;
}

void
GoalPlay::Cut(const std::vector<uint32_t>* ends)
{
    m_ends = ends;
}

/**
 * The roots of all ranks can start. Those beyond a rank's window wait until the window gets there.
 */
void
GoalPlay::Begin()
{
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        FindRoot(rank);
        TakeRoots(rank);
    }
    std::stable_partition(m_ready.begin(), m_ready.end(), [this](const GoalPlace& at) {
        return m_file.Read(at.rank, at.place).operation.kind != GoalKind::CALC;
    });
}

/** Looks up the place of the next operation that waits for nothing. */
void
GoalPlay::FindRoot(uint32_t rank)
{
    Rank& r = m_ranks[rank];
    if (r.root == m_file.RootsOf(rank))
    {
        return;
    }
    const uint32_t place = m_file.RootOf(rank, r.root);
    // Roots ascend in the file, so that one look ahead is enough.
    if (place >= m_file.CountOf(rank) || (r.root != 0 && place <= r.rootPlace))
    {
        m_file.Fail(rank,
                    r.root == 0 ? 0 : r.rootPlace,
                    "operation " + std::to_string(place) +
                        " of the rank, from 0, is next in the list of those that wait for "
                        "nothing; expected one behind this, of " +
                        std::to_string(m_file.CountOf(rank)));
    }
    r.rootPlace = place;
}

/** Operations in the window that wait for nothing can start. */
void
GoalPlay::TakeRoots(uint32_t rank)
{
    Rank& r = m_ranks[rank];
    while (r.root != m_file.RootsOf(rank) && r.rootPlace < EndOfWindow(rank))
    {
        const GoalRecord record = m_file.Read(rank, r.rootPlace);
        if (record.before != 0)
        {
            m_file.Fail(rank, r.rootPlace, WRONG_COUNT);
        }
        // Nobody waits for this start, so it happens when the recv is read in its order.
        if (!StartsWhenRead(record))
        {
            Ready({rank, r.rootPlace});
        }
        ++r.root;
        FindRoot(rank);
    }
}

/**
 * Nothing keeps this operation any more. Operations are given out in the order of such
 * moments, or held until the window reaches their places.
 */
void
GoalPlay::Ready(const GoalPlace& at)
{
    FlagsOf(at.rank, at.place) |= READY;
    if (at.place < EndOfWindow(at.rank))
    {
        m_ready.push_back(at);
    }
    else
    {
        // The place is beyond the window: MoveOn takes it when the window gets there.
        m_ranks[at.rank].held.insert(at.place);
    }
}

/**
 * Gives out the operation that has been ready for longest. A message is matched only then, behind
 * all messages that stand above it.
 */
bool
GoalPlay::Next(GoalTurn& turn)
{
    if (m_ready.empty())
    {
        return false;
    }
    turn.at = m_ready.front();
    m_ready.pop_front();
    // Messages above have to be known, as they are given to each other in their order.
    while (m_ranks[turn.at.rank].read <= turn.at.place)
    {
        ReadNext(turn.at.rank);
    }
    Settle();
    turn.operation = m_file.Read(turn.at.rank, turn.at.place).operation;
    return true;
}

/** Takes note of the next operation in order. */
void
GoalPlay::ReadNext(uint32_t rank)
{
    Rank& r = m_ranks[rank];
    const uint32_t place = r.read++;
    const GoalRecord record = m_file.Read(rank, place, r.listed);
    r.listed += uint64_t{record.onEnd.length} + record.onStart.length;
    CheckRead(rank, place, record);
    if (record.operation.kind != GoalKind::CALC)
    {
        m_mailboxes.Add(record.operation, place);
    }
    if (StartsWhenRead(record))
    {
        FlagsOf(rank, place) |= READY;
        TellStart({rank, place});
        if (m_mailboxes.Started({rank, place}))
        {
            m_ended.push_back({rank, place});
        }
    }
}

/** The lists of a rank agree with the operations so far. */
void
GoalPlay::CheckRead(uint32_t rank, uint32_t place, const GoalRecord& record)
{
    // The file is checked piece by piece as it is read, since it is never in memory whole.
    Rank& r = m_ranks[rank];
    const uint32_t roots = m_file.RootsOf(rank);
    const bool isLast = r.read == m_file.CountOf(rank);
    if (record.before == 0)
    {
        if (r.readRoots == roots || m_file.RootOf(rank, r.readRoots) != place)
        {
            m_file.Fail(rank,
                        place,
                        "an operation that waits for nothing is not in the rank's list of them; "
                        "expected it there");
        }
        ++r.readRoots;
    }
    if (r.listed > m_file.ListedOf(rank) || (isLast && r.listed != m_file.ListedOf(rank)))
    {
        m_file.Fail(rank,
                    place,
                    "rank " + std::to_string(rank) + ": " + std::to_string(r.listed) +
                        " dependencies; expected as many as there are bytes for");
    }
}

/** @return whether one more operation in the window was read */
bool
GoalPlay::ReadOn(uint32_t rank)
{
    const bool isInside = m_ranks[rank].read < EndOfWindow(rank);
    if (isInside)
    {
        ReadNext(rank);
    }
    return isInside;
}

/**
 * The caller has started an operation: those that wait for starts may become ready, and a recv may
 * find its message there.
 */
void
GoalPlay::Started(const GoalPlace& at)
{
    const GoalRecord record = m_file.Read(at.rank, at.place);
    TellStart(at);
    Tell(at, record.onStart);
    if (record.operation.kind == GoalKind::RECV && m_mailboxes.Started(at))
    {
        m_ended.push_back(at);
    }
    Settle();
}

void
GoalPlay::Ended(const GoalPlace& at)
{
    m_ended.push_back(at);
    Settle();
}

/**
 * Data of a send is there. The recv ends if it has started; else the mailbox remembers the arrival.
 */
void
GoalPlay::Arrived(const GoalPlace& send)
{
    const uint32_t rank = m_file.Read(send.rank, send.place).operation.peer;
    bool isTaken = m_mailboxes.IsTaken(send);
    // The recv may stand further down: reading on gives it the message.
    while (!isTaken && ReadOn(rank))
    {
        isTaken = m_mailboxes.IsTaken(send);
    }
    if (!isTaken && m_ends != nullptr && m_ranks[rank].read == EndOf(rank))
    {
        return; // the recv is left out, so nobody waits for the data
    }
    const std::optional<GoalPlace> recv = m_mailboxes.Arrived(send);
    if (recv)
    {
        m_ended.push_back(*recv);
    }
    else if (!isTaken)
    {
        // Only a recv behind the window can take it, which MoveOn reads.
        m_ranks[rank].early.push_back(send);
    }
    Settle();
}

/** Tells all that wait for operations that ended; more may end thereby. */
void
GoalPlay::Settle()
{
    while (!m_ended.empty())
    {
        const GoalPlace at = m_ended.front();
        m_ended.pop_front();
        End(at);
    }
}

void
GoalPlay::TellStart(const GoalPlace& at)
{
    if (m_watcher != nullptr)
    {
        m_watcher->OperationStarted(at.rank, at.place);
    }
}

/** Tells all that wait for the end of an operation. The window moves if this was its first one. */
void
GoalPlay::End(const GoalPlace& at)
{
    if (m_watcher != nullptr)
    {
        m_watcher->OperationEnded(at.rank, at.place);
    }
    Tell(at, m_file.Read(at.rank, at.place).onEnd);
    FlagsOf(at.rank, at.place) |= DONE;
    if (at.place == m_ranks[at.rank].base)
    {
        MoveOn(at.rank);
    }
}

void
GoalPlay::Tell(const GoalPlace& at, const GoalList& list)
{
    for (uint32_t i = 0; i < list.length; ++i)
    {
        Meet(at.rank, at.place, m_file.Waiting(at.rank, at.place, list.begin + i));
    }
}

/** An operation waits for one less. */
void
GoalPlay::Meet(uint32_t rank, uint32_t before, uint32_t place)
{
    Rank& r = m_ranks[rank];
    // Both directions are bounded: what waits, and what it waits for, lie in one window.
    const uint32_t distance = place > before ? place - before : before - place;
    if (distance > m_reach)
    {
        const uint32_t line = m_file.Read(rank, before).operation.at.line;
        m_file.Fail(rank,
                    place,
                    "an operation waits for line " + std::to_string(line) + ", " +
                        std::to_string(distance) + " operations away; expected at most " +
                        std::to_string(m_reach));
    }
    if (place >= EndOf(rank))
    {
        return;
    }
    // An operation with flags has had its turn, so its count in the file was too small.
    if (place < r.base || FlagsOf(rank, place) != 0)
    {
        m_file.Fail(rank, place, WRONG_COUNT);
    }
    const auto found = r.waiting.find(place);
    // The count is read from the file at first, and kept only while it changes.
    const uint32_t left =
        found == r.waiting.end() ? m_file.Read(rank, place).before : found->second;
    if (left == 0)
    {
        m_file.Fail(rank, place, WRONG_COUNT);
    }
    if (left == 1)
    {
        r.waiting.erase(place);
        Ready({rank, place});
    }
    else
    {
        r.waiting[place] = left - 1;
    }
}

/** The window begins at the first operation that is not done. */
void
GoalPlay::MoveOn(uint32_t rank)
{
    Rank& r = m_ranks[rank];
    while (r.base - r.first < r.flags.size() && (r.flags[r.base - r.first] & DONE) != 0)
    {
        ++r.base;
    }
    // Moving the rest at each step would cost a copy per operation; so it moves when half is
    // unused.
    const uint32_t behind = r.base - r.first;
    if (behind > FLAGS_KEPT && behind > r.flags.size() / 2)
    {
        r.flags.erase(r.flags.begin(), r.flags.begin() + behind);
        r.first = r.base;
    }
    for (; !r.held.empty() && *r.held.begin() < EndOfWindow(rank); r.held.erase(r.held.begin()))
    {
        m_ready.push_back({rank, *r.held.begin()});
    }
    TakeRoots(rank);
    // The window has moved, so recvs of early sends may be readable now.
    while (!r.early.empty() && (m_mailboxes.IsTaken(r.early.front()) || ReadOn(rank)))
    {
        if (m_mailboxes.IsTaken(r.early.front()))
        {
            r.early.pop_front();
        }
    }
}

/**
 * Nothing is ready any more: what is left waits for ever. The first such operation is named, as a
 * run would only stop without a word.
 */
void
GoalPlay::CheckEnd()
{
    if (m_ends != nullptr)
    {
        return; // those that wait for others without end may wait for one that is left out
    }
    bool isRead = true;
    bool isDone = true;
    // Operations that never got a turn are read too, or sends nobody receives would go unnoticed.
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        while (ReadOn(rank))
        {
        }
        isRead = isRead && m_ranks[rank].read == m_file.CountOf(rank);
        isDone = isDone && m_ranks[rank].base == m_file.CountOf(rank);
    }
    if (isRead)
    {
        m_mailboxes.CheckAllAreTaken();
    }
    if (!isDone)
    {
        FailStuck();
    }
}

/** Names the first operation that has had no turn, or else the first that does not end. */
void
GoalPlay::FailStuck()
{
    std::optional<GoalPlace> stuck;
    bool hasTurn = true;
    for (uint32_t rank = 0; rank < m_ranks.size() && hasTurn; ++rank)
    {
        for (uint32_t place = m_ranks[rank].base; place < EndOfWindow(rank) && hasTurn; ++place)
        {
            hasTurn = FlagsOf(rank, place) != 0;
            stuck = stuck && hasTurn ? stuck : GoalPlace{rank, place};
        }
    }
    m_file.Fail(
        stuck->rank,
        stuck->place,
        "this operation waits for others without end: in a cycle, for more than name it, or "
        "for one " +
            std::to_string(m_reach) +
            " operations behind it; expected operations that can all start");
}

} // namespace mrc
} // namespace ns3
