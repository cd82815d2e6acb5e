/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-script.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// Paths and ports fail and come back.

namespace
{

TEST(Transport, ReverseProbesAvoidPlanesThatThePeerCallsDown)
{
    PacketScript script;
    script.PortsAt(Micros(0), A, 1);
    script.PostAt(Micros(1), B, 100 * KB); // the SACKs of this Write tell B of the port
    script.PostAt(Micros(100), A, 2 * MB);
    std::array<uint32_t, 2> probes{};
    script.AddRule([&probes](const Sighting& s) {
        if (s.from == B && s.packet.bth.opcode == Opcode::ENDPOINT_REQUEST &&
            s.at > Instant() + Micros(100))
        {
            ++probes[s.packet.plane];
        }
        return PacketFate::DELIVER;
    });
    script.Run(Micros(500));

    script.ExpectAllDone();
    EXPECT_GE(probes[0], 10U);
    EXPECT_EQ(probes[1], 0U);
}

// Clauses: [ev-retire], [path-failure]
TEST(Transport, DeadPathIsRetiredProbedAndResurrected)
{
    // uplink 2 of plane 1 is dead until 3 ms; data flows all the time
    PacketScript script;
    const PathTable& table = script.ConnectionOf(A).GetSender().Paths().Table();
    const std::vector<Path> deal = table.All();
    for (int i = 0; i < 70; ++i)
    {
        script.PostAt(Micros(100 * i), A, MB);
    }
    const auto dead = [](const Sighting& s) {
        const bool onPath = s.packet.ev.Plane() == 1 && s.packet.ev.Uplink() % 4 == 2;
        return onPath && s.at < Instant() + Micros(3000) ? PacketFate::DROP : PacketFate::DELIVER;
    };
    script.AddRule(dead);
    script.Run(Micros(2900));
    EXPECT_EQ(script.Counters(A).pathsResurrected, 0U);
    const uint64_t retired = script.Counters(A).pathsRetired;
    EXPECT_GE(retired, 2U); // of 8 active EVs of the plane two name that path, of 8 in reserve two
    EXPECT_LE(retired, 4U);
    const uint64_t resent = script.Retransmissions(A);
    EXPECT_LE(resent, 6 * retired); // 16 EVs take turns: some five of each in flight
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(script.Counters(A).pathsResurrected, retired);
    EXPECT_EQ(script.Retransmissions(A), resent);
    for (size_t i = 0; i < deal.size(); ++i)
    {
        EXPECT_EQ(table.All()[i].ev, deal[i].ev) << i; // each EV is where it was dealt
    }
}

// Clauses: [ev-resurrection]
TEST(Transport, ThreeConsecutiveAnswersResurrect)
{
    // the second answer to an EV probe is lost: counting starts afresh
    ScriptOptions options;
    options.planes = 1;
    PacketScript script(options);
    script.PostAt(Micros(0), A, 100 * KB);
    script.Nth(A, DATA, 10, PacketFate::DROP);
    uint32_t responses = 0;
    script.AddRule([&](const Sighting& s) {
        const bool response = s.from == B && s.packet.bth.opcode == Opcode::ENDPOINT_RESPONSE;
        responses += response;
        return response && responses == 2 ? PacketFate::DROP : PacketFate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    EXPECT_EQ(script.Counters(A).pathsResurrected, 1U);
    EXPECT_EQ(responses, 5U);
}

TEST(Transport, AcknowledgementsDoNotTakeAnEvUnderProbation)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 100 * KB);
    Ev lost;
    uint32_t answers = 0;
    script.AddRule([&](const Sighting& s) {
        const bool drop = s.from == A && s.nth == 10 && IsWrite(s.packet.bth.opcode);
        lost = drop ? s.packet.ev : lost;
        answers += s.from == B && s.packet.bth.opcode == Opcode::ENDPOINT_RESPONSE;
        return drop ? PacketFate::DROP : PacketFate::DELIVER;
    });
    script.Run(Micros(2000)); // two of the three answers are here

    EXPECT_GE(answers, 1U);
    EXPECT_EQ(script.Counters(A).pathsResurrected, 0U);
    EXPECT_NE(script.ConnectionOf(A).GetReceiver().Reverse().Of(lost.Plane()), lost);
}

// Clauses: [ev-denied]
TEST(Transport, DeniedPathIsNotCountedAsResurrected)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 100 * KB);
    Ev lost;
    script.AddRule([&lost](const Sighting& s) {
        const bool drop = s.from == A && s.nth == 10 && IsWrite(s.packet.bth.opcode);
        lost = drop ? s.packet.ev : lost;
        return drop ? PacketFate::DROP : PacketFate::DELIVER;
    });
    script.At(Micros(150),
              [&] { script.ConnectionOf(A).Administer(lost, PathOrder::DENY, script.Now()); });
    EXPECT_TRUE(script.Run());

    EXPECT_EQ(script.Counters(A).pathsRetired, 1U);
    EXPECT_EQ(script.Sent(B, Opcode::ENDPOINT_RESPONSE), 0U);
    EXPECT_EQ(script.Counters(A).pathsResurrected, 0U);
}

// Clauses: [port-detection]
TEST(Transport, OwnPortDownMovesItsPacketsToOtherPlanes)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 2 * MB);
    script.PortsAt(Micros(20), A, 0b01);
    script.PortsAt(Micros(100), A, 0b11);
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_GT(script.Retransmissions(A), 0U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 0U); // a port that is down retires no EV
    EXPECT_LT(script.Completions(A).front().at, Instant() + Micros(170));
}

// Clauses: [port-status-carrier]
TEST(Transport, PeerPortDownIsToldBySacks)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 2 * MB);
    script.PortsAt(Micros(20), B, 0b10);
    script.PortsAt(Micros(100), B, 0b11);
    uint32_t wasted = 0;
    script.AddRule([&](const Sighting& s) {
        const bool between = s.at > Instant() + Micros(30) && s.at < Instant() + Micros(100);
        wasted += between && IsWrite(s.packet.bth.opcode) && s.packet.plane == 0;
        return PacketFate::DELIVER;
    });
    script.Run(Micros(400));

    script.ExpectAllDone();
    EXPECT_EQ(wasted, 0U);
    EXPECT_GT(script.Counters(A).planePackets[0], 100U); // before and after
}

TEST(Transport, OneUplinkIsEnough)
{
    ScriptOptions options;
    options.uplinks = 1;
    PacketScript script(options);
    script.PostAt(Micros(0), A, MB);
    script.Nth(A, DATA, 50, PacketFate::DROP);
    script.Nth(A, DATA, 200, PacketFate::TRIM_LAST_HOP);
    script.Run(Micros(400));

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 2U);
}

// Clauses: [mark-skips]
TEST(Transport, MarksSkipPathsWithoutSlowingDown)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 4 * MB);
    script.AddRule([](const Sighting& s) {
        const bool marked = IsWrite(s.packet.bth.opcode) && s.packet.ev.Uplink() % 4 == 3;
        return marked ? PacketFate::MARK : PacketFate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    // a quarter of the paths is marked; one skipped turn each time halves their use at least
    EXPECT_LT(script.Counters(B).marks, 977U / 4 * 3 / 4);
    EXPECT_GT(script.Counters(B).marks, 977U / 20);
    EXPECT_EQ(script.Counters(A).markedSacks, script.Counters(B).marks);
    EXPECT_EQ(script.Retransmissions(A), 0U);
    // ECN with low delay: no change of the window [nscc-quadrants], so the line rate
    EXPECT_LT(script.Completions(A).front().at, Instant() + Span(489 * 340960) + Micros(7));
}

} // namespace
