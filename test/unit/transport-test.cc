/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-script.h"

#include <set>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr uint32_t KB = 1000;
constexpr uint32_t MB = 1000 * KB;
constexpr auto DATA = Opcode::WRITE_ONLY; // stands for all data packets in PacketScript::Nth

uint64_t
Count(const PacketScript& script, RetransmitCause cause)
{
    return script.Counters(A).retransmissions[static_cast<size_t>(cause)];
}

TEST(Transport, CleanTransferSendsEveryPacketOnce)
{
    PacketScript script;
    script.PostAt(Micros(0), A, MB);
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    const QueuePairCounters& a = script.Counters(A);
    EXPECT_EQ(a.sentPackets, 245U); // 244 of 4,096 bytes and one of 576
    EXPECT_EQ(a.sentBytes, MB);
    EXPECT_EQ(script.Retransmissions(A), 0U);
    EXPECT_EQ(a.pathsRetired, 0U);
    EXPECT_EQ(a.planePackets[0], 123U); // planes take turns, plane 0 first
    EXPECT_EQ(a.planePackets[1], 122U);
    EXPECT_EQ(script.Counters(B).duplicates, 0U);
    // 123 packets in a row at 100 Gb/s, one way there and one back
    const Span line = Span(122 * 340960 + (576 + 166) * 80);
    EXPECT_EQ(script.Completions(A).front().at, Instant() + line + Micros(6));
}

TEST(Transport, SackComesAtLeastEveryFourthPacket)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 4 * MB);
    EXPECT_TRUE(script.Run());

    EXPECT_GE(script.Sent(B, Opcode::SACK), 977U / 4);
    EXPECT_LE(script.Sent(B, Opcode::SACK), 977U * 3 / 10);
}

TEST(Transport, BothDirectionsShareAConnection)
{
    PacketScript script;
    script.PostAt(Micros(0), A, MB);
    script.PostAt(Micros(1), B, 300 * KB, true);
    script.PostAt(Micros(2), B, 2);
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_TRUE(script.Deliveries(A)[0].hasImmediate);
    EXPECT_EQ(script.Deliveries(A)[0].length, 300 * KB);
    EXPECT_EQ(script.Deliveries(A)[1].length, 2U);
    EXPECT_EQ(script.Retransmissions(A) + script.Retransmissions(B), 0U);
}

