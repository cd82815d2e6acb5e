/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// How a queue pair fails, and the news for its peer. In the diagrams the connection is on the left,
// the peer on the right; times are those of the left. NAK n c: n messages are complete, the next is
// refused, code c.

namespace
{

constexpr uint64_t BASE = 0x1000;
constexpr int64_t ACK_TIMEOUT = 262144; // ns: 1.024 us x 2^8

/** @return the peer's n-th Write with Immediate, packet psn */
Datagram
Immediate(uint32_t psn, uint16_t n)
{
    Datagram write = Timeline::Write(psn, Opcode::WRITE_ONLY_IMMEDIATE);
    write.write.meth.rqmsn = n;
    return write;
}

// --- access to memory [memory-keys] [sack-before-placement] -------------------------------------

/*
 *    0 |<------ 0 A ----------|  for an address, with a key
 *      |-- SACK 0, ACK 1 ---->|  inside the region
 *      |-- SACK 0, NAK 0 2 -->|  or not: the packet is here, the Write is refused
 */
// Clauses: [memory-keys]
TEST(Timeline, AccessOutsideARegionIsRefused)
{
    const struct
    {
        uint64_t address;
        uint32_t rkey;
        bool allowed;
    } table[] = {{BASE, 1, true},
                 {BASE + FULL, 1, true},
                 {BASE + FULL + 1, 1, false},
                 {BASE - 1, 1, false},
                 {BASE, 2, false},
                 {0, 0, true}};

    for (const auto& row : table)
    {
        Timeline t;
        EXPECT_EQ(t.Limits().memory.Register(BASE, 2 * FULL), 1U);
        const Datagram write = Timeline::To(row.address, row.rkey, Timeline::Write(0));
        t.At(0).Receive(Timeline::Asking(write));
        t.Expect(row.allowed ? "SACK 0, ACK 1" : "SACK 0, NAK 0 2");
        t.ExpectUser(row.allowed ? "write 0" : "");
        EXPECT_EQ(t.Counters().placedBytes, row.allowed ? FULL : 0);
        EXPECT_EQ(t.HasFailed(), !row.allowed);
    }
}

/*
 *    0 |<------ 0 key 7 ------|  nothing was registered
 *      |-- NAK 0 2 ---------->|  lost
 *    1 |<------ PROBE --------|  no message is complete, but there is a refusal to tell
 *      |-- SACK 0 pr, NAK 0 2>|
 */
// Clauses: [memory-keys]
TEST(Timeline, KeysAreCheckedFromTheStart)
{
    Timeline t;
    t.At(0).Receive(Timeline::To(0, 7, Timeline::Write(0))).Expect("NAK 0 2");
    t.At(1000).Receive(Timeline::Probe(1)).Expect("SACK 0 pr, NAK 0 2");
}

/*
 *    0 |<------ 1 A ----------|  may not write there; but 0 is missing
 *      |-- SACK -1 +1 ------->|
 *    1 |<------ 2 ------------|
 *    2 |<------ 0 ------------|  the end of what is in order
 *      |-- NAK 1 2 ---------->|  0 is complete, 1 is refused, 2 is never delivered
 *    3 |<------ 1 ------------|  the NAK was lost
 *      |-- NAK 1 2 ---------->|
 *    4 |<------ PROBE --------|
 *      |-- SACK 2 pr, NAK 1 2>|
 */
// Clauses: [sack-before-placement]
TEST(Timeline, RefusalWaitsForEarlierMessagesAndIsRepeated)
{
    Timeline t;
    const Datagram bad = Timeline::To(0, 7, Timeline::Write(1));
    t.At(0).Receive(Timeline::Asking(bad)).Expect("SACK 16777215 +1");
    t.At(1000).Receive(Timeline::Write(2)).Expect("");
    t.At(2000).Receive(Timeline::Write(0)).Expect("NAK 1 2").ExpectUser("write 0");
    EXPECT_EQ(t.Last(Opcode::TRANSPORT_ACK).bth.psn, Psn(1)) << "the packet that is to blame";
    t.At(3000).Receive(Timeline::Again(bad)).Expect("NAK 1 2");
    t.At(4000).Receive(Timeline::Probe(1)).Expect("SACK 2 pr, NAK 1 2");
    t.At(5000).Receive(Timeline::Cut(Timeline::Write(3), TrimMark::TRIMMED)).Expect("NAK 1 2");
    t.ExpectUser("");
    EXPECT_TRUE(t.HasFailed());
}

/*
 *    0 |<------ 1, 2 ---------|  neither may write there; 0 is missing
 *    1 |<------ 0 ------------|
 *      |-- NAK 1 2 ---------->|  the first of them
 */
// Clauses: [sack-before-placement]
TEST(Timeline, EarliestRefusalIsTheOneThatIsTold)
{
    Timeline t;
    t.At(0).Receive(Timeline::To(0, 7, Timeline::Write(1)));
    t.Receive(Timeline::To(0, 7, Timeline::Write(2))).Expect("");
    t.At(1000).Receive(Timeline::Write(0)).Expect("NAK 1 2").ExpectUser("write 0");
    EXPECT_EQ(t.Last(Opcode::TRANSPORT_ACK).bth.psn, Psn(1)) << "the packet that is to blame";
}

/*
 *    0 |<------ 0 key 7 ------|  over plane 1
 *      |-- NAK 0 2 ---------->|  over plane 1
 */
TEST(Timeline, RefusalTakesThePlaneOfItsPacket)
{
    Timeline t;
    Datagram bad = Timeline::To(0, 7, Timeline::Write(0));
    bad.plane = 1;
    bad.ev = Ev::Of(1, 0);
    t.At(0).Receive(bad).Expect("NAK 0 2");
    EXPECT_EQ(t.Last(Opcode::TRANSPORT_ACK).plane, 1);
}

/*
 *    0 |-- 0 A, 1 A, 2 A ---->|
 *    6 |<------ SACK 2 -------|  all packets are there
 *    7 |<------ NAK 1 c ------|  0 is complete, 1 is refused
 *    8 |                      |  what is posted now has no chance
 */
// Clauses: [sack-before-placement]
TEST(Timeline, NakFailsTheQueuePair)
{
    const struct
    {
        AethSyndrome syndrome;
        std::string heard;
    } table[] = {{AethSyndrome::NAK_REMOTE_ACCESS, "done 0, no access 1, flushed 2"},
                 {AethSyndrome::NAK_INVALID_REQUEST, "done 0, invalid 1, flushed 2"},
                 {AethSyndrome::NAK_REMOTE_OPERATIONAL, "done 0, refused 1, flushed 2"}};

    for (const auto& row : table)
    {
        Timeline t;
        t.At(0).Post(FULL).Post(FULL).Post(FULL).Expect("DATA 0 A, DATA 1 A, DATA 2 A");
        t.At(6000).Receive(t.Sack(2, 2)).ExpectUser("");
        t.At(7000).Receive(t.TransportNak(1, row.syndrome)).ExpectUser(row.heard);
        t.At(8000).Post(FULL).ExpectUser("flushed 3");
        t.At(100 * ACK_TIMEOUT).Receive(t.TransportAck(3)).Expect("").ExpectUser("");
        EXPECT_TRUE(t.HasFailed());
    }
}

/*
 *    0 |-- 0 A, 1 A --------->|
 *    7 |<------ ACK 2 --------|  PSN 5 or -3: of an earlier connection of this queue pair
 *    7 |<------ NAK 0 --------|
 *    8 |<------ ACK 2 --------|  PSN 0: it covers the first message only
 *    9 |<------ NAK 1 --------|  PSN 0: that one is complete
 */
// Clauses: [transport-ack]
TEST(Timeline, TransportAckCompletesWhatItsPsnCovers)
{
    Timeline t;
    t.At(0).Post(FULL).Post(FULL).Expect("DATA 0 A, DATA 1 A");
    for (const uint32_t psn : {5U, 0xfffffdU})
    {
        for (Datagram old : {t.TransportAck(2), t.TransportNak(0, AethSyndrome::NAK_REMOTE_ACCESS)})
        {
            old.bth.psn = Psn(psn);
            t.At(7000).Receive(old).ExpectUser("");
        }
    }
    Datagram ack = t.TransportAck(2);
    ack.bth.psn = Psn(0);
    t.At(8000).Receive(ack).ExpectUser("done 0");
    ack.aeth.syndrome = static_cast<uint8_t>(AethSyndrome::NAK_REMOTE_ACCESS);
    t.At(9000).Receive(ack).ExpectUser("");
    EXPECT_FALSE(t.HasFailed());
}

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ NACK 0x19 ----|  of another transmission
 *    7 |<------ NACK 0x19 ----|
 */
// Clauses: [fatal-nack]
TEST(Timeline, FatalNackOfAnotherTransmissionIsNothing)
{
    Timeline t;
    t.At(0).Post(FULL).Expect("DATA 0 A");
    Datagram old = t.Nack(0, NackReason::UNEXPECTED_EVENT);
    ++old.neth.timestamp;
    t.At(6000).Receive(old).ExpectUser("");
    t.At(7000).Receive(t.Nack(0, NackReason::UNEXPECTED_EVENT)).ExpectUser("refused 0");
}

// --- immediates (4.1, 4.4) ----------------------------------------------------------------------

/*
 *    0 |<------ 0 imm, 1 imm -|  two buffers, or one
 *      |-- ACK 1, ACK 2 ----->|
 *      |-- ACK 1, NAK 1 3 --->|  there is no RNR
 */
// Clauses: [receive-buffers]
TEST(Timeline, ImmediateWithoutABufferIsAnError)
{
    for (const uint32_t buffers : {1, 2})
    {
        Timeline t;
        t.Limits().buffers.Post(buffers);
        t.At(0).Receive(Immediate(0, 1)).Expect("ACK 1").ExpectUser("immediate 0");
        t.Receive(Immediate(1, 2)).Expect(buffers == 2 ? "ACK 2" : "NAK 1 3");
        t.ExpectUser(buffers == 2 ? "immediate 1" : "");
        EXPECT_EQ(t.HasFailed(), buffers != 2);
    }
}

/*
 *    0 |<------ 1, 2, 3 imm --|  stashed, as 0 is missing: max_wimm is 3, or 2
 *    1 |<------ 0 ------------|
 *      |-- SACK 3, ACK 4 ---->|
 *      |-- SACK 3, NAK 3 1 -->|  the third was one too many
 */
// Clauses: [immediates-in-flight]
TEST(Timeline, MoreImmediatesThanAgreedAreAnError)
{
    for (const uint16_t limit : {2, 3})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.qp.Change().maxImmediates = limit;
        Timeline t(setup);
        t.At(0);
        for (uint16_t n : {1, 2, 3})
        {
            t.Receive(Immediate(n, n)).Expect("");
        }
        t.At(1000)
            .Receive(Timeline::Write(0))
            .Expect(limit == 3 ? "SACK 3, ACK 4" : "SACK 3, NAK 3 1");
        t.ExpectUser(std::string("write 0, immediate 1, immediate 2") +
                     (limit == 3 ? ", immediate 3" : ""));
        EXPECT_EQ(t.HasFailed(), limit != 3);
    }
}

