/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// The packets that may be sent and taken, and the times and words of SACKs.

namespace
{

// --- the receive window [receive-window] --------------------------------------------------------

/*
 *    0 |-- 0 .. 127 --------->|  MPR 1: 128 PSNs above cack, which is -1
 *    6 |<------- SACK 0 ------|  cack moves by one, and so does the edge
 *    6 |-- 128 A ------------>|
 */
// Clauses: [receive-window]
TEST(Timeline, NothingIsSentBeyondTheMpr)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().mpr = 1;
    setup.cc.Change().maxWindow = 1000 * FULL;
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
// Clauses: [psn-out-of-window]
TEST(Timeline, PsnOutOfWindowIsRefused)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().mpr = 1;
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
// Clauses: [duplicate-packets]
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
// Clauses: [psn-wrap]
TEST(Timeline, PsnsWrapAtBothEnds)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.firstPsn = Psn(0xffffff);
    Timeline t(setup);
    t.At(0).Post(2 * FULL).Expect("DATA 16777215, DATA 0 A");
    t.At(6000).Receive(t.Sack(0xffffff, 0xffffff)).Expect("");
    t.At(7000).Receive(t.Sack(0, 0)).Receive(t.TransportAck(1)).ExpectUser("done 0");
    t.Receive(Timeline::Write(0)).Expect("");
    t.Receive(Timeline::Asking(Timeline::Write(0xffffff))).Expect("SACK 0, ACK 2");
}

/*
 *    0 |-- 0 A -------------->|  before a queue has grown
 *      |-- 1, 2 A ----------->|  2 is the last
 */
// Clauses: [learnt-base-rtt]
TEST(Timeline, FirstPacketAsksIfTheBaseRttIsToBeLearnt)
{
    Timeline().At(0).Post(3 * FULL).Expect("DATA 0, DATA 1, DATA 2 A");
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().learnBaseRtt = true;
    Timeline(setup).At(0).Post(3 * FULL).Expect("DATA 0 A, DATA 1, DATA 2 A");
}

// --- pauses [nscc-quick-adapt]
// --------------------------------------------------------------------

/*
 *    0 |-- 0, 1 A ----------->|  0 is trimmed
 *    6 |<------ NACK 0 -------|
 *      |-- 0 rtx A ---------->|
 *   12 |<------ SACK 1 -------|  nothing is left, for a millisecond
 * 1000 |-- 2 .. 65 ---------->|
 * 1006 |<------ SACK 2 -------|  little has come since the NACK: a pause, or a slow network?
 *      |-- 66 .. 68 --------->|  if the former
 * 1020 |<------ SACK 5 -------|  a period later little has come as well, and nothing paused
 */
// Clauses: [nscc-quick-adapt]
TEST(Timeline, QuickAdaptMeasuresAnewBehindAPauseIfAskedFor)
{
    for (const bool skips : {false, true})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.cc.Change().algorithm = CcAlgorithm::NSCC;
        setup.cc.Change().qaSkipsPauses = skips;
        Timeline t(setup);
        const auto window = [&t] {
            return t.GetConnection().GetSender().Store().flight.Store().rate.Window();
        };
        t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
        t.At(6000).Receive(t.Nack(0, NackReason::TRIMMED)).Expect("DATA 0 rtx A");
        t.At(12000).Receive(t.Sack(0, 1)).Receive(t.TransportAck(1)).ExpectUser("done 0");
        const int64_t before = window();
        EXPECT_GT(before, 60 * FULL);
        t.At(1000000).Post(100 * FULL);
        t.At(1006000).Receive(t.Sack(2, 2));
        EXPECT_EQ(window() >= before, skips) << window();
        t.Post(FULL); // behind others: no pause
        t.At(1020000).Receive(t.Sack(5, 5));
        EXPECT_LT(window(), before / 4) << "the trim is remembered";
    }
}

// --- times of SACKs, and their contents (4.3) ---------------------------------------------------

