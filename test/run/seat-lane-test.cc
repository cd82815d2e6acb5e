/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-instant.h"
#include "ns3/mrc-seat-lane.h"
#include "ns3/mrc-user-moment.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
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

/** Keeps nothing for any seat. */
constexpr auto NONE = [](uint32_t, const UserMoment&) {};

TEST(SeatLaneTest, TheSeatThatWasLeftLastIsTakenFirst)
{
    SeatLane lane;
    EXPECT_EQ(lane.Take(), std::nullopt);
    lane.Add(3);
    lane.Add(5);
    EXPECT_EQ(lane.Take(), 5U);
    EXPECT_EQ(lane.Take(), 3U);
    EXPECT_EQ(lane.Take(), std::nullopt);
    lane.Leave(5);
    lane.Leave(3);
    EXPECT_EQ(lane.Take(), 3U);
    EXPECT_EQ(lane.Seats().size(), 2U);
}

// Clauses: [several-threads]
TEST(SeatLaneTest, ASeatIsSureToBeEmptyOnceThoseBeforeHaveOne)
{
    SeatLane lane;
    lane.Add(0);
    EXPECT_TRUE(lane.WillTake(Instant(100), NONE));
    EXPECT_FALSE(lane.WillTake(Instant(200), NONE)) << "the first one has it";
    EXPECT_EQ(lane.Take(), 0U);
    EXPECT_FALSE(lane.WillTake(Instant(300), NONE));
}

// Which of the two of one moment is first is not known. Clauses: [several-threads]
TEST(SeatLaneTest, ThoseThatLeaveBeforeMakeRoom)
{
    SeatLane lane;
    lane.Add(0);
    EXPECT_TRUE(lane.WillTake(Instant(50), NONE));
    EXPECT_EQ(lane.Take(), 0U);
    lane.WillLeave(0, UserMoment::BeginOf(Instant(2000)), NONE);
    EXPECT_FALSE(lane.WillTake(UserMoment::BeginOf(Instant(2000)), NONE));
    EXPECT_EQ(lane.Take(), std::nullopt);
    lane.Add(1);
    EXPECT_EQ(lane.Take(), 1U);
    EXPECT_TRUE(lane.WillTake(Instant(2000), NONE)) << "behind the begin of the tick";
    lane.Leave(0);
    EXPECT_EQ(lane.Take(), 0U);
    EXPECT_FALSE(lane.WillTake(Instant(3000), NONE)) << "that one has left once";
}

// One that finds no empty seat asks again once there is a new one. Clauses: [several-threads]
TEST(SeatLaneTest, OneThatNeedsANewSeatTakesOne)
{
    SeatLane lane;
    for (const uint32_t seat : {1U, 2U})
    {
        lane.Add(seat);
        lane.Take();
    }
    EXPECT_FALSE(lane.WillTake(Instant(100), NONE));
    lane.WillLeave(1, Instant(200), NONE);
    lane.WillLeave(2, Instant(300), NONE);
    EXPECT_TRUE(lane.WillTake(Instant(400), NONE));
    EXPECT_FALSE(lane.WillTake(Instant(500), NONE));
    EXPECT_EQ(lane.Take(), std::nullopt);
    lane.Add(3);
    EXPECT_EQ(lane.Take(), 3U);
    EXPECT_FALSE(lane.WillTake(Instant(600), NONE))
        << "two leave, and two others wait for those seats";
}

/** Writes down for which seats something is kept, and until when. */
class KeptSeats
{
  public:
    void operator()(uint32_t seat, const UserMoment& at)
    {
        m_text += std::to_string(seat) + '@' + std::to_string(at.At().Ps()) + ' ';
    }

    /** @return all since the last call */
    std::string Take()
    {
        return std::exchange(m_text, {});
    }

  private:
    std::string m_text;
};

// A lane may have thousands of seats, of which a flow can get few.
// Clauses: [several-threads] [flow-window]
TEST(SeatLaneTest, AFlowReachesFewSeats)
{
    SeatLane lane;
    for (uint32_t seat = 0; seat < 1000; ++seat)
    {
        lane.Add(seat);
    }
    KeptSeats kept;
    const auto keep = [&kept](uint32_t seat, const UserMoment& at) { kept(seat, at); };
    EXPECT_TRUE(lane.WillTake(Instant(100), keep));
    EXPECT_EQ(kept.Take(), "999@100 ");
    EXPECT_TRUE(lane.WillTake(Instant(200), keep));
    EXPECT_EQ(kept.Take(), "999@200 998@200 ") << "the first one may find a seat that is left";
    EXPECT_EQ(lane.Take(), 999U);
    EXPECT_EQ(lane.Take(), 998U);
    EXPECT_TRUE(lane.WillTake(Instant(300), keep));
    EXPECT_TRUE(lane.WillTake(Instant(500), keep));
    kept.Take();
    lane.WillLeave(999, Instant(400), keep);
    EXPECT_EQ(kept.Take(), "999@500 ") << "not for the flow before";
    EXPECT_TRUE(lane.WillTake(Instant(600), keep));
    EXPECT_EQ(kept.Take(), "999@600 997@600 996@600 995@600 ");
    lane.Leave(999);
    EXPECT_EQ(lane.Take(), 999U);
}