// --- a queue pair that has failed ---------------------------------------------------------------

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ NACK 0x19 ----|  the peer ends it
 *    7 |<------ 0 ------------|  but goes on in the other direction
 *      |-- NACK 0x19 -------->|
 */
// Clauses: [fatal-nack]
TEST(Timeline, FailedQueuePairRefusesAll)
{
    Timeline t;
    t.At(0).Receive(Timeline::Write(0)).Expect("ACK 1").ExpectUser("write 0");
    t.GetConnection().Watch(true);
    t.Post(FULL).Expect("DATA 0 A");
    t.At(6000).Receive(t.Nack(0, NackReason::UNEXPECTED_EVENT)).ExpectUser("refused 0");
    EXPECT_EQ(t.ToldInFlight(), 0);
    t.At(7000).Receive(Timeline::Write(1)).Expect("NACK 1 25").ExpectUser("");
    t.Receive(Timeline::Cut(Timeline::Write(2), TrimMark::TRIMMED)).Expect("NACK 2 25");
    EXPECT_TRUE(t.HasFailed());
}

/*
 *    0 |                      |  the last port goes; retries are for ever
 *    1 |                      |  in time: it comes back, or not
 * 1.05 |-- 0 A -------------->|  or the queue pair fails
 */
// Clauses: [no-port-timeout]
TEST(Timeline, NoPortForTooLongIsTheEnd)
{
    for (const bool back : {false, true})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.qp.Change().noPortTimeout = Nanos(4 * ACK_TIMEOUT);
        Timeline t(setup);
        t.At(0).Ports(0).Post(FULL);
        t.At(4 * ACK_TIMEOUT - 1).ExpectUser("");
        if (back)
        {
            t.Ports(0b01).Expect("DATA 0 A").Receive(t.Sack(0, 0));
            t.Receive(t.TransportAck(1));
        }
        t.At(4 * ACK_TIMEOUT).ExpectUser(back ? "done 0" : "retries 0");
        EXPECT_EQ(t.HasFailed(), !back);
    }
}

