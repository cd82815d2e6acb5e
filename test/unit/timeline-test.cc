/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// In the diagrams the connection is on the left, the peer on the right; times are those of the
// left.

namespace
{

constexpr uint32_t NOTHING = 0xffffff;  // cack before PSN 0
constexpr int64_t ACK_TIMEOUT = 262144; // ns: 1.024 us x 2^8
constexpr int64_t TAIL = 10500;         // ns: base RTT + target
constexpr int64_t REORDER = 6000;       // ns: a quarter of 6 us, and the target
constexpr int64_t STAMP = 128;          // ns: unit of time stamps

// --- the receive window (MRC sec. 4.2) ----------------------------------------------------------

/*
 *    0 |-- 0 .. 127 --------->|  MPR 1: 128 PSNs above cack, which is -1
 *    6 |<------- SACK 0 ------|  cack moves by one, and so does the edge
 *    6 |-- 128 A ------------>|
 */
TEST(Timeline, NothingIsSentBeyondTheMpr)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.mpr = 1;
    setup.cc.maxWindow = 1000 * FULL;
    Timeline t(setup);
    t.At(0).Post(130 * FULL);
    EXPECT_EQ(t.Counters().sentPackets, 128U);
    t.At(6000).Receive(t.Sack(0, 0));
    EXPECT_EQ(t.Counters().sentPackets, 129U);
    t.Receive(t.Sack(0, 0));
    EXPECT_EQ(t.Counters().sentPackets, 129U);
}

/*
 *    0 |<------ 128 A --------|  one too far: cack is -1, MPR 128
 *      |-- NACK 11 ---------->|  PSN_OOR_WINDOW
 *  0.1 |<------ 127 A --------|  the last that fits
 *      |-- SACK -1 +1 ------->|
 */
TEST(Timeline, PsnOutOfWindowIsRefused)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.mpr = 1;
    Timeline t(setup);
    t.At(0).Receive(Timeline::Asking(Timeline::Write(128))).Expect("NACK 128 11");
    t.At(100).Receive(Timeline::Asking(Timeline::Write(127))).Expect("SACK 16777215 +1");
    EXPECT_EQ(t.Counters().placedBytes, FULL);
}

/*
 *    0 |<------ 0, 1 ---------|
 *      |-- ACK 1, ACK 2 ----->|
 *  0.2 |<------ 0 ------------|  behind cack: not placed again, acknowledged again
 *      |-- SACK 1, ACK 2 ---->|
 *  0.3 |<------ 3, 3 ---------|  ahead of cack, twice
 *      |-- SACK 1 +1, ACK 2 ->|
 */
TEST(Timeline, DuplicatesAreAcknowledgedAgain)
{
    Timeline t;
    t.At(0).Receive(Timeline::Write(0)).Expect("ACK 1").ExpectUser("write 0");
    t.At(100).Receive(Timeline::Write(1)).Expect("ACK 2").ExpectUser("write 1");
    t.At(200).Receive(Timeline::Write(0)).Expect("SACK 1, ACK 2").ExpectUser("");
    t.At(300).Receive(Timeline::Write(3)).Expect("").ExpectUser("");
    t.At(400).Receive(Timeline::Write(3)).Expect("SACK 1 +1, ACK 2").ExpectUser("");
    EXPECT_EQ(t.Counters().placedBytes, 3 * FULL);
    EXPECT_EQ(t.Counters().duplicates, 2U);
}

/*
 *    0 |-- ffffff, 0 A ------>|  PSNs wrap
 *    6 |<------ SACK ffffff --|
 *    7 |<------ SACK 0 -------|
 */
TEST(Timeline, PsnsWrapAtBothEnds)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.firstPsn = Psn(0xffffff);
    Timeline t(setup);
    t.At(0).Post(2 * FULL).Expect("DATA 16777215, DATA 0 A");
    t.At(6000).Receive(t.Sack(0xffffff, 0xffffff)).Expect("");
    t.At(7000).Receive(t.Sack(0, 0)).Receive(Timeline::TransportAck(1)).ExpectUser("done 0");
    t.Receive(Timeline::Write(0)).Expect("");
    t.Receive(Timeline::Asking(Timeline::Write(0xffffff))).Expect("SACK 0, ACK 2");
}

