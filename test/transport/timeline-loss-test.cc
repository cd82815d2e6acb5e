/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

#include <sstream>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// NACKs and SACKs of a packet that did not come whole.

namespace
{

// --- NACKs (4.5, 3.4) ---------------------------------------------------------------------------

/*
 *    0 |-- 0, 1, 2 A -------->|  1 is trimmed
 *    6 |<------ NACK 1 -------|
 *      |-- 1 rtx A ---------->|  at once, on another path, in a class of its own
 *    7 |<------ NACK 1 -------|  of the first transmission: means nothing any more
 */
// Clauses: [retx-class], [resend-path], [trim-skips], [trim-resend]
TEST(Timeline, TrimmedPacketIsSentAgainAtOnce)
{
    for (NackReason reason : {NackReason::TRIMMED, NackReason::TRIMMED_LAST_HOP})
    {
        Timeline t;
        t.At(0).Post(3 * FULL).Expect("DATA 0, DATA 1, DATA 2 A");
        const Ev first = t.Sent(1).ev;
        const Datagram nack = t.Nack(1, reason);
        const bool skips = reason == NackReason::TRIMMED;
        EXPECT_EQ(t.Sent(1).dscp, DscpPlan().trimmable);
        t.At(6000).Receive(nack).Expect("DATA 1 rtx A");
        EXPECT_NE(t.Sent(1).ev, first);
        EXPECT_EQ(t.Sent(1).dscp, DscpPlan().trimmableRetx);
        // [trim-skips]: a cut on the last hop says nothing about the path
        EXPECT_EQ(t.Paths().Table().Find(first)->state, skips ? PathState::SKIP : PathState::GOOD);
        t.At(7000).Receive(nack).Expect("");
    }
}

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ NACK r -------|  the peer cannot take it now
 *      |-- PROBE ------------>|  no SACK tells what else has come
 *   12 |-- 0 rtx A ---------->|  one round trip later
 */
// Clauses: [nack-reasons]
TEST(Timeline, RefusedPacketWaitsARoundTrip)
{
    for (NackReason reason : {NackReason::NO_BITMAP,
                              NackReason::NO_PACKET_BUFFER,
                              NackReason::NO_RESOURCE,
                              NackReason::PSN_OUT_OF_WINDOW})
    {
        Timeline t;
        t.At(0).Post(FULL).Expect("DATA 0 A");
        t.At(6000).Receive(t.Nack(0, reason)).Expect("PROBE 1");
        t.At(11999).Expect("");
        t.At(12000).Expect("DATA 0 rtx A");
        EXPECT_EQ(t.StateOf(0), PathState::GOOD);
    }
}

/*
 *    0 |-- 0 A, 1 A, 2 A ---->|
 *    6 |<------ NACK 0, 1, 2 -|  no room for any: one retry, of the one that there is
 *   12 |-- 0, 1, 2 rtx A ---->|
 *   18 |<------ NACK 0 -------|  another retry is too many
 */
// Clauses: [nack-reasons]
TEST(Timeline, RefusalsOfOneRoundTripAreOneRetry)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().linearRetries = 1;
    setup.qp.Change().exponentialRetries = 0;
    Timeline t(setup);
    t.At(0).Post(FULL).Post(FULL).Post(FULL).Expect("DATA 0 A, DATA 1 A, DATA 2 A");
    for (uint32_t psn : {0, 1, 2})
    {
        t.At(6000 + psn).Receive(t.Nack(psn, NackReason::NO_PACKET_BUFFER));
        t.Expect(psn == 0 ? "PROBE 1" : "");
    }
    t.At(12000).Expect("DATA 0 rtx, DATA 1 rtx, DATA 2 rtx A");
    t.At(18000).Receive(t.Nack(0, NackReason::NO_PACKET_BUFFER)).Expect("");
    t.ExpectUser("retries 0, flushed 1, flushed 2");
}

