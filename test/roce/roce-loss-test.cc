/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The answers of RoCEv2 to packets that are lost, once and for as long as a fault lasts.

#include "roce-script.h"

#include "ns3/mrc-reorder-gate.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr uint32_t FULL = 4096;
constexpr Span TIMEOUT = Nanos(4096) * (1 << 14);

/*
 * A loss costs, with going back, the packets sent from the lost one until its NAK came. The packet
 * that reveals it leaves a packet's time later, and the NAK is there a round trip after the end of
 * that packet.
 *
 * packets sent for nothing = ceil((one packet + round trip) / one packet) + 1
 */
// Clauses: [roce-recovery], [roce-nak]
TEST(RoceLoss, GoingBackCostsARoundTripOfPackets)
{
    constexpr uint32_t PACKETS = 400;
    for (int64_t oneWay : {1, 2, 5})
    {
        RoceScript script(AtLineRate(), Psn(), Micros(oneWay));
        script.SetRule(DropData({100}));
        script.PostAt(Micros(1), PACKETS * FULL);
        EXPECT_TRUE(script.Run());
        script.ExpectAllDone(PACKETS * FULL);
        const int64_t packet = RoceScript::FullPacket().Ps();
        const int64_t until = 2 * packet + 2 * Micros(oneWay).Ps(); // since the lost one began
        const auto again = static_cast<uint64_t>((until + packet - 1) / packet);
        EXPECT_EQ(script.Resent(RetransmitCause::GAP), again) << oneWay;
        EXPECT_EQ(script.Counters(ASKS).sentPackets, PACKETS + again);
        EXPECT_EQ(script.Roce(ANSWERS).naksSent, 1U);
        EXPECT_EQ(script.Roce(ASKS).naksReceived, 1U);
        EXPECT_EQ(script.Roce(ASKS).timeouts, 0U);
    }
}

