/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-nscc.h"

#include <gtest/gtest.h>
#include <memory>

using namespace ns3::mrc;

namespace
{

constexpr uint64_t GBPS = 1000000000;
constexpr double PS_PER_US = 1e6;

struct ConstantsCase
{
    uint64_t gbps;
    Span rtt;
    double targetUs;
    double alpha; //!< bytes per us
    double fi;
    double eta;
    double fiScale;
    double maxWindow;
};

class NsccTable : public testing::TestWithParam<ConstantsCase>
{
};

// Clauses: [nscc-constants], [nscc-vectors]
TEST_P(NsccTable, ConstantsFollowFromRateAndRtt)
{
    const ConstantsCase& row = GetParam();
    const NsccConstants c =
        NsccConstants::Derive(CcConfig(), {row.rtt, row.gbps * GBPS, 4096, true});
    EXPECT_NEAR(static_cast<double>(c.target.Ps()) / PS_PER_US, row.targetUs, 0.0005);
    EXPECT_NEAR(c.alpha * PS_PER_US, row.alpha, 0.02);
    EXPECT_NEAR(c.fairIncrease, row.fi, 0.06);
    EXPECT_NEAR(c.eta, row.eta, 0.06);
    EXPECT_NEAR(c.fastIncreaseScale, row.fiScale, 0.00005);
    EXPECT_NEAR(c.maxWindow, row.maxWindow, 0.5);
}

INSTANTIATE_TEST_SUITE_P(
    Nscc,
    NsccTable,
    testing::Values(
        ConstantsCase{100, Micros(12), 9, 1365.33, 20480, 614.4, 0.25, 225000},
        ConstantsCase{100, Micros(6), 4.5, 682.67, 10240, 307.2, 0.125, 112500},
        ConstantsCase{200, Micros(8), 6, 1820.44, 27306.7, 819.2, 0.3333, 300000},
        ConstantsCase{400, Nanos(7337), 5.503, 3339.15, 50087.3, 1502.6, 0.6114, 550275},
        ConstantsCase{800, Micros(8), 6, 7281.78, 109226.7, 3276.8, 1.3333, 1200000}),
    [](const auto& info) { return "Row" + std::to_string(info.index + 1); });

// Clauses: [nscc-constants]
TEST(NsccConstantsTest, WithoutTrimmingTheTargetIsOneRtt)
{
    const NsccConstants c =
        NsccConstants::Derive(CcConfig(), {Micros(12), 100 * GBPS, 4096, false});
    EXPECT_EQ(c.target, Micros(12));
    EXPECT_EQ(c.qaThreshold, Micros(48));
}

// Clauses: [nscc-profile]
TEST(NsccConstantsTest, WhatIsConfiguredCounts)
{
    CcConfig config;
    config.targetDelay = Micros(3);
    config.maxWindow = 50000;
    config.eta = 0;
    config.adjustBytes = 4096;
    const NsccConstants c = NsccConstants::Derive(config, {Micros(12), 100 * GBPS, 4096, true});
    EXPECT_EQ(c.target, Micros(3));
    EXPECT_EQ(c.maxWindow, 50000);
    EXPECT_EQ(c.eta, 0);
    EXPECT_EQ(c.adjustBytes, 4096);
}

/** NSCC at 100 Gb/s, 12 us, brought to a window of 150,000 B. */
class NsccStep : public testing::Test
{
  protected:
    NsccStep()
    {
        Make(CcConfig());
    }

    void Make(const CcConfig& config)
    {
        const NsccConstants c = NsccConstants::Derive(config, {Micros(12), 100 * GBPS, 4096, true});
        nscc = std::make_unique<Nscc>(c);
        nscc->OnLoss({75000});
        EXPECT_EQ(nscc->Window(), 150000);
    }

