/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A window of marks and of a receiver's hints, against numbers worked out by hand.

#include "ns3/mrc-credit-code.h"
#include "ns3/mrc-metaroce-like-window.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return a setup of packets of 1000 bytes, a base RTT of 8 us and a window of 128,000 bytes */
ControllerSetup
Given()
{
    return {{Micros(8), 100000000000, 1000, false}, 128000, KeyedDraws(1)};
}

/** @return a SACK of one packet at a time */
AckEvent
AckAt(int64_t us, bool marked = false, uint8_t hint = 0)
{
    AckEvent event;
    event.now = Instant() + Micros(us);
    event.bytes = 1000;
    event.marked = marked;
    event.penalty = hint;
    return event;
}

// Clauses: [metaroce-like]
TEST(MetaRoceLike, FollowsAHintAtOnceUpAndDown)
{
    MetaRoceLikeWindow window(MetaRoceLikeConfig(), Given());
    EXPECT_EQ(window.Window(), 128000);
    window.OnAck(AckAt(1, false, CreditCode(4)));
    EXPECT_EQ(window.Window(), 32000);
    window.OnAck(AckAt(2, false, CreditCode(4)));
    EXPECT_EQ(window.Window(), 32000) << "nothing grows above the hint";
    window.OnAck(AckAt(3, false, CreditCode(2)));
    EXPECT_EQ(window.Window(), 64000);
}

// Clauses: [metaroce-like]
TEST(MetaRoceLike, AMarkHalvesOncePerRoundTripAndAdditionsFollow)
{
    MetaRoceLikeWindow window(MetaRoceLikeConfig(), Given());
    window.OnAck(AckAt(1, true));
    EXPECT_EQ(window.Window(), 64000);
    window.OnAck(AckAt(2, true));
    EXPECT_EQ(window.Window(), 64000);
    window.OnAck(AckAt(3));
    EXPECT_NEAR(window.Window(), 64000 + 1000.0 * 1000 / 64000, 1e-6);
    window.OnAck(AckAt(9, true));
    EXPECT_NEAR(window.Window(), 32000 + 500.0 * 1000 / 64000, 1e-6);
    window.OnAck(AckAt(10, true, CreditCode(8)));
    EXPECT_EQ(window.Window(), 16000) << "a round trip has one cut";
}

// Clauses: [metaroce-like]
TEST(MetaRoceLike, LossesAndTrimsAreMarks)
{
    MetaRoceLikeWindow window(MetaRoceLikeConfig(), Given());
    window.OnLoss({1000, Instant() + Micros(1)});
    EXPECT_EQ(window.Window(), 64000);
    window.Restore(1000);
    EXPECT_EQ(window.Window(), 64000);
    window.OnCongestion({Instant() + Micros(9), 0, 1000});
    EXPECT_EQ(window.Window(), 32000);
}

} // namespace
} // namespace mrc
} // namespace ns3
