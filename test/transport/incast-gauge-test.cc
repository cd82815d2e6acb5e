/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

#include "ns3/mrc-incast-gauge.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr Span TRIP = Micros(6);
constexpr double ROOM = 10; //!< packets of all windows

/** @return the time after so many round trips */
Instant
After(int64_t trips)
{
    return Instant() + TRIP * trips;
}

/**
 * A queue pair gets packets; each of the others one. @return the penalty of the pair a round trip
 * later
 */
int
PenaltyAfter(uint32_t packets, uint32_t others)
{
    IncastGauge gauge;
    IncastGauge::Share share;
    for (uint32_t i = 0; i < packets; ++i)
    {
        gauge.Hear(share, After(1), TRIP);
    }
    for (uint32_t i = 0; i < others; ++i)
    {
        IncastGauge::Share other;
        gauge.Hear(other, After(1), TRIP);
    }
    gauge.Hear(share, After(2), TRIP);
    return gauge.PenaltyOf(share, ROOM);
}

// Clauses: [incast-penalty]
TEST(IncastGauge, PenaltyTakesASenderBackToItsShare)
{
    const struct
    {
        uint32_t packets;
        uint32_t senders;
        int penalty;
    } table[] = {{1000, 1, 0}, // nobody to share with
                 {5, 2, 0},
                 {6, 2, 21},   // 128 / 6
                 {10, 2, 64},  // halved
                 {10, 5, 102}, // a fifth of the share
                 {1, 100, 0},  // a packet is the least window
                 {2, 100, 64},
                 {1000, 10, 127}};

    for (const auto& row : table)
    {
        EXPECT_EQ(PenaltyAfter(row.packets, row.senders - 1), row.penalty)
            << row.packets << " of " << row.senders;
    }
}

TEST(IncastGauge, SendersOfTheRoundTripBeforeCount)
{
    IncastGauge gauge;
    IncastGauge::Share a;
    IncastGauge::Share b;
    EXPECT_EQ(gauge.Senders(), 0U);
    gauge.Hear(a, After(1), TRIP);
    gauge.Hear(a, After(1), TRIP);
    EXPECT_EQ(gauge.Senders(), 1U);
    gauge.Hear(b, After(1), TRIP);
    EXPECT_EQ(gauge.Senders(), 2U);
    gauge.Hear(a, After(2), TRIP);
    EXPECT_EQ(gauge.Senders(), 2U) << "b may still come";
    gauge.Hear(a, After(3), TRIP);
    EXPECT_EQ(gauge.Senders(), 1U);
    gauge.Hear(b, After(3), TRIP);
    gauge.Hear(a, After(5), TRIP);
    EXPECT_EQ(gauge.Senders(), 1U) << "a round trip without data lies between";
    EXPECT_EQ(a.before, 0U);
}

TEST(IncastGauge, RoundTripsAreAsLongAsTheyAreSaidToBe)
{
    IncastGauge gauge;
    IncastGauge::Share a;
    for (int64_t trips : {0, 1, 2})
    {
        gauge.Hear(a, After(trips), TRIP * 2);
        gauge.Hear(a, After(trips), TRIP * 2);
    }
    EXPECT_EQ(a.before, 4U);
    EXPECT_EQ(a.packets, 2U);
}

/** @return an end of a NIC that has this gauge */
ConnectionParameters
Gauged(IncastGauge& gauge, bool penalty)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().incastPenalty = penalty;
    setup.incast = &gauge;
    return setup;
}

/** A packet comes now, in no queue. */
void
Come(Timeline& t, uint32_t psn, bool whole)
{
    Datagram write = Timeline::Asking(Timeline::Write(psn, Opcode::WRITE_MIDDLE));
    write.write.tseth.timestamp = TimestampOf(t.Now());
    t.Receive(whole ? write : Timeline::Cut(write, TrimMark::TRIMMED_LAST_HOP));
}

/*
 *    0 |<------ 0 .. 59 ------|  half of them cut; to another queue pair of the NIC comes one
 *    6 |<------ 60 A ---------|  the line has 61.6 in 10.5 us
 *      |-- SACK 60 pen 62 --->|  128 (1 - 30.8 / 60)
 *   12 |<------ 61 A ---------|
 *   18 |<------ 62 A ---------|  the other has gone
 *      |-- SACK 62 r_c ------>|
 */
TEST(IncastGauge, SacksAskForThePenaltyAndGiveItBack)
{
    for (const bool on : {true, false})
    {
        IncastGauge gauge;
        Timeline t(Gauged(gauge, on));
        Timeline other(Gauged(gauge, on));
        t.At(0);
        other.At(0);
        for (uint32_t psn = 0; psn < 60; ++psn)
        {
            Come(t, psn, psn % 2 == 0);
        }
        EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.penalty, 0);
        Come(other, 0, true);
        t.At(6000);
        Come(t, 60, true);
        EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.penalty, on ? 62 : 0);
        other.At(6000);
        Come(other, 1, true);
        EXPECT_EQ(other.Last(Opcode::SACK).sack.cc.penalty, 0) << "it has less than its share";
        t.At(12000);
        Come(t, 61, true);
        EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.penalty, 0);
        EXPECT_FALSE(t.Last(Opcode::SACK).sack.cc.restoreWindow);
        t.At(18000);
        Come(t, 62, true);
        EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.restoreWindow, on);
    }
}

/* A grant of a script stays, whatever the receiver's own rule says. */
TEST(IncastGauge, AGrantedPenaltyIsTheLeast)
{
    IncastGauge gauge;
    Timeline t(Gauged(gauge, true));
    EXPECT_TRUE(t.GetConnection().SetGrant({8, 50}));
    t.At(0);
    Come(t, 0, true);
    EXPECT_EQ(t.Last(Opcode::SACK).sack.cc.penalty, 50);
}

} // namespace
