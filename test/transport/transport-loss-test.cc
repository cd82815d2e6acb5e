/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-script.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// Packets are lost, cut or late: which of them are sent again?

namespace
{

// Clauses: [path-failure]
TEST(Transport, LossInTheMiddleIsFoundByGapAndRetiresItsPath)
{
    PacketScript script;
    script.PostAt(Micros(0), A, MB);
    script.Nth(A, DATA, 100, PacketFate::DROP);
    Ev lost;
    Ev resent;
    script.AddRule([&](const Sighting& s) {
        lost = s.from == A && s.nth == 100 && IsWrite(s.packet.bth.opcode) ? s.packet.ev : lost;
        resent = s.packet.bth.retransmission ? s.packet.ev : resent;
        return PacketFate::DELIVER;
    });
    script.Run(Micros(200));

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 1U);
    EXPECT_EQ(Count(script, RetransmitCause::GAP), 1U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 1U);
    EXPECT_NE(lost, resent);
    EXPECT_EQ(script.ConnectionOf(A).GetSender().Paths().Table().Find(lost)->state,
              PathState::ASSUMED_BAD);
    // "a few tens of microseconds": sent at 17 us, known lost within two round trips and a margin
    EXPECT_LT(script.Completions(A).front().at, Instant() + Micros(60));
}

// Clauses: [trim-skips]
TEST(Transport, TrimIsSentAgainAtOnceAndCostsNoPath)
{
    for (PacketFate fate : {PacketFate::TRIM, PacketFate::TRIM_LAST_HOP})
    {
        PacketScript script;
        script.PostAt(Micros(0), A, MB);
        script.Nth(A, DATA, 100, fate);
        Ev cut;
        script.AddRule([&](const Sighting& s) {
            cut = s.from == A && s.nth == 100 && IsWrite(s.packet.bth.opcode) ? s.packet.ev : cut;
            return PacketFate::DELIVER;
        });
        PathState state{};
        Instant resent;
        script.AddRule([&](const Sighting& s) {
            if (s.packet.bth.retransmission)
            {
                resent = s.at;
                Path* path = script.ConnectionOf(A).GetSender().Paths().Table().Find(cut);
                state = path->state;
            }
            return PacketFate::DELIVER;
        });
        EXPECT_TRUE(script.Run());

        script.ExpectAllDone();
        EXPECT_EQ(script.Retransmissions(A), 1U);
        EXPECT_EQ(Count(script, RetransmitCause::TRIM), 1U);
        EXPECT_EQ(script.Counters(A).pathsRetired, 0U);
        EXPECT_EQ(script.Counters(A).trimNacks, 1U);
        EXPECT_EQ(script.Counters(B).trims, 1U);
        EXPECT_EQ(script.Sent(B, Opcode::NACK), 1U);
        // the first transmission ends 50 x 341 ns after the start; then one round trip
        EXPECT_LT(resent, Instant() + Micros(17 + 7));
        // [trim-skips]: a cut on the last hop says nothing about the path
        EXPECT_EQ(state, fate == PacketFate::TRIM ? PathState::SKIP : PathState::GOOD);
    }
}

TEST(Transport, WhatArrivedBeforeARetransmissionDoesNotOvertakeIt)
{
    // While a packet is cut three times over, more arrives above that packet than reordering may
    // explain.
    PacketScript script;
    script.PostAt(Micros(0), A, 2 * MB);
    script.Nth(A, DATA, 100, PacketFate::TRIM_LAST_HOP);
    uint32_t resent = 0;
    script.AddRule([&resent](const Sighting& s) {
        return s.packet.bth.retransmission && ++resent <= 2 ? PacketFate::TRIM_LAST_HOP
                                                            : PacketFate::DELIVER;
    });
    // the fourth time the packet lags by a little
    script.SetExtraDelay(
        [](const Datagram& d) { return d.bth.retransmission ? Nanos(1000) : Span(); });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(resent, 3U);
    EXPECT_EQ(Count(script, RetransmitCause::TRIM), 3U);
    EXPECT_EQ(Count(script, RetransmitCause::GAP), 0U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 0U);
}