// --- when a SACK is sent, and what it shows (4.3) -----------------------------------------------

/*
 *    0 |<------ 0 + bit ------|  in the middle of a message
 *      |-- SACK 0 ----------->|  if a bit asks for it
 */
TEST(Timeline, BitsAskForASack)
{
    const Datagram plain = Timeline::Write(0, Opcode::WRITE_FIRST);
    Timeline().At(0).Receive(plain).Expect("");
    Timeline().At(0).Receive(Timeline::Asking(plain)).Expect("SACK 0");
    Timeline().At(0).Receive(Timeline::Marked(plain)).Expect("SACK 0 m1");
    Timeline().At(0).Receive(Timeline::Again(plain)).Expect("SACK 0");
}

/*
 *    0 |<------ 0, 1, 2 ------|  3 x 4,096 bytes: below 16,384
 *      |<------ 3 ------------|
 *      |-- SACK 3 ----------->|  the threshold
 *      |<------ 4 .. 18 ------|  one byte counts for 1,024
 *      |<------ 19 -----------|
 *      |-- SACK 19 ---------->|
 */
TEST(Timeline, BytesAskForASack)
{
    Timeline t;
    t.At(0);
    for (uint32_t psn = 0; psn < 3; ++psn)
    {
        t.Receive(Timeline::Write(psn, Opcode::WRITE_MIDDLE)).Expect("");
    }
    t.Receive(Timeline::Write(3, Opcode::WRITE_MIDDLE)).Expect("SACK 3");
    for (uint32_t psn = 4; psn < 20; ++psn)
    {
        Datagram small = Timeline::Write(psn, Opcode::WRITE_MIDDLE);
        small.payload = 1;
        t.Receive(small).Expect(psn < 19 ? "" : "SACK 19");
    }
}

/*
 *    0 |<------ PROBE 7 ------|
 *      |-- SACK pr ---------->|  ack_psn_offset is the probe id; no PSN is consumed
 */
TEST(Timeline, ProbeAsksForASack)
{
    Timeline t;
    Datagram probe;
    probe.bth.opcode = Opcode::PROBE_REQUEST;
    probe.peth = Peth{};
    probe.peth.probeId = 7;
    probe.peth.tseth.timestamp = 55;
    t.At(0).Receive(probe).Expect("SACK 16777215 pr");
    EXPECT_EQ(t.Last(Opcode::SACK).sack.seth.ackOffset, 7);
    EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.timestamp, 55);
    EXPECT_EQ(t.Last(Opcode::SACK).dscp, DscpPlan().control);
}

/*
 *    0 |<------ n A ----------|  0 .. n - 1 are missing: cack is -1
 *      |-- SACK base, bits -->|  from cack + 1 while 64 bits reach n, slid up beyond that
 */
TEST(Timeline, BitmapSlidesUpToTheNewestArrival)
{
    const struct
    {
        uint32_t newest;
        int16_t base; // relative to cack
    } table[] = {{1, 1}, {63, 1}, {64, 2}, {200, 138}};

    for (const auto& row : table)
    {
        Timeline t;
        t.At(0).Receive(Timeline::Asking(Timeline::Write(row.newest))).Expect("SACK 16777215 +1");
        const Seth& seth = t.Last(Opcode::SACK).sack.seth;
        EXPECT_EQ(seth.sackOffset, row.base) << row.newest;
        EXPECT_EQ(seth.bitmap, uint64_t{1} << (row.newest + 1 - row.base)) << row.newest;
    }
}

// --- messages (4.4) -----------------------------------------------------------------------------

/*
 *    0 |-- 0, 1 A ----------->|
 *    6 |<------ SACK 1 -------|  delivered packets do not complete a Write
 *    7 |<------ ACK 1 --------|  the Transport ACK does
 */
TEST(Timeline, TransportAckCompletes)
{
    Timeline t;
    t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
    t.At(6000).Receive(t.Sack(1, 1)).ExpectUser("");
    t.At(7000).Receive(Timeline::TransportAck(1)).ExpectUser("done 0");
    t.At(8000).Receive(Timeline::TransportAck(1)).ExpectUser("");
}

