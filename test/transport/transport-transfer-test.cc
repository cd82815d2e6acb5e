/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-sanitized.h"
#include "packet-script.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// Messages arrive, whole and once.

namespace
{

TEST(Transport, CleanTransferSendsEveryPacketOnce)
{
    PacketScript script;
    script.PostAt(Micros(0), A, MB);
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    const QueuePairCounters& a = script.Counters(A);
    EXPECT_EQ(a.sentPackets, 245U); // 244 of 4,096 bytes and one of 576
    EXPECT_EQ(a.SentBytes(), MB);
    EXPECT_EQ(script.Retransmissions(A), 0U);
    EXPECT_EQ(a.pathsRetired, 0U);
    EXPECT_EQ(a.planePackets[0], 123U); // planes take turns, plane 0 first
    EXPECT_EQ(a.planePackets[1], 122U);
    EXPECT_EQ(script.Counters(B).duplicates, 0U);
    // 123 packets in a row at 100 Gb/s, one way there and one back
    const Span line = Span(122 * 340960 + (576 + 166) * 80);
    EXPECT_EQ(script.Completions(A).front().at, Instant() + line + Micros(6));
}

// Clauses: [sack-threshold]
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

// Clauses: [transport-ack]
TEST(Transport, TransportAckAloneAcknowledgesThePackets)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 8 * KB);
    script.AddRule([](const Sighting& s) {
        return s.packet.bth.opcode == Opcode::SACK ? PacketFate::DROP : PacketFate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 0U);
}

// Clauses: [psn-wrap]
TEST(Transport, PsnWraps)
{
    ScriptOptions options;
    options.firstPsn = Psn(0xffffff - 100);
    PacketScript script(options);
    script.PostAt(Micros(0), A, MB);
    script.Nth(A, DATA, 95, PacketFate::DROP);
    script.Nth(A, DATA, 101, PacketFate::TRIM);
    script.Nth(A, DATA, 105, PacketFate::DROP);
    script.Run(Micros(400));

    script.ExpectAllDone();
    EXPECT_EQ(script.Retransmissions(A), 3U);
}

// Clauses: [receive-window]
TEST(Transport, ReceiveWindowHoldsTheSenderBack)
{
    ScriptOptions options;
    options.qp.mpr = 1;
    PacketScript script(options);
    script.PostAt(Micros(0), A, 4 * MB);
    script.Nth(A, DATA, 1, PacketFate::DROP);
    script.Run(Micros(1000));

    script.ExpectAllDone(); // PacketScript checks that no PSN leaves the window
    EXPECT_EQ(script.Retransmissions(A), 1U);
}

// Clauses: [immediates-in-flight]
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
        return PacketFate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(most, 4U);
    for (uint32_t i = 0; i < 50; ++i)
    {
        EXPECT_EQ(script.Deliveries(B)[i].immediate, i);
    }
}

// Clauses: [duplicate-packets]
TEST(Transport, RandomFatesNeverHangNorDuplicate)
{
    for (uint64_t seed = 1; seed <= Times(300, 100); ++seed)
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
                return PacketFate::DROP;
            }
            if (data && dice < loss + trim)
            {
                return dice % 2 ? PacketFate::TRIM : PacketFate::TRIM_LAST_HOP;
            }
            return data && dice < loss + trim + mark ? PacketFate::MARK : PacketFate::DELIVER;
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