    /** A SACK of 4,096 B at `at`. */
    AckEvent Ack(Span at, Span delay, bool marked, uint32_t bytes = 4096) const
    {
        AckEvent event;
        event.now = Instant() + at;
        event.delay = delay;
        event.bytes = bytes;
        event.marked = marked;
        event.inFlight = 100000;
        return event;
    }

    /** Brings the average delay, so far 0, to this by one marked sample of weight 0.0125. */
    AckEvent AckWithAverage(Span at, Span average) const
    {
        return Ack(at, average * 80, true);
    }

    std::unique_ptr<Nscc> nscc;
};

// Clauses: [nscc-signals], [nscc-quadrants], [nscc-fulfil], [nscc-vectors]
TEST_F(NsccStep, N1ProportionalIncrease)
{
    CcConfig config;
    config.adjustBytes = 4095; // adjust at once; the period of 12 us has not passed
    Make(config);
    nscc->OnAck(Ack(Micros(1), Nanos(4500), false));
    EXPECT_NEAR(nscc->Window() - 150000, 25165824.0 / 150000, 1e-6);
    EXPECT_NEAR(nscc->Window() - 150000, 167.8, 0.05);
}

// Clauses: [nscc-signals], [nscc-quadrants], [nscc-vectors]
TEST_F(NsccStep, N2FairIncrease)
{
    CcConfig config;
    config.adjustBytes = 4095;
    Make(config);
    nscc->OnAck(Ack(Micros(1), Micros(10), false));
    EXPECT_NEAR(nscc->Window() - 150000, 83886080.0 / 150000, 1e-6);
    EXPECT_NEAR(nscc->Window() - 150000, 559.2, 0.05);
}

// Clauses: [learnt-base-rtt]
TEST_F(NsccStep, ShorterBaseRttShrinksWhatIsDerivedFromIt)
{
    nscc->OnShorterBaseRtt(Micros(6));
    nscc->OnShorterBaseRtt(Micros(9)); // of another queue pair with the same window
    EXPECT_EQ(nscc->MaxWindow(), 112500);
    EXPECT_EQ(nscc->Window(), 112500);

    CcConfig config;
    config.maxWindow = 225000;
    Make(config);
    nscc->OnShorterBaseRtt(Micros(6));
    EXPECT_EQ(nscc->MaxWindow(), 225000); // a configured value stays
}

// Clauses: [window-per-planes]
TEST_F(NsccStep, LargestWindowIsAPartWhilePlanesAreMissing)
{
    const double whole = nscc->MaxWindow();
    nscc->LimitWindow(0.25);
    EXPECT_EQ(nscc->MaxWindow(), whole / 4);
    EXPECT_EQ(nscc->Window(), whole / 4);
    nscc->LimitWindow(0.5);
    EXPECT_EQ(nscc->MaxWindow(), whole / 2);
    EXPECT_EQ(nscc->Window(), whole / 4); // the window grows as ever
    nscc->LimitWindow(1);
    EXPECT_EQ(nscc->MaxWindow(), whole);
}

// Clauses: [nscc-average], [nscc-trim]
TEST_F(NsccStep, TrimmedPacketStandsForTheConfiguredBaseRtt)
{
    CcConfig config;
    config.averageWeight = 0.5;
    config.maxWindow = 225000;
    config.adjustPeriod = Micros(1000);
    Make(config);
    nscc->OnShorterBaseRtt(Micros(6));
    nscc->OnCongestion({Instant() + Micros(20), 100000, 0}); // average delay: half of 12 us
    nscc->OnAck(Ack(Micros(21), Micros(18), true, 0));       // now 12 us, 9 are the target
    EXPECT_NEAR(nscc->Window(), 150000 * (1 - 0.8 * 3 / 12), 1e-6);
}

struct DecreaseCase
{
    const char* name;
    Span average;
    double window;
};

// Clauses: [nscc-quadrants], [nscc-decrease], [nscc-average]
TEST_F(NsccStep, N3ToN6MultiplicativeDecrease)
{
    CcConfig config;
    config.adjustPeriod = Micros(1000);
    const DecreaseCase cases[] = {{"N3", Micros(18), 90000},
                                  {"N4", Micros(10), 138000},
                                  {"N5 clipped", Micros(90), 75000},
                                  {"N6 at the target", Micros(9), 150000}};
    for (const DecreaseCase& row : cases)
    {
        Make(config);
        nscc->OnAck(AckWithAverage(Micros(20), row.average));
        EXPECT_NEAR(nscc->Window(), row.window, 1e-6) << row.name;
    }
}

// Clauses: [nscc-decrease]
TEST_F(NsccStep, N6SecondDecreaseWithinOneBaseRttIsNone)
{
    CcConfig config;
    config.adjustPeriod = Micros(1000);
    Make(config);
    nscc->OnAck(AckWithAverage(Micros(20), Micros(18)));
    EXPECT_NEAR(nscc->Window(), 90000, 1e-6);
    nscc->OnAck(Ack(Micros(32), Micros(18), true)); // exactly one base RTT later: not yet
    EXPECT_NEAR(nscc->Window(), 90000, 1e-6);
    nscc->OnAck(Ack(Micros(32) + Span(1), Micros(18), true));
    EXPECT_NEAR(nscc->Window(), 90000 * 0.6, 1e-6); // the average is still 18 us
}

// Clauses: [nscc-signals], [nscc-quadrants]
TEST_F(NsccStep, N7MarkWithLowDelayChangesNothing)
{
    nscc->OnAck(Ack(Micros(1), Micros(9) - Span(1), true));
    EXPECT_EQ(nscc->Window(), 150000);
}

// Clauses: [nscc-fast-increase]
TEST_F(NsccStep, N8FastIncreaseAfterACleanWindow)
{
    CcConfig config;
    config.adjustBytes = 1000000;
    config.adjustPeriod = Micros(1000);
    Make(config);
    nscc->OnAck(Ack(Micros(1), Span(), false, 150000)); // as much as the window, not more
    EXPECT_EQ(nscc->Window(), 150000);
    nscc->OnAck(Ack(Micros(2), Span(), false));
    EXPECT_EQ(nscc->Window(), 151024);
    nscc->OnAck(Ack(Micros(3), Nanos(999), false));
    EXPECT_EQ(nscc->Window(), 152048);
    nscc->OnAck(Ack(Micros(4), Nanos(1000), false)); // a delay: the fast phase ends
    EXPECT_EQ(nscc->Window(), 152048);
    nscc->OnAck(Ack(Micros(5), Span(), false));
    EXPECT_EQ(nscc->Window(), 152048);
}

/** The first event opens a quick-adapt period of base RTT + target = 21 us. */
// Clauses: [nscc-quick-adapt]
TEST_F(NsccStep, N9AndN10QuickAdapt)
{
    struct Row
    {
        uint32_t achieved;
        double window;
    };

    CcConfig config;
    config.adjustBytes = 1000000;
    config.adjustPeriod = Micros(1000);
    for (const Row& row :
         {Row{20000, 20000}, Row{28124, 28124}, Row{28125, 150000}, Row{30000, 150000}})
    {
        Make(config);
        nscc->OnAck(Ack(Micros(20), Nanos(5000), true, 1)); // opens the period
        nscc->OnAck(Ack(Micros(30), Nanos(5000), true, row.achieved));
        // last instant of the period: trigger only
        nscc->OnCongestion({Instant() + Micros(41), 100000, 0});
        EXPECT_EQ(nscc->Window(), 150000);
        nscc->OnAck(Ack(Micros(42), Nanos(5000), true, 0));
        EXPECT_EQ(nscc->Window(), row.window) << row.achieved;
    }
}

// UEC's pseudo-code has it so: few bytes around a pause count as those of a slow network.
// Clauses: [nscc-quick-adapt]
TEST_F(NsccStep, ATrimIsRememberedThroughAPause)
{
    for (const bool isTrimmed : {false, true})
    {
        CcConfig config;
        config.adjustBytes = 1000000;
        config.adjustPeriod = Micros(100000);
        Make(config);
        nscc->OnAck(Ack(Micros(20), Nanos(5000), true, 1)); // opens the period
        if (isTrimmed)
        {
            nscc->OnCongestion({Instant() + Micros(25), 100000, 0});
        }
        nscc->OnAck(Ack(Micros(42), Nanos(5000), true, 100000)); // much came, so the trim waits
        EXPECT_EQ(nscc->Window(), 150000);
        nscc->OnAck(Ack(Micros(45), Nanos(5000), true, 4096));
        nscc->OnAck(Ack(Micros(3000), Nanos(5000), true, 16384)); // the first of the next message
        EXPECT_EQ(nscc->Window(), isTrimmed ? 4096 + 16384 : 150000);
    }
}

// Clauses: [nscc-quick-adapt]
TEST_F(NsccStep, APauseBeginsAPeriodIfAskedFor)
{
    for (const bool skips : {false, true})
    {
        CcConfig config;
        config.adjustBytes = 1000000;
        config.adjustPeriod = Micros(100000);
        config.qaSkipsPauses = skips;
        Make(config);
        nscc->OnAck(Ack(Micros(20), Nanos(5000), true, 1)); // opens the period
        nscc->OnCongestion({Instant() + Micros(25), 100000, 0});
        nscc->Resume();
        nscc->OnAck(Ack(Micros(3000), Nanos(5000), true, 16384)); // the first of the next message
        EXPECT_EQ(nscc->Window(), skips ? 150000 : 16384);
        // The trim still counts: the message goes on, and little comes in a period.
        nscc->OnAck(Ack(Micros(3021), Nanos(5000), true, 20000));
        nscc->OnAck(Ack(Micros(3022), Nanos(5000), true, 100));
        EXPECT_EQ(nscc->Window(), skips ? 20100 : 16384);
    }
}

// Clauses: [nscc-quick-adapt]
TEST_F(NsccStep, N9QuickAdaptIgnoresWhatWasInFlight)
{
    CcConfig config;
    config.adjustPeriod = Micros(1000);
    config.averageWeight = 1;
    Make(config);
    nscc->OnAck(Ack(Micros(20), Nanos(5000), true, 1));
    nscc->OnAck(Ack(Micros(30), Nanos(5000), true, 20000));
    nscc->OnCongestion({Instant() + Micros(42), 100000, 4096});
    EXPECT_EQ(nscc->Window(), 20000);
    nscc->OnAck(Ack(Micros(43), Micros(18), true, 99999)); // the last of those 100,000 B
    EXPECT_EQ(nscc->Window(), 20000);
    nscc->OnAck(Ack(Micros(44), Micros(18), true, 1)); // a mark that counts again
    EXPECT_NEAR(nscc->Window(), 12000, 1e-6);
}

// Clauses: [nscc-quick-adapt]
TEST_F(NsccStep, TrimmedBytesAreAmongThoseIgnored)
{
    CcConfig config;
    config.adjustPeriod = Micros(1000);
    config.averageWeight = 1;
    Make(config);
    nscc->OnAck(Ack(Micros(20), Nanos(5000), true, 1));
    nscc->OnAck(Ack(Micros(30), Nanos(5000), true, 20000));
    nscc->OnCongestion({Instant() + Micros(42), 100000, 4096});
    nscc->OnCongestion({Instant() + Micros(43), 95904, 4096});
    EXPECT_EQ(nscc->Window(), 20000);
    nscc->OnAck(Ack(Micros(44), Micros(18), true, 95904)); // with those 4,096 B all are ignored
    EXPECT_NEAR(nscc->Window(), 12000, 1e-6);
}

TEST_F(NsccStep, ShorterBaseRttLowersWhatQuickAdaptTakesForLittle)
{
    CcConfig config;
    config.adjustPeriod = Micros(1000);
    Make(config);
    nscc->OnShorterBaseRtt(Micros(6)); // an eighth of the largest window is 14,062 B now
    nscc->OnAck(Ack(Micros(20), Nanos(5000), true, 1));
    nscc->OnAck(Ack(Micros(30), Nanos(5000), true, 20000));
    nscc->OnCongestion({Instant() + Micros(42), 100000, 0});
    EXPECT_EQ(nscc->Window(), 112500);
}

// Clauses: [nscc-quick-adapt]
TEST_F(NsccStep, QuickAdaptForgetsTheIncreaseThatWasCollected)
{
    CcConfig config;
    config.adjustPeriod = Micros(1000);
    Make(config);
    nscc->OnAck(Ack(Micros(20), Nanos(5000), true, 1));
    nscc->OnAck(Ack(Micros(30), Micros(10), false, 20000)); // collects 20,480 B x 20,000 B
    nscc->OnCongestion({Instant() + Micros(42), 100000, 4096});
    EXPECT_EQ(nscc->Window(), 20000);
    nscc->OnAck(Ack(Micros(1001), Micros(10), false, 0)); // the period is over
    EXPECT_NEAR(nscc->Window(), 20614.4, 1e-6);           // eta, no 20,480 B more
}

// Clauses: [nscc-fulfil], [nscc-vectors]
TEST_F(NsccStep, N11EtaOncePerPeriod)
{
    nscc->OnAck(Ack(Micros(11), Micros(8), true, 0));
    EXPECT_EQ(nscc->Window(), 150000);
    nscc->OnAck(Ack(Micros(12) + Span(1), Micros(8), true, 0));
    EXPECT_NEAR(nscc->Window() - 150000, 614.4, 1e-6);
}

// Clauses: [nscc-loss], [nscc-vectors]
TEST_F(NsccStep, N13LossTakesAPacketDownToOne)
{
    nscc->OnLoss({4096});
    EXPECT_EQ(nscc->Window(), 145904);
    nscc->OnLoss({145904 - 5000});
    nscc->OnLoss({4096});
    EXPECT_EQ(nscc->Window(), 4096);
}

// Clauses: [receiver-penalty]
TEST_F(NsccStep, PenaltyOf64OverOneWindowHalves)
{
    CcConfig config;
    config.adjustBytes = 1000000;
    config.adjustPeriod = Micros(1000);
    Make(config);
    for (int i = 0; i < 15; ++i)
    {
        AckEvent event = Ack(Micros(1), Micros(8), true, 10000);
        event.penalty = 64;
        nscc->OnAck(event);
    }
    EXPECT_EQ(nscc->Window(), 75000);
    AckEvent event = Ack(Micros(1), Micros(8), true, 0);
    event.restoreWindow = true;
    nscc->OnAck(event);
    EXPECT_EQ(nscc->Window(), 150000);
}

TEST_F(NsccStep, PenaltyLeavesTheIncreaseThatWasCollectedAsItWouldHaveBeen)
{
    CcConfig config;
    config.adjustBytes = 1000000;
    config.adjustPeriod = Micros(1000);
    config.eta = 0;
    config.disableQa = true;
    Make(config);
    nscc->OnAck(Ack(Micros(1), Micros(9), false, 100000));
    AckEvent event = Ack(Micros(1), Micros(8), true, 150000);
    event.penalty = 64;
    nscc->OnAck(event);
    EXPECT_EQ(nscc->Window(), 75000);
    nscc->OnAck(Ack(Micros(2000), Micros(9), false, 0));
    // five packets for a window, of which two thirds had come
    EXPECT_NEAR(nscc->Window(), 75000 + 5 * 4096 * 2.0 / 3, 1);
}

} // namespace
