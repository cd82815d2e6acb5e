/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-operation-list.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** An operation that waits for several, and what it waits for, to be found by that. */
class Waiter
{
  public:
    Waiter(uint32_t rank, const std::vector<uint32_t>& before)
        : m_rank(rank),
          m_before(before)
    {
    }

    bool operator==(const Waiter& other) const
    {
        return m_rank == other.m_rank && m_before == other.m_before;
    }

    std::size_t Hash() const
    {
        constexpr uint64_t PRIME = 1099511628211; // FNV-1a, 64 bits
        uint64_t hash = 14695981039346656037U ^ m_rank;
        for (const uint32_t operation : m_before)
        {
            hash = (hash ^ operation) * PRIME;
        }
        return hash;
    }

  private:
    uint32_t m_rank;
    const std::vector<uint32_t>& m_before; //!< of the list
};

struct HashOfWaiter
{
    std::size_t operator()(const Waiter& waiter) const
    {
        return waiter.Hash();
    }
};

} // namespace

OperationList::OperationList(const std::string& name, uint32_t nodes)
    : m_matrix(name, nodes)
{
}

uint32_t
OperationList::Add(uint32_t source, uint32_t destination, uint64_t bytes)
{
    if (Count() == OPERATIONS_MOST)
    {
        m_matrix.Refuse("more than " + std::to_string(OPERATIONS_MOST) +
                        " operations and waits of one for several; expected fewer: fewer ranks, "
                        "pieces or dependencies");
    }
    m_matrix.Add(source, destination, bytes);
    m_waiting.emplace_back();
    m_before.emplace_back();
    return Count() - 1;
}

uint32_t
OperationList::Work(uint32_t rank, uint64_t ns, std::optional<uint8_t> cpu)
{
    if (ns > std::numeric_limits<uint32_t>::max())
    {
        m_matrix.Refuse("work of " + std::to_string(ns) + " ns; expected at most 4294967295");
    }
    const uint32_t operation = Add(rank, rank, ns);
    m_matrix.At(operation).cpu = cpu;
    return operation;
}

uint32_t
OperationList::Send(uint32_t source, uint32_t destination, uint64_t bytes)
{
    m_matrix.CheckLength(bytes);
    return Add(source, destination, bytes);
}

/**
 * Notes that an operation waits for another one of its rank. Take makes triggers of all such notes.
 */
void
OperationList::After(uint32_t operation, uint32_t before)
{
    const uint32_t rank = m_matrix.At(operation).source;
    const Transfer& first = m_matrix.At(before);
    if (before >= operation || (first.source != rank && first.destination != rank))
    {
        throw std::logic_error(m_matrix.Name() + ": operation " + std::to_string(operation) +
                               " waits for " + std::to_string(before) +
                               "; expected an earlier one of its rank");
    }
    std::vector<uint32_t>& waiters = WaitersOf(before, rank);
    if (!waiters.empty() && waiters.back() == operation)
    {
        return; // said before: what an operation waits for is said in a row
    }
    waiters.push_back(operation);
    m_before[operation].push_back(before);
}

/** @return those that wait at a rank for an operation of that rank, or for its data */
std::vector<uint32_t>&
OperationList::WaitersOf(uint32_t before, uint32_t rank)
{
    // Work goes from a rank to the same: there the completion counts.
    Waiting& waiting = m_waiting[before];
    return m_matrix.At(before).source == rank ? waiting.sent : waiting.received;
}

void
OperationList::AfterBegin(uint32_t operation, uint32_t work)
{
    if (work >= operation || !m_matrix.At(work).cpu ||
        m_matrix.At(work).source != m_matrix.At(operation).source)
    {
        throw std::logic_error(m_matrix.Name() + ": operation " + std::to_string(operation) +
                               " waits for the begin of " + std::to_string(work) +
                               "; expected earlier work of its rank, and of a processor");
    }
    m_waiting[work].received.push_back(operation); // a NIC without a message hears of the begin
    m_before[operation].push_back(work);
}

/**
 * Sends of a rank that take turns share one trigger of several shots: each end starts the next
 * send.
 */
void
OperationList::TakeTurns(const std::vector<uint32_t>& sends, uint32_t window)
{
    for (std::size_t i = window; i < sends.size(); ++i)
    {
        // Which of them is complete first is up to the fabric: a step is judged as if that were the
        // one that started first.
        m_before[sends[i]] = {sends[i - window]};
    }
    m_turns.push_back({sends, window});
}

void
OperationList::KeepBehindFirst(uint32_t first, uint32_t columns)
{
    m_rows.push_back({first, columns, Count()});
}

/** A gate holds all that a trigger starts. So nobody else may wait for what sets the trigger off.
 */
void
OperationList::CheckRows(const Rows& rows) const
{
    for (uint32_t i = rows.first + rows.columns; i < rows.end; ++i)
    {
        const uint32_t column = (i - rows.first) % rows.columns;
        const uint32_t rank = m_matrix.At(i).source;
        const bool isSameRank = m_matrix.At(rows.first + column).source == rank;
        const bool isOne = m_before[i].size() == 1;
        const uint32_t before = isOne ? m_before[i][0] : 0;
        const bool isSent = m_matrix.At(before).source == rank;
        const Waiting& waiting = m_waiting[before];
        const std::size_t waiters = (isSent ? waiting.sent : waiting.received).size();
        if (!isSameRank || !isOne || waiters != 1)
        {
            throw std::logic_error(m_matrix.Name() + ": operation " + std::to_string(i) +
                                   " of a later row; expected one that waits alone for one "
                                   "operation, and of the rank of its column");
        }
    }
}

