/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Receiver credit: what a receiver grants, what its SACKs say, and what a sender makes of that.

#include "timeline.h"

#include "ns3/mrc-credit-code.h"
#include "ns3/mrc-credit-window.h"
#include "ns3/mrc-incast-gauge.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

// Clauses: [receiver-credit]
TEST(ReceiverCredit, SendersShareTheWindowOfOne)
{
    const struct
    {
        uint32_t senders;
        int code;
    } table[] = {{0, 0}, {1, 0}, {2, 64}, {3, 86}, {7, 110}, {64, 126}, {128, 127}, {1000, 127}};

    for (const auto& row : table)
    {
        EXPECT_EQ(CreditCode(row.senders), row.code) << row.senders;
        EXPECT_LE(CreditPart(CreditCode(row.senders)) * std::min(row.senders, 128U), 1);
    }
    EXPECT_EQ(CreditPart(0), 1);
    EXPECT_EQ(CreditPart(64), 0.5);
    EXPECT_EQ(CreditPart(127), 1.0 / 128);
}

/** @return a SACK for one packet that grants so much */
AckEvent
Grants(int code)
{
    AckEvent ack;
    ack.bytes = 1000;
    ack.penalty = static_cast<uint8_t>(code);
    return ack;
}

/** @return a window of at most 64 packets of 1000 bytes, 8 us of base RTT */
CreditWindow
WindowWith(const CreditConfig& config)
{
    return {config, {{Micros(8), 100000000000, 1000, true}, 64000, KeyedDraws(1)}};
}

// Clauses: [receiver-credit]
TEST(ReceiverCredit, TheLatestGrantIsTheWindow)
{
    CreditWindow window = WindowWith(CreditConfig());
    EXPECT_EQ(window.Window(), 64000);

    const struct
    {
        int code;
        double window;
    } table[] = {{64, 32000}, {64, 32000}, {120, 4000}, {126, 1000}, {127, 1000}, {0, 64000}};

    for (const auto& row : table)
    {
        window.OnAck(Grants(row.code));
        EXPECT_EQ(window.Window(), row.window) << row.code;
    }
}

// Clauses: [receiver-credit]
TEST(ReceiverCredit, NothingElseMovesTheWindow)
{
    CreditWindow window = WindowWith(CreditConfig());
    AckEvent late = Grants(64);
    late.marked = true;
    late.delay = Micros(100);
    window.OnAck(late);
    EXPECT_EQ(window.Window(), 32000);
    CongestionEvent trim;
    trim.bytes = 1000;
    window.OnCongestion(trim);
    window.OnLoss({1000, Instant()});
    EXPECT_EQ(window.Window(), 32000);
}

TEST(ReceiverCredit, AFirstWindowNeedsNoGrant)
{
    CreditConfig config;
    config.firstPart = 0.25;
    EXPECT_EQ(WindowWith(config).Window(), 16000);
    config.firstPart = 0;
    EXPECT_EQ(WindowWith(config).Window(), 1000); // one packet, or no SACK would ever come
}

/** A packet that asks for a SACK comes now, in no queue. @return what rcv_cwnd_pen of the SACK says
 */
int
CodeAfter(Timeline& t, uint32_t psn)
{
    Datagram write = Timeline::Asking(Timeline::Write(psn, Opcode::WRITE_MIDDLE));
    write.write.tseth.timestamp = TimestampOf(t.Now());
    t.Receive(write);
    const SackHeaders sack = t.Last(Opcode::SACK).sack;
    EXPECT_FALSE(sack.cc.restoreWindow);
    return sack.cc.penalty;
}

/*
 *    0 |<------ 0 A ----------|
 *      |-- SACK 0 pen 0 ----->|  alone: all of the window
 *    1 |                      |  to another queue pair of the NIC comes one
 *      |<------ 1 A ----------|
 *      |-- SACK 1 pen 64 ---->|  half of it
 *    9 |<------ 2 A ----------|  two have sent in the round trip before
 *      |-- SACK 2 pen 64 ---->|
 *   18 |<------ 3 A ----------|  the other has gone
 *      |-- SACK 3 pen 0 ----->|
 */
// Clauses: [receiver-credit]
TEST(ReceiverCredit, SacksGrantByTheSendersThatTheNicHears)
{
    IncastGauge gauge;
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().credit = true;
    setup.incast = &gauge;
    Timeline t(setup);
    Timeline other(setup);
    EXPECT_EQ(CodeAfter(t.At(0), 0), 0);
    EXPECT_EQ(CodeAfter(other.At(1000), 0), 64);
    EXPECT_EQ(CodeAfter(t.At(1000), 1), 64);
    EXPECT_EQ(CodeAfter(t.At(9000), 2), 64);
    EXPECT_EQ(CodeAfter(t.At(18000), 3), 0);
}

} // namespace