/*
 *    0 |<------ 1 imm --------|  stashed: 0 is missing
 *    1 |<------ 0 imm --------|
 *      |-- ACK 2 ------------>|
 */
TEST(Timeline, ImmediatesAreDeliveredInOrder)
{
    Timeline t;
    t.At(0).Receive(Timeline::Write(1, Opcode::WRITE_ONLY_IMMEDIATE)).Expect("").ExpectUser("");
    t.At(1000).Receive(Timeline::Write(0, Opcode::WRITE_ONLY_IMMEDIATE)).Expect("ACK 2");
    t.ExpectUser("immediate 0, immediate 1");
}

/*
 *    0 |<------ 0, 1, 2 ------|  while the port is busy
 *    1 |-- SACK 2, ACK 3 ---->|  one of each, as things stand now
 */
TEST(Timeline, AnswersCoalesceWhileThePortIsBusy)
{
    Timeline t;
    t.At(0);
    for (uint32_t psn = 0; psn < 3; ++psn)
    {
        t.ReceiveBusy(Timeline::Asking(Timeline::Write(psn)));
    }
    t.At(1000).Expect("SACK 2, ACK 3");
}

/*
 *    0 |-- 0, 1 ------------->|  max_wimm 2: the third Write with Immediate waits
 *    6 |<------ ACK 1 --------|
 *      |-- 2 A -------------->|
 */
TEST(Timeline, ImmediatesInFlightAreBounded)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.maxImmediates = 2;
    Timeline t(setup);
    t.At(0).Post(FULL, true).Post(FULL, true).Post(FULL, true).Expect("DATA 0 A, DATA 1 A");
    t.At(6000).Receive(t.Sack(1, 1)).Expect("");
    t.At(7000).Receive(Timeline::TransportAck(1)).Expect("DATA 2 A").ExpectUser("done 0");
}

// --- NACKs (4.5, 3.4) ---------------------------------------------------------------------------

/*
 *    0 |-- 0, 1, 2 A -------->|  1 is trimmed
 *    6 |<------ NACK 1 -------|
 *      |-- 1 rtx A ---------->|  at once, on another path, in a class of its own
 *    7 |<------ NACK 1 -------|  of the first transmission: means nothing any more
 */
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
        // MRC sec. 3.4: a cut on the last hop says nothing about the path
        EXPECT_EQ(t.Paths().Table().Find(first)->state, skips ? PathState::SKIP : PathState::GOOD);
        t.At(7000).Receive(nack).Expect("");
    }
}

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ NACK r -------|  the peer cannot take it now
 *   12 |-- 0 rtx A ---------->|  one round trip later
 */
TEST(Timeline, RefusedPacketWaitsARoundTrip)
{
    for (NackReason reason : {NackReason::NO_BITMAP,
                              NackReason::NO_PACKET_BUFFER,
                              NackReason::NO_RESOURCE,
                              NackReason::PSN_OUT_OF_WINDOW})
    {
        Timeline t;
        t.At(0).Post(FULL).Expect("DATA 0 A");
        t.At(6000).Receive(t.Nack(0, reason)).Expect("");
        t.At(11999).Expect("");
        t.At(12000).Expect("DATA 0 rtx A");
        EXPECT_EQ(t.StateOf(0), PathState::GOOD);
    }
}

/*
 *    0 |-- 0 A, 1 A --------->|
 *    6 |<------ NACK 0x19 ----|  UNEXP_EVENT: the end
 */
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

// --- losses that SACKs show (4.5, 12 #9) --------------------------------------------------------

/*
 *    0 |-- 0 .. 4 ----------->|  window 5 packets; 0 is lost
 *    1 |<------ SACK -1 +4 ---|
 *      |-- 5 .. 8 ----------->|
 *    2 |<------ SACK -1 +5 ---|  5 packets overtook it, the window: reordering may do that
 *    3 |<------ SACK -1 +6 ---|  6 are more than a window
 *      |-- 0 rtx ------------>|
 */
