/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// When data counts as placed [placement-order]. In the diagrams the connection is on the left, the
// peer on the right. Message 0 has the packets 0 and 1, message 1 has packet 2.

namespace
{

/** @return a packet of those two messages */
Datagram
PacketOfTwo(uint32_t psn)
{
    constexpr Opcode OPCODES[] = {Opcode::WRITE_FIRST, Opcode::WRITE_LAST, Opcode::WRITE_ONLY};
    Datagram write = Timeline::Asking(Timeline::Write(psn, OPCODES[psn]));
    write.write.meth.msn = psn / 2;
    write.write.reth.length = psn == 2 ? FULL : 2 * FULL;
    return write;
}

ConnectionParameters
SetupOf(PlacementOrder order)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().placement = order;
    return setup;
}

/*
 *    0 |<------ 2 A ----------|  placed at once only if order means nothing
 *    1 |<------ 1 A ----------|  of the first message: placed unless packets are in order
 *    2 |<------ 0 A ----------|  now all may be placed
 */
// Clauses: [placement-order]
TEST(Timeline, PlacementWaitsAsItsOrderSays)
{
    const struct
    {
        PlacementOrder order;
        uint32_t placed[3]; // packets, after each arrival
        uint32_t held;      // packets at most
    } table[] = {{PLACEMENT_UNORDERED, {1, 2, 3}, 0},
                 {PLACEMENT_PARTIAL, {0, 1, 3}, 1},
                 {PLACEMENT_IN_ORDER, {0, 0, 3}, 2}};

    for (const auto& row : table)
    {
        Timeline t(SetupOf(row.order));
        t.At(0).Receive(PacketOfTwo(2)).Expect("SACK 16777215 +1");
        EXPECT_EQ(t.Counters().placedBytes, row.placed[0] * FULL) << row.order;
        t.At(1000).Receive(PacketOfTwo(1)).Expect("SACK 16777215 +2").ExpectUser("");
        EXPECT_EQ(t.Counters().placedBytes, row.placed[1] * FULL) << row.order;
        EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.received, 2 * FULL / 256) << "held bytes count";
        t.At(2000).Receive(PacketOfTwo(0)).Expect("SACK 2, ACK 2").ExpectUser("write 0, write 1");
        EXPECT_EQ(t.Counters().placedBytes, row.placed[2] * FULL) << row.order;
        EXPECT_EQ(t.Counters().heldPeak, row.held * FULL) << row.order;
    }
}

/*
 *    0 |<------ 1 A ----------|  held back: there is room for one packet, or for two
 *    1 |<------ 2 A ----------|
 *      |-- NACK 7 ----------->|  NO_PKT_BUFFER, if there is no room
 *    2 |<------ 0 A ----------|  needs none
 */
// Clauses: [placement-order]
TEST(Timeline, NoRoomToHoldBackIsANack)
{
    for (const uint32_t room : {1, 2})
    {
        ConnectionParameters setup = SetupOf(PLACEMENT_IN_ORDER);
        setup.qp.Change().holdLimit = room * FULL;
        Timeline t(setup);
        t.At(0).Receive(PacketOfTwo(1)).Expect("SACK 16777215 +1");
        t.At(1000).Receive(PacketOfTwo(2)).Expect(room == 1 ? "NACK 2 7" : "SACK 16777215 +2");
        t.Receive(Timeline::Again(PacketOfTwo(1)));
        t.Expect(room == 1 ? "SACK 16777215 +1" : "SACK 16777215 +2");
        t.At(2000).Receive(PacketOfTwo(0)).Expect(room == 1 ? "SACK 1, ACK 1" : "SACK 2, ACK 2");
        t.At(3000).Receive(Timeline::Again(PacketOfTwo(2))).Expect("SACK 2, ACK 2");
        EXPECT_EQ(t.Counters().placedBytes, 3 * FULL) << "once each";
        EXPECT_EQ(t.Counters().duplicates, room == 1 ? 1U : 2U);
    }
}

/*
 *    0 |<------ 1 A ----------|  of the first message, so that it is placed: no room is needed
 *      |-- SACK -1 +1 ------->|
 */
// Clauses: [placement-order]
TEST(Timeline, PacketOfTheOldestMessageNeedsNoRoom)
{
    ConnectionParameters setup = SetupOf(PLACEMENT_PARTIAL);
    setup.qp.Change().holdLimit = 1;
    Timeline t(setup);
    t.At(0).Receive(PacketOfTwo(1)).Expect("SACK 16777215 +1");
    EXPECT_EQ(t.Counters().placedBytes, FULL);
}

/*
 *    0 |<------ 1024 A -------|  neither in the window nor is there room: the window counts
 *      |-- NACK 11 ---------->|
 */
// Clauses: [psn-out-of-window]
TEST(Timeline, BeyondTheWindowNoRoomIsNeeded)
{
    ConnectionParameters setup = SetupOf(PLACEMENT_IN_ORDER);
    setup.qp.Change().holdLimit = 1;
    Timeline t(setup);
    t.At(0).Receive(Timeline::Asking(Timeline::Write(1024))).Expect("NACK 1024 11");
    t.At(1000).Receive(Timeline::Asking(Timeline::Write(1023))).Expect("NACK 1023 7");
}

/*
 *    0 |<------ 2 key 7 A ----|  may not write there
 *    1 |<------ 1 A, 0 A -----|
 *      |-- NAK 1 2 ---------->|  whatever the order
 */
TEST(Timeline, RefusalIsTheSameInEveryOrder)
{
    for (PlacementOrder order : {PLACEMENT_UNORDERED, PLACEMENT_PARTIAL, PLACEMENT_IN_ORDER})
    {
        Timeline t(SetupOf(order));
        t.At(0).Receive(Timeline::To(0, 7, PacketOfTwo(2))).Expect("SACK 16777215 +1");
        t.At(1000).Receive(PacketOfTwo(1)).Expect("SACK 16777215 +2");
        t.Receive(PacketOfTwo(0)).Expect("SACK 2, NAK 1 2").ExpectUser("write 0");
        EXPECT_EQ(t.Counters().placedBytes, 2 * FULL);
    }
}

} // namespace