/*
 *    0 |<------ 0 + bit ------|  in the middle of a message
 *      |-- SACK 0 ----------->|  if a bit asks for it
 */
// Clauses: [sack-triggers]
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
 *      |<------ 20 21 --------|
 *      |<------ PROBE --------|
 *      |-- SACK 21 ---------->|  its answer covers these bytes
 *      |<------ 22 .. 25 -----|
 *      |-- SACK 25 ---------->|
 */
// Clauses: [sack-threshold]
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
    for (uint32_t psn = 20; psn < 22; ++psn)
    {
        t.Receive(Timeline::Write(psn, Opcode::WRITE_MIDDLE)).Expect("");
    }
    t.Receive(Timeline::Probe(1)).Expect("SACK 21 pr");
    for (uint32_t psn = 22; psn < 26; ++psn)
    {
        t.Receive(Timeline::Write(psn, Opcode::WRITE_MIDDLE)).Expect(psn < 25 ? "" : "SACK 25");
    }
}

/*
 *    0 |<------ PROBE 7 ------|
 *      |-- SACK pr ---------->|  ack_psn_offset is the probe id; no PSN is consumed
 */
// Clauses: [probe-format], [traffic-classes], [sack-triggers]
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
 *    0 |<-- 0, 100, 150 ------|  what 64 bits leave out comes in answer to the next probe
 *      |<------ PROBE --------|
 *      |-- SACK 1 .. 64 ----->|
 *      |<------ PROBE --------|
 *      |-- SACK 65 .. 128 --->|
 *      |<------ PROBE --------|
 *      |-- SACK 129 .. 192 -->|
 *      |<------ PROBE --------|
 *      |-- SACK 1 .. 64 ----->|
 */
// Clauses: [probe-sack-parts]
TEST(Timeline, ProbesShowOnePartAfterTheOther)
{
    const struct
    {
        int16_t base; // relative to cack
        uint64_t bitmap;
    } table[] = {{1, 0},
                 {65, uint64_t{1} << (100 - 65)},
                 {129, uint64_t{1} << (150 - 129)},
                 {1, 0}};

    Timeline t;
    t.At(0).Receive(Timeline::Write(0));
    t.Receive(Timeline::Write(100)).Receive(Timeline::Write(150)).Expect("ACK 1");
    for (const auto& row : table)
    {
        t.Receive(Timeline::Probe(1)).Expect("SACK 0 pr +2, ACK 1");
        const Seth& seth = t.Last(Opcode::SACK).sack.seth;
        EXPECT_EQ(seth.sackOffset, row.base);
        EXPECT_EQ(seth.bitmap, row.bitmap) << row.base;
    }
}

/*
 *    0 |<-- 0, 64 ------------|  the first 64 bits show all that has arrived
 *      |<------ PROBE --------|
 *      |-- SACK 1 .. 64 ----->|
 *      |<------ PROBE --------|
 *      |-- SACK 1 .. 64 ----->|
 */
// Clauses: [probe-sack-parts]
TEST(Timeline, ProbesShowNoPartBehindTheNewestPacket)
{
    Timeline t;
    t.At(0).Receive(Timeline::Write(0)).Receive(Timeline::Write(64)).Expect("ACK 1");
    for (int probe = 0; probe < 2; ++probe)
    {
        t.Receive(Timeline::Probe(1)).Expect("SACK 0 pr +1, ACK 1");
        const Seth& seth = t.Last(Opcode::SACK).sack.seth;
        EXPECT_EQ(seth.sackOffset, 1) << probe;
        EXPECT_EQ(seth.bitmap, uint64_t{1} << 63) << probe;
    }
}

/*
 *    0 |<------ n A ----------|  0 .. n - 1 are missing: cack is -1
 *      |-- SACK base, bits -->|  from cack + 1 while 64 bits reach n, slid up beyond that
 */
// Clauses: [sack-bitmap]
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

} // namespace
