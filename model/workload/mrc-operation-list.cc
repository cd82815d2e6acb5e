/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-operation-list.h"

#include <limits>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MOST_OPERATIONS = 10000000; // some 2 GB; own choice

} // namespace

OperationList::OperationList(const std::string& name, uint32_t nodes)
    : m_matrix(name, nodes)
{
}

uint32_t
OperationList::Add(uint32_t source, uint32_t destination, uint64_t bytes)
{
    if (Count() == MOST_OPERATIONS)
    {
        m_matrix.Refuse("more than " + std::to_string(MOST_OPERATIONS) +
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
    // Work goes from a rank to the same: there the completion counts.
    Waiting& waiting = m_waiting[before];
    (first.source == rank ? waiting.sent : waiting.received).push_back(operation);
    m_before[operation].push_back(before);
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
 * A transfer can set off one trigger only. The trigger starts those operations that wait for
 * nothing else. For each of the others the trigger starts a signal, which sets off the barrier that
 * the operation waits at.
 *
 * @return the trigger
 */
uint32_t
OperationList::SetOff(const std::vector<uint32_t>& waiting, uint32_t rank)
{
    if (waiting.size() == 1 && m_barrier[waiting[0]] != 0)
    {
        return m_barrier[waiting[0]];
    }
    const uint32_t trigger = m_matrix.NewTrigger(TriggerKind::ONESHOT, 1);
    for (const uint32_t operation : waiting)
    {
        const uint32_t barrier = m_barrier[operation];
        const uint32_t started = barrier == 0 ? operation : Add(rank, rank, 0);
        m_matrix.At(started).startTrigger = trigger;
        if (barrier != 0)
        {
            m_matrix.At(started).sendDoneTrigger = barrier;
        }
    }
    return trigger;
}

ConnectionMatrix
OperationList::Take()
{
    const uint32_t operations = Count();
    m_barrier.assign(operations, 0);
    for (uint32_t i = 0; i < operations; ++i)
    {
        if (m_before[i].size() > 1)
        {
            m_barrier[i] = m_matrix.NewTrigger(TriggerKind::BARRIER, m_before[i].size());
            m_matrix.At(i).startTrigger = m_barrier[i];
        }
    }
    for (uint32_t i = 0; i < operations; ++i)
    {
        const Waiting waiting = m_waiting[i]; // signals are added meanwhile
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
    return m_matrix.Take();
}

} // namespace mrc
} // namespace ns3
