/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "calls-shard.h"

#include "ns3/mrc-call-round.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Shards that have calls, and what these told. */
class CallRoundTest : public testing::Test
{
  protected:
    CallRoundTest()
    {
        for (int i = 0; i < 3; ++i)
        {
            m_shards.push_back(std::make_unique<CallsShard>(m_loop, std::vector<WindowCall>()));
            m_all.push_back(m_shards.back().get());
        }
    }

    /** Has a shard call for an event. */
    void Add(std::size_t shard, int64_t ps, uint32_t key, const std::string& name)
    {
        m_shards[shard]->Calls().push_back(
            {{Instant(ps), key, 0}, [this, name] { m_told += name + ' '; }});
    }

    /** @return what is told of all that was added */
    std::string Told()
    {
        m_told.clear();
        m_round.Take(m_all);
        for (WindowCall* call : m_round.InOrder())
        {
            call->tell();
        }
        return m_told;
    }

    CrewLoop m_loop;
    std::vector<std::unique_ptr<CallsShard>> m_shards;
    std::vector<WindowShard*> m_all;
    CallRound m_round;
    std::string m_told;
};

TEST_F(CallRoundTest, HasCallsInTheOrderOfEvents)
{
    EXPECT_EQ(Told(), "");
    Add(0, 5, 1, "a");
    Add(0, 7, 1, "b");
    Add(2, 5, 0, "c");
    Add(2, 6, 9, "d");
    Add(1, 9, 0, "e");
    EXPECT_EQ(Told(), "c a d b e ");
    Add(1, 4, 0, "f"); // those of the window before are gone
    EXPECT_EQ(Told(), "f ");
}

// A shard may note the moment of a calendar behind later events.
TEST_F(CallRoundTest, BringsTheCallsOfAShardIntoOrder)
{
    Add(0, 7, 1, "a");
    Add(0, 5, 1, "b");
    Add(0, 7, 1, "c");
    Add(1, 6, 1, "d");
    EXPECT_EQ(Told(), "b d a c ");
}

TEST_F(CallRoundTest, LeavesCallsOfOneEventAsTheyAre)
{
    Add(2, 5, 1, "a");
    Add(0, 5, 1, "b");
    Add(0, 5, 1, "c");
    Add(1, 5, 1, "d");
    EXPECT_EQ(Told(), "b c d a ");
}

TEST_F(CallRoundTest, ClearEndsWhatCallsHold)
{
    const auto held = std::make_shared<int>(0);
    m_shards[1]->Calls().push_back({{Instant(1), 0, 0}, [held] {}});
    m_round.Take(m_all);
    EXPECT_EQ(held.use_count(), 2);
    EXPECT_TRUE(m_shards[1]->Calls().empty());
    m_round.Clear();
    EXPECT_EQ(held.use_count(), 1);
    EXPECT_TRUE(m_round.InOrder().empty());
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
