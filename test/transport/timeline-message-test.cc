/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-sanitized.h"
#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// The requests and events of the users of both ends.

namespace
{

// --- messages (4.4) -----------------------------------------------------------------------------

/*
 *    0 |-- 0, 1 A ----------->|
 *    6 |<------ SACK 1 -------|  delivered packets do not complete a Write
 *    7 |<------ ACK 1 --------|  the Transport ACK does
 */
// Clauses: [transport-ack]
TEST(Timeline, TransportAckCompletes)
{
    Timeline t;
    t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
    t.At(6000).Receive(t.Sack(1, 1)).ExpectUser("");
    t.At(7000).Receive(t.TransportAck(1)).ExpectUser("done 0");
    t.At(8000).Receive(t.TransportAck(1)).ExpectUser("");
}

/*
 *    0 |<------ 1 imm --------|  stashed: 0 is missing
 *    1 |<------ 0 imm --------|
 *      |-- ACK 2 ------------>|
 */
// Clauses: [immediate-order]
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
// Clauses: [answer-order]
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
 *    0 |<------ PROBE 1 ------|  behind a Write; while the port is busy, or the NIC sends nothing
 *      |<------ PROBE 2, CE --|
 *      |<------ PROBE 3 ------|
 *      |<------ PROBE 4 ------|
 *    1 |-- SACK to 2, m = 1 ->|  a mark is told; else the newest one is answered: the stamp of an
 *      |-- SACK to 4, ACK 1 ->|  older one could be from the time before the last wrap
 */
// Clauses: [probe-format]
TEST(Timeline, ProbesAreAnsweredOnceWhileThePortIsBusy)
{
    Timeline t;
    t.At(0).Receive(Timeline::Write(0)).Expect("ACK 1");
    for (uint16_t id = 1; id <= 4; ++id)
    {
        Datagram probe = Timeline::Probe(id);
        probe.peth.tseth.timestamp = id;
        probe.ecn = id == 2 ? Ecn::CE : Ecn::ECT0;
        t.ReceiveBusy(probe);
    }
    t.At(1000).Expect("SACK 0 pr m1, SACK 0 pr, ACK 1");
    EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.timestamp, 4);
}

/*
 *    0 |-- 0, 1 ------------->|  max_wimm 2: the third Write with Immediate waits
 *    6 |<------ ACK 1 --------|
 *      |-- 2 A -------------->|
 */
// Clauses: [immediates-in-flight]
TEST(Timeline, ImmediatesInFlightAreBounded)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().maxImmediates = 2;
    Timeline t(setup);
    t.At(0).Post(FULL, true).Post(FULL, true).Post(FULL, true).Expect("DATA 0 A, DATA 1 A");
    t.At(6000).Receive(t.Sack(1, 1)).Expect("");
    t.At(7000).Receive(t.TransportAck(1)).Expect("DATA 2 A").ExpectUser("done 0");
}

/** A user that hears nothing. */
class Deaf : public QueuePairObserver
{
    void Completed(const Completion&) override
    {
    }

    void Delivered(const Delivery&) override
    {
    }
};

/** @return the Transport ACK among all that a connection has to say now, as text */
std::string
AckOf(Connection& connection)
{
    std::string ack;
    Datagram packet;
    while (connection.NextControl(Instant(), packet))
    {
        if (packet.bth.opcode == Opcode::TRANSPORT_ACK)
        {
            ack = Timeline::Describe(packet);
        }
    }
    return ack;
}

/*
 *      |<------ 0 ------------|  ... and 2^24 - 1 more
 *      |-- ACK 0 ------------>|  the number of 24 bits is 0 again
 *      |<------ last one -----|  its ACK was lost
 *      |-- ACK 0 ------------>|
 */
// Clauses: [aeth-layout]
TEST(Timeline, DuplicateIsAnsweredWhenTheMessageNumberHasWrapped)
{
    if (Times(1, 0) == 0)
    {
        GTEST_SKIP()
            << "16 million messages take long under a sanitizer, and run the code of a few";
    }
    Deaf user;
    Connection connection(Timeline::Setup(), user);
    constexpr uint32_t ALL = 1U << 24;
    for (uint32_t n = 0; n < ALL - 1; ++n)
    {
        connection.Receive(Timeline::Write(n), Instant());
        if (n % 64 == 0)
        {
            AckOf(connection);
        }
    }
    AckOf(connection);
    connection.Receive(Timeline::Write(ALL - 1), Instant());
    EXPECT_EQ(AckOf(connection), "ACK 0");
    EXPECT_EQ(AckOf(connection), "");
    connection.Receive(Timeline::Write(ALL - 1), Instant());
    EXPECT_EQ(AckOf(connection), "ACK 0");
}

} // namespace
