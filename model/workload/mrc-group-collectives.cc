/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-group-collectives.h"

#include "mrc-transfer-list.h"

#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return a transfer that waits for operations of its source */
uint32_t
SendAfter(OperationList& list,
          const std::vector<uint32_t>& before,
          uint32_t source,
          uint32_t destination,
          uint64_t bytes)
{
    const uint32_t send = list.Send(source, destination, bytes);
    for (const uint32_t operation : before)
    {
        list.After(send, operation);
    }
    return send;
}

/** Has members wait for their own parts too. */
Frontier
WithOwnParts(Frontier arrived, const Group& group)
{
    for (std::size_t member = 0; member < arrived.size(); ++member)
    {
        arrived[member].insert(arrived[member].end(),
                               group.before[member].begin(),
                               group.before[member].end());
    }
    return arrived;
}

} // namespace

/**
 * Step by step each member sends the next one the part that it got before. The frontier of a step
 * is what arrived in it. A member sends nothing on before its own part is there [own-part].
 */
Frontier
AddRing(OperationList& list, const Group& group, uint64_t bytes, RingSteps steps)
{
    const auto size = static_cast<uint32_t>(group.ranks.size());
    const uint32_t first = steps == RingSteps::ALL_GATHER ? size - 1 : 0;
    const uint32_t end = (steps == RingSteps::REDUCE_SCATTER ? 1 : 2) * (size - 1);
    if (size == 1)
    {
        return group.before;
    }
    const uint32_t begin = list.Count();
    Frontier arrived = group.before;
    for (uint32_t step = first; step < end; ++step)
    {
        Frontier next(size);
        for (uint32_t member = 0; member < size; ++member)
        {
            const uint32_t to = (member + 1) % size;
            // A member sends on the part that it got a step before. Steps stay below 2 * size, so
            // that the sum is never negative.
            const uint32_t part = (member + 2 * size - step) % size;
            next[to] = {SendAfter(list,
                                  arrived[member],
                                  group.ranks[member],
                                  group.ranks[to],
                                  ShareOf(bytes, size, part))};
        }
        arrived = next;
    }
    list.KeepBehindFirst(begin, size);
    // What arrives last of an all-reduce went through each member. Else a member may come later.
    return steps == RingSteps::ALL_REDUCE ? arrived : WithOwnParts(std::move(arrived), group);
}

/**
 * All pairs of a group, each member to the next ones first. With a window a member's sends take
 * turns.
 */
Frontier
AddExchange(OperationList& list,
            const Group& group,
            const std::vector<uint64_t>& bytes,
            uint32_t window)
{
    const auto size = static_cast<uint32_t>(group.ranks.size());
    // Without a transfer the member goes on waiting for the operations of before.
    if (size == 1)
    {
        return group.before;
    }
    const bool takesTurns = window != 0 && window < size - 1;
    const std::vector<uint32_t> nothing;
    Frontier arrived(size);
    Frontier sent(size);
    // Each member begins with the next one, or all would send to the first member at once.
    for (uint32_t ahead = 1; ahead < size; ++ahead)
    {
        for (uint32_t member = 0; member < size; ++member)
        {
            const uint32_t to = (member + ahead) % size;
            const bool isFirst = !takesTurns || ahead <= window;
            arrived[to].push_back(SendAfter(list,
                                            isFirst ? group.before[member] : nothing,
                                            group.ranks[member],
                                            group.ranks[to],
                                            bytes[to]));
            sent[member].push_back(arrived[to].back());
        }
    }
    for (const std::vector<uint32_t>& sends : takesTurns ? sent : Frontier())
    {
        list.TakeTurns(sends, window); // [exchange-window]
    }
    return WithOwnParts(std::move(arrived), group); // [own-part]
}

} // namespace mrc
} // namespace ns3
