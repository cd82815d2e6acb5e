/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// Time stamps have 16 bits in units of 128 ns: their meaning for a round trip of 8.39 ms or more.

namespace
{

constexpr int64_t TURN = STAMP * 65535; //!< ns: stamps at this distance may be the same
constexpr int64_t BEGIN = 20000000;     //!< ns: more than a turn after the first answer could be

/** @return a watched connection with a timer that does not run out */
Timeline
Patient()
{
    ConnectionParameters p = Timeline::Setup();
    p.qp.Change().timeoutExponent = 20; // 1.07 s
    return Timeline(p);
}

uint64_t
GapsOf(const Timeline& t)
{
    return t.Counters().retransmissions[static_cast<size_t>(RetransmitCause::GAP)];
}

/*
 *    20.00 ms |-- 0 A -------->|
 *    28.39 ms |<------ SACK 0 -|  a round trip of just under a turn, or of just one
 */
// Clauses: [time-stamps]
TEST(Timeline, AnEchoThatIsATurnOldGivesNoRoundTrip)
{
    for (const int64_t trip : {TURN - 1, TURN, TURN + 600000})
    {
        Timeline t = Patient();
        t.Watch().At(BEGIN).Post(FULL);
        t.At(BEGIN + trip).Receive(t.Sack(0, 0));
        ASSERT_EQ(t.RoundTrips().size(), trip < TURN ? 1U : 0U) << trip;
        if (trip < TURN)
        {
            EXPECT_NEAR(t.RoundTrips()[0], trip, STAMP);
        }
        t.Post(FULL).At(BEGIN + trip + 7000).Receive(t.Sack(1, 1));
        ASSERT_EQ(t.RoundTrips().size(), trip < TURN ? 2U : 1U) << "the next one counts";
        EXPECT_NEAR(t.RoundTrips().back(), 7000, STAMP);
    }
}

/*
 *    20 ms |-- 0 A -------->|  SACK 0 waits: the peer sends nothing for a while
 *          |-- 0 rtx A ---->|  and again and again, for 9 ms
 *    29 ms |<------ SACK 0 -|  of the first transmission: stamps have come round since
 *          |-- 1 A -------->|
 *          |<------ SACK 1 -|
 */
// Clauses: [time-stamps]
TEST(Timeline, AnEchoFromBeforeABlackoutGivesNoRoundTrip)
{
    Timeline t;
    t.Watch().At(BEGIN).Post(FULL);
    const Datagram first = t.Sack(0, 0);
    t.At(BEGIN + 9000000);
    EXPECT_NE(t.Sent(0).write.tseth.timestamp, first.sack.cc.timestamp);
    t.Receive(first);
    EXPECT_TRUE(t.RoundTrips().empty());
    t.Post(FULL).At(BEGIN + 9006000).Receive(t.Sack(1, 1));
    ASSERT_EQ(t.RoundTrips().size(), 1U);
    EXPECT_NEAR(t.RoundTrips()[0], 6000, STAMP);
}

/*
 *    20.000 ms |-- 0, 1 A ------>|
 *    20.006 ms |<------ SACK 1 --|
 *    20.007 ms |<------ SACK 0 --|  late: what it is for is acknowledged, and young all the same
 *    29.000 ms |<------ SACK 0 --|  nobody knows
 */
TEST(Timeline, ALateEchoCountsWhileItMustBeYoung)
{
    Timeline t = Patient();
    t.Watch().At(BEGIN).Post(2 * FULL);
    const Datagram late = t.Sack(0, 0);
    t.At(BEGIN + 6000).Receive(t.Sack(1, 1));
    t.At(BEGIN + 7000).Receive(late);
    EXPECT_EQ(t.RoundTrips().size(), 2U);
    t.At(BEGIN + 9000000).Receive(late);
    EXPECT_EQ(t.RoundTrips().size(), 2U);
}

/*
 *    20.00 ms |-- 0 A -------->|  lost
 *    20.01 ms |-- PROBE 1 ---->|  its answer waits
 *             |-- PROBE n ---->|
 *    29.00 ms |<------ SACK pr |  of probe 1: nobody knows how old that is
 *             |<------ SACK pr |  of probe n
 */
TEST(Timeline, AnEchoOfAnOldProbeGivesNoRoundTrip)
{
    Timeline t = Patient();
    t.Watch().At(BEGIN).Post(FULL);
    t.At(BEGIN + TAIL);
    const uint16_t id = t.Last(Opcode::PROBE_REQUEST).peth.probeId;
    Datagram first = t.ProbeSack(NOTHING);
    first.sack.seth.ackOffset = static_cast<int16_t>(id);
    t.At(BEGIN + 9000000);
    Datagram latest = t.ProbeSack(NOTHING);
    latest.sack.seth.ackOffset = static_cast<int16_t>(t.Last(Opcode::PROBE_REQUEST).peth.probeId);
    ASSERT_NE(latest.sack.seth.ackOffset, first.sack.seth.ackOffset);
    t.Receive(first);
    EXPECT_TRUE(t.RoundTrips().empty());
    t.Receive(latest);
    EXPECT_EQ(t.RoundTrips().size(), 1U);
}

/*
 *    20.0 ms |-- 0, 1 A ------>|
 *    29.0 ms |<------ SACK 1 --|  1 has overtaken 0 by nothing: 0 may still come
 *
 *    20.0 ms |-- 0 A --------->|
 *    20.1 ms |-- 1 A --------->|
 *    29.1 ms |<------ SACK 1 --|  1 was sent 100 us later: 0 is lost
 */
// Clauses: [time-stamps]
TEST(Timeline, AnOldEchoProvesWhatTheRecordOfItsPacketProves)
{
    Timeline together = Patient();
    together.At(BEGIN).Post(2 * FULL);
    together.At(BEGIN + 9000000).Receive(together.Sack(1, NOTHING, {1}));
    EXPECT_EQ(GapsOf(together), 0U);

    Timeline apart = Patient();
    apart.At(BEGIN).Post(FULL).At(BEGIN + 100000).Post(FULL);
    apart.At(BEGIN + 9100000).Receive(apart.Sack(1, NOTHING, {1}));
    EXPECT_EQ(GapsOf(apart), 1U);
}

/*
 *    20 ms |-- 0, 1 A ------>|
 *          |-- 0, 1 rtx A -->|  by the timer, several times
 *    29 ms |<------ SACK 1 --|  of the first transmission
 */
TEST(Timeline, AnEchoFromBeforeABlackoutProvesNoLoss)
{
    Timeline t;
    t.At(BEGIN).Post(2 * FULL);
    const Datagram first = t.Sack(1, NOTHING, {1});
    t.At(BEGIN + 9000000);
    const uint64_t before = GapsOf(t);
    t.Receive(first);
    EXPECT_EQ(GapsOf(t), before);
}

} // namespace
