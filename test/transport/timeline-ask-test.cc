/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// When a sender asks for a SACK [ack-request], and the packets that count as an answer.

namespace
{

/*
 *    0 |-- 0 .. n - 1 A ----->|  the window
 *    6 |<------ SACK 0 -------|
 *      |-- n A -------------->|  in a window of two SACK thresholds, 2 x 16,384 bytes
 *      |-- n ---------------->|  in one that is larger: the peer's threshold will do
 */
// Clauses: [ack-request]
TEST(Timeline, OnlyTheLastPacketAsksInALargeWindow)
{
    Timeline t;
    t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
    t.Post(FULL).Expect("DATA 2 A");
}

// Clauses: [ack-request]
TEST(Timeline, SmallWindowAsksEachTimeItIsFull)
{
    for (const uint32_t packets : {4, 8, 9})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.cc.Change().maxWindow = packets * FULL;
        Timeline t(setup);
        t.At(0).Post(40 * FULL);
        EXPECT_EQ(t.Counters().sentPackets, packets);
        EXPECT_TRUE(t.Sent(packets - 1).bth.ackRequest);
        EXPECT_FALSE(t.Sent(packets - 2).bth.ackRequest);
        t.At(6000).Receive(t.Sack(0, 0));
        EXPECT_EQ(t.Counters().sentPackets, packets + 1);
        EXPECT_EQ(t.Sent(packets).bth.ackRequest, packets <= 8) << packets;
    }
}

/*
 *    0 |-- 0 .. 19 A -------->|  a window of five SACK thresholds
 *    6 |<------ SACK 0 -------|
 *      |-- 20 A ------------->|  full again: only who asks each time asks
 */
// Clauses: [ack-request]
TEST(Timeline, LargeWindowAsksEachTimeItIsFullIfSetSo)
{
    for (const bool each : {false, true})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.cc.Change().maxWindow = 20 * FULL;
        setup.qp.Change().askEachTime = each;
        Timeline t(setup);
        t.At(0).Post(40 * FULL);
        EXPECT_EQ(t.Counters().sentPackets, 20U);
        EXPECT_TRUE(t.Sent(19).bth.ackRequest);
        EXPECT_FALSE(t.Sent(18).bth.ackRequest);
        t.At(6000).Receive(t.Sack(0, 0));
        EXPECT_EQ(t.Counters().sentPackets, 21U);
        EXPECT_EQ(t.Sent(20).bth.ackRequest, each);
    }
}

/*
 *    0 |-- 0 .. 127 A ------->|  MPR 1: no more PSNs
 */
// Clauses: [receive-window], [ack-request]
TEST(Timeline, LastPsnOfTheWindowAsks)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().mpr = 1;
    setup.cc.Change().maxWindow = 1000 * FULL;
    Timeline t(setup);
    t.At(0).Post(130 * FULL);
    EXPECT_FALSE(t.Sent(126).bth.ackRequest);
    EXPECT_TRUE(t.Sent(127).bth.ackRequest);
}

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ SACK 5 -------|  what was never sent: means nothing
 *    7 |<------ SACK 0 -------|
 *      |-- 1 A -------------->|
 */
// Clauses: [answer-order]
TEST(Timeline, SackOfWhatWasNeverSentMeansNothing)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = FULL;
    Timeline t(setup);
    t.At(0).Post(2 * FULL).Expect("DATA 0 A");
    t.At(6000).Receive(t.Sack(0, 5)).Expect("");
    t.At(7000).Receive(t.Sack(0, 0)).Expect("DATA 1 A");
}

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ NACK 0 -------|  of a transmission at the same time on another path
 */
// Clauses: [nack-format], [trim-resend]
TEST(Timeline, NackOfAnotherPathMeansNothing)
{
    Timeline t;
    t.At(0).Post(FULL).Expect("DATA 0 A");
    Datagram nack = t.Nack(0, NackReason::TRIMMED);
    nack.neth.entropy = Ev::Of(t.Sent(0).plane, t.Sent(0).ev.Uplink() ^ 1);
    t.At(6000).Receive(nack).Expect("");
    EXPECT_EQ(t.Counters().trimNacks, 0U);
}

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ NACK 0 -------|  no room
 *      |-- PROBE ------------>|
 *      |                      |  a Write is posted, and waits as well
 *   12 |-- 0 rtx, 1 A ------->|
 */