TEST(Transport, LossInTheMiddleIsFoundByGapAndRetiresItsPath)
{
    PacketScript script;
    script.PostAt(Micros(0), A, MB);
    script.Nth(A, DATA, 100, Fate::DROP);
    Ev lost;
    Ev resent;
    script.AddRule([&](const Sighting& s) {
        lost = s.from == A && s.nth == 100 && IsWrite(s.packet.bth.opcode) ? s.packet.ev : lost;
        resent = s.packet.bth.retransmission ? s.packet.ev : resent;
        return Fate::DELIVER;
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

TEST(Transport, TrimIsSentAgainAtOnceAndCostsNoPath)
{
    for (Fate fate : {Fate::TRIM, Fate::TRIM_LAST_HOP})
    {
        PacketScript script;
        script.PostAt(Micros(0), A, MB);
        script.Nth(A, DATA, 100, fate);
        Ev cut;
        script.AddRule([&](const Sighting& s) {
            cut = s.from == A && s.nth == 100 && IsWrite(s.packet.bth.opcode) ? s.packet.ev : cut;
            return Fate::DELIVER;
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
            return Fate::DELIVER;
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
        // MRC sec. 3.4: a cut on the last hop says nothing about the path
        EXPECT_EQ(state, fate == Fate::TRIM ? PathState::SKIP : PathState::GOOD);
    }
}

TEST(Transport, WhatArrivedBeforeARetransmissionDoesNotOvertakeIt)
{
    // While a packet is cut three times over, more arrives above it than reordering may explain.
    PacketScript script;
    script.PostAt(Micros(0), A, 2 * MB);
    script.Nth(A, DATA, 100, Fate::TRIM_LAST_HOP);
    uint32_t resent = 0;
    script.AddRule([&resent](const Sighting& s) {
        return s.packet.bth.retransmission && ++resent <= 2 ? Fate::TRIM_LAST_HOP : Fate::DELIVER;
    });
    // the fourth time it lags by a little
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
    // More packets are cut than a SACK shows, and one of them time and again: what is sent again
    // above it lies far below the newest arrivals, yet must not stay in flight for ever.
    ScriptOptions options;
    options.planes = 8;
    PacketScript script(options);
    script.PostAt(Micros(0), A, 4 * MB);
    uint32_t cuts = 0;
    script.AddRule([&](const Sighting& s) {
        if (s.from != A || !IsWrite(s.packet.bth.opcode))
        {
            return Fate::DELIVER;
        }
        const bool stubborn = s.packet.bth.psn == Psn(5) && ++cuts <= 6;
        const bool once = !s.packet.bth.retransmission && s.nth > 5 && s.nth <= 125;
        return stubborn || once ? Fate::TRIM_LAST_HOP : Fate::DELIVER;
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
    script.Nth(A, DATA, 100, Fate::TRIM_LAST_HOP);
    uint32_t resent = 0;
    script.AddRule([&resent](const Sighting& s) {
        return s.packet.bth.retransmission && ++resent == 1 ? Fate::DROP : Fate::DELIVER;
    });
    script.Run(Micros(200));

    script.ExpectAllDone();
    EXPECT_EQ(Count(script, RetransmitCause::TRIM), 1U);
    EXPECT_EQ(Count(script, RetransmitCause::GAP), 1U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 1U);
}

TEST(Transport, LostTailIsFoundByProbe)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 100 * KB); // 25 packets
    script.Nth(A, DATA, 25, Fate::DROP);
    script.Run(Micros(200));

    script.ExpectAllDone();
    EXPECT_EQ(script.Sent(A, Opcode::PROBE_REQUEST), 1U);
    EXPECT_EQ(Count(script, RetransmitCause::GAP), 1U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 1U);
    // base RTT + target, a round trip for the probe and one for the packet: no timer of 262 us
    EXPECT_LT(script.Completions(A).front().at, Instant() + Micros(5 + 12 + 7 + 7));
}

TEST(Transport, LostProbesLeaveItToTheLocalAckTimeout)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 2);
    script.Nth(A, DATA, 1, Fate::DROP);
    script.AddRule([](const Sighting& s) {
        return s.packet.bth.opcode == Opcode::PROBE_REQUEST ? Fate::DROP : Fate::DELIVER;
    });
    script.Run(Micros(1000));

    script.ExpectAllDone();
    EXPECT_EQ(Count(script, RetransmitCause::TIMEOUT), 1U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 1U); // the one that carried it
    EXPECT_GE(script.Completions(A).front().at, Instant() + Nanos(262144) + Micros(6));
    EXPECT_LT(script.Completions(A).front().at, Instant() + Nanos(262144) + Micros(8));
}

TEST(Transport, TimeoutBlamesThePathThatCarriedThePacket)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 2);
    script.PostAt(Micros(20), A, 2);
    script.Nth(A, DATA, 2, Fate::DROP);
    Ev carried;
    script.AddRule([&](const Sighting& s) {
        const bool second = s.from == A && s.nth == 2 && IsWrite(s.packet.bth.opcode);
        carried = second ? s.packet.ev : carried;
        return s.packet.bth.opcode == Opcode::PROBE_REQUEST ? Fate::DROP : Fate::DELIVER;
    });
    script.Run(Micros(500));

    script.ExpectAllDone();
    EXPECT_EQ(script.ConnectionOf(A).GetSender().Paths().Table().Find(carried)->state,
              PathState::ASSUMED_BAD);
    EXPECT_EQ(script.Counters(A).pathsRetired, 1U);
}

TEST(Transport, LostSacksCostNothingButTime)
{
    PacketScript script;
    script.PostAt(Micros(0), A, MB);
    script.AddRule([](const Sighting& s) {
        const bool sack = s.packet.bth.opcode == Opcode::SACK;
        return sack && s.nth % 3 != 0 ? Fate::DROP : Fate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 0U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 0U);
}

TEST(Transport, LostTransportAckIsAskedFor)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 100 * KB);
    script.Nth(B, Opcode::TRANSPORT_ACK, 1, Fate::DROP);
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 0U);
    EXPECT_EQ(script.Sent(A, Opcode::PROBE_REQUEST), 1U);
    EXPECT_EQ(script.Sent(B, Opcode::TRANSPORT_ACK), 2U);
    EXPECT_EQ(script.Deliveries(B).size(), 1U);
    EXPECT_LT(script.Completions(A).front().at, Instant() + Micros(40));
}

