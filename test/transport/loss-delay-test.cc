/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// A NIC that takes its time before it acts on a loss.

namespace
{

constexpr int64_t LAG = REORDER + 256;

/*
 *      0 |-- 0 A -------------->|  lost
 *    6.3 |-- 1 .. 5 ----------->|
 *   12.3 |<------ SACK -1 +5 ---|
 *    +D  |-- 0 rtx ------------>|
 */
// Clauses: [loss-delay]
TEST(LossDelay, TheNicActsSoMuchLaterHoweverOftenItHearsOfTheLoss)
{
    for (const int64_t delay : {0, 131000, 262000})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.qp.Change().lossDelay = Nanos(delay);
        setup.qp.Change().timeoutExponent = 12; // not the timer
        Timeline t(setup);
        t.At(0).Post(FULL);
        t.At(LAG).Post(5 * FULL);
        const Datagram sack = t.Sack(5, NOTHING, {1, 2, 3, 4, 5});
        t.At(LAG + 6000).Receive(sack);
        if (delay != 0)
        {
            t.At(LAG + 6000 + delay / 2).Receive(sack);
            t.At(LAG + 6000 + delay - 1);
            EXPECT_FALSE(t.Sent(0).bth.retransmission) << delay;
            EXPECT_EQ(t.StateOf(0), PathState::GOOD) << delay;
        }
        const Ev lost = t.Sent(0).ev;
        t.At(LAG + 6000 + delay);
        EXPECT_TRUE(t.Sent(0).bth.retransmission) << delay;
        EXPECT_EQ(t.Counters().pathsRetired, 1U) << delay << ", " << lost.value;
    }
}

/** Packets that arrive meanwhile are not lost. */
// Clauses: [loss-delay]
TEST(LossDelay, WhatArrivesMeanwhileIsForgotten)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().lossDelay = Nanos(131000);
    setup.qp.Change().timeoutExponent = 12;
    Timeline t(setup);
    t.At(0).Post(FULL);
    t.At(LAG).Post(5 * FULL);
    t.At(LAG + 6000).Receive(t.Sack(5, NOTHING, {1, 2, 3, 4, 5}));
    t.At(LAG + 100000).Receive(t.Sack(0, 5));
    t.At(LAG + 300000);
    EXPECT_EQ(t.Counters().UntrimmedLosses(), 0U);
}

} // namespace
