/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What ranks send each other: values as bytes, in calls that all of them make alike.

#include "thread-ranks.h"

#include "ns3/mrc-hot-event.h"
#include "ns3/mrc-rank-link.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
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

TEST(RankReader, TakesWhatWasPut)
{
    RankBytes bytes;
    PutValue(bytes, uint8_t{7});
    PutValue(bytes, HotEvent{Instant(1000), 3, 4});
    PutValue(bytes, -1.5);
    EXPECT_EQ(bytes.size(), 1 + sizeof(HotEvent) + sizeof(double));
    RankReader reader(bytes);
    EXPECT_EQ(reader.Ahead<double>(1 + sizeof(HotEvent)), -1.5);
    EXPECT_EQ(reader.Take<uint8_t>(), 7);
    const auto event = reader.Take<HotEvent>();
    EXPECT_EQ(event.at, Instant(1000));
    EXPECT_EQ(event.key, 3U);
    EXPECT_EQ(event.arg, 4U);
    EXPECT_TRUE(reader.HasMore());
    EXPECT_EQ(reader.Take<double>(), -1.5);
    EXPECT_FALSE(reader.HasMore());
}

TEST(RankReader, RefusesBytesThatEndTooEarly)
{
    RankBytes bytes;
    PutValue(bytes, uint32_t{7});
    RankReader reader(bytes);
    reader.Take<uint16_t>();
    EXPECT_THROW(reader.Take<uint32_t>(), std::out_of_range);
    EXPECT_EQ(reader.Take<uint16_t>(), 0); // nothing was taken
}

/** @return bytes that tell which rank they come from */
RankBytes
Pattern(uint32_t from, std::size_t bytes)
{
    RankBytes pattern(bytes);
    for (std::size_t i = 0; i < bytes; ++i)
    {
        pattern[i] = static_cast<uint8_t>(i * 7 + from);
    }
    return pattern;
}

TEST(RankLink, AllGetWhatEachSends)
{
    RankPost post(3);
    const auto script = [](RankLink& link) {
        const uint32_t own = link.Own();
        EXPECT_EQ(link.Gather({RankCall::TURN}, own * 10), (std::vector<uint32_t>{0, 10, 20}));
        EXPECT_EQ(link.Share({RankCall::NEWS}, 2, own), 2U);
        EXPECT_EQ(link.ShareBytes({RankCall::PATHS, 1}, 1, Pattern(own, 7 + own)), Pattern(1, 8));
        EXPECT_EQ(link.SpreadBytes({RankCall::NEWS}, 2, Pattern(own, 5 + own)), Pattern(2, 7));
        EXPECT_EQ(link.SpreadBytes({RankCall::NEWS}, 0, {}), RankBytes());
        std::vector<RankBytes> out(3);
        for (uint32_t to = 0; to < 3; ++to)
        {
            out[to] = Pattern(own, to);
        }
        const std::vector<RankBytes> in = link.Exchange({RankCall::WINDOW}, out);
        for (uint32_t from = 0; from < 3; ++from)
        {
            EXPECT_EQ(in[from], from == own ? RankBytes() : Pattern(from, own));
        }
    };
    EXPECT_EQ(RunRanks(3, script, post, RankLink::MOST_BYTES), "");
}

TEST(RankLink, OrdersAreCountedFromWindowToWindow)
{
    RankPost post(2);
    const auto script = [](RankLink& link) {
        EXPECT_EQ(link.Orders().Counted(), 0U);
        link.Gather({RankCall::TURN}, 0U);
        link.Orders().Count();
        EXPECT_EQ(link.Orders().Counted(), 2U);
        link.Exchange({RankCall::WINDOW}, std::vector<RankBytes>(2));
        EXPECT_EQ(link.Orders().Counted(), 0U);
    };
    EXPECT_EQ(RunRanks(2, script, post, RankLink::MOST_BYTES), "");
}

// Clauses: [several-ranks]
TEST(RankLink, LongMessagesTravelInPieces)
{
    for (const std::size_t bytes : {0U, 1U, 39U, 40U, 41U, 4072U, 4096U, 4097U, 20000U})
    {
        for (const std::size_t most : {std::size_t{40}, std::size_t{64}, RankLink::MOST_BYTES})
        {
            RankPost post(2);
            const auto script = [bytes](RankLink& link) {
                const std::vector<RankBytes> out(2, Pattern(link.Own(), bytes));
                const uint32_t other = 1 - link.Own();
                EXPECT_EQ(link.Exchange({RankCall::PORTS}, out)[other], Pattern(other, bytes));
                std::array<uint8_t, 1000> value{};
                value.back() = static_cast<uint8_t>(link.Own() + 1);
                EXPECT_EQ(link.Share({RankCall::NEWS}, 1, value).back(), 2);
            };
            EXPECT_EQ(RunRanks(2, script, post, most), "");
            EXPECT_LE(post.longest, most);
        }
    }
}