TEST(Transport, AnswerAfterUnansweredProbesBringsTheNextProbeForward)
{
    // Answers are lost until the fourth probe's, and from then on Transport ACKs for a while.
    // Probes lag, so that each timer has been set before the answer to the probe comes.
    PacketScript script;
    script.PostAt(Micros(0), A, 2);
    Instant fourth;
    script.AddRule([&fourth](const Sighting& s) {
        const bool probe = s.packet.bth.opcode == Opcode::PROBE_REQUEST;
        fourth = probe && s.nth == 4 ? s.at : fourth;
        const bool answered = fourth != Instant() && s.at >= fourth + Micros(30);
        const bool completes = s.packet.bth.opcode == Opcode::TRANSPORT_ACK;
        const bool early = !answered || (completes && s.at < fourth + Micros(50));
        return s.from == B && early ? Fate::DROP : Fate::DELIVER;
    });
    script.SetExtraDelay([](const Datagram& d) {
        return d.bth.opcode == Opcode::PROBE_REQUEST ? Micros(30) : Span();
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    // two trips of a probe and its answer, one after the other: the fifth probe was overdue
    EXPECT_EQ(script.Completions(A).front().at, fourth + Micros(2 * (30 + 3 + 3)));
}

TEST(Transport, ReverseProbesAvoidPlanesThatThePeerCallsDown)
{
    PacketScript script;
    script.PortsAt(Micros(0), A, 1);
    script.PostAt(Micros(1), B, 100 * KB); // its SACKs tell B of the port
    script.PostAt(Micros(100), A, 2 * MB);
    std::array<uint32_t, 2> probes{};
    script.AddRule([&probes](const Sighting& s) {
        if (s.from == B && s.packet.bth.opcode == Opcode::ENDPOINT_REQUEST &&
            s.at > Instant() + Micros(100))
        {
            ++probes[s.packet.plane];
        }
        return Fate::DELIVER;
    });
    script.Run(Micros(500));

    script.ExpectAllDone();
    EXPECT_GE(probes[0], 10U);
    EXPECT_EQ(probes[1], 0U);
}

TEST(Transport, TransportAckAloneAcknowledgesThePackets)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 8 * KB);
    script.AddRule([](const Sighting& s) {
        return s.packet.bth.opcode == Opcode::SACK ? Fate::DROP : Fate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 0U);
}

TEST(Transport, DeadPathIsRetiredProbedAndResurrected)
{
    // uplink 2 of plane 1 is dead until 3 ms; data flows all the time
    PacketScript script;
    for (int i = 0; i < 70; ++i)
    {
        script.PostAt(Micros(100 * i), A, MB);
    }
    const auto dead = [](const Sighting& s) {
        const bool onPath = s.packet.ev.Plane() == 1 && s.packet.ev.Uplink() % 4 == 2;
        return onPath && s.at < Instant() + Micros(3000) ? Fate::DROP : Fate::DELIVER;
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
    for (uint32_t i = 0; i < 8; ++i)
    {
        EXPECT_TRUE(script.ConnectionOf(A).GetSender().Paths().Table().At(1, i).dealtActive);
    }
}

TEST(Transport, ThreeConsecutiveAnswersResurrect)
{
    // the second answer to an EV probe is lost: counting starts afresh
    ScriptOptions options;
    options.planes = 1;
    PacketScript script(options);
    script.PostAt(Micros(0), A, 100 * KB);
    script.Nth(A, DATA, 10, Fate::DROP);
    uint32_t responses = 0;
    script.AddRule([&](const Sighting& s) {
        const bool response = s.from == B && s.packet.bth.opcode == Opcode::ENDPOINT_RESPONSE;
        responses += response;
        return response && responses == 2 ? Fate::DROP : Fate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    EXPECT_EQ(script.Counters(A).pathsResurrected, 1U);
    EXPECT_EQ(responses, 5U);
}

TEST(Transport, DeniedPathIsNotCountedAsResurrected)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 100 * KB);
    Ev lost;
    script.AddRule([&lost](const Sighting& s) {
        const bool drop = s.from == A && s.nth == 10 && IsWrite(s.packet.bth.opcode);
        lost = drop ? s.packet.ev : lost;
        return drop ? Fate::DROP : Fate::DELIVER;
    });
    script.At(Micros(150), [&] { script.ConnectionOf(A).GetSender().Paths().Table().Deny(lost); });
    EXPECT_TRUE(script.Run());

    EXPECT_EQ(script.Counters(A).pathsRetired, 1U);
    EXPECT_GE(script.Sent(B, Opcode::ENDPOINT_RESPONSE), 3U);
    EXPECT_EQ(script.Counters(A).pathsResurrected, 0U);
}

TEST(Transport, AllPathsDeadAndFiniteRetriesIsAnError)
{
    ScriptOptions options;
    options.qp.linearRetries = 2;
    options.qp.exponentialRetries = 2;
    PacketScript script(options);
    script.PostAt(Micros(0), A, 20 * KB);
    script.PostAt(Micros(0), A, 2);
    script.PostAt(Micros(10000), A, 2);
    script.AddRule([](const Sighting&) { return Fate::DROP; });
    script.Run(Micros(20000));

    ASSERT_EQ(script.Completions(A).size(), 3U);
    EXPECT_EQ(script.Completions(A)[0].status, CompletionStatus::RETRY_EXCEEDED);
    EXPECT_EQ(script.Completions(A)[1].status, CompletionStatus::FLUSHED);
    EXPECT_EQ(script.Completions(A)[2].status, CompletionStatus::FLUSHED);
    // intervals 1 + 1 + 2 + 4 and the last one, 8, of 262.144 us
    const Instant expected = Instant() + Nanos(262144) * 16;
    EXPECT_GE(script.Completions(A)[0].at, expected);
    EXPECT_LT(script.Completions(A)[0].at, expected + Micros(20));
}

TEST(Transport, NoPortLeftAndFiniteRetriesIsAnError)
{
    ScriptOptions options;
    options.qp.linearRetries = 1;
    options.qp.exponentialRetries = 1;
    PacketScript script(options);
    script.PortsAt(Micros(0), A, 0);
    script.PostAt(Micros(1), A, 2);
    EXPECT_TRUE(script.Run(Micros(20000)));

    ASSERT_EQ(script.Completions(A).size(), 1U);
    EXPECT_EQ(script.Completions(A)[0].status, CompletionStatus::RETRY_EXCEEDED);
}

TEST(Transport, FatalNackFailsTheQueuePair)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 2);
    script.PostAt(Micros(0), A, 2);
    script.AddRule([](const Sighting&) { return Fate::DROP; });
    script.At(Micros(5), [&] {
        Datagram nack;
        nack.bth.opcode = Opcode::NACK;
        nack.neth = Neth{};
        nack.neth.reason = NackReason::UNEXPECTED_EVENT;
        script.ConnectionOf(A).Receive(nack, script.Now());
    });
    EXPECT_TRUE(script.Run());

    ASSERT_EQ(script.Completions(A).size(), 2U);
    EXPECT_EQ(script.Completions(A)[0].status, CompletionStatus::REMOTE_ERROR);
    EXPECT_EQ(script.Completions(A)[1].status, CompletionStatus::FLUSHED);
}

