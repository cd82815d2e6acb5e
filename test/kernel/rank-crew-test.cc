/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What ranks tell users behind a window, from calls that some or all of them have.

#include "../host/own-loop.h"
#include "thread-ranks.h"

#include "ns3/mrc-rank-crew.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** A loop that lets a crew fire its hot events. */
class CrewLoop : public OwnLoop
{
  public:
    bool TakesCrew() const override
    {
        return true;
    }
};

/** A shard that has calls and no events. */
class CallsShard : public WindowShard
{
  public:
    CallsShard(HotHost& simulator, std::vector<WindowCall> calls)
        : m_host(simulator),
          m_calls(std::move(calls))
    {
    }

    ShardHost& Host() override
    {
        return m_host;
    }

    Instant Next() const override
    {
        return Instant::Never();
    }

    Instant NextMeeting() override
    {
        return Instant::Never();
    }

    std::vector<WindowCall>& Calls() override
    {
        return m_calls;
    }

    void SetTelling(bool) override
    {
    }

    void Fill(unsigned) override
    {
    }

    void Take(unsigned) override
    {
    }

    void Run(Instant) override
    {
    }

  private:
    ShardHost m_host;
    std::vector<WindowCall> m_calls;
};

/** A rank with no data that others need. */
class CallsMember : public RankMember
{
  public:
    void Pack(uint32_t, RankBytes&) override
    {
    }

    void Unpack(RankReader&) override
    {
    }

    void Hear(uint32_t) override
    {
    }

    void HearPacked(RankReader&) override
    {
    }

    void EndTurn() override
    {
    }
};

/** @return why ranks ended, empty: in peace. @param calls of all ranks that each of them has */
std::string
EndWithCalls(const std::vector<uint32_t>& calls, std::vector<uint32_t>& told)
{
    RankPost post(static_cast<uint32_t>(calls.size()));
    told.assign(calls.size(), 0);
    const auto script = [&](RankLink& link) {
        const uint32_t own = link.Own();
        std::vector<WindowCall> all(calls[own]);
        for (WindowCall& call : all)
        {
            call.during = {Instant(5), 0, 0};
            call.tell = [&told, own] { ++told[own]; };
            call.isOfAll = true;
        }
        CrewLoop loop;
        CallsShard shard(loop, std::move(all));
        CallsMember member;
        RankCrew crew(loop, {{&shard}, {&shard}, member, link}, Span(100));
        loop.Run(Instant(50));
    };
    return RunRanks(static_cast<uint32_t>(calls.size()), script, post, RankLink::MOST_BYTES);
}

// Clauses: [several-ranks]
TEST(RankCrew, ExpectsTheSameCallsOfAllInEachRank)
{
    std::vector<uint32_t> told;
    EXPECT_EQ(EndWithCalls({2, 2}, told), "");
    EXPECT_EQ(told, (std::vector<uint32_t>{2, 2}));
    for (const std::vector<uint32_t>& calls : {std::vector<uint32_t>{2, 1}, {1, 2}, {2, 2, 3}})
    {
        const std::string why = EndWithCalls(calls, told);
        EXPECT_NE(why.find("ranks have different calls for users"), std::string::npos) << why;
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
