/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-connection-parameters.h"
#include "ns3/mrc-datagram.h"
#include "ns3/mrc-doubtful-losses.h"
#include "ns3/mrc-rtt-estimator.h"
#include "ns3/mrc-sent-packets.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

constexpr uint64_t FIRST = uint64_t{1} << 24;
constexpr uint64_t LOST = FIRST + 3;
constexpr Ev CARRIER = Ev::Of(1, 5);
constexpr Ev OTHER = Ev::Of(0, 2);
constexpr Span SENT = Nanos(128 * 100);
constexpr Span RESENT = Nanos(128 * 300);
constexpr Instant NOW = Instant() + Micros(60);

/** @return a SACK that a packet with this EV has caused which was sent then */
SackHeaders
SackFor(uint64_t trigger, Ev ev, Span sentAt)
{
    SackHeaders sack{};
    sack.seth.cack = PsnOf(FIRST + 1);
    sack.seth.ackOffset = static_cast<int16_t>(trigger - (FIRST + 1));
    sack.seth.entropy = ev;
    sack.cc.timestamp = TimestampOf(Instant() + sentAt);
    return sack;
}

/** Ten packets, of which the fourth was judged lost. */
struct Rig
{
    Rig()
        : packets(FIRST)
    {
        for (int i = 0; i < 10; ++i)
        {
            packets.Push(SentPacket());
        }
        DoubtfulLoss loss{LOST, CARRIER, Instant() + SENT};
        loss.cut = 4096;
        loss.retired = true;
        losses.Add(loss);
        packets.MarkLost(LOST, RetransmitCause::GAP);
    }

    /** The packet is sent again and arrives, one of its transmissions does. */
    void Arrive()
    {
        losses.OnResent(LOST, Instant() + RESENT);
        packets.MarkResent(LOST, Instant() + RESENT, OTHER);
        packets.AcknowledgeBits(LOST, 1);
    }

    /** @return how many losses the SACK proves wrong */
    size_t Wrong(const SackHeaders& sack, Instant now = NOW)
    {
        return losses.TakeWrong(sack, packets.Records(), now).size();
    }

    SentPackets packets;
    DoubtfulLosses losses;
};

// Clauses: [loss-undone]
TEST(DoubtfulLosses, SackOfThatTransmissionProvesThatItWasNotLost)
{
    SackHeaders ofProbe = SackFor(LOST, CARRIER, SENT);
    ofProbe.seth.probeReply = true;
    EXPECT_EQ(Rig().Wrong(SackFor(LOST, CARRIER, SENT)), 1U);
    EXPECT_EQ(Rig().Wrong(SackFor(LOST + 1, CARRIER, SENT)), 0U);
    EXPECT_EQ(Rig().Wrong(SackFor(LOST, OTHER, SENT)), 0U);
    EXPECT_EQ(Rig().Wrong(SackFor(LOST, CARRIER, SENT + Nanos(128))), 0U);
    EXPECT_EQ(Rig().Wrong(ofProbe), 0U) << "the number is that of a probe";
}

TEST(DoubtfulLosses, TellsWhatTheLossHadCost)
{
    Rig rig;
    const auto wrong =
        rig.losses.TakeWrong(SackFor(LOST, CARRIER, SENT), rig.packets.Records(), NOW);
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_EQ(wrong[0].ev, CARRIER);
    EXPECT_EQ(wrong[0].cut, 4096);
    EXPECT_TRUE(wrong[0].retired);
    EXPECT_TRUE(rig.losses.Empty());
}

// Clauses: [loss-undone]
TEST(DoubtfulLosses, WhatArrivesBeforeItsRepetitionCanWasNotLost)
{
    const struct
    {
        Span cause; // when the packet was sent
        size_t wrong;
    } table[] = {{SENT + Micros(1), 1},
                 {RESENT - Nanos(3 * 128), 1}, // stamps tell two units apart
                 {RESENT - Nanos(2 * 128), 0},
                 {RESENT, 0},
                 {RESENT + Micros(1), 0}};

    for (const auto& row : table)
    {
        Rig rig;
        rig.Arrive();
        EXPECT_EQ(rig.Wrong(SackFor(LOST + 2, OTHER, row.cause)), row.wrong) << row.cause.Ps();
    }
}

