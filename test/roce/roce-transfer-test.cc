/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The packets that a reliable connection of RoCEv2 sends when nothing is lost.

#include "roce-script.h"

#include "ns3/mrc-queue-pair-user.h"
#include "ns3/mrc-roce-maker.h"

#include <stdexcept>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr uint32_t FULL = 4096;

/** @return the opcodes of the data that the posting side has sent */
std::vector<int>
Opcodes(RoceScript& script)
{
    std::vector<int> opcodes;
    for (const Datagram& packet : script.End(ASKS).sent)
    {
        opcodes.push_back(static_cast<int>(packet.bth.opcode));
    }
    return opcodes;
}

/** @return a queue pair at a tenth of the line's rate, with a request of so many full packets */
std::unique_ptr<RoceEnd>
PacedEnd(uint32_t packets, uint64_t window)
{
    RoceConfig config = AtLineRate();
    config.rateControl = ROCE_FIXED_RATE;
    config.fixedRate = RoceScript::LINE / 10;
    config.window = window;
    auto end = std::make_unique<RoceEnd>(RoceScript::Setup(ASKS, config, Psn()));
    WorkRequest request;
    request.length = packets * FULL;
    end->connection.Post(request, Instant());
    return end;
}

// Clauses: [roce-rate]
TEST(RoceTransfer, AQuestionAtThePaceNeedsNoWakeUp)
{
    const auto end = PacedEnd(3, 0);
    Datagram packet;
    Instant now;
    for (int i = 0; i < 2; ++i)
    {
        const Pull pull = end->connection.NextData(now, 1, packet);
        EXPECT_TRUE(pull.sent && pull.rests) << i;
        const Instant next = end->connection.NextWakeup();
        EXPECT_EQ(next - now, RoceScript::FullPacket() * 10) << i;
        EXPECT_FALSE(end->connection.NextData(next - Span(1), 1, packet)) << "too early";
        EXPECT_EQ(end->connection.NextWakeup(), next);
        now = next;
    }
    EXPECT_TRUE(end->connection.NextData(now, 1, packet).sent);
    EXPECT_GT(end->connection.NextWakeup() - now, Micros(1000)) << "the timeout alone is left";
}

// Clauses: [roce-rate]
TEST(RoceTransfer, AQuestionInVainEndsThePace)
{
    const auto end = PacedEnd(2, FULL);
    Datagram packet;
    EXPECT_TRUE(end->connection.NextData(Instant(), 1, packet).sent);
    const Instant next = end->connection.NextWakeup();
    EXPECT_EQ(next - Instant(), RoceScript::FullPacket() * 10);
    EXPECT_FALSE(end->connection.NextData(next, 1, packet)) << "the window is full";
    EXPECT_GT(end->connection.NextWakeup() - next, Micros(1000)) << "nobody wakes again and again";
}

// Clauses: [roce-opcodes], [roce-verbs]
TEST(RoceTransfer, OpcodesTellTheVerbAndThePlace)
{
    RoceScript script(AtLineRate());
    uint64_t bytes = 0;
    for (const auto& [verb, signal] : {std::pair{WorkVerb::WRITE, false},
                                       std::pair{WorkVerb::WRITE, true},
                                       std::pair{WorkVerb::SEND, false},
                                       std::pair{WorkVerb::SEND, true}})
    {
        for (uint32_t length : {0U, 100U, 2 * FULL, 2 * FULL + 1})
        {
            script.PostAt(Micros(1), length, verb, signal);
            bytes += length;
        }
    }
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(bytes);
    EXPECT_EQ(Opcodes(script),
              (std::vector<int>{0x0a, 0x0a, 6, 8, 6, 7, 8, 0x0b, 0x0b, 6, 9, 6, 7, 9,
                                4,    4,    0, 2, 0, 1, 2, 5,    5,    0, 3, 0, 1, 3}));
    const auto& deliveries = script.End(ANSWERS).deliveries;
    EXPECT_EQ(deliveries[3].verb, WorkVerb::WRITE);
    EXPECT_FALSE(deliveries[3].hasImmediate);
    EXPECT_EQ(deliveries[15].verb, WorkVerb::SEND);
    EXPECT_TRUE(deliveries[15].hasImmediate);
    EXPECT_EQ(deliveries[15].immediate, 1015U);
    EXPECT_EQ(deliveries[15].length, 2 * FULL + 1);
}

