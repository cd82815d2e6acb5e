/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Rings and exchanges of a group with a member that comes late: it sends nothing before.

#include "play-transfers.h"

#include "ns3/mrc-group-collectives.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint32_t LATE_MEMBER = 1;

/** A group, of which one member has other work first. */
struct LateGroup
{
    LateGroup(uint32_t size, uint32_t works)
        : list("late", size)
    {
        for (uint32_t rank = 0; rank < size; ++rank)
        {
            group.ranks.push_back(rank);
        }
        group.before.resize(size);
        for (uint32_t i = 0; i < works; ++i)
        {
            const uint32_t work = list.Work(LATE_MEMBER, 10);
            for (const uint32_t before : group.before[LATE_MEMBER])
            {
                list.After(work, before);
            }
            group.before[LATE_MEMBER] = {work};
        }
    }

    OperationList list;
    Group group;
};

/**
 * Each transfer takes a round. The late member comes in round L, when the others have sent what
 * they could without the late one. Of n members the one d places behind takes step s below d in
 * round s. Up to then nothing has come from the late member. Each round through the ring waits once
 * more. Clauses: [ring-steps], [own-part]
 */
TEST(GroupCollectivesTest, ARingWithALateMemberTakesItsClosedForm)
{
    for (uint32_t size = 2; size < 7; ++size)
    {
        const uint32_t late = size + 3;
        LateGroup all(size, late);
        const uint32_t first = all.list.Count();
        AddRing(all.list, all.group, 1000, RingSteps::ALL_REDUCE);
        const uint32_t operations = all.list.Count();
        const ConnectionMatrix matrix = all.list.Take();
        EXPECT_EQ(matrix.transfers.size(), operations) << "gates need no signals";
        const test::Play play = test::PlayTransfers(matrix);
        for (uint32_t step = 0; step < 2 * (size - 1); ++step)
        {
            for (uint32_t member = 0; member < size; ++member)
            {
                const uint32_t behind = (member + size - LATE_MEMBER) % size;
                const uint32_t round =
                    step < behind ? step : late + behind + (step - behind) / size * size;
                EXPECT_EQ(play.rounds[first + step * size + member], round)
                    << "step " << step << " of member " << member << " of " << size;
            }
        }
        EXPECT_EQ(play.last, late + 2 * size - 3) << "as if all had come as late";
    }
}

// What a member does before may be several operations. Clauses: [own-part]
TEST(GroupCollectivesTest, AMemberComesOnceAllIsDoneThatItDoesBefore)
{
    for (const RingSteps steps :
         {RingSteps::REDUCE_SCATTER, RingSteps::ALL_REDUCE, RingSteps::ALL_GATHER})
    {
        LateGroup all(4, 9);
        all.group.before[LATE_MEMBER].push_back(all.list.Work(LATE_MEMBER, 10));
        all.group.before[2].push_back(all.list.Work(2, 10));
        const uint32_t first = all.list.Count();
        AddRing(all.list, all.group, 1000, steps);
        const ConnectionMatrix matrix = all.list.Take();
        const test::Play play = test::PlayTransfers(matrix);
        EXPECT_EQ(play.acrossNics, 0U);
        for (uint32_t i = first; i < matrix.transfers.size(); ++i)
        {
            const bool isSend = matrix.transfers[i].bytes != 0;
            const uint32_t source = matrix.transfers[i].source;
            if (isSend && source == LATE_MEMBER)
            {
                EXPECT_GE(play.rounds[i], 9U) << i;
            }
        }
    }
}

using AddOperation = Frontier (*)(OperationList& list, const Group& group);

// All that a late member gets may be there before it comes. Clauses: [own-part]
TEST(GroupCollectivesTest, NobodyGoesOnBeforeItHasComeItself)
{
    const std::vector<std::pair<std::string, AddOperation>> kinds{
        {"reduce-scatter",
         [](OperationList& list, const Group& group) {
             return AddRing(list, group, 1000, RingSteps::REDUCE_SCATTER);
         }},
        {"all-reduce",
         [](OperationList& list, const Group& group) {
             return AddRing(list, group, 1000, RingSteps::ALL_REDUCE);
         }},
        {"all-gather",
         [](OperationList& list, const Group& group) {
             return AddRing(list, group, 1000, RingSteps::ALL_GATHER);
         }},
        {"exchange",
         [](OperationList& list, const Group& group) {
             return AddExchange(list, group, std::vector<uint64_t>(group.ranks.size(), 9));
         }},
        {"exchange one by one", [](OperationList& list, const Group& group) {
             return AddExchange(list, group, std::vector<uint64_t>(group.ranks.size(), 9), 1);
         }}};
    for (const auto& [name, add] : kinds)
    {
        for (const uint32_t size : {2U, 3U, 5U})
        {
            LateGroup all(size, 12);
            const Frontier done = add(all.list, all.group);
            std::vector<uint32_t> next;
            for (uint32_t member = 0; member < size; ++member)
            {
                next.push_back(all.list.Work(member, 10));
                for (const uint32_t before : done[member])
                {
                    all.list.After(next.back(), before);
                }
            }
            const test::Play play = test::PlayTransfers(all.list.Take());
            for (uint32_t member = 0; member < size; ++member)
            {
                const uint32_t earliest = member == LATE_MEMBER ? 12 : 0;
                EXPECT_GE(play.rounds[next[member]], earliest)
                    << name << ", member " << member << " of " << size;
            }
        }
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
