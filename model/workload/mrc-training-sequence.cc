/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-sequence.h"

#include <utility>

namespace ns3
{
namespace mrc
{

TrainingSequence::TrainingSequence(const TrainingJob& job)
    : m_name(job.name),
      m_window(job.exchangeWindow),
      m_list(job.name, job.Ranks()),
      m_done(job.Ranks())
{
}

/** Notes the purpose of the operations that were added since. */
void
TrainingSequence::Note(TrainingPart part)
{
    while (m_operations.size() < m_list.Count())
    {
        m_operations.push_back({m_step, part});
    }
}

/** Adds work on each of some NICs, behind all that the NIC has waited for so far. */
void
TrainingSequence::Work(const std::vector<uint32_t>& nics, double ns, TrainingPart part)
{
    const uint64_t whole = WholeOf({part, ns, "ns"}, m_name);
    for (const uint32_t nic : nics)
    {
        const uint32_t work = m_list.Work(nic, whole);
        for (const uint32_t before : m_done[nic])
        {
            m_list.After(work, before);
        }
        // Later operations wait for this one alone, and so for all that this one waits for.
        m_done[nic] = {work};
    }
    Note(part);
}

Frontier
TrainingSequence::WorkBehind(const std::vector<uint32_t>& nics,
                             const Frontier& before,
                             double ns,
                             TrainingPart part)
{
    const uint64_t whole = WholeOf({part, ns, "ns"}, m_name);
    Frontier done;
    for (std::size_t i = 0; i < nics.size(); ++i)
    {
        const uint32_t work = m_list.Work(nics[i], whole);
        for (const uint32_t operation : before[i])
        {
            m_list.After(work, operation);
        }
        done.push_back({work});
    }
    Note(part);
    return done;
}

/**
 * The sender goes on at once: m_done stays as it is, so that a handover runs beside the next work.
 */
uint32_t
TrainingSequence::Send(uint32_t from, uint32_t to, uint64_t bytes, TrainingPart part)
{
    const uint32_t send = m_list.Send(from, to, bytes);
    for (const uint32_t before : m_done[from])
    {
        m_list.After(send, before);
    }
    Note(part);
    return send;
}

Group
TrainingSequence::GroupOf(const std::vector<uint32_t>& nics) const
{
    Group group;
    group.ranks = nics;
    for (const uint32_t nic : nics)
    {
        group.before.push_back(m_done[nic]);
    }
    return group;
}

Frontier
TrainingSequence::Sum(const std::vector<uint32_t>& nics,
                      uint64_t bytes,
                      TrainingPart part,
                      RingSteps steps)
{
    const Frontier done = AddRing(m_list, GroupOf(nics), bytes, steps);
    Note(part);
    return done;
}

Frontier
TrainingSequence::Exchange(const std::vector<uint32_t>& nics, uint64_t bytes, TrainingPart part)
{
    // The gate is balanced: each rank has as many tokens for each other one.
    const std::vector<uint64_t> alike(nics.size(), bytes);
    const Frontier done = AddExchange(m_list, GroupOf(nics), alike, m_window);
    Note(part);
    return done;
}

void
TrainingSequence::Wait(const std::vector<uint32_t>& nics, const Frontier& done)
{
    for (std::size_t i = 0; i < nics.size(); ++i)
    {
        // The new operations wait for those of before, so only the new ones need be kept.
        m_done[nics[i]] = done[i];
    }
}

void
TrainingSequence::WaitAlso(uint32_t nic, const std::vector<uint32_t>& operations)
{
    m_done[nic].insert(m_done[nic].end(), operations.begin(), operations.end());
}

TrainingPlan
TrainingSequence::Take()
{
    ConnectionMatrix matrix = m_list.Take();
    m_operations.shrink_to_fit();
    PlaceLists before;
    for (uint32_t i = 0; i < m_operations.size(); ++i)
    {
        before.Add(m_list.TakeBefore(i));
    }
    before.ShrinkToFit();
    return {std::move(matrix), std::move(m_operations), std::move(before)};
}

} // namespace mrc
} // namespace ns3
