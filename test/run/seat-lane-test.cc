/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-instant.h"
#include "ns3/mrc-seat-lane.h"
#include "ns3/mrc-user-moment.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

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
    EXPECT_TRUE(lane.WillTake(Instant(100)));
    EXPECT_FALSE(lane.WillTake(Instant(200))) << "the first one has it";
    EXPECT_EQ(lane.Take(), 0U);
    EXPECT_FALSE(lane.WillTake(Instant(300)));
}

// Which of the two of one moment is first is not known. Clauses: [several-threads]
TEST(SeatLaneTest, ThoseThatLeaveBeforeMakeRoom)
{
    SeatLane lane;
    lane.Add(0);
    EXPECT_TRUE(lane.WillTake(Instant(50)));
    EXPECT_EQ(lane.Take(), 0U);
    lane.WillLeave(UserMoment::BeginOf(Instant(2000)));
    EXPECT_FALSE(lane.WillTake(UserMoment::BeginOf(Instant(2000))));
    EXPECT_EQ(lane.Take(), std::nullopt);
    lane.Add(1);
    EXPECT_EQ(lane.Take(), 1U);
    EXPECT_TRUE(lane.WillTake(Instant(2000))) << "behind the begin of the tick";
    lane.Leave(0);
    EXPECT_EQ(lane.Take(), 0U);
    EXPECT_FALSE(lane.WillTake(Instant(3000))) << "that one has left once";
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
    EXPECT_FALSE(lane.WillTake(Instant(100)));
    lane.WillLeave(Instant(200));
    lane.WillLeave(Instant(300));
    EXPECT_TRUE(lane.WillTake(Instant(400)));
    EXPECT_FALSE(lane.WillTake(Instant(500)));
    EXPECT_EQ(lane.Take(), std::nullopt);
    lane.Add(3);
    EXPECT_EQ(lane.Take(), 3U);
    EXPECT_FALSE(lane.WillTake(Instant(600))) << "two leave, and two others wait for those seats";
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
