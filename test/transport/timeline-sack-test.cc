/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// The meaning of the fields of a SACK.

namespace
{

// --- ack_psn_offset (2.4) -----------------------------------------------------------------------

/*
 *      |<------ n A ----------|
 *      |-- SACK cack + offset |  the offset leads from cack to n
 */
// Clauses: [sack-format]
TEST(Timeline, SackNamesThePacketThatItIsFor)
{
    const struct
    {
        uint32_t psn;
        uint32_t cack; // after the packet
        int16_t offset;
    } table[] = {{1, NOTHING, 2},
                 {0, 1, -1}, // closes a gap
                 {2, 2, 0},  // in order
                 {6, 2, 4},
                 {3, 3, 0},
                 {5, 3, 2},
                 {4, 6, -2},
                 {0, 6, -6}}; // a duplicate

    Timeline t;
    for (const auto& row : table)
    {
        const Datagram write = Timeline::Write(row.psn);
        t.At(0).Receive(Timeline::Asking(write));
        const Datagram& sack = t.Last(Opcode::SACK);
        EXPECT_EQ(sack.bth.psn, Psn(row.cack)) << row.psn;
        EXPECT_EQ(sack.sack.seth.cack, Psn(row.cack)) << row.psn;
        EXPECT_EQ(sack.sack.seth.ackOffset, row.offset) << row.psn;
        EXPECT_EQ(sack.sack.seth.entropy, write.ev) << row.psn;
    }
}

/*
 *    0 |<------ 0 A, 1 CE, 2 -|  while the port is busy
 *    1 |-- SACK 2 - 1 m1 ---->|  cack is the newest, the packet is the marked one
 */
// Clauses: [sack-format]
TEST(Timeline, SackThatWaitedNamesThePacketThatItIsFor)
{
    Timeline t;
    const Datagram marked = Timeline::Marked(Timeline::Write(1, Opcode::WRITE_MIDDLE));
    t.At(0).ReceiveBusy(Timeline::Asking(Timeline::Write(0, Opcode::WRITE_FIRST)));
    t.ReceiveBusy(marked).ReceiveBusy(Timeline::Write(2, Opcode::WRITE_MIDDLE));
    t.At(1000).Expect("SACK 2 m1");
    EXPECT_EQ(t.Last(Opcode::SACK).sack.seth.ackOffset, -1);
    EXPECT_EQ(t.Last(Opcode::SACK).sack.seth.entropy, marked.ev);
}

// --- rcvd_bytes (2.4) ---------------------------------------------------------------------------

/** @return rcvd_bytes of the SACK that this packet of the peer causes */
uint32_t
ReceivedAfter(Timeline& t, uint32_t psn, uint16_t payload)
{
    Datagram write = Timeline::Asking(Timeline::Write(psn, Opcode::WRITE_MIDDLE));
    write.payload = payload;
    t.Receive(write);
    return t.Last(Opcode::SACK).sack.cc.received;
}

/*
 *      |<------ n A ----------|  with so many bytes
 *      |-- SACK rcvd_bytes -->|  the sum in units of 256 bytes, rounded up
 */
// Clauses: [cc-state]
TEST(Timeline, ReceivedBytesCountInUnitsRoundedUp)
{
    const struct
    {
        uint32_t psn;
        uint16_t payload;
        uint32_t units;
    } table[] = {{0, 1, 1},
                 {1, 255, 1}, // 256: the sum is rounded, not each packet
                 {2, 1, 2},
                 {3, 4096, 18}, // 4,353
                 {4, 1000, 21}, // 5,353
                 {4, 1000, 21}, // a duplicate
                 {6, 256, 22},  // 5,609, out of order
                 {6, 256, 22},
                 {5, 23, 22}, // 5,632: just 22
                 {7, 1, 23}};

    Timeline t;
    for (const auto& row : table)
    {
        EXPECT_EQ(ReceivedAfter(t, row.psn, row.payload), row.units) << row.psn;
    }
}

/*
 *      |<------ 0 ------------|  ... and 2^20 - 2 more: 2^24 - 16 units
 *      |<------ 15 units A ---|
 *      |-- SACK ffffff ------>|
 *      |<------ 1 byte A -----|
 *      |-- SACK 0 ----------->|  24 bits
 *      |<------ 256 bytes A --|
 *      |-- SACK 1 ----------->|
 */
// Clauses: [cc-state]
TEST(Timeline, ReceivedBytesWrapAt24Bits)
{
    constexpr uint32_t FULL_ONES = (1U << 20) - 1;
    Timeline t;
    for (uint32_t n = 0; n < FULL_ONES; ++n)
    {
        t.GetConnection().Receive(Timeline::Write(n, Opcode::WRITE_MIDDLE), t.Now());
    }
    EXPECT_EQ(ReceivedAfter(t, FULL_ONES, 15 * 256), 0xffffffU);
    EXPECT_EQ(ReceivedAfter(t, FULL_ONES + 1, 1), 0U);
    EXPECT_EQ(ReceivedAfter(t, FULL_ONES + 2, 256), 1U);
}

// --- answers that wait --------------------------------------------------------------------------

/*
 *    0 |<------ 0 cut --------|  while the port is busy
 *      |<------ 1 A ----------|
 *    1 |-- NACK 0 ----------->|  neither stands for the other
 *      |-- SACK -1 +1 ------->|
 */
// Clauses: [answer-order]
TEST(Timeline, NackIsNotReplacedByALaterSack)
{
    Timeline t;
    t.At(0).ReceiveBusy(Timeline::Cut(Timeline::Write(0), TrimMark::TRIMMED));
    t.ReceiveBusy(Timeline::Asking(Timeline::Write(1)));
    t.At(1000).Expect("NACK 0 1, SACK 16777215 +1");
}

} // namespace