/*
 *    0 |-- 0 A, 1 A, 2 A --x->|  0 is lost, so there is no room for 2
 *    6 |<------ NACK 2 -------|
 *      |-- PROBE ------------>|
 *   12 |<------ SACK -1 +1 ---|  of the probe: 0 is missing, perhaps late
 *      |-- 2 rtx A ---------->|
 *   18 |<------ NACK 2 -------|
 *      |-- PROBE ------------>|
 * 22.8 |-- PROBE ------------>|  sent so late that its answer decides about 0
 *   24 |-- 2 rtx A ---------->|
 *      |<------ SACK -1 +1 ---|  of the second probe
 * 28.8 |<------ SACK -1 +1 ---|  of the third: 0 is lost
 *      |-- 0 rtx A ---------->|
 */
TEST(Timeline, RefusalsRevealWhatIsLost)
{
    Timeline t;
    t.At(0).Post(FULL).Post(FULL).Post(FULL).Expect("DATA 0 A, DATA 1 A, DATA 2 A");
    t.At(6000).Receive(t.Nack(2, NackReason::NO_PACKET_BUFFER)).Expect("PROBE 1");
    t.At(12000).Receive(t.ProbeSack(NOTHING, {1})).Expect("DATA 2 rtx A");
    t.At(18000).Receive(t.Nack(2, NackReason::NO_PACKET_BUFFER)).Expect("PROBE 2");
    const Datagram second = t.ProbeSack(NOTHING, {1});
    t.At(SPARSE + 200).Expect("");
    t.At(SPARSE + 300).Expect("PROBE 3");
    t.At(24000).Receive(second).Expect("DATA 2 rtx A");
    t.At(SPARSE + 6300).Receive(t.ProbeSack(NOTHING, {1})).Expect("DATA 0 rtx A");
}

/*
 *    0 |-- 0 A, 1 A --------->|
 *    6 |<------ NACK 0x19 ----|  UNEXP_EVENT: the end
 */
// Clauses: [fatal-nack]
TEST(Timeline, FatalNackFailsTheQueuePair)
{
    Timeline t;
    t.At(0).Post(FULL).Post(FULL).Expect("DATA 0 A, DATA 1 A");
    t.At(6000).Receive(t.Nack(0, NackReason::UNEXPECTED_EVENT)).Expect("");
    t.ExpectUser("refused 0, flushed 1");
    t.At(10000000).Expect("");
}

/*
 *    0 |<------ 0 cut --------|
 *      |-- NACK r ----------->|
 *    1 |<------ 0 ------------|
 *      |-- ACK 1 ------------>|
 *    2 |<------ 0 cut --------|  of a packet that is here
 *      |-- SACK 0 ----------->|
 */
// Clauses: [trim-resend], [last-hop-code]
TEST(Timeline, TrimsAreNackedUnlessThePacketIsHere)
{
    for (TrimMark trim : {TrimMark::TRIMMED, TrimMark::TRIMMED_LAST_HOP})
    {
        Timeline t;
        const Datagram whole = Timeline::Write(0);
        const Datagram cut = Timeline::Cut(whole, trim);
        t.At(0).Receive(cut).Expect(trim == TrimMark::TRIMMED ? "NACK 0 1" : "NACK 0 2");
        t.At(1000).Receive(whole).Expect("ACK 1");
        t.At(2000).Receive(cut).Expect("SACK 0");
    }
}

// --- losses that SACKs show [sack-gap] ----------------------------------------------------------

/*
 *    0 |-- 0 .. 4 ----------->|  window 5 packets; 0 is lost
 *    1 |<------ SACK -1 +4 ---|
 *      |-- 5 .. 8 ----------->|
 *    2 |<------ SACK -1 +5 ---|  5 packets overtook it, the window: reordering may do that
 *    3 |<------ SACK -1 +6 ---|  6 are more than a window
 *      |-- 0 rtx ------------>|
 */
