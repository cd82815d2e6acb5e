/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// HPCC's window against numbers worked out by hand from the paper's formulas.

#include "ns3/mrc-hop-news.h"
#include "ns3/mrc-hpcc-window.h"
#include "ns3/mrc-line-rate.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

/** A window with 8 us of base RTT at 100 Gb/s: 100,000 bytes at first, and W_ai is 50 bytes. */
class HpccTest : public ::testing::Test
{
  protected:
    /**
     * Hands over a SACK for one packet.
     *
     * @param window the window
     * @param inFlight bytes
     */
    void Ack(HpccWindow& window, int64_t inFlight)
    {
        AckEvent event;
        event.now = m_now;
        event.bytes = 1000;
        event.inFlight = inFlight;
        m_news.records = &m_records;
        window.OnAck(event);
        m_news.records = nullptr;
    }

    /**
     * Writes the only hop's record.
     *
     * @param ns when the packet left
     * @param sent bytes until then
     * @param queue bytes behind it
     * @param link which
     */
    void Hop(int64_t ns, uint64_t sent, uint64_t queue = 0, uint32_t link = 3)
    {
        m_records = HopRecords();
        Add(ns, sent, queue, link);
    }

    /** Adds a hop's record, as Hop. */
    void Add(int64_t ns, uint64_t sent, uint64_t queue, uint32_t link)
    {
        m_now = Instant(ns * 1000);
        m_records.Add(RecordOf({link, m_now, sent, queue, 100000000000}));
    }

    /** @return the setup */
    ControllerSetup Given()
    {
        return {{Micros(8), 100000000000, 1000, true}, 1e6, KeyedDraws(1), &m_news};
    }

    HopNews m_news;
    HopRecords m_records;
    Instant m_now;
};

// Clauses: [hpcc-window]
TEST_F(HpccTest, BeginsWithABandwidthDelayProduct)
{
    HpccWindow window(HpccConfig(), Given());
    EXPECT_NEAR(window.Window(), 100000, 0.01);
    Hop(1000, 0);
    Ack(window, 99000);
    EXPECT_NEAR(window.Window(), 100000, 0.01) << "one record of a link measures nothing";
    m_records = HopRecords();
    Ack(window, 99000);
    EXPECT_NEAR(window.Window(), 100000, 0.01) << "nor do none";
}

// Clauses: [hpcc-load]
TEST_F(HpccTest, LoadIsRateAndLeastQueueOverTheBusiestHop)
{
    HpccWindow window(HpccConfig(), Given());
    Hop(0, 0, 25600);
    Add(0, 0, 0, 4);
    Ack(window, 99000);
    // A base RTT later the weight is 1: 50,016 of 100,000 bytes, and 12,800 of them wait.
    Hop(8000, 50016, 12800);
    Add(8000, 40000, 0, 4);
    Ack(window, 99000);
    EXPECT_NEAR(window.Load(), 0.50016 + 0.128, 1e-9);
    // Link 4 is the busiest one now, full for a quarter of that: its weight is 1/4.
    Hop(10000, 50016, 0);
    Add(10000, 65000 - 65000 % 32, 0, 4);
    Ack(window, 99000);
    EXPECT_NEAR(window.Load(), 0.75 * 0.62816 + 0.25 * (64992.0 - 40000) / 25000, 1e-9);
}

// Clauses: [hpcc-window]
TEST_F(HpccTest, FollowsTheLoadAtOnceAndItsReferenceOncePerRound)
{
    HpccWindow window(HpccConfig(), Given());
    Hop(0, 0);
    Ack(window, 99000);
    Hop(8000, 100000, 100096); // twice as much as the line takes, but the queue is new
    Ack(window, 5000);         // ends the first round: the reference is this window
    EXPECT_NEAR(window.Load(), 1, 1e-9);
    EXPECT_NEAR(window.Window(), 95050, 0.01);
    Hop(16000, 200000, 100096); // the queue stays
    Ack(window, 4000);
    EXPECT_NEAR(window.Load(), 2.00096, 1e-9);
    const double once = 95050 / (2.00096 / 0.95) + 50;
    EXPECT_NEAR(window.Window(), once, 0.01);
    Hop(24000, 300000, 100096); // still in the round that began with 5000 bytes in flight
    Ack(window, 4000);
    EXPECT_NEAR(window.Window(), once, 0.01) << "not once for each SACK";
    for (int i = 0; i < 3; ++i)
    {
        Hop(32000 + 8000 * i, 400000 + 100000 * i, 100096);
        Ack(window, 4000);
    }
    EXPECT_NEAR(window.Window(), once, 0.01) << "the round ends with this SACK";
    Hop(56000, 700000, 100096);
    Ack(window, 4000);
    EXPECT_NEAR(window.Window(), once / (2.00096 / 0.95) + 50, 0.01);
}