// The same for losses that go on: each one costs as many, and the sum is exact.
// Clauses: [roce-recovery]
TEST(RoceLoss, EachOfManyLossesCostsTheSame)
{
    constexpr uint32_t PACKETS = 2000;
    RoceScript script(AtLineRate());
    uint32_t losses = 0;
    uint32_t highest = 0;
    script.SetRule([&](const RoceSighting& s) {
        const uint32_t psn = s.packet.bth.psn.Value();
        if (s.from != ASKS || psn < highest || psn % 100 != 99 || psn > 1900)
        {
            return RoceFate::DELIVER;
        }
        highest = psn + 1; // the first time that the packet is sent
        ++losses;
        return RoceFate::DROP;
    });
    script.PostAt(Micros(1), PACKETS * FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(PACKETS * FULL);
    const int64_t packet = RoceScript::FullPacket().Ps();
    const auto each =
        static_cast<uint64_t>((2 * packet + 2 * Micros(2).Ps() + packet - 1) / packet);
    EXPECT_EQ(losses, 19U);
    EXPECT_EQ(script.Counters(ASKS).sentPackets, PACKETS + losses * each);
}

// Clauses: [roce-recovery]
TEST(RoceLoss, SelectiveRepeatSendsWhatIsMissing)
{
    RoceScript script(AtLineRate(ROCE_SELECTIVE_REPEAT));
    script.SetRule(DropData({10, 11, 20, 35}));
    script.PostAt(Micros(1), 50 * FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(50 * FULL);
    EXPECT_EQ(script.Resent(RetransmitCause::GAP), 4U);
    EXPECT_EQ(script.Counters(ASKS).sentPackets, 54U);
    EXPECT_EQ(script.Counters(ANSWERS).duplicates, 0U);
    EXPECT_EQ(script.Roce(ANSWERS).naksSent, 4U);
    EXPECT_EQ(script.Roce(ASKS).timeouts, 0U);
}

// A packet is missing from when the next one came: just before the time is over nobody asks.
// Clauses: [roce-reorder]
TEST(RoceLoss, ReorderGateOpensOnceTheTimeIsOver)
{
    ReorderGate gate(Micros(2), 100);
    gate.OnSeen(100, Instant(1000000));
    gate.OnSeen(103, Instant(2000000));
    gate.OnSeen(101, Instant(3000000));
    EXPECT_EQ(gate.Ripe(Instant(3000000) - Span(1)), 100U);
    EXPECT_EQ(gate.Ripe(Instant(3000000)), 101U);
    EXPECT_EQ(gate.Ripe(Instant(4000000) - Span(1)), 101U);
    EXPECT_EQ(gate.Ripe(Instant(4000000)), 104U);
    ReorderGate atOnce(Span(), 7);
    atOnce.OnSeen(9, Instant(1000000));
    EXPECT_EQ(atOnce.Ripe(Instant(1000000)), 10U);
}

// Clauses: [roce-reorder]
TEST(RoceLoss, ReorderGateKeepsNothingOfPacketsThatAreThere)
{
    ReorderGate gate(Micros(2), 100);
    for (uint64_t sequence = 100; sequence < 110; ++sequence)
    {
        gate.OnSeen(sequence, Instant(1000000));
        gate.Forget(sequence + 1);
        EXPECT_EQ(gate.Count(), 0U);
    }
    gate.OnSeen(112, Instant(2000000));
    gate.OnSeen(113, Instant(3000000));
    gate.Forget(113);
    EXPECT_EQ(gate.Count(), 1U);
    EXPECT_EQ(gate.Ripe(Instant(5000000)), 114U);
}

// Clauses: [roce-reorder]
TEST(RoceLoss, AReorderTimePutsOffWhatIsAskedFor)
{
    RoceConfig config = AtLineRate(ROCE_SELECTIVE_REPEAT);
    for (const bool waits : {false, true})
    {
        config.reorderTime = waits ? RoceScript::FullPacket() * 5 : Span();
        RoceScript script(config);
        script.SetRule(DropData({10, 11, 20, 35}));
        script.PostAt(Micros(1), 50 * FULL);
        EXPECT_TRUE(script.Run());
        script.ExpectAllDone(50 * FULL);
        EXPECT_EQ(script.Counters(ASKS).sentPackets, 54U);
        EXPECT_EQ(script.Roce(ANSWERS).naksSent, 4U);
        EXPECT_EQ(script.Roce(ASKS).timeouts, 0U);
    }
}

// Clauses: [roce-recovery]
TEST(RoceLoss, SelectiveRepeatDeliversInOrder)
{
    RoceScript script(AtLineRate(ROCE_SELECTIVE_REPEAT));
    script.SetRule(DropData({2}));
    for (int i = 0; i < 5; ++i)
    {
        script.PostAt(Micros(1), FULL, WorkVerb::SEND, true);
    }
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(5 * FULL);
    for (uint32_t i = 0; i < 5; ++i)
    {
        EXPECT_EQ(script.End(ANSWERS).deliveries[i].immediate, 1000 + i);
    }
}

/*
 * The NAK is sent once: when the packet is lost again nothing but the timer helps, unless the
 * responder asks again.
 */
// Clauses: [roce-nak], [roce-timeout]
TEST(RoceLoss, SecondLossOfAPacketWaitsForTheTimer)
{
    for (bool asksAgain : {false, true})
    {
        RoceConfig config = AtLineRate();
        config.nakInterval = asksAgain ? Micros(5) : Span();
        RoceScript script(config);
        int lost = 0;
        script.SetRule([&lost](const RoceSighting& s) {
            const bool hit = s.from == ASKS && s.packet.bth.psn.Value() == 5 && lost < 2;
            lost += hit;
            return hit ? RoceFate::DROP : RoceFate::DELIVER;
        });
        script.PostAt(Micros(1), 100 * FULL);
        EXPECT_TRUE(script.Run());
        script.ExpectAllDone(100 * FULL);
        EXPECT_EQ(script.Roce(ASKS).timeouts, asksAgain ? 0U : 1U);
        EXPECT_EQ(script.Roce(ANSWERS).naksSent, asksAgain ? 2U : 1U);
        EXPECT_EQ(script.End(ASKS).completions.at(0).at > Instant() + TIMEOUT, !asksAgain);
    }
}

// A lost last packet has nothing behind it that reveals the loss.
// Clauses: [roce-timeout]
TEST(RoceLoss, TailIsFoundByTheTimer)
{
    for (RoceRecovery recovery : {ROCE_GO_BACK_N, ROCE_SELECTIVE_REPEAT})
    {
        RoceScript script(AtLineRate(recovery));
        script.SetRule(DropData({3}));
        script.PostAt(Micros(1), 3 * FULL);
        // The third packet is the one that asks.
        const Span asked = Micros(1) + RoceScript::FullPacket() * 2;
        EXPECT_FALSE(script.Run(asked + TIMEOUT - Nanos(1)));
        EXPECT_EQ(script.Roce(ASKS).timeouts, 0U);
        script.Run(asked + TIMEOUT);
        EXPECT_EQ(script.Roce(ASKS).timeouts, 1U);
        EXPECT_TRUE(script.Run());
        script.ExpectAllDone(3 * FULL);
        EXPECT_EQ(script.Roce(ASKS).timeouts, 1U);
        // without an ACK in between all three are in flight
        EXPECT_EQ(script.Resent(RetransmitCause::TIMEOUT), recovery == ROCE_GO_BACK_N ? 3U : 2U);
    }
}

// Clauses: [roce-recovery]
TEST(RoceLoss, SelectiveRepeatGoesOnFromWhereTheAckStopsAfterATimeout)
{
    RoceScript script(AtLineRate(ROCE_SELECTIVE_REPEAT));
    script.SetRule([](const RoceSighting& s) {
        // all of the message but its first packet are lost, and so are all packets that are asked
        // for
        const bool late = s.at > Instant() + Micros(1000);
        return s.from == ASKS && s.nth > 1 && !late ? RoceFate::DROP : RoceFate::DELIVER;
    });
    script.PostAt(Micros(1), 6 * FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(6 * FULL);
    EXPECT_EQ(script.Roce(ASKS).timeouts, 1U);
}

// Only the timer tells of a long tail that is lost, and all of the tail goes at once then. Clauses:
// [roce-recovery], [roce-timeout]
TEST(RoceLoss, LostTailTakesARoundTripAndItsTime)
{
    constexpr uint32_t PACKETS = 900;
    std::array<Instant, 2> ends;
    for (RoceRecovery recovery : {ROCE_GO_BACK_N, ROCE_SELECTIVE_REPEAT})
    {
        RoceScript script(AtLineRate(recovery));
        script.SetRule([](const RoceSighting& s) {
            return s.at < Instant() + Micros(500) && s.from == ASKS && s.nth > 1
                       ? RoceFate::DROP
                       : RoceFate::DELIVER;
        });
        script.PostAt(Micros(1), PACKETS * FULL);
        EXPECT_TRUE(script.Run());
        script.ExpectAllDone(PACKETS * FULL);
        EXPECT_EQ(script.Roce(ASKS).timeouts, 1U);
        ends.at(recovery == ROCE_GO_BACK_N ? 0 : 1) = script.End(ASKS).completions.at(0).at;
    }
    EXPECT_LE(ends[1], ends[0] + Micros(5)); // a round trip, for which selective repeat asks first
}

// Clauses: [roce-nak], [roce-recovery]
TEST(RoceLoss, SelectiveRepeatAsksAgainForWhatWasLostTwice)
{
    RoceScript script(AtLineRate(ROCE_SELECTIVE_REPEAT));
    uint32_t naks = 0;
    script.SetRule([&naks](const RoceSighting& s) {
        const bool isNak =
            s.from == ANSWERS &&
            s.packet.aeth.syndrome == static_cast<uint8_t>(AethSyndrome::NAK_SEQUENCE);
        const bool isData = s.from == ASKS && (s.nth == 10 || s.nth == 40);
        naks += isNak;
        return isData || (isNak && naks == 1) ? RoceFate::DROP : RoceFate::DELIVER;
    });
    script.PostAt(Micros(1), 200 * FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(200 * FULL);
    EXPECT_EQ(script.Roce(ASKS).timeouts, 0U) << "the first NAK was lost, not the second";
    EXPECT_EQ(script.Roce(ANSWERS).naksSent, 3U);
    EXPECT_EQ(script.Counters(ASKS).sentPackets, 202U);
}

// Clauses: [roce-recovery], [roce-window]
TEST(RoceLoss, SelectiveRepeatKeepsNoMoreThanItsSpan)
{
    RoceScript script(AtLineRate(ROCE_SELECTIVE_REPEAT));
    script.SetRule([](const RoceSighting& s) {
        const bool isFirst = s.from == ASKS && s.packet.bth.psn.Value() == 0;
        return isFirst && s.at < Instant() + Micros(5000) ? RoceFate::DROP : RoceFate::DELIVER;
    });
    script.PostAt(Micros(1), 3000 * FULL);
    script.Run(Micros(4000));
    EXPECT_LE(script.End(ASKS).connection.Status().window.inFlight, 1024 * FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(3000 * FULL);
}

// Clauses: [roce-psn]
TEST(RoceLoss, GoBackNHasNoSpan)
{
    RoceScript script(AtLineRate());
    script.SetRule(
        [](const RoceSighting& s) { return s.from == ASKS ? RoceFate::DROP : RoceFate::DELIVER; });
    script.PostAt(Micros(1), 3000 * FULL);
    script.Run(Micros(4000));
    EXPECT_EQ(script.End(ASKS).connection.Status().window.inFlight, 3000 * FULL);
}

// Clauses: [roce-timeout], [roce-retries]
TEST(RoceLoss, SlowQueuePairIsNoDeadOne)
{
    RoceConfig config = AtLineRate();
    config.rateControl = ROCE_FIXED_RATE;
    config.fixedRate = 1000000000; // 16 packets take 543 us
    config.timeoutExponent = 3;    // 33 us
    RoceScript script(config);
    script.PostAt(Micros(1), 40 * FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(40 * FULL);
    EXPECT_EQ(script.Roce(ASKS).timeouts, 0U);
    EXPECT_EQ(script.Counters(ASKS).sentPackets, 40U);
}

// A pause of the port holds packets that are to be sent again: no retry is used up meanwhile.
// Clauses: [roce-timeout], [roce-retries]
TEST(RoceLoss, WaitingForARepeatsTurnIsNoTimeout)
{
    RoceScript script(AtLineRate());
    script.SetRule(DropData({1}));
    script.PostAt(Micros(1), FULL);
    script.At(TIMEOUT, [&script] { script.End(ASKS).freeAt = Instant() + TIMEOUT * 20; });
    script.At(TIMEOUT * 20, [] {});
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(FULL);
    EXPECT_EQ(script.Roce(ASKS).timeouts, 1U);
}

/** The link is dead from the start: eight timeouts, of which the last ends the queue pair. */
// Clauses: [roce-retries]
TEST(RoceLoss, DeadLinkEndsTheQueuePairWhenRetriesAreUsedUp)
{
    for (RoceRecovery recovery : {ROCE_GO_BACK_N, ROCE_SELECTIVE_REPEAT})
    {
        RoceScript script(AtLineRate(recovery));
        script.SetRule([](const RoceSighting&) { return RoceFate::DROP; });
        script.PostAt(Micros(1), 2 * FULL);
        script.PostAt(Micros(1), FULL);
        const Span end = Micros(1) + RoceScript::FullPacket() + TIMEOUT * 8; // the second one asks
        script.Run(end - Nanos(1));
        EXPECT_TRUE(script.End(ASKS).completions.empty());
        EXPECT_TRUE(script.Run());
        EXPECT_EQ(script.Now(), Instant() + end);
        const auto& ends = script.End(ASKS).completions;
        ASSERT_EQ(ends.size(), 2U);
        EXPECT_EQ(ends[0].status, CompletionStatus::RETRY_EXC_ERR);
        EXPECT_EQ(ends[1].status, CompletionStatus::WR_FLUSH_ERR);
        EXPECT_EQ(script.Roce(ASKS).timeouts, 8U);
        EXPECT_TRUE(script.End(ASKS).hasFailed);
    }
}

// Clauses: [roce-retries]
TEST(RoceLoss, LinkThatComesBackInTimeIsSurvived)
{
    RoceScript script(AtLineRate());
    script.SetRule([](const RoceSighting& s) {
        return s.at < Instant() + TIMEOUT * 7 ? RoceFate::DROP : RoceFate::DELIVER;
    });
    script.PostAt(Micros(1), 2 * FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(2 * FULL);
    EXPECT_EQ(script.Roce(ASKS).timeouts, 7U);
}

// Progress has the retries count afresh: many timeouts in a row are survived if each helps.
// Clauses: [roce-retries]
TEST(RoceLoss, ProgressRestoresTheRetries)
{
    RoceScript script(AtLineRate());
    std::vector<uint32_t> seen(20);
    script.SetRule([&seen](const RoceSighting& s) {
        // each message is lost once
        const bool first = s.from == ASKS && ++seen[s.packet.bth.psn.Value()] == 1;
        return first ? RoceFate::DROP : RoceFate::DELIVER;
    });
    for (int i = 0; i < 12; ++i)
    {
        script.PostAt(Micros(1 + i * 200000), FULL);
    }
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(12 * FULL);
    EXPECT_EQ(script.Roce(ASKS).timeouts, 12U);
}

// ACKs that come behind the timer acknowledge packets that are being sent again. Clauses:
// [roce-timeout]
TEST(RoceLoss, LateAcksCountAndDuplicatesAreAcknowledged)
{
    RoceConfig config = AtLineRate();
    config.timeoutExponent = 1; // 8.192 us
    RoceScript script(config);
    script.SetAnswerDelay([](const Datagram&) { return Micros(6); });
    script.PostAt(Micros(1), 4 * FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(4 * FULL);
    EXPECT_GE(script.Roce(ASKS).timeouts, 1U);
    EXPECT_GE(script.Counters(ANSWERS).duplicates, 1U);
    EXPECT_FALSE(script.End(ASKS).hasFailed);
}

// Clauses: [roce-ack]
TEST(RoceLoss, LostAckIsMadeUpForByADuplicate)
{
    RoceScript script(AtLineRate());
    script.SetRule([](const RoceSighting& s) {
        return s.from == ANSWERS && s.nth == 1 ? RoceFate::DROP : RoceFate::DELIVER;
    });
    script.PostAt(Micros(1), FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(FULL);
    EXPECT_EQ(script.Counters(ANSWERS).duplicates, 1U);
    EXPECT_EQ(script.End(ANSWERS).deliveries.size(), 1U);
}

// A port that is down sends nothing, and the retries end all the same.
// Clauses: [roce-retries], [roce-path]
TEST(RoceLoss, QueuePairWithoutItsPortFails)
{
    RoceScript script(AtLineRate());
    script.At(Micros(1), [&script] {
        script.End(ASKS).connection.PortsChanged(2, script.Now());
        script.End(ASKS).freeAt = Instant::Never();
    });
    script.PostAt(Micros(2), FULL);
    EXPECT_TRUE(script.Run());
    EXPECT_EQ(script.End(ASKS).completions.at(0).status, CompletionStatus::RETRY_EXC_ERR);
    EXPECT_EQ(script.Now(), Instant() + Micros(2) + TIMEOUT * 8);
    EXPECT_EQ(script.Counters(ASKS).sentPackets, 0U);
}

// The same without a dead port: a queue pair that has not had its turn yet has lost nothing.
// Clauses: [roce-timeout]
TEST(RoceLoss, WaitingForThePortIsNoTimeout)
{
    RoceScript script(AtLineRate());
    script.End(ASKS).freeAt = Instant() + TIMEOUT * 20;
    script.At(TIMEOUT * 20, [] {});
    script.PostAt(Micros(2), FULL);
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(FULL);
    EXPECT_EQ(script.Roce(ASKS).timeouts, 0U);
}

} // namespace