/*
 *    0 |<------ 0 ------------|
 *      |-- ACK 1 ------------>|  nothing is under way
 *  0.1 |                      |  the last port goes
 *  1.1 |<------ 1 ------------|  it fails all the same, after a time; the port comes too late
 *      |-- NACK 0x19 -------->|
 */
// Clauses: [no-port-timeout]
TEST(Timeline, NoPortForTooLongIsTheEndOfAnIdleQueuePairToo)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().noPortTimeout = Nanos(4 * ACK_TIMEOUT);
    Timeline t(setup);
    t.At(0).Receive(Timeline::Write(0)).Expect("ACK 1").ExpectUser("write 0");
    t.At(1000).Ports(0);
    t.At(2000).Ports(0); // another port's news: the time runs from the first
    t.At(1000 + 4 * ACK_TIMEOUT - 1);
    EXPECT_FALSE(t.HasFailed());
    t.At(1000 + 4 * ACK_TIMEOUT);
    EXPECT_TRUE(t.HasFailed());
    t.Ports(0b01).Receive(Timeline::Write(1)).Expect("NACK 1 25").ExpectUser("");
    t.At(1000 + 9 * ACK_TIMEOUT).Expect("");
    EXPECT_TRUE(t.HasFailed());
}

/*
 *    0 |-- 0, 1 A ----------->|  of a Write of four packets
 *    6 |<------ NACK 0x19 ----|  the end: the rest will never be sent
 */
TEST(Timeline, FailedQueuePairHasNoDataToSend)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = 2 * FULL;
    Timeline t(setup);
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1 A");
    t.At(6000).Receive(t.Nack(0, NackReason::UNEXPECTED_EVENT));
    EXPECT_FALSE(t.GetConnection().GetSender().Store().HasData());
}

} // namespace
