/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Members of a team work at the same time, and the caller waits for all of them.

#include "ns3/mrc-thread-team.h"

#include <atomic>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

TEST(ThreadTeam, EachMemberWorksOnceInEachRunOnAThreadOfItsOwn)
{
    for (const uint32_t members : {1U, 2U, 5U})
    {
        std::vector<uint32_t> works(members); // not atomic: each is one member's until Run returns
        std::vector<std::thread::id> ids(members);
        ThreadTeam team(members, [&](uint32_t member) {
            ++works[member];
            ids[member] = std::this_thread::get_id();
        });
        for (uint32_t run = 1; run <= 100; ++run)
        {
            team.Run();
            EXPECT_EQ(works, std::vector<uint32_t>(members, run));
        }
        EXPECT_EQ(ids.front(), std::this_thread::get_id());
        EXPECT_EQ(std::set<std::thread::id>(ids.begin(), ids.end()).size(), members);
    }
}

// A member that waits for another one would wait for ever if they came one after the other.
TEST(ThreadTeam, MembersWorkAtTheSameTime)
{
    std::atomic<uint32_t> come{0};
    ThreadTeam team(3, [&](uint32_t) {
        come.fetch_add(1);
        while (come.load() < 3)
        {
            std::this_thread::yield();
        }
    });
    team.Run();
    EXPECT_EQ(come.load(), 3U);
}

TEST(ThreadTeam, TheFirstErrorIsThrownWhenAllHaveCome)
{
    std::atomic<uint32_t> ended{0};
    bool fails = true;
    ThreadTeam team(4, [&](uint32_t member) {
        ended.fetch_add(1);
        if (fails && member != 0)
        {
            throw std::runtime_error("member " + std::to_string(member));
        }
    });
    try
    {
        team.Run();
        FAIL() << "no error came";
    }
    catch (const std::runtime_error& error)
    {
        EXPECT_STREQ(error.what(), "member 1");
    }
    EXPECT_EQ(ended.load(), 4U);
    fails = false;
    team.Run(); // of the errors before none is left
    EXPECT_EQ(ended.load(), 8U);
}

TEST(ThreadTeam, OneThatNeverRanEnds)
{
    ThreadTeam team(3, [](uint32_t) { FAIL(); });
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