// Clauses: [roce-opcodes]
TEST(RoceTransfer, OnlyTheFirstPacketOfAWriteHasAnAddress)
{
    RoceScript script(AtLineRate());
    script.PostAt(Micros(1), 3 * FULL);
    EXPECT_TRUE(script.Run());
    const auto& sent = script.End(ASKS).sent;
    EXPECT_EQ(sent[0].write.reth.address, 0x10000U);
    EXPECT_EQ(sent[0].write.reth.length, 3 * FULL);
    EXPECT_EQ(sent[1].write.reth.address, 0U);
    EXPECT_EQ(sent[2].write.reth.length, 0U);
}

// Clauses: [roce-ack-request], [roce-ack]
TEST(RoceTransfer, AcksAreAskedForWithinLongMessagesAndAtTheEnd)
{
    RoceConfig config = AtLineRate();
    config.ackInterval = 4;
    RoceScript script(config);
    script.PostAt(Micros(1), 10 * FULL);
    EXPECT_TRUE(script.Run());
    const auto& acks = script.End(ANSWERS).sent;
    ASSERT_EQ(acks.size(), 3U);
    const uint32_t psns[] = {3, 7, 9};
    const uint32_t messages[] = {0, 0, 1};
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(acks[i].bth.opcode, Opcode::RC_ACKNOWLEDGE);
        EXPECT_EQ(acks[i].bth.psn.Value(), psns[i]);
        EXPECT_EQ(acks[i].aeth.syndrome, 0x1f);
        EXPECT_EQ(acks[i].aeth.msn, messages[i]);
        EXPECT_EQ(acks[i].bth.destination.value, 16U);
    }
}

// Clauses: [roce-classes]
TEST(RoceTransfer, ClassesAreThoseOfTheAttributes)
{
    for (RoceAckClass ackClass : {ROCE_ACK_WITH_DATA, ROCE_ACK_WITH_CNP})
    {
        RoceConfig config;
        config.ackClass = ackClass;
        RoceScript script(config);
        script.SetRule([](const RoceSighting& s) {
            return IsRcData(s.packet.bth.opcode) ? RoceFate::MARK : RoceFate::DELIVER;
        });
        script.PostAt(Micros(1), FULL);
        EXPECT_TRUE(script.Run());
        EXPECT_EQ(script.End(ASKS).sent[0].dscp, 26);
        const auto& answers = script.End(ANSWERS).sent;
        ASSERT_EQ(answers.size(), 2U);
        EXPECT_EQ(answers[0].bth.opcode, Opcode::CNP);
        EXPECT_EQ(answers[0].dscp, 48);
        EXPECT_EQ(answers[1].dscp, ackClass == ROCE_ACK_WITH_DATA ? 26 : 48);
    }
}

// Clauses: [roce-window]
TEST(RoceTransfer, WindowStopsNewPacketsAndAsksForAnAck)
{
    RoceConfig config = AtLineRate();
    config.window = 3 * FULL;
    config.ackInterval = 1000;
    RoceScript script(config);
    script.PostAt(Micros(1), 7 * FULL);
    uint32_t inFlight = 0;
    uint32_t most = 0;
    script.SetRule([&](const RoceSighting& s) {
        inFlight = s.from == ASKS ? inFlight + 1 : 0;
        most = std::max(most, inFlight);
        return RoceFate::DELIVER;
    });
    EXPECT_TRUE(script.Run());
    script.ExpectAllDone(7 * FULL);
    EXPECT_EQ(most, 3U);
}

