/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-nscc.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

// The memory of NSCC from one SACK to the next [nscc-signals] [nscc-fulfil].

namespace
{

/** @return NSCC with a base RTT of 12 us that adjusts its window each millisecond */
Nscc
SlowNscc(uint64_t gbps)
{
    CcConfig config;
    config.adjustBytes = 1000000;
    config.adjustPeriod = Micros(1000);
    return Nscc(NsccConstants::Derive(config, {Micros(12), gbps * 1000000000, 4096, true}));
}

AckEvent
Ack(Span at, Span delay, bool marked, uint32_t bytes)
{
    AckEvent event;
    event.now = Instant() + at;
    event.delay = delay;
    event.bytes = bytes;
    event.marked = marked;
    event.inFlight = 100000;
    return event;
}

// Clauses: [receiver-penalty]
TEST(NsccMemory, WindowIsRestoredOnce)
{
    Nscc nscc = SlowNscc(100);
    nscc.OnLoss({75000});
    AckEvent penalty = Ack(Micros(1), Micros(8), true, 10000);
    penalty.penalty = 64;
    nscc.OnAck(penalty);
    EXPECT_EQ(nscc.Window(), 145000);
    AckEvent restore = Ack(Micros(1), Micros(8), true, 0);
    restore.restoreWindow = true;
    nscc.OnAck(restore);
    EXPECT_EQ(nscc.Window(), 150000);
    nscc.OnLoss({50000});
    nscc.OnAck(restore); // of a penalty that is over
    EXPECT_EQ(nscc.Window(), 100000);
}

// Clauses: [nscc-fulfil]
TEST(NsccMemory, IgnoredSackForgetsTheIncreaseThatWasCollected)
{
    Nscc nscc = SlowNscc(100);
    nscc.OnLoss({75000});
    nscc.OnAck(Ack(Micros(20), Nanos(5000), true, 1));
    nscc.OnAck(Ack(Micros(30), Nanos(5000), true, 20000));
    nscc.OnCongestion({Instant() + Micros(42), 100000, 4096});
    EXPECT_EQ(nscc.Window(), 20000) << "quick adapt: marks of 100,000 bytes are ignored";
    nscc.OnAck(Ack(Micros(43), Micros(10), false, 20000)); // collects
    nscc.OnAck(Ack(Micros(44), Micros(10), true, 1));      // is ignored
    nscc.OnAck(Ack(Micros(1001), Micros(10), false, 0));   // the period is over
    EXPECT_NEAR(nscc.Window(), 20000 + 614.4, 1e-6);       // eta and no more
}

// Clauses: [nscc-fast-increase]
TEST(NsccMemory, FastPhaseGoesOnAlthoughTheWindowOutgrowsItsCount)
{
    Nscc nscc = SlowNscc(800);
    nscc.OnLoss({1750000});
    EXPECT_EQ(nscc.Window(), 50000);
    nscc.OnAck(Ack(Micros(1), Span(), false, 50001)); // more than a window: the phase begins
    EXPECT_EQ(nscc.Window(), 50000 + 2 * 50001);
    nscc.OnAck(Ack(Micros(2), Span(), false, 4096)); // 54,097 bytes in all are less than a window
    EXPECT_EQ(nscc.Window(), 50000 + 2 * (50001 + 4096));
}

/** @return a window that averages delays by halves, and adjusts only after very long */
Nscc
AveragingHalf()
{
    CcConfig config;
    config.averageWeight = 0.5;
    config.adjustBytes = 1000000;
    config.adjustPeriod = Micros(1000);
    return Nscc(NsccConstants::Derive(config, {Micros(12), 100000000000, 4096, true}));
}

// Clauses: [nscc-average]
TEST(NsccMemory, DelayWithoutAMarkCountsLittleAboveTheTarget)
{
    Nscc nscc = AveragingHalf();
    nscc.OnLoss({75000});
    nscc.OnAck(Ack(Micros(20), Micros(40), false, 0)); // a quarter of 12 us counts: average 1.5
    nscc.OnAck(Ack(Micros(21), Micros(18), true, 0));  // average 9.75, of which 9 are the target
    EXPECT_NEAR(nscc.Window(), 150000 * (1 - 0.8 * 0.75 / 9.75), 1e-6);
}

// Clauses: [nscc-average]
TEST(NsccMemory, DelayWithoutAMarkCountsInFullAtTheTarget)
{
    Nscc nscc = AveragingHalf();
    nscc.OnLoss({75000});
    nscc.OnAck(Ack(Micros(20), Micros(9), false, 0)); // the target: average 4.5
    nscc.OnAck(Ack(Micros(21), Micros(18), true, 0)); // average 11.25, of which 9 are the target
    EXPECT_NEAR(nscc.Window(), 150000 * (1 - 0.8 * 2.25 / 11.25), 1e-6);
}

} // namespace