TEST(DoubtfulLosses, WhatHasNotArrivedMayBeLost)
{
    Rig rig;
    EXPECT_EQ(rig.Wrong(SackFor(LOST + 2, OTHER, SENT + Micros(1))), 0U);
    rig.losses.OnResent(LOST, Instant() + RESENT);
    EXPECT_EQ(rig.Wrong(SackFor(LOST + 2, OTHER, SENT + Micros(1))), 0U);
}

TEST(DoubtfulLosses, WhatArrivesBeforeItIsSentAgainWasNotLost)
{
    Rig rig;
    rig.packets.AcknowledgeBits(LOST, 1);
    EXPECT_EQ(rig.Wrong(SackFor(LOST + 2, OTHER, RESENT + Micros(5))), 1U);
}

TEST(DoubtfulLosses, WhatTheRepetitionHasAnsweredStaysLost)
{
    Rig rig;
    rig.Arrive();
    EXPECT_EQ(rig.Wrong(SackFor(LOST, OTHER, RESENT)), 0U);
    EXPECT_EQ(rig.Wrong(SackFor(LOST + 2, OTHER, SENT + Micros(1))), 0U) << "an older SACK is late";
    EXPECT_EQ(rig.Wrong(SackFor(LOST, CARRIER, SENT)), 1U) << "both have arrived";
}

TEST(DoubtfulLosses, TheFirstRepetitionCounts)
{
    Rig rig;
    rig.Arrive();
    rig.losses.OnResent(LOST, Instant() + RESENT * 2);
    EXPECT_EQ(rig.Wrong(SackFor(LOST + 2, OTHER, RESENT + Micros(1))), 0U);
}

// Clauses: [loss-undone]
TEST(DoubtfulLosses, AnEvThatHasLostALaterPacketStaysRetired)
{
    for (const Ev later : {CARRIER, OTHER})
    {
        Rig rig;
        rig.losses.Add({LOST + 4, later, Instant() + SENT + Micros(2)});
        const auto wrong =
            rig.losses.TakeWrong(SackFor(LOST, CARRIER, SENT), rig.packets.Records(), NOW);
        ASSERT_EQ(wrong.size(), 1U);
        EXPECT_EQ(wrong[0].retired, later == OTHER);
    }
}

TEST(DoubtfulLosses, PardonNamesOnceWhatWasRetiredSince)
{
    EXPECT_TRUE(Rig().losses.Pardon(Instant() + SENT + Span(1)).empty());
    Rig rig;
    DoubtfulLoss harmless{LOST + 1, OTHER, Instant() + SENT};
    rig.losses.Add(harmless); // this loss had retired no EV
    EXPECT_EQ(rig.losses.Pardon(Instant() + SENT), std::vector<Ev>{CARRIER});
    EXPECT_TRUE(rig.losses.Pardon(Instant() + SENT).empty());
    const auto wrong =
        rig.losses.TakeWrong(SackFor(LOST, CARRIER, SENT), rig.packets.Records(), NOW);
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_FALSE(wrong[0].retired) << "nothing is left to take back";
}

TEST(DoubtfulLosses, StampsThatComeRoundAgainProveNothing)
{
    const SackHeaders other = SackFor(LOST + 2, OTHER, SENT);
    for (const bool late : {false, true})
    {
        Rig rig;
        const Instant now = Instant() + SENT + Micros(8000) - Span(late ? 0 : 1);
        rig.Wrong(other, now);
        EXPECT_EQ(rig.losses.Empty(), late);
        EXPECT_EQ(rig.Wrong(SackFor(LOST, CARRIER, SENT), now), late ? 0U : 1U);
    }
}

TEST(DoubtfulLosses, TheLatestAreRemembered)
{
    for (const uint32_t more : {DoubtfulLosses::MOST - 1, DoubtfulLosses::MOST + 0})
    {
        Rig rig;
        for (uint32_t i = 0; i < more; ++i)
        {
            rig.losses.Add({LOST + 1, OTHER, Instant() + SENT});
        }
        EXPECT_EQ(rig.Wrong(SackFor(LOST, CARRIER, SENT)), more < DoubtfulLosses::MOST ? 1U : 0U);
    }
}

} // namespace