TEST(Timeline, GapLargerThanAWindowIsALoss)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.maxWindow = 5 * FULL;
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
 *    0 |-- 0, 1 A ----------->|  window 2 packets; 0 is lost
 *  0.5 |<------ SACK -1 +1 ---|  and so on, one at a time
 *  2.0 |<------ SACK -1 +4 ---|  4 packets overtook it: two windows, but fewer than 5
 *  2.5 |<------ SACK -1 +5 ---|
 *      |-- 0 rtx ------------>|
 */
TEST(Timeline, FewerThanFivePacketsAreNoGap)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.maxWindow = 2 * FULL;
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
 *    T |-- 1 A -------------->|
 *  T+6 |<------ SACK -1 +1 ---|
 *      |-- 0 rtx ------------>|  if T is more than a quarter RTT + target
 */
TEST(Timeline, PacketSentMuchLaterProvesALoss)
{
    for (bool late : {false, true})
    {
        Timeline t;
        const int64_t second = REORDER / STAMP * STAMP + (late ? STAMP : 0);
        t.At(0).Post(FULL).Expect("DATA 0 A");
        t.At(second).Post(FULL).Expect("DATA 1 A");
        t.At(second + 6000).Receive(t.Sack(1, NOTHING, {1})).Expect(late ? "DATA 0 rtx A" : "");
        EXPECT_EQ(t.Counters().pathsRetired, late ? 1U : 0U);
    }
}

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  1 and 2 are trimmed
 *    6 |<-- NACK 2, NACK 1 ---|  while the port is busy
 *    7 |-- 1 rtx, 2 rtx A --->|  the oldest gap first
 */
TEST(Timeline, OldestGapComesFirst)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    t.At(6000).ReceiveBusy(t.Nack(2, NackReason::TRIMMED));
    t.ReceiveBusy(t.Nack(1, NackReason::TRIMMED));
    t.At(7000).Expect("DATA 1 rtx, DATA 2 rtx A");
}

// --- timers (4.5, 12 #10 to #12) ----------------------------------------------------------------

/*
 *    0 |-- 0 A -------------->|  lost
 * 10.5 |-- PROBE 1 ---------->|  base RTT + target
 * 16.5 |<------ SACK -1 pr ---|
 *      |-- 0 rtx A ---------->|
 */
TEST(Timeline, TailIsProbed)
{
    Timeline t;
    t.At(0).Post(FULL).Expect("DATA 0 A");
    t.At(TAIL - 1).Expect("");
    t.At(TAIL).Expect("PROBE 1");
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING)).Expect("DATA 0 rtx A");
    EXPECT_EQ(t.Counters().retransmissions[static_cast<size_t>(RetransmitCause::GAP)], 1U);
}

/*
 *    0 |-- 0 A -------------->|  nothing ever comes back
 *  x 1 |-- 0 rtx A ---------->|  x 262 us; linear: 2 retries
 *  x 2 |-- 0 rtx A ---------->|
 *  x 4 |-- 0 rtx A ---------->|  exponential: 2 more
 *  x 8 |-- 0 rtx A ---------->|
 * x 16 |                      |  the queue pair fails
 */
TEST(Timeline, AckTimeoutIsLinearThenExponentialThenTheEnd)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.linearRetries = 2;
    setup.qp.exponentialRetries = 2;
    Timeline t(setup);
    t.At(0).Post(FULL).Post(FULL);
    uint64_t timeouts = 0;
    for (int64_t interval : {1, 2, 4, 8})
    {
        const auto& resent = t.Counters().retransmissions;
        t.At(interval * ACK_TIMEOUT - 1);
        EXPECT_EQ(resent[static_cast<size_t>(RetransmitCause::TIMEOUT)], timeouts) << interval;
        t.At(interval * ACK_TIMEOUT);
        EXPECT_EQ(resent[static_cast<size_t>(RetransmitCause::TIMEOUT)], ++timeouts) << interval;
    }
    t.At(16 * ACK_TIMEOUT - 1).ExpectUser("");
    t.At(16 * ACK_TIMEOUT).ExpectUser("retries 0, flushed 1");
}

/*
 *    0 |-- 0 A -------------->|  nothing comes back
 * 10.5 |-- PROBE 1 ---------->|
 * 31.5 |-- PROBE 2 ---------->|  twice as long
 * 73.5 |-- PROBE 3 ---------->|  and again
 */