TEST(Transport, NetworkThatComesBackIsUsedAgain)
{
    PacketScript script;
    script.PostAt(Micros(0), A, MB);
    script.AddRule([](const Sighting& s) {
        const bool out = s.at > Instant() + Micros(10) && s.at < Instant() + Micros(5000);
        return out ? Fate::DROP : Fate::DELIVER;
    });
    script.Run(Micros(50000));

    script.ExpectAllDone();
    // ev_min_active: a quarter of the 64 EVs is never retired (12 #5)
    EXPECT_LE(script.Counters(A).pathsRetired, 48U);
    EXPECT_LT(script.Completions(A).front().at, Instant() + Micros(5600));
}

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
        return Fate::DELIVER;
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
    script.Nth(A, DATA, 50, Fate::DROP);
    script.Nth(A, DATA, 200, Fate::TRIM_LAST_HOP);
    script.Run(Micros(400));

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 2U);
}

TEST(Transport, PsnWraps)
{
    ScriptOptions options;
    options.firstPsn = Psn(0xffffff - 100);
    PacketScript script(options);
    script.PostAt(Micros(0), A, MB);
    script.Nth(A, DATA, 95, Fate::DROP);
    script.Nth(A, DATA, 101, Fate::TRIM);
    script.Nth(A, DATA, 105, Fate::DROP);
    script.Run(Micros(400));

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 3U);
}

TEST(Transport, ReceiveWindowHoldsTheSenderBack)
{
    ScriptOptions options;
    options.qp.mpr = 1;
    PacketScript script(options);
    script.PostAt(Micros(0), A, 4 * MB);
    script.Nth(A, DATA, 1, Fate::DROP);
    script.Run(Micros(1000));

    script.ExpectAllDone(); // PacketScript checks that no PSN leaves the window
    EXPECT_EQ(script.Retransmissions(A), 1U);
}

