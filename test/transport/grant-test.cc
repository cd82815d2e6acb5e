/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-script.h"
#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** @return a sender that only the receive window holds back, of one unit at first */
ConnectionParameters
WideOpen(bool dynamic)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = 10000 * FULL;
    setup.qp.Change().mpr = 1;
    setup.qp.Change().dynamicMpr = dynamic;
    return setup;
}

Datagram
Granting(Datagram sack, uint8_t mpr)
{
    sack.sack.seth.mpr = mpr;
    return sack;
}

// --- dynamic MPR [dynamic-mpr] ------------------------------------------------------------------

/*
 *    0 |-- 0 .. 127 --------->|  one unit of 128
 *    6 |<- SACK 0 mpr 2 ------|
 *      |-- 128 .. 256 ------->|  cack 0 + 256
 *    7 |<- SACK n mpr 1 ------|  nothing up to n = 128: 256 is in flight, and n + 128 is the edge
 *    8 |<- SACK 60 mpr 9 -----|  outdated
 */
// Clauses: [dynamic-mpr]
TEST(Grant, SenderObeysTheNewestSack)
{
    for (uint32_t first : {0U, 0xffff80U, 0xffffffU})
    {
        const auto psn = [first](uint32_t n) { return (first + n) & 0xffffff; };
        ConnectionParameters setup = WideOpen(true);
        setup.firstPsn = Psn(first);
        Timeline t(setup);
        t.At(0).Post(2000 * FULL);
        EXPECT_EQ(t.Counters().sentPackets, 128U);
        t.At(6000).Receive(Granting(t.Sack(psn(0), psn(0)), 2));
        EXPECT_EQ(t.Counters().sentPackets, 257U);
        t.At(7000).Receive(Granting(t.Sack(psn(100), psn(100)), 1));
        EXPECT_EQ(t.Counters().sentPackets, 257U);
        t.Receive(Granting(t.Sack(psn(128), psn(128)), 1));
        EXPECT_EQ(t.Counters().sentPackets, 257U) << "PSN 257 is 129 above cack";
        t.Receive(Granting(t.Sack(psn(129), psn(129)), 1));
        EXPECT_EQ(t.Counters().sentPackets, 258U);
        t.At(8000).Receive(Granting(t.Sack(psn(60), psn(60)), 9));
        EXPECT_EQ(t.Counters().sentPackets, 258U) << "an outdated SACK";
    }
}

/* As above, but the MPR was not agreed to be dynamic: the field says nothing. */
// Clauses: [dynamic-mpr]
TEST(Grant, FixedMprIsNotMoved)
{
    Timeline t(WideOpen(false));
    t.At(0).Post(2000 * FULL);
    t.At(6000).Receive(Granting(t.Sack(0, 0), 2));
    EXPECT_EQ(t.Counters().sentPackets, 129U);
    EXPECT_FALSE(t.GetConnection().SetGrant({2, 0}));
    EXPECT_TRUE(t.GetConnection().SetGrant({1, 64})) << "a penalty may";
}

/*
 *    6 |<- SACK 0 mpr 1 ------|
 *    7 |<- ACK 200 -----------|  all are complete, their SACKs are lost
 *      |-- ... -------------->|  one unit is always granted: it must not wait for ever
 */
TEST(Grant, TransportAckLeavesOneUnit)
{
    ConnectionParameters setup = WideOpen(true);
    setup.qp.Change().mpr = 4;
    Timeline t(setup);
    t.At(0);
    for (int i = 0; i < 1000; ++i)
    {
        t.Post(FULL);
    }
    EXPECT_EQ(t.Counters().sentPackets, 512U);
    t.At(6000).Receive(Granting(t.Sack(0, 0), 1));
    EXPECT_EQ(t.Counters().sentPackets, 512U);
    t.At(7000).Receive(t.TransportAck(512));
    EXPECT_EQ(t.Counters().sentPackets, 512U + 128U);
}

/*
 *      |------- 0 A --------->|  SACK 0 mpr 2: up to 256
 *      |                      |  the window becomes one unit
 *      |------- 256 --------->|  was granted
 *      |------- 257 --------->|  was not
 *      |------- 1 .. 129 ---->|  cack 129: now it is
 */
// Clauses: [dynamic-mpr]
TEST(Grant, ReceiverKeepsItsPromise)
{
    ConnectionParameters setup = WideOpen(true);
    setup.qp.Change().mpr = 2;
    Timeline t(setup);
    t.At(0).Receive(Timeline::Asking(Timeline::Write(0))).Expect("SACK 0, ACK 1");
    EXPECT_EQ(t.Last(Opcode::SACK).sack.seth.mpr, 2);
    EXPECT_TRUE(t.GetConnection().SetGrant({1, 0}));
    t.Receive(Timeline::Asking(Timeline::Write(256))).Expect("SACK 0 +1");
    EXPECT_EQ(t.Last(Opcode::SACK).sack.seth.mpr, 1);
    t.Receive(Timeline::Write(257)).Expect("NACK 257 11");
    for (uint32_t psn = 1; psn < 130; ++psn)
    {
        t.Receive(Timeline::Asking(Timeline::Write(psn)));
    }
    t.Receive(Timeline::Write(258));
    EXPECT_EQ(t.Last(Opcode::NACK).neth.psn, Psn(258));
    t.Receive(Timeline::Write(257));
    EXPECT_EQ(t.Last(Opcode::NACK).neth.psn, Psn(258)) << "PSN 257 is 128 above cack";
}

