/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-script.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr uint32_t MB = 1000000;

/** Posts at A, at the start, a Write with a key that B never gave. */
void
PostWithWrongKey(PacketScript& script, uint64_t id)
{
    script.At(Span(), [&script, id] {
        WorkRequest request;
        request.id = id;
        request.length = MB;
        request.rkey = 9;
        script.ConnectionOf(A).Post(request, script.Now());
    });
}

// Clauses: [sack-before-placement]
TEST(Transport, RefusedWriteFailsBothEndsAlsoIfItsNakIsLost)
{
    PacketScript script;
    script.PostAt(Span(), A, MB);
    PostWithWrongKey(script, 1);
    script.At(Micros(30), [&script] { // while all is under way
        WorkRequest request;
        request.id = 2;
        request.length = MB;
        script.ConnectionOf(A).Post(request, script.Now());
        request.id = 0;
        request.length = 100 * MB;
        script.ConnectionOf(B).Post(request, script.Now());
    });
    uint32_t lost = 0;
    script.AddRule([&lost](const Sighting& s) {
        const bool nak = s.packet.bth.opcode == Opcode::TRANSPORT_ACK && s.packet.aeth.syndrome;
        return nak && ++lost <= 3 ? PacketFate::DROP : PacketFate::DELIVER;
    });
    EXPECT_TRUE(script.Run());

    EXPECT_GT(lost, 3U);
    ASSERT_EQ(script.Completions(A).size(), 3U);
    EXPECT_EQ(script.Completions(A)[0].status, CompletionStatus::SUCCESS);
    EXPECT_EQ(script.Completions(A)[1].status, CompletionStatus::REM_ACCESS_ERR);
    EXPECT_EQ(script.Completions(A)[2].status, CompletionStatus::WR_FLUSH_ERR);
    ASSERT_EQ(script.Completions(B).size(), 1U);
    EXPECT_EQ(script.Completions(B)[0].status, CompletionStatus::WR_FLUSH_ERR);
    EXPECT_EQ(script.Deliveries(B).size(), 1U);
    EXPECT_EQ(script.Deliveries(A).size(), 0U);
    EXPECT_LT(script.Now(), Instant() + Micros(100000));
}

// Clauses: [fatal-nack]
TEST(Transport, AbortedEndTakesItsPeerAlong)
{
    PacketScript script;
    script.PostAt(Span(), A, 10 * MB);
    script.At(Micros(20), [&script] { script.ConnectionOf(B).Abort(script.Now()); });
    EXPECT_TRUE(script.Run());

    ASSERT_EQ(script.Completions(A).size(), 1U);
    EXPECT_EQ(script.Completions(A)[0].status, CompletionStatus::REM_OP_ERR);
    EXPECT_LT(script.Completions(A)[0].at, Instant() + Micros(30));
}

// Clauses: [placement-order]
TEST(Transport, EveryPlacementOrderBringsEachByteOnce)
{
    for (PlacementOrder order : {PLACEMENT_UNORDERED, PLACEMENT_PARTIAL, PLACEMENT_IN_ORDER})
    {
        for (const uint64_t limit : {0, 20000})
        {
            ScriptOptions options;
            options.qp.placement = order;
            options.qp.holdLimit = limit;
            PacketScript script(options);
            script.SetExtraDelay([](const Datagram& d) { return Nanos(d.ev.value % 7 * 100); });
            script.AddRule([](const Sighting& s) {
                const bool data = IsWrite(s.packet.bth.opcode);
                return data && s.nth % 41 == 0 ? PacketFate::TRIM
                       : s.nth % 97 == 0       ? PacketFate::DROP
                                               : PacketFate::DELIVER;
            });
            for (const Side side : {A, B})
            {
                script.PostAt(Span(), side, MB, true);
                script.PostAt(Micros(1), side, 5000);
                script.PostAt(Micros(2), side, MB);
            }
            EXPECT_TRUE(script.Run());

            script.ExpectAllDone();
            EXPECT_EQ(script.Counters(B).heldPeak == 0, order == PLACEMENT_UNORDERED) << order;
            if (limit != 0)
            {
                EXPECT_LE(script.Counters(B).heldPeak, limit) << order;
            }
        }
    }
}