TEST(Timeline, UnansweredProbesSpreadOut)
{
    Timeline t;
    t.At(0).Post(FULL).Expect("DATA 0 A");
    t.At(TAIL).Expect("PROBE 1");
    t.At(3 * TAIL - 1).Expect("");
    t.At(3 * TAIL).Expect("PROBE 2");
    t.At(7 * TAIL - 1).Expect("");
    t.At(7 * TAIL).Expect("PROBE 3");
}

/*
 *    0 |-- 0, 1 A ----------->|  the window is full, there is more to send
 *   18 |-- PROBE 1 ---------->|  three base RTTs
 */
TEST(Timeline, BacklogIsProbedLater)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.maxWindow = 2 * FULL;
    Timeline t(setup);
    t.At(0).Post(40 * FULL).Expect("DATA 0, DATA 1 A");
    t.At(17999).Expect("");
    t.At(18000).Expect("PROBE 1");
}

/*
 *    0 |-- 0 A -------------->|  trimmed
 *    6 |<------ NACK 0 -------|
 *      |-- 0 rtx A ---------->|
 *   12 |<------ SACK 0 -------|  its time stamp names the second transmission: RTT 6 us, not 12
 * 20.5 |-- 1 A -------------->|  lost
 *    T |-- 2 A -------------->|
 *  T+6 |<------ SACK 0 +1 ----|
 *      |-- 1 rtx A ---------->|  if T is 6.1 us later: with an RTT of 12 us it would not be
 */
TEST(Timeline, RttOfARetransmissionIsItsOwn)
{
    for (bool late : {false, true})
    {
        Timeline t;
        t.At(0).Post(FULL).Expect("DATA 0 A");
        t.At(6000).Receive(t.Nack(0, NackReason::TRIMMED)).Expect("DATA 0 rtx A");
        t.At(12000).Receive(t.Sack(0, 0)).Receive(Timeline::TransportAck(1)).Expect("");
        const int64_t first = 160 * STAMP;
        const int64_t second = first + REORDER / STAMP * STAMP + (late ? 2 * STAMP : 0);
        t.At(first).Post(FULL).Expect("DATA 1 A");
        t.At(second).Post(FULL).Expect("DATA 2 A");
        t.At(second + 6000).Receive(t.Sack(2, 0, {2})).Expect(late ? "DATA 1 rtx A" : "");
    }
}

// --- EVs (3.2 to 3.5) ---------------------------------------------------------------------------

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ SACK 0 m -----|  what the echo of an EV does to it
 */
TEST(Timeline, MarksMoveAnEv)
{
    const struct
    {
        PathMark mark;
        PathState state;
    } table[] = {{PathMark::NONE, PathState::GOOD},
                 {PathMark::SKIP_ONCE, PathState::SKIP},
                 {PathMark::ALWAYS_SKIP, PathState::ASSUMED_BAD}};

    for (const auto& row : table)
    {
        Timeline t;
        t.At(0).Post(FULL);
        Datagram sack = t.Sack(0, 0);
        sack.sack.seth.mark = row.mark;
        t.At(6000).Receive(sack);
        EXPECT_EQ(t.StateOf(0), row.state);
    }
}

/*
 *    0 |-- 0, 1 A ----------->|  on two planes; both are lost
 * 16.5 |<------ SACK -1 pr ---|  ev_min_active lets one EV of 16 go, the other is only skipped
 */
TEST(Timeline, LeastNumberOfEvsIsKept)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.ev.minActive = 15;
    Timeline t(setup);
    t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
    const Ev first = t.Sent(0).ev;
    const Ev second = t.Sent(1).ev;
    t.At(TAIL).Expect("PROBE 1");
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING)).Expect("DATA 0 rtx, DATA 1 rtx A");
    EXPECT_EQ(t.Paths().Table().Find(first)->state, PathState::ASSUMED_BAD);
    EXPECT_EQ(t.Paths().Table().Find(second)->state, PathState::SKIP);
    for (uint32_t i = 0; i < t.Paths().Table().Active(); ++i) // the seat went to the same plane
    {
        EXPECT_EQ(t.Paths().Table().At(first.Plane(), i).ev.Plane(), first.Plane());
    }
    EXPECT_EQ(t.Paths().Table().Usable(first.Plane()), t.Paths().Table().Active());
}

