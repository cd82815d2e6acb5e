/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What ranks tell users behind a window, from calls that some or all of them have.

#include "calls-shard.h"
#include "thread-ranks.h"

#include "ns3/mrc-rank-crew.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>
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

    void TellPacked(const RankBytes&) override
    {
    }

    void EndTurn() override
    {
    }
};

/** When does a crew tell calls? */
enum class Telling
{
    IN_A_RUN,
    BEHIND_IT,
};

/**
 * @param calls of all ranks that each of them has
 * @param told gets how many each of them has told
 * @return why ranks ended, empty: in peace
 */
std::string
EndWithCalls(const std::vector<uint32_t>& calls, std::vector<uint32_t>& told, Telling when)
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
        when == Telling::IN_A_RUN ? loop.Run(Instant(50)) : crew.TellRest();
    };
    return RunRanks(static_cast<uint32_t>(calls.size()), script, post, RankLink::MOST_BYTES);
}

// Clauses: [several-ranks]
TEST(RankCrew, ExpectsTheSameCallsOfAllInEachRank)
{
    std::vector<uint32_t> told;
    for (const Telling when : {Telling::IN_A_RUN, Telling::BEHIND_IT})
    {
        EXPECT_EQ(EndWithCalls({2, 2}, told, when), "");
        EXPECT_EQ(told, (std::vector<uint32_t>{2, 2}));
        for (const std::vector<uint32_t>& calls : {std::vector<uint32_t>{2, 1}, {1, 2}, {2, 2, 3}})
        {
            const std::string why = EndWithCalls(calls, told, when);
            EXPECT_NE(why.find("ranks have different calls for users"), std::string::npos) << why;
        }
    }
}

/** A rank that writes down what is told there. */
class LogMember : public CallsMember
{
  public:
    void Hear(uint32_t teller) override
    {
        text += "hears " + std::to_string(teller) + ", ";
    }

    void HearPacked(RankReader& in) override
    {
        text += "reads " + std::to_string(in.Take<uint32_t>()) + ", ";
    }

    void EndTurn() override
    {
        text += "ends, ";
    }

    std::string text;
};

/** When a rank tells each kind of call. */
struct CallTimes
{
    int64_t turn;
    int64_t packed;
    int64_t ofAll;
};

/** @return one call of each kind. @param own rank, which packed ones tell @param text gets others
 */
std::vector<WindowCall>
CallsOfEachKind(const CallTimes& times, uint32_t own, std::string& text)
{
    std::vector<WindowCall> calls(3);
    calls[0].during = {Instant(times.turn), 0, 0};
    calls[0].tell = [&text] { text += "acts, "; };
    calls[1].during = {Instant(times.packed), 0, 0};
    calls[1].pack = [own](RankBytes& out) { PutValue(out, own); };
    calls[2].during = {Instant(times.ofAll), 0, 0};
    calls[2].tell = [&text] { text += "with all"; };
    calls[2].isOfAll = true;
    return calls;
}

// Of one event the calls of the first rank come first. Clauses: [several-ranks]
TEST(RankCrew, TellsCallsOfAllRanksInTheOrderOfEvents)
{
    RankPost post(2);
    std::vector<std::string> told(2);
    const auto script = [&told](RankLink& link) {
        const uint32_t own = link.Own();
        LogMember member;
        CrewLoop loop;
        const CallTimes times = own == 0 ? CallTimes{5, 7, 8} : CallTimes{7, 3, 8};
        CallsShard shard(loop, CallsOfEachKind(times, own, member.text));
        RankCrew crew(loop, {{&shard}, {&shard}, member, link}, Span(100));
        loop.Run(Instant(50));
        told[own] = member.text;
    };
    EXPECT_EQ(RunRanks(2, script, post, RankLink::MOST_BYTES), "");
    EXPECT_EQ(told[0], "reads 1, acts, ends, reads 0, hears 1, with all");
    EXPECT_EQ(told[1], "reads 1, hears 0, reads 0, acts, ends, with all");
}

// Others would wait for ever where a rank goes on behind an error of its own.
// Clauses: [several-ranks]
TEST(RankCrew, AnErrorOfAListenerBehindTheRunEndsAllRanks)
{
    RankPost post(2);
    const auto script = [](RankLink& link) {
        std::vector<WindowCall> calls(1);
        calls[0].during = {Instant(5), 0, 0};
        calls[0].isOfAll = true;
        calls[0].tell = [own = link.Own()] {
            if (own == 1)
            {
                throw std::runtime_error("a sink has failed");
            }
        };
        CrewLoop loop;
        CallsShard shard(loop, std::move(calls));
        CallsMember member;
        RankCrew crew(loop, {{&shard}, {&shard}, member, link}, Span(100));
        crew.TellRest();
    };
    EXPECT_EQ(RunRanks(2, script, post, RankLink::MOST_BYTES), "a sink has failed");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