// Clauses: [hpcc-window]
TEST_F(HpccTest, AddsForFiveRoundsBeforeItMultiplies)
{
    ControllerSetup setup = Given();
    HpccConfig config;
    HpccWindow window(config, setup);
    Hop(0, 0);
    Ack(window, 0);
    double expected = 100000;
    for (int round = 1; round <= 6; ++round)
    {
        Hop(8000 * round, 47488U * round); // 0.47488 of the line; each SACK ends a round
        Ack(window, 0);
        expected = round <= 5 ? expected + 50 : expected / (0.47488 / 0.95) + 50;
        EXPECT_NEAR(window.Window(), expected, 0.01) << round;
    }
}

// Clauses: [hpcc-load]
TEST_F(HpccTest, OldRecordsMeasureNothing)
{
    HpccWindow window(HpccConfig(), Given());
    Hop(0, 0);
    Ack(window, 0);
    Hop(8000, 32000);
    Ack(window, 0);
    const double load = window.Load();
    EXPECT_NEAR(load, 0.32, 1e-9);
    Ack(window, 0); // the same record again, as a probe's answer brings
    Hop(1008000, 3200000);
    Ack(window, 0); // 1 ms later: numbers may have come round
    EXPECT_EQ(window.Load(), load);
    Hop(1016000, 3300000 - 3300000 % 32);
    m_now = Instant() + Micros(1816); // that SACK was long under way
    Ack(window, 0);
    EXPECT_NEAR(window.Load(), 1, 1e-3);
    Hop(2016000, 6600000); // 1 ms lies between the packets, if not between their SACKs
    Ack(window, 0);
    EXPECT_NEAR(window.Load(), 1, 1e-3);
}

// Clauses: [hpcc-load]
TEST_F(HpccTest, AnOvertakenPacketMeasuresNoHop)
{
    HpccWindow window(HpccConfig(), Given());
    Hop(0, 0);
    Add(0, 0, 0, 4);
    Ack(window, 0);
    Hop(8000, 64000);
    Ack(window, 0);
    const double load = window.Load();
    Hop(4000, 32000);     // overtaken on link 3,
    Add(8000, 320, 0, 4); // and link 4 alone would say that next to nothing is sent
    Ack(window, 0);
    EXPECT_EQ(window.Load(), load);
    Hop(16000, 128000);
    Add(16000, 160000, 0, 4);
    Ack(window, 0);
    EXPECT_NEAR(window.Load(), 0.8, 1e-9) << "of link 4 the first record counts still";
}

// Clauses: [hpcc-load]
TEST_F(HpccTest, TheFastestLineComesNotRound)
{
    HpccWindow window(HpccConfig(), Given());
    const uint64_t rate = LineRate::MAX_BITS_PER_SECOND;
    const uint64_t bytes = rate / 8 / 1000; // in 1 ms
    m_records.Add(RecordOf({3, Instant(), 0, 0, rate}));
    Ack(window, 0);
    m_now = Instant() + RECORD_LIFE - Nanos(1);
    m_records = HopRecords();
    m_records.Add(RecordOf({3, m_now, bytes, 0, rate}));
    Ack(window, 0);
    EXPECT_NEAR(window.Load(), 1, 1e-3);
}