/** Signals without data, before, between and behind data. */
// Clauses: [write-only]
TEST(Transport, WritesWithoutDataArriveInTheirTurn)
{
    for (PlacementOrder order : {PLACEMENT_UNORDERED, PLACEMENT_PARTIAL, PLACEMENT_IN_ORDER})
    {
        for (const PacketFate fate : {PacketFate::DELIVER, PacketFate::DROP, PacketFate::TRIM})
        {
            ScriptOptions options;
            options.qp.placement = order;
            PacketScript script(options);
            const uint32_t lengths[] = {0, 10000, 0, 0, 4096, 0};
            for (const uint32_t length : lengths)
            {
                script.PostAt(Span(), A, length, true);
            }
            for (const uint32_t nth : {1, 5, 8}) // the first signal, the second and the last
            {
                script.Nth(A, DATA, nth, fate);
            }
            EXPECT_TRUE(script.Run());

            script.ExpectAllDone();
            ASSERT_EQ(script.Deliveries(B).size(), std::size(lengths)) << order;
            for (std::size_t i = 0; i < std::size(lengths); ++i)
            {
                EXPECT_EQ(script.Deliveries(B)[i].length, lengths[i]);
                EXPECT_EQ(script.Deliveries(B)[i].immediate, i);
            }
            EXPECT_EQ(script.Counters(B).placedBytes, 14096U);
            EXPECT_EQ(script.Retransmissions(A), fate == PacketFate::DELIVER ? 0U : 3U);
        }
    }
}

/** A signal takes a PSN of its own, which the receiver expects no more once the packet came. */
// Clauses: [write-only]
TEST(Transport, EachSignalTakesOnePsn)
{
    for (const uint32_t planes : {1, 2, 8})
    {
        for (const PacketFate fate : {PacketFate::DELIVER, PacketFate::DROP})
        {
            ScriptOptions options;
            options.planes = planes;
            options.firstPsn = Psn(0xfffffe); // they wrap
            PacketScript script(options);
            const uint64_t first = script.ConnectionOf(B).GetReceiver().Store().received.Expected();
            std::vector<uint32_t> sent;
            script.AddRule([&sent](const Sighting& s) {
                if (IsWrite(s.packet.bth.opcode) && !s.packet.bth.retransmission)
                {
                    EXPECT_EQ(s.packet.payload, 0);
                    EXPECT_EQ(s.packet.bth.opcode,
                              sent.size() % 2 == 0 ? Opcode::WRITE_ONLY
                                                   : Opcode::WRITE_ONLY_IMMEDIATE);
                    sent.push_back(s.packet.bth.psn.Value());
                }
                return PacketFate::DELIVER;
            });
            script.Nth(A, DATA, 2, fate);
            for (uint32_t i = 0; i < 4; ++i)
            {
                script.PostAt(Span(), A, 0, i % 2 == 1);
            }
            EXPECT_TRUE(script.Run());

            script.ExpectAllDone();
            EXPECT_EQ(sent, (std::vector<uint32_t>{0xfffffe, 0xffffff, 0, 1})) << planes;
            EXPECT_EQ(script.ConnectionOf(B).GetReceiver().Store().received.Expected(), first + 4);
            EXPECT_EQ(script.Retransmissions(A), fate == PacketFate::DELIVER ? 0U : 1U) << planes;
        }
    }
}

// Clauses: [write-only]
TEST(Transport, NothingButSignals)
{
    PacketScript script;
    for (int i = 0; i < 3000; ++i)
    {
        script.PostAt(Nanos(i * 3), A, 0, i % 2 == 0);
    }
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone();
    EXPECT_EQ(script.Counters(A).sentPackets, 3000U);
}

} // namespace