// A list may have many flows of one way at once. Clauses: [several-threads] [flow-window]
TEST(SeatLaneTest, EachOfManyFlowsComesOnce)
{
    constexpr uint32_t FLOWS = 1000;
    SeatLane lane;
    for (uint32_t flow = 0; flow < FLOWS; ++flow)
    {
        EXPECT_FALSE(lane.WillTake(Instant(flow), NONE)) << "there is no seat";
    }
    for (uint32_t flow = 0; flow < FLOWS; ++flow)
    {
        std::vector<int64_t> coming;
        lane.WillLeave(FLOWS, Instant(), [&coming](uint32_t, const UserMoment& at) {
            coming.push_back(at.At().Ps());
        });
        lane.Leave(FLOWS);
        ASSERT_EQ(coming.size(), FLOWS - flow);
        ASSERT_EQ(coming.front(), flow);
        ASSERT_EQ(coming.back(), FLOWS - 1);
        ASSERT_EQ(lane.Take(), FLOWS);
    }
    lane.Leave(FLOWS);
    EXPECT_TRUE(lane.WillTake(Instant(FLOWS), NONE)) << "all flows before are here";
    EXPECT_FALSE(lane.WillTake(Instant(FLOWS + 1), NONE));
}

// Nor does one that is here wait for a seat. Clauses: [several-threads]
TEST(SeatLaneTest, FlowsThatAreHereDoNotWait)
{
    SeatLane lane;
    for (const int64_t at : {100, 200, 300})
    {
        lane.WillTake(Instant(at), NONE);
    }
    lane.Add(0);
    EXPECT_EQ(lane.Take(), 0U);
    for (const uint32_t seat : {1U, 2U, 3U})
    {
        lane.Add(seat);
    }
    KeptSeats kept;
    EXPECT_TRUE(lane.WillTake(Instant(400), [&kept](uint32_t seat, const UserMoment& at) {
        kept(seat, at);
    })) << "two come before";
    EXPECT_EQ(kept.Take(), "3@400 2@400 1@400 ");
}

/** A flow of a drawn lane. */
struct DrawnFlow
{
    uint32_t seat;
    int64_t leaves;
};

// Whatever a flow gets was kept for it. Clauses: [several-threads] [flow-window]
TEST(SeatLaneTest, AFlowGetsASeatThatWasKept)
{
    constexpr int64_t AHEAD = 30; // so long before, ends are known; posts twice as long
    std::mt19937 draw(5);
    SeatLane lane;
    std::set<std::pair<uint32_t, int64_t>> kept;
    const auto keep = [&kept](uint32_t seat, const UserMoment& at) {
        kept.emplace(seat, at.At().Ps());
    };
    std::map<int64_t, bool> posts; // by time: whether a seat is sure
    std::vector<DrawnFlow> flows;
    uint32_t seats = 0;
    uint32_t sure = 0;
    for (int64_t now = 0; now < 20000; ++now)
    {
        for (auto flow = flows.begin(); flow != flows.end();)
        {
            if (flow->leaves == now + AHEAD)
            {
                lane.WillLeave(flow->seat, Instant(flow->leaves), keep);
            }
            const bool isOver = flow->leaves == now;
            if (isOver)
            {
                lane.Leave(flow->seat);
            }
            flow = isOver ? flows.erase(flow) : std::next(flow);
        }
        if (const auto post = posts.find(now); post != posts.end())
        {
            std::optional<uint32_t> seat = lane.Take();
            ASSERT_TRUE(seat || !post->second) << now;
            if (!seat)
            {
                lane.Add(seats++);
                seat = lane.Take();
            }
            else if (post->second)
            {
                ASSERT_EQ(kept.count({*seat, now}), 1U) << "seat " << *seat << " at " << now;
                ++sure;
            }
            flows.push_back({*seat, now + AHEAD + 1 + static_cast<int64_t>(draw() % 200)});
        }
        if (draw() % 10 == 0)
        {
            posts[now + 2 * AHEAD] = lane.WillTake(Instant(now + 2 * AHEAD), keep);
        }
    }
    EXPECT_GT(sure, 1000U);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