// Clauses: [nack-reasons]
TEST(Timeline, NewPacketsWaitForARefusedOne)
{
    Timeline t;
    t.At(0).Post(FULL).Expect("DATA 0 A");
    t.At(6000).Receive(t.Nack(0, NackReason::NO_PACKET_BUFFER)).Post(FULL).Expect("PROBE 1");
    EXPECT_EQ(t.GetConnection().NextWakeup(), Instant() + Nanos(12000));
    t.At(11999).Expect("");
    t.At(12000).Expect("DATA 0 rtx, DATA 1 A");
}

// --- events that begin the retries afresh (4.5) -------------------------------------------------

/** @return one retry, and then the end */
ConnectionParameters
OneRetry()
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().linearRetries = 1;
    setup.qp.Change().exponentialRetries = 0;
    return setup;
}

/*
 *    0 |-- 0 A -------------->|  lost
 *  x 1 |-- 0 rtx A ---------->|  x 262 us: the one retry; trimmed
 *   +6 |<------ NACK 0 -------|  path and peer are alive
 *      |-- 0 rtx A ---------->|  lost
 *  x 1 |-- 0 rtx A ---------->|  from then on: a first retry again
 */
// Clauses: [retry-counts]
TEST(Timeline, TrimBeginsTheRetriesAfresh)
{
    Timeline t(OneRetry());
    t.At(0).Post(FULL);
    t.At(ACK_TIMEOUT + 6000).Receive(t.Nack(0, NackReason::TRIMMED));
    t.At(2 * ACK_TIMEOUT + 6000 - 1).ExpectUser("");
    const auto& resent = t.Counters().retransmissions;
    EXPECT_EQ(resent[static_cast<size_t>(RetransmitCause::TIMEOUT)], 1U);
    t.At(2 * ACK_TIMEOUT + 6000).ExpectUser("");
    EXPECT_EQ(resent[static_cast<size_t>(RetransmitCause::TIMEOUT)], 2U);
    t.At(5 * ACK_TIMEOUT).ExpectUser("retries 0");
}

/*
 *    0 |-- 0, 1 A ----------->|  SACKs are lost
 *  x 1 |-- 0 rtx ------------>|  x 262 us: the one retry
 *   +6 |<------ ACK 1 --------|  the first message is complete
 *  x 1 |-- 1 rtx A ---------->|  from then on: a first retry again
 */
// Clauses: [retry-counts]
TEST(Timeline, CompletionBeginsTheRetriesAfresh)
{
    Timeline t(OneRetry());
    t.At(0).Post(FULL).Post(FULL);
    t.At(ACK_TIMEOUT + 6000).Receive(t.TransportAck(1)).ExpectUser("done 0");
    t.At(2 * ACK_TIMEOUT + 6000).ExpectUser("");
    t.At(5 * ACK_TIMEOUT).ExpectUser("retries 1");
}

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ SACK 0 -------|  no Transport ACK: the message is not complete
 *  200 |-- 1 A -------------->|
 *  268 |                      |  a timeout after the SACK, but not after 1
 */
// Clauses: [packet-timeout]
TEST(Timeline, PacketHasATimeoutOfItsOwn)
{
    Timeline t;
    t.At(0).Post(FULL).Expect("DATA 0 A");
    t.At(6000).Receive(t.Sack(0, 0));
    t.At(200000).Post(FULL);
    const auto& resent = t.Counters().retransmissions;
    t.At(200000 + ACK_TIMEOUT - 1);
    EXPECT_EQ(resent[static_cast<size_t>(RetransmitCause::TIMEOUT)], 0U);
    t.At(200000 + ACK_TIMEOUT);
    EXPECT_EQ(resent[static_cast<size_t>(RetransmitCause::TIMEOUT)], 1U);
}

/*
 *    0 |-- 0 A -------------->|
 *  100 |                      |  no path is left: own ports, the peer's, or all EVs are denied
 *  362 |                      |  a timeout later the one retry, 524 later the end
 */
// Clauses: [no-port-timeout]
TEST(Timeline, RetriesCountFromWhenThereIsNoPath)
{
    for (const int cause : {0, 1, 2})
    {
        Timeline t(OneRetry());
        t.At(0);
        if (cause == 0)
        {
            t.PeerPorts(0b10).Post(FULL);
            t.At(100000).Ports(0b01);
        }
        else if (cause == 1)
        {
            t.Ports(0b01).Post(FULL);
            t.At(100000).PeerPorts(0b10);
        }
        else
        {
            t.Post(FULL).At(100000);
            for (const PathStatus& path : t.GetConnection().Paths())
            {
                t.Administer(path.ev, PathOrder::DENY);
            }
        }
        t.At(100000 + 3 * ACK_TIMEOUT - 1).ExpectUser("");
        t.At(100000 + 3 * ACK_TIMEOUT).ExpectUser("retries 0");
    }
}

} // namespace
