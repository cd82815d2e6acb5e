/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The controllers beside NSCC, against numbers worked out by hand from their rules.

#include "ns3/mrc-dctcp-window.h"
#include "ns3/mrc-swift-window.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return packets of 1000 bytes, 8 us of base RTT */
ControllerSetup
SetupOf(double maxWindow)
{
    return {{Micros(8), 100000000000, 1000, true}, maxWindow, KeyedDraws(1)};
}

/** @return a SACK for one packet */
AckEvent
Ack(bool marked, int64_t inFlight)
{
    AckEvent event;
    event.bytes = 1000;
    event.marked = marked;
    event.inFlight = inFlight;
    return event;
}

/** @return a SACK for one packet, some time after the start, with some queueing delay */
AckEvent
Late(int64_t at, int64_t delay)
{
    AckEvent event;
    event.now = Instant() + Micros(at);
    event.delay = Micros(delay);
    event.bytes = 1000;
    return event;
}

// Clauses: [dctcp-window]
TEST(DctcpWindow, FollowsTheShareOfMarks)
{
    DctcpWindow window(DctcpConfig(), SetupOf(10000));
    EXPECT_EQ(window.Alpha(), 1);
    EXPECT_EQ(window.Window(), 10000);
    window.OnAck(Ack(false, 9000)); // ends a window of the controller's own
    EXPECT_EQ(window.Alpha(), 0.9375);
    EXPECT_EQ(window.Window(), 10000); // not above the largest
    for (int i = 0; i < 9; ++i)
    {
        EXPECT_EQ(window.Window(), 10000);
        window.OnAck(Ack(true, 4000)); // all marked
    }
    EXPECT_EQ(window.Alpha(), 0.94140625);
    EXPECT_NEAR(window.Window(), 5292.97, 0.01);
    window.OnAck(Ack(true, 5000)); // one of four
    EXPECT_NEAR(window.Window(), 5292.97, 0.01);
    for (int i = 0; i < 3; ++i)
    {
        window.OnAck(Ack(false, 4000));
    }
    EXPECT_NEAR(window.Alpha(), 0.898193, 1e-6);
    EXPECT_NEAR(window.Window(), 3217.75, 0.01);
    for (int i = 0; i < 4; ++i)
    {
        window.OnAck(Ack(false, 4000)); // none: the average falls, the window grows
    }
    EXPECT_NEAR(window.Alpha(), 0.842056, 1e-6);
    EXPECT_NEAR(window.Window(), 4319.71, 0.01);
}

TEST(DctcpWindow, AnAckOfNothingEndsNoWindow)
{
    DctcpWindow window(DctcpConfig(), SetupOf(10000));
    AckEvent nothing = Ack(true, 5000);
    nothing.bytes = 0;
    window.OnAck(nothing);
    EXPECT_EQ(window.Alpha(), 1);
    EXPECT_EQ(window.Window(), 10000);
}

TEST(DctcpWindow, ATrimCountsAsAMark)
{
    DctcpWindow window(DctcpConfig(), SetupOf(10000));
    CongestionEvent trim;
    trim.bytes = 1000;
    window.OnCongestion(trim);
    EXPECT_EQ(window.Alpha(), 1);
    EXPECT_EQ(window.Window(), 5000);
}

TEST(DctcpWindow, HalvesOnceForTheLossesOfAWindow)
{
    DctcpWindow window(DctcpConfig(), SetupOf(10000));
    window.OnAck(Ack(false, 2000));
    window.OnLoss({1000, Instant()});
    EXPECT_EQ(window.Window(), 5000);
    window.OnLoss({1000, Instant()});
    EXPECT_EQ(window.Window(), 5000);
    window.OnAck(Ack(true, 1000));
    window.OnAck(Ack(true, 1000)); // ends the window: its loss was the answer to its marks too
    EXPECT_EQ(window.Window(), 5000);
    window.OnLoss({1000, Instant()});
    EXPECT_EQ(window.Window(), 2500);
    window.Restore(1500);
    EXPECT_EQ(window.Window(), 4000);
    window.OnAck(Ack(true, 0));
    window.OnLoss({1000, Instant()});
    EXPECT_EQ(window.Window(), 2000);
    window.OnAck(Ack(true, 0));
    window.OnLoss({1000, Instant()});
    EXPECT_EQ(window.Window(), 2000); // two packets at least
}