/** Hears the reports of a watched queue pair. */
struct Watcher : public QueuePairUser
{
    void Watched(const QpSample& sample) override
    {
        inFlight.push_back(std::get<WindowSample>(sample).inFlight);
    }

    std::vector<int64_t> inFlight;
};

// Clauses: [roce-choice]
TEST(RoceTransfer, WatchedQueuePairTellsWhatIsInFlight)
{
    RoceConfig config = AtLineRate();
    config.ackInterval = 2;
    RoceScript script(config);
    Watcher watcher;
    script.End(ASKS).watch.user = &watcher;
    script.PostAt(Micros(1), 2 * FULL);
    EXPECT_TRUE(script.Run());
    EXPECT_TRUE(watcher.inFlight.empty()) << "nobody has asked";
    script.End(ASKS).connection.Watch(true);
    script.PostAt(Micros(100), 4 * FULL);
    EXPECT_TRUE(script.Run());
    EXPECT_EQ(watcher.inFlight, (std::vector<int64_t>{2 * FULL, 0}));
}

// Clauses: [roce-psn]
TEST(RoceTransfer, PsnsWrap)
{
    for (RoceRecovery recovery : {ROCE_GO_BACK_N, ROCE_SELECTIVE_REPEAT})
    {
        RoceScript script(AtLineRate(recovery), Psn(0xfffffe));
        script.SetRule(DropData({3}));
        script.PostAt(Micros(1), 6 * FULL);
        EXPECT_TRUE(script.Run());
        script.ExpectAllDone(6 * FULL);
        EXPECT_EQ(script.End(ASKS).sent[0].bth.psn.Value(), 0xfffffeU);
        EXPECT_EQ(script.End(ASKS).sent[2].bth.psn.Value(), 0U);
        EXPECT_EQ(script.Roce(ASKS).timeouts, 0U);
    }
}

// Clauses: [roce-verbs]
TEST(RoceTransfer, RefusedMessageEndsTheQueuePairBehindThoseBefore)
{
    RoceScript script(AtLineRate());
    script.End(ANSWERS).connection.Limits().buffers.Post(1);
    script.PostAt(Micros(1), FULL, WorkVerb::SEND);
    script.PostAt(Micros(1), FULL, WorkVerb::SEND); // there is no buffer for this one
    script.PostAt(Micros(1), FULL);
    EXPECT_TRUE(script.Run());
    const auto& ends = script.End(ASKS).completions;
    ASSERT_EQ(ends.size(), 3U);
    EXPECT_EQ(ends[0].status, CompletionStatus::SUCCESS);
    EXPECT_EQ(ends[1].status, CompletionStatus::REM_OP_ERR);
    EXPECT_EQ(ends[2].status, CompletionStatus::WR_FLUSH_ERR);
    EXPECT_EQ(script.End(ANSWERS).deliveries.size(), 1U);
    EXPECT_TRUE(script.End(ASKS).hasFailed);
    EXPECT_TRUE(script.End(ANSWERS).hasFailed);
}

// Clauses: [roce-timeout]
TEST(RoceTransfer, TimeoutIsLongerThanARoundTrip)
{
    RoceConfig config;
    config.timeoutExponent = 1; // 8.192 us
    ConnectionParameters parameters;
    parameters.baseRtt = Nanos(8191);
    RoceMaker(config).Check(parameters);
    parameters.baseRtt = Nanos(8192);
    EXPECT_THROW(RoceMaker(config).Check(parameters), std::invalid_argument);
}

// Clauses: [roce-verbs]
TEST(RoceTransfer, MemoryThatIsNotOpenIsRefused)
{
    RoceScript script(AtLineRate());
    script.End(ANSWERS).connection.Limits().memory.Deregister(0);
    script.PostAt(Micros(1), FULL);
    EXPECT_TRUE(script.Run());
    EXPECT_EQ(script.End(ASKS).completions.at(0).status, CompletionStatus::REM_ACCESS_ERR);
    EXPECT_EQ(script.Counters(ANSWERS).placedBytes, 0U);
}

} // namespace
