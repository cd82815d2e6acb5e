/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GOAL_BYTES_H
#define GOAL_BYTES_H

#include "ns3/mrc-goal-schedule.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return a number in so many bytes, the least one first */
inline std::string
Bytes(uint64_t number, uint32_t bytes)
{
    std::string text;
    for (; bytes != 0; --bytes, number >>= 8)
    {
        text += static_cast<char>(number & 0xff);
    }
    return text;
}

/** An operation, and the places in its rank of those that wait for its end, and for its start. */
struct GoalBytes
{
    GoalOperation operation;
    uint32_t before{0};
    std::array<std::vector<uint32_t>, 2> lists{};
};

/** @return a rank's part of the binary */
inline std::string
RankBytes(const std::vector<GoalBytes>& operations)
{
    std::string lists;
    std::string middle;
    std::string roots;
    for (uint32_t i = 0; i < operations.size(); ++i)
    {
        const GoalOperation& o = operations[i].operation;
        roots += operations[i].before == 0 ? Bytes(i, 4) : "";
        const bool isCalc = o.kind == GoalKind::CALC;
        middle += Bytes(operations[i].before, 4) + Bytes(static_cast<uint32_t>(o.kind) + 1, 1) +
                  Bytes(o.peer, 4) + Bytes(o.size, 8) +
                  Bytes(isCalc ? 0 : o.tag.value_or(0xffffffff), 4) + Bytes(o.cpu, 1) + Bytes(0, 1);
        for (const std::vector<uint32_t>& list : operations[i].lists)
        {
            middle += Bytes(list.size(), 4) + Bytes(lists.size() / 4, 4);
            for (const uint32_t place : list)
            {
                lists += Bytes(place, 4);
            }
        }
    }
    return Bytes(operations.size(), 4) + Bytes(roots.size() / 4, 4) + roots + middle + lists;
}

/** @return the binary of the operations of all ranks */
inline std::string
BinaryOf(const std::vector<std::vector<GoalBytes>>& all)
{
    std::string table;
    std::string ranks;
    const std::size_t begin = 6 + 16 * all.size();
    for (const std::vector<GoalBytes>& operations : all)
    {
        table += Bytes(begin + ranks.size(), 8);
        ranks += RankBytes(operations);
        table += Bytes(begin + ranks.size(), 8);
    }
    return Bytes(4223, 8) + Bytes(all.size(), 4) + Bytes(2, 1) + Bytes(0, 1) + table + ranks;
}

/** @return the binary of a schedule */
inline std::string
BinaryOf(const GoalSchedule& schedule)
{
    std::vector<std::vector<GoalBytes>> all(schedule.ranks);
    std::vector<uint32_t> places; // in their ranks
    for (const GoalOperation& operation : schedule.operations)
    {
        places.push_back(all[operation.rank].size());
        all[operation.rank].push_back({operation});
    }
    for (const GoalDependency& d : schedule.dependencies)
    {
        std::vector<GoalBytes>& rank = all[schedule.operations[d.operation].rank];
        ++rank[places[d.operation]].before;
        rank[places[d.before]].lists[d.onStart ? 1 : 0].push_back(places[d.operation]);
    }
    return BinaryOf(all);
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* GOAL_BYTES_H */