// Clauses: [sack-gap]
TEST(Timeline, GapLargerThanAWindowIsALoss)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = 5 * FULL;
    Timeline t(setup);
    t.At(0).Post(40 * FULL);
    const Ev first = t.Sent(0).ev;
    t.At(1000).Receive(t.Sack(4, NOTHING, {1, 2, 3, 4}));
    t.At(2000).Receive(t.Sack(5, NOTHING, {1, 2, 3, 4, 5}));
    EXPECT_FALSE(t.Sent(0).bth.retransmission);
    t.At(3000).Receive(t.Sack(6, NOTHING, {1, 2, 3, 4, 5, 6}));
    EXPECT_TRUE(t.Sent(0).bth.retransmission);
    EXPECT_NE(t.Sent(0).ev, first);
    EXPECT_EQ(t.Paths().Table().Find(first)->state, PathState::ASSUMED_BAD);
}

/*
 *    0 |-- 0 .. 4 ----------->|  window 5 packets; 0 and 1 are lost
 *    1 |<------ SACK -1 +3 ---|
 *      |-- 5, 6, 7 ---------->|
 *    2 |<------ SACK -1 +6 ---|  6 packets overtook each of them
 *      |-- 0 rtx, 1 rtx ----->|
 */
// Clauses: [sack-gap]
TEST(Timeline, WhatIsMissingItselfHasOvertakenNothing)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = 5 * FULL;
    Timeline t(setup);
    t.At(0).Post(40 * FULL);
    t.At(1000).Receive(t.Sack(4, NOTHING, {2, 3, 4}));
    EXPECT_EQ(t.Counters().sentPackets, 8U);
    t.At(2000).Receive(t.Sack(7, NOTHING, {2, 3, 4, 5, 6, 7}));
    EXPECT_TRUE(t.Sent(0).bth.retransmission);
    EXPECT_TRUE(t.Sent(1).bth.retransmission);
}

/*
 *    0 |-- 0, 1 A ----------->|  window 2 packets; 0 is lost
 *  0.5 |<------ SACK -1 +1 ---|  and so on, one at a time
 *  2.0 |<------ SACK -1 +4 ---|  4 packets overtook it: two windows, but fewer than 5
 *  2.5 |<------ SACK -1 +5 ---|
 *      |-- 0 rtx ------------>|
 */
// Clauses: [sack-gap]
TEST(Timeline, FewerThanFivePacketsAreNoGap)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = 2 * FULL;
    Timeline t(setup);
    t.At(0).Post(40 * FULL);
    t.At(500).Receive(t.Sack(1, NOTHING, {1}));
    t.At(1000).Receive(t.Sack(2, NOTHING, {1, 2}));
    t.At(1500).Receive(t.Sack(3, NOTHING, {1, 2, 3}));
    t.At(2000).Receive(t.Sack(4, NOTHING, {1, 2, 3, 4}));
    EXPECT_FALSE(t.Sent(0).bth.retransmission);
    t.At(2500).Receive(t.Sack(5, NOTHING, {1, 2, 3, 4, 5}));
    EXPECT_TRUE(t.Sent(0).bth.retransmission);
}

/*
 *    0 |-- 0 A -------------->|  lost
 *    T |-- 1 .. n A --------->|
 *  T+6 |<------ SACK -1 +n ---|
 *      |-- 0 rtx ------------>|  if T is more than a quarter RTT + target, or, where few overtook
 *      |                      |  it, than a quarter RTT + full queues
 */