/** What the first operation of a rank starts by is the gate of the rank's others. */
void
OperationList::SetGates(const Rows& rows)
{
    for (uint32_t i = rows.first + rows.columns; i < rows.end; ++i)
    {
        const uint32_t first = rows.first + (i - rows.first) % rows.columns;
        if (const TriggerId gate = m_matrix.At(first).startTrigger)
        {
            m_matrix.Gate(*m_matrix.At(i).startTrigger, *gate);
        }
    }
}

void
OperationList::SetTurns(const Turns& turns)
{
    const uint32_t trigger = m_matrix.NewTrigger(TriggerKind::MULTISHOT, 1);
    for (std::size_t i = 0; i < turns.sends.size(); ++i)
    {
        Transfer& send = m_matrix.At(turns.sends[i]);
        if (send.sendDoneTrigger)
        {
            throw std::logic_error(m_matrix.Name() + ": operation " +
                                   std::to_string(turns.sends[i]) +
                                   " takes turns and is waited for; expected one of both");
        }
        send.sendDoneTrigger = trigger;
        // One trigger for all: whichever send ends, the next one in the list starts.
        if (i >= turns.window)
        {
            send.startTrigger = trigger;
        }
    }
}

/**
 * A transfer can set off one trigger only. The trigger starts those operations that wait for
 * nothing else. For each barrier that others wait at the trigger starts a signal, which sets the
 * barrier off.
 *
 * @return the trigger
 */
uint32_t
OperationList::SetOff(const std::vector<uint32_t>& waiting, uint32_t rank)
{
    std::vector<uint32_t> barriers; // each once, of few
    for (const uint32_t operation : waiting)
    {
        const uint32_t barrier = m_barrier[operation];
        if (std::find(barriers.begin(), barriers.end(), barrier) == barriers.end())
        {
            barriers.push_back(barrier);
        }
    }
    if (barriers.size() == 1 && barriers[0] != 0)
    {
        return barriers[0];
    }
    const uint32_t trigger = m_matrix.NewTrigger(TriggerKind::ONESHOT, 1);
    for (const uint32_t operation : waiting)
    {
        if (m_barrier[operation] == 0)
        {
            m_matrix.At(operation).startTrigger = trigger;
        }
    }
    for (const uint32_t barrier : barriers)
    {
        if (barrier != 0)
        {
            Transfer& signal = m_matrix.At(Add(rank, rank, 0));
            signal.startTrigger = trigger;
            signal.sendDoneTrigger = barrier;
        }
    }
    return trigger;
}

/** @return by operation: whether some work must have begun, and not ended, before */
std::vector<char>
OperationList::WaitingForBegin() const
{
    std::vector<char> waits(Count(), 0);
    for (uint32_t i = 0; i < m_waiting.size(); ++i)
    {
        const Transfer& before = m_matrix.At(i);
        if (before.source == before.destination)
        {
            for (const uint32_t operation : m_waiting[i].received)
            {
                waits[operation] = 1;
            }
        }
    }
    return waits;
}

/**
 * Makes triggers. An operation that waits for several gets a barrier, and all that wait for the
 * same several share one.
 */
ConnectionMatrix
OperationList::Take()
{
    const uint32_t operations = Count();
    m_barrier.assign(operations, 0);
    for (const Rows& rows : m_rows)
    {
        CheckRows(rows);
    }
    // Work and messages of a rank may wait for the same thousand others. With barriers of their own
    // each of these would need a signal for each.
    std::unordered_map<Waiter, uint32_t, HashOfWaiter> barriers;
    const std::vector<char> waitsForBegin = WaitingForBegin();
    for (uint32_t i = 0; i < operations; ++i)
    {
        if (m_before[i].size() > 1)
        {
            const Waiter waiter(m_matrix.At(i).source, m_before[i]);
            const auto found = waitsForBegin[i] ? barriers.end() : barriers.find(waiter);
            const auto count = static_cast<uint32_t>(m_before[i].size());
            m_barrier[i] = found != barriers.end()
                               ? found->second
                               : m_matrix.NewTrigger(TriggerKind::BARRIER, count);
            if (!waitsForBegin[i])
            {
                barriers.emplace(waiter, m_barrier[i]);
            }
            m_matrix.At(i).startTrigger = m_barrier[i];
        }
    }
    for (uint32_t i = 0; i < operations; ++i)
    {
        const Waiting waiting = std::move(m_waiting[i]); // signals are added meanwhile
        if (!waiting.sent.empty())
        {
            const uint32_t trigger = SetOff(waiting.sent, m_matrix.At(i).source);
            m_matrix.At(i).sendDoneTrigger = trigger;
        }
        if (!waiting.received.empty())
        {
            const uint32_t trigger = SetOff(waiting.received, m_matrix.At(i).destination);
            m_matrix.At(i).recvDoneTrigger = trigger;
        }
    }
    for (const Turns& turns : m_turns)
    {
        SetTurns(turns);
    }
    for (const Rows& rows : m_rows)
    {
        SetGates(rows);
    }
    return m_matrix.Take();
}

} // namespace mrc
} // namespace ns3