TEST(Transport, ImmediatesInFlightAreLimited)
{
    ScriptOptions options;
    options.qp.maxImmediates = 4;
    PacketScript script(options);
    for (int i = 0; i < 50; ++i)
    {
        script.PostAt(Micros(0), A, 2, true);
    }
    uint32_t most = 0;
    script.AddRule([&](const Sighting& s) {
        const auto done = static_cast<uint32_t>(script.Completions(A).size());
        most = IsWrite(s.packet.bth.opcode) ? std::max(most, s.nth - done) : most;
        return Fate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(most, 4U);
    for (uint32_t i = 0; i < 50; ++i)
    {
        EXPECT_EQ(script.Deliveries(B)[i].immediate, i);
    }
}

TEST(Transport, MarksSkipPathsWithoutSlowingDown)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 4 * MB);
    script.AddRule([](const Sighting& s) {
        const bool marked = IsWrite(s.packet.bth.opcode) && s.packet.ev.Uplink() % 4 == 3;
        return marked ? Fate::MARK : Fate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    // a quarter of the paths is marked; one skipped turn each time halves their use at least
    EXPECT_LT(script.Counters(B).marks, 977U / 4 * 3 / 4);
    EXPECT_GT(script.Counters(B).marks, 977U / 20);
    EXPECT_EQ(script.Counters(A).markedSacks, script.Counters(B).marks);
    EXPECT_EQ(script.Retransmissions(A), 0U);
    // ECN with low delay: no change of the window (MRC sec. 5.2), so the line rate
    EXPECT_LT(script.Completions(A).front().at, Instant() + Span(489 * 340960) + Micros(7));
}

/** Extra delays by path: what counts as reordering, what as loss? */
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
        PacketScript script(options);
        for (int i = 0; i < 20; ++i)
        {
            script.PostAt(Micros(i), A, 300 * KB);
        }
        script.SetExtraDelay([](const Datagram& d) {
            const bool lags = IsWrite(d.bth.opcode) && d.ev.Uplink() % 4 == 1;
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

TEST(Transport, RandomFatesNeverHangNorDuplicate)
{
    for (uint64_t seed = 1; seed <= 300; ++seed)
    {
        SCOPED_TRACE(seed);
        const KeyedDraws draws = KeyedDraws(20260704).Child(seed);
        uint64_t drawn = 0;
        const auto below = [&](uint32_t bound) { return draws.Below(bound, drawn++); };
        ScriptOptions options;
        options.key = seed;
        options.planes = 1 + below(4);
        options.uplinks = 1 + below(8);
        options.qp.mpr = static_cast<uint8_t>(1 + below(8));
        options.firstPsn = Psn(0xfffff0 + below(32));
        options.qp.trimNack = below(4) != 0;
        options.cc.algorithm = below(4) == 0 ? CcAlgorithm::FIXED : CcAlgorithm::NSCC;
        options.cc.maxWindow = options.cc.algorithm == CcAlgorithm::FIXED ? 100000 : 0;
        PacketScript script(options);
        const uint32_t loss = below(60);
        const uint32_t trim = options.qp.trimNack ? below(60) : 0;
        const uint32_t mark = below(100);
        for (uint32_t i = 0; i < 12; ++i)
        {
            const Side side = below(3) == 0 ? B : A;
            const uint32_t bytes = below(3) == 0 ? 1 + below(5000) : 1 + below(400000);
            script.PostAt(Micros(below(200)), side, bytes, below(2) == 0);
        }
        script.PortsAt(Micros(50 + below(50)), B, below(16));
        script.PortsAt(Micros(500 + below(50)), B, 0xff);
        script.SetExtraDelay([&](const Datagram&) { return Nanos(below(6000)); });
        script.AddRule([&](const Sighting& s) {
            const uint32_t dice = below(1000);
            const bool data = IsWrite(s.packet.bth.opcode);
            if (dice < loss)
            {
                return Fate::DROP;
            }
            if (data && dice < loss + trim)
            {
                return dice % 2 ? Fate::TRIM : Fate::TRIM_LAST_HOP;
            }
            return data && dice < loss + trim + mark ? Fate::MARK : Fate::DELIVER;
        });
        script.Run(Micros(400000));
        script.ExpectAllDone();
        if (HasFailure())
        {
            return;
        }
    }
}

} // namespace