/*
 *    0 |-- 0 A -------------->|  lost; its EV is retired at 16.5
 *  ... |-- EVPROBE ---------->|
 *      |<------ EVANSWER -----|  three in a row, or the EV stays retired
 */
TEST(Timeline, ThreeAnswersResurrect)
{
    Timeline t;
    t.At(0).Post(FULL);
    const Ev lost = t.Sent(0).ev;
    t.At(TAIL).Expect("DATA 0 A, PROBE 1");
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING)).Expect("DATA 0 rtx A");
    t.At(TAIL + 12000).Receive(t.Sack(0, 0)).Receive(Timeline::TransportAck(1));
    t.Expect("").ShowEvProbes();
    const Path& path = *t.Paths().Table().Find(lost);
    int64_t now = TAIL + 12000;
    for (int answers = 1; answers <= 3; ++answers)
    {
        EXPECT_EQ(path.state, PathState::ASSUMED_BAD);
        t.At(now += answers == 1 ? 327680 : 1250000).Expect("EVPROBE"); // with the latest jitter
        const Datagram& probe = t.Last(Opcode::ENDPOINT_REQUEST);
        EXPECT_EQ(probe.ev, lost);
        t.Receive(AnswerEndpointRequest(probe, 3, 48));
    }
    EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::GOOD);
    EXPECT_EQ(t.Counters().pathsResurrected, 1U);
}

// --- planes and ports (3.4, 6) ------------------------------------------------------------------

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  planes 0, 1, 0, 1
 *    1 |                      |  own port 1 goes down
 *      |-- 1 rtx, 3 rtx A --->|  at once, on plane 0; no EV is to blame
 *    2 |                      |  port 1 comes back
 *      |-- 4, 5 A ----------->|  on both planes
 */
TEST(Timeline, OwnPortDownAndUp)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    t.At(1000).Ports(0b01).Expect("DATA 1 rtx, DATA 3 rtx A");
    EXPECT_EQ(t.Sent(1).plane, 0);
    EXPECT_EQ(t.Sent(3).plane, 0);
    EXPECT_EQ(t.Counters().pathsRetired, 0U);
    t.At(2000).Ports(0b11).Post(2 * FULL).Expect("DATA 4, DATA 5 A");
    EXPECT_NE(t.Sent(4).plane, t.Sent(5).plane);
}

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  planes 0, 1, 0, 1
 *    6 |<--- SACK 0 down 1 ---|  byte 12: the peer's port 1 is down
 *      |-- 1 rtx, 3 rtx A --->|  on plane 0
 *    7 |<--- SACK 0 ----------|  it is up again
 *      |-- 4, 5 A ----------->|  on both planes
 */
TEST(Timeline, PeersPortDownAndUp)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    Datagram sack = t.Sack(0, 0);
    sack.sack.seth.downPorts = 0b10;
    t.At(6000).Receive(sack).Expect("DATA 1 rtx, DATA 3 rtx A");
    EXPECT_EQ(t.Sent(1).plane, 0);
    EXPECT_EQ(t.Sent(3).plane, 0);
    EXPECT_EQ(t.Counters().pathsRetired, 0U);
    t.At(7000).Receive(t.Sack(0, 0)).Post(2 * FULL).Expect("DATA 4, DATA 5 A");
    EXPECT_NE(t.Sent(4).plane, t.Sent(5).plane);
}

/*
 *    0 |-- 0, 1, 2, 3 A ----->|
 *    6 |<--- SACK 1 ----------|
 *    7 |<--- SACK 0 down 1 ---|  older: what it says of ports is out of date
 *    8 |<--- SACK 4 ----------|  of what was never sent
 */
TEST(Timeline, OutdatedAndImpossibleSacksSayNothing)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    t.At(6000).Receive(t.Sack(1, 1)).Expect("");
    Datagram older = t.Sack(0, 0);
    older.sack.seth.downPorts = 0b10;
    t.At(7000).Receive(older).Expect("");
    t.At(8000).Receive(t.Sack(3, 4)).Expect("").ExpectUser("");
    t.At(TAIL).Expect("PROBE 1"); // two are in flight still
}

} // namespace