TEST(DctcpWindow, IsAPartOfTheWholeWhilePlanesAreOut)
{
    DctcpWindow window(DctcpConfig(), SetupOf(10000));
    window.LimitWindow(0.75);
    EXPECT_EQ(window.Window(), 7500);
    window.OnAck(Ack(false, 0));
    EXPECT_EQ(window.Window(), 7500);
    window.LimitWindow(1);
    window.OnAck(Ack(false, 0));
    EXPECT_NEAR(window.Window(), 7633.33, 0.01);
}

// Clauses: [swift-window]
TEST(SwiftWindow, TargetGrowsAsTheWindowShrinks)
{
    struct Row
    {
        double packets;
        uint32_t hops;
        double us;
    };

    for (const Row& row : {Row{100, 0, 20},
                           Row{25, 0, 23.266},
                           Row{1, 0, 49.390},
                           Row{0.1, 0, 120},
                           Row{100, 3, 29.160},
                           Row{25, 5, 38.533}})
    {
        SwiftConfig config;
        config.hops = row.hops;
        SwiftWindow window(config, SetupOf(row.packets * 1000));
        EXPECT_EQ(window.Window(), row.packets * 1000);
        EXPECT_NEAR(static_cast<double>(window.Target().Ps()) / 1e6, row.us, 0.001);
    }
}

TEST(SwiftWindow, IsAtMostAHundredPackets)
{
    SwiftConfig config;
    EXPECT_EQ(SwiftWindow(config, SetupOf(1e6)).Window(), 100000);
    config.maxWindow = 200;
    EXPECT_EQ(SwiftWindow(config, SetupOf(1e6)).Window(), 200000);
    config.minWindow = 200; // one window at all: nothing to scale by
    EXPECT_EQ(SwiftWindow(config, SetupOf(1e6)).Target(), Micros(20));
}

/** @return Swift with a target of 20 us, whatever the window */
SwiftConfig
Unscaled()
{
    SwiftConfig config;
    config.flowScaling = 0;
    return config;
}

// Clauses: [swift-window]
TEST(SwiftWindow, DecreasesByTheExcessOncePerRoundTrip)
{
    SwiftWindow window(Unscaled(), SetupOf(1e6));
    window.OnAck(Late(100, 42)); // 50 us: 1 - 0.8 x 30 / 50
    EXPECT_NEAR(window.Window(), 52000, 0.01);
    window.OnAck(Late(149, 42));
    EXPECT_NEAR(window.Window(), 52000, 0.01);
    window.OnAck(Late(150, 42));
    EXPECT_NEAR(window.Window(), 27040, 0.01);
    window.OnAck(Late(300, 92)); // 100 us: 0.36 would be less than one half
    EXPECT_NEAR(window.Window(), 13520, 0.01);
}

TEST(SwiftWindow, GrowsByAPacketInARoundTripBelowTheTarget)
{
    SwiftWindow window(Unscaled(), SetupOf(1e6));
    window.OnAck(Late(100, 92));
    EXPECT_NEAR(window.Window(), 50000, 0.01);
    window.OnAck(Late(101, 11));
    EXPECT_NEAR(window.Window(), 50020, 0.01);
    window.OnAck(Late(300, 12)); // just the target: no excess, and no growth
    EXPECT_NEAR(window.Window(), 50020, 0.01);
    window.OnShorterBaseRtt(Micros(7));
    window.OnAck(Late(400, 12));
    EXPECT_NEAR(window.Window(), 50039.99, 0.01);
}

TEST(SwiftWindow, HalvesForTrimsAndLossesOncePerRoundTrip)
{
    SwiftWindow window(Unscaled(), SetupOf(1e6));
    CongestionEvent trim;
    trim.bytes = 1000;
    trim.now = Instant() + Micros(100);
    window.OnCongestion(trim);
    EXPECT_NEAR(window.Window(), 50000, 0.01);
    window.OnLoss({1000, Instant() + Micros(107)});
    EXPECT_NEAR(window.Window(), 50000, 0.01);
    window.OnLoss({1000, Instant() + Micros(108)}); // base RTT: no other was measured
    EXPECT_NEAR(window.Window(), 25000, 0.01);
}

TEST(SwiftWindow, StaysAboveTheLeastOne)
{
    SwiftWindow window(SwiftConfig(), SetupOf(1e6));
    for (int i = 0; i < 30; ++i)
    {
        window.OnLoss({1000, Instant() + Micros(8 * i)});
    }
    EXPECT_NEAR(window.Window(), 100, 0.01);
    window.OnAck(Late(1000, 0)); // below one packet each packet adds one
    EXPECT_NEAR(window.Window(), 1100, 0.01);
}

} // namespace
} // namespace mrc
} // namespace ns3