TEST(Transport, WhatIsSentAgainBelowAWideGapIsAcknowledged)
{
    // More packets are cut than a SACK shows, and one of them time and again. A packet that is sent
    // again above this one lies far below the newest arrivals, yet must not stay in flight for
    // ever.
    ScriptOptions options;
    options.planes = 8;
    PacketScript script(options);
    script.PostAt(Micros(0), A, 4 * MB);
    uint32_t cuts = 0;
    script.AddRule([&](const Sighting& s) {
        if (s.from != A || !IsWrite(s.packet.bth.opcode))
        {
            return PacketFate::DELIVER;
        }
        const bool stubborn = s.packet.bth.psn == Psn(5) && ++cuts <= 6;
        const bool once = !s.packet.bth.retransmission && s.nth > 5 && s.nth <= 125;
        return stubborn || once ? PacketFate::TRIM_LAST_HOP : PacketFate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(Count(script, RetransmitCause::TRIM), 119U + 6);
    EXPECT_EQ(Count(script, RetransmitCause::TIMEOUT), 0U);
    // 4 MB take 42 us at 800 Gb/s; each of the six cuts of the stubborn packet a round trip of 6.3
    EXPECT_LT(script.Completions(A).front().at, Instant() + Micros(110));
}

TEST(Transport, LostRetransmissionIsFoundByGap)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 2 * MB);
    script.Nth(A, DATA, 100, PacketFate::TRIM_LAST_HOP);
    uint32_t resent = 0;
    script.AddRule([&resent](const Sighting& s) {
        return s.packet.bth.retransmission && ++resent == 1 ? PacketFate::DROP
                                                            : PacketFate::DELIVER;
    });
    script.Run(Micros(200));

    script.ExpectAllDone();
    EXPECT_EQ(Count(script, RetransmitCause::TRIM), 1U);
    EXPECT_EQ(Count(script, RetransmitCause::GAP), 1U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 1U);
}

TEST(Transport, LostSacksCostNothingButTime)
{
    PacketScript script;
    script.PostAt(Micros(0), A, MB);
    script.AddRule([](const Sighting& s) {
        const bool sack = s.packet.bth.opcode == Opcode::SACK;
        return sack && s.nth % 3 != 0 ? PacketFate::DROP : PacketFate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 0U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 0U);
}

/** Extra delays by path: which count as reordering, and which as loss? */
struct Reordering
{
    const char* name;
    Span lag;      //!< of one path in four
    bool survives; //!< without a retransmission
};

class Reorder : public testing::TestWithParam<Reordering>
{
};

TEST_P(Reorder, IsNoLossUpToTheTargetDelay)
{
    // base RTT 6.341 us, target 4.756 us, a quarter of a smoothed RTT 1.6 us
    for (uint64_t key = 1; key <= 20; ++key)
    {
        ScriptOptions options;
        options.planes = 4;
        options.key = key;
        options.qp.askPaths = false; // the verdict of time alone
        PacketScript script(options);
        for (int i = 0; i < 20; ++i)
        {
            script.PostAt(Micros(i), A, 300 * KB);
        }
        script.SetExtraDelay([](const Datagram& d) {
            const bool data = IsWrite(d.bth.opcode) || d.bth.opcode == Opcode::PROBE_REQUEST;
            const bool lags = data && d.ev.Uplink() % 4 == 1; // queues keep their order
            return lags ? GetParam().lag : Span();
        });
        script.Run(Micros(3000));

        script.ExpectAllDone();
        EXPECT_EQ(script.Retransmissions(A) == 0, GetParam().survives) << GetParam().name;
        EXPECT_EQ(script.Counters(A).pathsRetired == 0, GetParam().survives) << GetParam().name;
    }
}

INSTANTIATE_TEST_SUITE_P(Transport,
                         Reorder,
                         testing::Values(Reordering{"none", Span(), true},
                                         Reordering{"half the target", Nanos(2378), true},
                                         Reordering{"the target", Nanos(4756), true},
                                         Reordering{"far beyond", Micros(40), false}),
                         [](const auto& info) { return "Lag" + std::to_string(info.index); });

} // namespace