// Clauses: [sack-gap]
TEST(Timeline, PacketSentMuchLaterProvesALoss)
{
    const struct
    {
        uint32_t later; // packets
        int64_t lag;
    } table[] = {{1, SPARSE}, {4, SPARSE}, {5, REORDER}};

    for (const auto& row : table)
    {
        for (bool late : {false, true})
        {
            Timeline t;
            const int64_t second = row.lag / STAMP * STAMP + (late ? STAMP : 0);
            t.At(0).Post(FULL).Expect("DATA 0 A");
            t.At(second).Post(row.later * FULL);
            EXPECT_EQ(t.Counters().sentPackets, 1U + row.later);
            Datagram sack = t.Sack(row.later, NOTHING, {1, 2, 3, 4, 5});
            sack.sack.seth.bitmap &= (uint64_t{2} << row.later) - 1;
            sack.sack.cc.outOfOrder = static_cast<uint16_t>(row.later);
            t.At(second + 6000).Receive(sack);
            EXPECT_EQ(t.Sent(0).bth.retransmission, late) << row.later;
            EXPECT_EQ(t.Counters().pathsRetired, late ? 1U : 0U) << row.later;
        }
    }
}

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  1 and 2 are trimmed
 *    6 |<-- NACK 2, NACK 1 ---|  while the port is busy
 *    7 |-- 1 rtx, 2 rtx A --->|  the oldest gap first
 */
// Clauses: [oldest-first]
TEST(Timeline, OldestGapComesFirst)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    t.At(6000).ReceiveBusy(t.Nack(2, NackReason::TRIMMED));
    t.ReceiveBusy(t.Nack(1, NackReason::TRIMMED));
    t.At(7000).Expect("DATA 1 rtx, DATA 2 rtx A");
}

/** Keeps how old the latest packet was that had to be sent again, and the path that lost it. */
class LossTimeline : public Timeline
{
  public:
    void Resent(const Retransmission& retransmission) override
    {
        after = retransmission.after;
        ev = retransmission.ev;
    }

    Span after;
    Ev ev;
};

/*
 *    3 |-- 0 A -------------->|  trimmed
 *    9 |<------ NACK 0 -------|
 *      |-- 0 rtx A ---------->|  6 us later
 */
// Clauses: [oldest-first]
TEST(Timeline, RetransmissionTellsTheTimeAndThePathOfTheLostOne)
{
    LossTimeline t;
    t.At(3000).Post(FULL);
    const Datagram nack = t.Nack(0, NackReason::TRIMMED);
    t.At(9000).Receive(nack);
    EXPECT_EQ(t.after, Micros(6));
    EXPECT_EQ(t.ev, nack.neth.entropy) << "the path of the lost one";
}

/*
 *    0 |-- 0 A -------------->|  trimmed
 *    6 |<------ NACK 0 -------|
 *      |-- 0 rtx A ---------->|
 */
TEST(Timeline, SentBytesAreThoseOfAllTransmissions)
{
    Timeline t;
    t.At(0).Post(FULL);
    t.At(6000).Receive(t.Nack(0, NackReason::TRIMMED));
    EXPECT_EQ(t.Counters().SentBytes(), 2 * FULL);
}

/** Reads the counters whenever a packet is sent again. */
class CountingTimeline : public Timeline
{
  public:
    void Resent(const Retransmission&) override
    {
        const QueuePairCounters& counters = Counters();
        text << counters.sentPackets << " packets, " << counters.SentBytes() / FULL << " full;";
        for (PlaneId plane = 0; plane < 2; ++plane)
        {
            text << ' ' << counters.planePackets[plane] << '/' << counters.planeBytes[plane] / FULL;
        }
        text << '\n';
    }

    std::ostringstream text;
};

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  planes 0, 1, 0, 1
 *    6 |<-- NACK 0, NACK 1 ---|
 *      |-- 0 rtx, 1 rtx A --->|
 */
TEST(Timeline, CountersHaveThePacketThatIsTold)
{
    CountingTimeline t;
    t.At(0).Post(4 * FULL);
    for (const uint32_t psn : {0U, 1U})
    {
        t.At(6000).Receive(t.Nack(psn, NackReason::TRIMMED));
    }
    EXPECT_EQ(t.text.str(), "5 packets, 5 full; 3/3 2/2\n6 packets, 6 full; 3/3 3/3\n");
}

} // namespace