// Clauses: [hpcc-window]
TEST_F(HpccTest, WhatIsTrimmedOrLostHasLeftTheFlight)
{
    HpccConfig config;
    config.maxStage = 0; // each round takes the window for its reference
    HpccWindow window(config, Given());
    Hop(0, 0);
    Ack(window, 0);
    Hop(8000, 190000 - 190000 % 32); // 1.9 of the line: the window halves
    Ack(window, 5000);               // ends the first round
    const double reference = window.Window();
    window.OnCongestion({m_now, 0, 2000});
    window.OnLoss({2000, m_now});
    Hop(16000, 380000 - 380000 % 32);
    Ack(window, 0); // the fifth thousand ends the round
    EXPECT_NEAR(window.Window(), reference / 2, 100);
    Hop(24000, 570000 - 570000 % 32);
    Ack(window, 0);
    EXPECT_NEAR(window.Window(), reference / 4, 100);
}

// Clauses: [hpcc-window]
TEST_F(HpccTest, ALossThatWasNoneCountsOnce)
{
    HpccConfig config;
    config.maxStage = 0;
    HpccWindow window(config, Given());
    Hop(0, 0);
    Ack(window, 0);
    Hop(8000, 190000 - 190000 % 32); // 1.9 of the line: the window halves with each round
    Ack(window, 3000);
    const double reference = window.Window();
    window.OnLoss({1000, m_now}); // was late only, and has been sent again
    window.Restore(0);
    Hop(16000, 380000 - 380000 % 32);
    Ack(window, 0); // says so, and acknowledges the packet: the first thousand
    EXPECT_NEAR(window.Window(), reference / 2, 100);
    Hop(24000, 570000 - 570000 % 32);
    Ack(window, 0);
    EXPECT_NEAR(window.Window(), reference / 2, 100) << "two of three thousand";
    Hop(32000, 760000 - 760000 % 32);
    Ack(window, 3000); // ends the round
    EXPECT_NEAR(window.Window(), reference / 2, 100) << "not before the third";
    Hop(40000, 950000 - 950000 % 32);
    Ack(window, 0);
    EXPECT_NEAR(window.Window(), reference / 4, 100);
}

// Clauses: [hpcc-window]
TEST_F(HpccTest, AShortPacketThatWasNotLostCountsByItsSize)
{
    HpccConfig config;
    config.maxStage = 0;
    HpccWindow window(config, Given());
    Hop(0, 0);
    Ack(window, 0);
    Hop(8000, 190000 - 190000 % 32); // 1.9 of the line: the window halves with each round
    Ack(window, 3000);
    const double reference = window.Window();
    window.OnCongestion({m_now, 0, 900});
    window.OnLoss({200, m_now}); // the ends of two messages, one of which was late only
    window.OnLoss({200, m_now});
    window.Restore(0);
    Hop(16000, 380000 - 380000 % 32);
    Ack(window, 0); // 2,100 of 3,000
    Hop(24000, 570000 - 570000 % 32);
    Ack(window, 3000); // ends the round: a full packet taken back would leave some of it
    EXPECT_NEAR(window.Window(), reference / 2, 100);
    Hop(32000, 760000 - 760000 % 32);
    Ack(window, 0);
    EXPECT_NEAR(window.Window(), reference / 4, 100);
}

// Clauses: [hpcc-window]
TEST_F(HpccTest, ALossOfAnEarlierRoundIsNotTakenBack)
{
    HpccConfig config;
    config.maxStage = 0;
    HpccWindow window(config, Given());
    Hop(0, 0);
    Ack(window, 0);
    window.OnLoss({1000, m_now});
    Hop(8000, 190000 - 190000 % 32);
    Ack(window, 1000); // ends the round that counts the loss
    const double reference = window.Window();
    window.Restore(0);
    Hop(16000, 380000 - 380000 % 32);
    Ack(window, 0); // a thousand: ends this round
    Hop(24000, 570000 - 570000 % 32);
    Ack(window, 0);
    EXPECT_NEAR(window.Window(), reference / 4, 100);
}

// Clauses: [hpcc-window]
TEST_F(HpccTest, LossesAndTrimsAreNoNews)
{
    HpccWindow window(HpccConfig(), Given());
    CongestionEvent trim;
    trim.bytes = 1000;
    window.OnCongestion(trim);
    window.OnLoss({1000, Instant()});
    EXPECT_NEAR(window.Window(), 100000, 0.01);
    window.Restore(1000);
    EXPECT_NEAR(window.Window(), 100000, 0.01);
    window.LimitWindow(0.05);
    EXPECT_NEAR(window.Window(), 50000, 0.01);
}

} // namespace
} // namespace mrc
} // namespace ns3