/* Both ends, losses, and a window that changes every 5 us: nothing is ever refused. */
// Clauses: [dynamic-mpr]
TEST(Grant, NobodyIsRefusedWhileTheWindowChanges)
{
    for (uint64_t seed = 1; seed <= 10; ++seed)
    {
        const KeyedDraws draws(seed);
        ScriptOptions options;
        options.key = seed;
        options.firstPsn = Psn(0xfffe00);
        options.portBitRate = 800000000000;
        options.qp.dynamicMpr = true;
        options.qp.mpr = 1;
        PacketScript script(options);
        script.AddRule([&draws](const Sighting& s) {
            return draws.Below(100, static_cast<uint64_t>(s.at.Ps()) + s.nth) == 0
                       ? PacketFate::DROP
                       : PacketFate::DELIVER;
        });
        script.PostAt(Micros(0), A, 20000000);
        for (uint32_t n = 1; n < 100; ++n)
        {
            script.At(Micros(5) * n, [&script, &draws, n] {
                const auto mpr = static_cast<uint8_t>(1 + draws.Below(5, n));
                EXPECT_TRUE(script.ConnectionOf(B).SetGrant({mpr, 0}));
            });
        }
        EXPECT_TRUE(script.Run());
        script.ExpectAllDone();
        EXPECT_EQ(script.Sent(B, Opcode::NACK), 0U);
    }
}

// --- receiver penalty [receiver-penalty] --------------------------------------------------------

/*
 *      |------- 0 A --------->|  SACK
 *      |                      |  a penalty of 64, and its end
 *      |------- n A --------->|  SACK pen 64; then SACK r_c until the next penalty
 */
// Clauses: [receiver-penalty]
TEST(Grant, PenaltyIsToldAndTakenBack)
{
    const struct
    {
        uint8_t penalty;
        bool restores;
    } table[] = {{0, false}, {64, false}, {127, false}, {0, true}, {0, true}, {1, false}};

    Timeline t;
    uint32_t psn = 0;
    for (const auto& row : table)
    {
        EXPECT_TRUE(t.GetConnection().SetGrant({8, row.penalty}));
        t.At(psn * 1000).Receive(Timeline::Asking(Timeline::Write(psn)));
        EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.penalty, row.penalty);
        EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.restoreWindow, row.restores);
        EXPECT_EQ(t.Last(Opcode::SACK).sack.seth.mpr, 0) << "not dynamic";
        ++psn;
    }
}

// The whole loop: 64 takes half of the acknowledged bytes, and the end of the penalty gives these
// back.
// Clauses: [receiver-penalty]
TEST(Grant, PenaltyShrinksTheWindowAndItsEndGivesItBack)
{
    ScriptOptions options;
    options.cc.fastIncreaseScale = 0; // nothing but the penalty changes the window
    options.cc.adjustBytes = uint64_t{1} << 40;
    options.cc.adjustPeriod = Micros(1000);
    PacketScript script(options);
    script.PostAt(Micros(0), A, 8000000);
    const FlightWindow& rate = script.ConnectionOf(A).GetSender().Store().flight.Store().rate;
    const int64_t before = rate.Window();
    script.At(Micros(40), [&] { script.ConnectionOf(B).SetGrant({8, 64}); });
    script.At(Micros(43), [&] { EXPECT_EQ(rate.Window(), before) << "one way takes 3 us"; });
    script.At(Micros(53), [&] {
        // 10 us of packets of 4,096 bytes, each 170.48 ns on two ports
        EXPECT_NEAR(static_cast<double>(rate.Window()), before - 10000 / 170.48 * 2048, 8192);
        script.ConnectionOf(B).SetGrant({8, 0});
    });
    script.At(Micros(60), [&] { EXPECT_EQ(rate.Window(), before); });
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone();
}

/*
 *    0 |-- 0 .. 511 --------->|  four units of 128, and many messages
 *    6 |<- SACK 0 mpr 4 ------|
 *      |-- 512 -------------->|
 *    7 |<------ ACK 100 ------|  packets 0 .. 99 are there, but no SACK has granted more
 */
TEST(Grant, TransportAckGrantsNothing)
{
    ConnectionParameters setup = WideOpen(true);
    setup.qp.Change().mpr = 4;
    Timeline t(setup);
    t.At(0);
    for (int i = 0; i < 1000; ++i)
    {
        t.Post(FULL);
    }
    EXPECT_EQ(t.Counters().sentPackets, 512U);
    t.At(6000).Receive(Granting(t.Sack(0, 0), 4));
    EXPECT_EQ(t.Counters().sentPackets, 513U);
    t.At(7000).Receive(t.TransportAck(100));
    EXPECT_EQ(t.Counters().sentPackets, 513U);
}

} // namespace