TEST(RankLink, PiecesHaveRoomForWhatEachMessageBeginsWith)
{
    RankPost post(2);
    EXPECT_THROW(RankLink(std::make_unique<ThreadWire>(post, 0), 23), std::invalid_argument);
}

/** A call that ranks do not make alike, and what the message says. */
struct Mistake
{
    std::function<void(RankLink&)> script;
    std::vector<std::string> words;
};

// Clauses: [several-ranks]
TEST(RankLink, CallsThatDifferEndAll)
{
    const RankTopic three{RankCall::COUNTERS, 3};
    const auto window = [](RankLink& link) {
        link.Exchange({RankCall::WINDOW}, std::vector<RankBytes>(link.Count()));
    };
    const Mistake mistakes[] = {
        // one rank asks for what it has itself, and goes on
        {[&](RankLink& link) {
             link.Own() == 0 ? void(link.Share(three, 0, 1)) : void();
             window(link);
         },
         {"counters of queue pair 3", "the next window"}},
        // one rank asks for what another one has, and would wait
        {[&](RankLink& link) {
             link.Own() == 0 ? void(link.Share(three, 1, 1)) : void();
             window(link);
         },
         {"counters of queue pair 3", "the next window"}},
        // behind the run
        {[&](RankLink& link) { link.Own() == 0 ? void(link.Share(three, 1, 1)) : void(); },
         {"counters of queue pair 3", "its end"}},
        {[&](RankLink& link) { link.Own() == 1 ? void(link.Share(three, 1, 1)) : void(); },
         {"counters of queue pair 3", "its end"}},
        // another one in each rank
        {[&](RankLink& link) {
             link.Share({RankCall::COUNTERS, link.Own()}, 1, 1);
         },
         {"counters of queue pair"}},
        // once more in one rank
        {[&](RankLink& link) {
             link.Share(three, 0, 1);
             link.Own() == 0 ? void(link.Share(three, 0, 1)) : void();
             window(link);
         },
         {"counters of queue pair 3", "the next window"}},
        // values of other programs
        {[&](RankLink& link) {
             link.Own() == 0 ? void(link.Gather({RankCall::MEMORY}, uint8_t{1}))
                             : void(link.Gather({RankCall::MEMORY}, uint16_t{1}));
         },
         {"sends", "expected one program"}},
    };
    for (const Mistake& mistake : mistakes)
    {
        for (const uint32_t ranks : {2U, 3U})
        {
            RankPost post(ranks);
            const std::string why = RunRanks(ranks, mistake.script, post, RankLink::MOST_BYTES);
            for (const std::string& word : mistake.words)
            {
                EXPECT_NE(why.find(word), std::string::npos) << why;
            }
        }
    }
}

TEST(RankLink, NoCallComesBehindTheEnd)
{
    RankPost post(2);
    const auto script = [](RankLink& link) {
        link.End();
        EXPECT_THROW(link.Gather({RankCall::MEMORY}, 1), std::logic_error);
        throw AllEnded();
    };
    EXPECT_EQ(RunRanks(2, script, post, RankLink::MOST_BYTES), "");
}

// The names stand in a list of their own, in the order of the calls.
TEST(RankLink, EachCallHasItsName)
{
    EXPECT_EQ(TextOf({RankCall::WINDOW}), "the next window");
    EXPECT_EQ(TextOf({RankCall::ROCE, 7}), "RoCEv2's counters of queue pair 7");
    EXPECT_EQ(TextOf({RankCall::PORT, 12}), "counters of port 12");
    EXPECT_EQ(TextOf({RankCall::ROWS}), "rows of a table");
    EXPECT_EQ(TextOf({RankCall::RECOVERY_TIMES}), "recovery times");
    EXPECT_EQ(TextOf({RankCall::LATE_PACKETS}), "packets that were late");
    EXPECT_EQ(TextOf({RankCall::LINK, 5}), "a change of port 5");
    EXPECT_EQ(TextOf({RankCall::CALLS}), "what users hear of a window");
    EXPECT_EQ(TextOf({RankCall::STATUS, 9}), "the state of queue pair 9");
    EXPECT_EQ(TextOf({RankCall::PATHS, 9}), "the EVs of queue pair 9");
    EXPECT_EQ(TextOf({RankCall::END}), "its end");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
