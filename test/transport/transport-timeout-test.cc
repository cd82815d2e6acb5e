/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-script.h"

#include <algorithm>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// Nothing comes back: probes, timeouts and the end.

namespace
{

// Clauses: [tail-probe]
TEST(Transport, LostTailIsFoundByProbe)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 100 * KB); // 25 packets
    script.Nth(A, DATA, 25, PacketFate::DROP);
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
    script.Nth(A, DATA, 1, PacketFate::DROP);
    script.AddRule([](const Sighting& s) {
        return s.packet.bth.opcode == Opcode::PROBE_REQUEST ? PacketFate::DROP
                                                            : PacketFate::DELIVER;
    });
    script.Run(Micros(1000));

    script.ExpectAllDone();
    EXPECT_EQ(Count(script, RetransmitCause::TIMEOUT), 1U);
    EXPECT_EQ(script.Counters(A).pathsRetired, 1U); // the EV that carried the packet
    EXPECT_GE(script.Completions(A).front().at, Instant() + Nanos(262144) + Micros(6));
    EXPECT_LT(script.Completions(A).front().at, Instant() + Nanos(262144) + Micros(8));
}

// Clauses: [blamed-path]
TEST(Transport, TimeoutBlamesThePathThatCarriedThePacket)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 2);
    script.PostAt(Micros(20), A, 2);
    script.Nth(A, DATA, 2, PacketFate::DROP);
    Ev carried;
    script.AddRule([&](const Sighting& s) {
        const bool second = s.from == A && s.nth == 2 && IsWrite(s.packet.bth.opcode);
        carried = second ? s.packet.ev : carried;
        return s.packet.bth.opcode == Opcode::PROBE_REQUEST ? PacketFate::DROP
                                                            : PacketFate::DELIVER;
    });
    script.Run(Micros(500));

    script.ExpectAllDone();
    EXPECT_EQ(script.ConnectionOf(A).GetSender().Paths().Table().Find(carried)->state,
              PathState::ASSUMED_BAD);
    EXPECT_EQ(script.Counters(A).pathsRetired, 1U);
}

// Clauses: [transport-ack]
TEST(Transport, LostTransportAckIsAskedFor)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 100 * KB);
    script.Nth(B, Opcode::TRANSPORT_ACK, 1, PacketFate::DROP);
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
        const bool answered = fourth != Instant() && s.at >= fourth + Micros(20);
        const bool completes = s.packet.bth.opcode == Opcode::TRANSPORT_ACK;
        const bool early = !answered || (completes && s.at < fourth + Micros(40));
        return s.from == B && early ? PacketFate::DROP : PacketFate::DELIVER;
    });
    script.SetExtraDelay([](const Datagram& d) {
        return d.bth.opcode == Opcode::PROBE_REQUEST ? Micros(20) : Span();
    });
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    // two trips of a probe and its answer, one after the other: the fifth probe was overdue
    EXPECT_EQ(script.Completions(A).front().at, fourth + Micros(2 * (20 + 3 + 3)));
}

// Clauses: [retry-counts]
TEST(Transport, AllPathsDeadAndFiniteRetriesIsAnError)
{
    ScriptOptions options;
    options.qp.linearRetries = 2;
    options.qp.exponentialRetries = 2;
    PacketScript script(options);
    script.PostAt(Micros(0), A, 20 * KB);
    script.PostAt(Micros(0), A, 2);
    script.PostAt(Micros(10000), A, 2);
    script.AddRule([](const Sighting&) { return PacketFate::DROP; });
    script.Run(Micros(20000));

    ASSERT_EQ(script.Completions(A).size(), 3U);
    EXPECT_EQ(script.Completions(A)[0].status, CompletionStatus::RETRY_EXC_ERR);
    EXPECT_EQ(script.Completions(A)[1].status, CompletionStatus::WR_FLUSH_ERR);
    EXPECT_EQ(script.Completions(A)[2].status, CompletionStatus::WR_FLUSH_ERR);
    // intervals 1 + 1 + 2 + 4 and the last one, 8, of 262.144 us
    const Instant expected = Instant() + Nanos(262144) * 16;
    EXPECT_GE(script.Completions(A)[0].at, expected);
    EXPECT_LT(script.Completions(A)[0].at, expected + Micros(20));
}

// Clauses: [retry-counts]
TEST(Transport, PacketThatIsLostAgainAndAgainUsesUpFiniteRetries)
{
    for (const bool finite : {false, true})
    {
        ScriptOptions options;
        options.qp.linearRetries = 1;
        options.qp.exponentialRetries = finite ? 1 : RETRY_FOR_EVER;
        PacketScript script(options);
        script.PostAt(Micros(0), A, 100 * KB);
        // probes show each time soon that the packet is missing, so that no timer ever expires
        script.AddRule([](const Sighting& s) {
            const bool third = IsWrite(s.packet.bth.opcode) && s.packet.bth.psn == Psn(2);
            return third ? PacketFate::DROP : PacketFate::DELIVER;
        });
        script.Run(Micros(5000));

        EXPECT_EQ(Count(script, RetransmitCause::TIMEOUT), 0U);
        ASSERT_EQ(script.Completions(A).size(), finite ? 1U : 0U);
        if (finite)
        {
            EXPECT_EQ(script.Completions(A)[0].status, CompletionStatus::RETRY_EXC_ERR);
            // intervals 1, 2 and the last one, 4, of 262.144 us, each from the next repetition on
            const Instant expected = Instant() + Nanos(262144) * 7;
            EXPECT_GE(script.Completions(A)[0].at, expected);
            EXPECT_LT(script.Completions(A)[0].at, expected + Micros(100));
        }
    }
}

// Clauses: [retry-counts]
TEST(Transport, PauseDoesNotCountAsRetry)
{
    ScriptOptions options;
    options.qp.linearRetries = 0;
    options.qp.exponentialRetries = 0;
    PacketScript script(options);
    script.PostAt(Micros(0), A, 2);
    script.PostAt(Micros(250), A, 2);
    script.PostAt(Micros(500), A, 100 * KB);
    // one Transport ACK is late, so that something is outstanding all the time
    script.AddRule([](const Sighting& s) {
        const bool early = s.at < Instant() + Micros(240);
        const bool ack = s.packet.bth.opcode == Opcode::TRANSPORT_ACK;
        return ack && early ? PacketFate::DROP : PacketFate::DELIVER;
    });
    script.Nth(A, DATA, 5, PacketFate::DROP); // a gap long after the first progress
    EXPECT_TRUE(script.Run());

    script.ExpectAllDone();
    EXPECT_EQ(Count(script, RetransmitCause::GAP), 1U);
}

// Clauses: [completion-errors]
TEST(Transport, NoPortLeftAndFiniteRetriesIsAnError)
{
    ScriptOptions options;
    options.qp.linearRetries = 1;
    options.qp.exponentialRetries = 1;
    PacketScript script(options);
    script.PortsAt(Micros(0), A, 0);
    script.PostAt(Micros(1), A, 2);
    EXPECT_TRUE(script.Run());

    ASSERT_EQ(script.Completions(A).size(), 1U);
    EXPECT_EQ(script.Completions(A)[0].status, CompletionStatus::RETRY_EXC_ERR);
    EXPECT_LT(script.Completions(A)[0].at, Instant() + Micros(20000)); // not for want of a port
}

TEST(Transport, FatalNackFailsTheQueuePair)
{
    PacketScript script;
    script.PostAt(Micros(0), A, 2);
    script.PostAt(Micros(0), A, 2);
    Datagram sent;
    script.AddRule([&sent](const Sighting& sighting) {
        sent = sighting.packet;
        return PacketFate::DROP;
    });
    script.At(Micros(5), [&] {
        Datagram nack;
        nack.bth.opcode = Opcode::NACK;
        nack.neth = Neth{};
        nack.neth.reason = NackReason::UNEXPECTED_EVENT;
        nack.neth.psn = sent.bth.psn;
        nack.neth.entropy = sent.ev;
        nack.neth.timestamp = sent.write.tseth.timestamp;
        script.ConnectionOf(A).Receive(nack, script.Now());
    });
    EXPECT_TRUE(script.Run());

    ASSERT_EQ(script.Completions(A).size(), 2U);
    EXPECT_EQ(script.Completions(A)[0].status, CompletionStatus::REM_OP_ERR);
    EXPECT_EQ(script.Completions(A)[1].status, CompletionStatus::WR_FLUSH_ERR);
}

/** @return how many EVs of a script's sender are assumed bad */
std::size_t
CountBad(PacketScript& script)
{
    const auto& paths = script.ConnectionOf(A).GetSender().Paths().Table().All();
    return std::count_if(paths.begin(), paths.end(), [](const Path& path) {
        return path.state == PathState::ASSUMED_BAD;
    });
}

// Clauses: [no-path-waits]
TEST(Transport, NetworkThatComesBackIsUsedAgain)
{
    for (const bool asks : {true, false})
    {
        ScriptOptions options;
        options.qp.askPaths = asks;
        PacketScript script(options);
        script.PostAt(Micros(0), A, MB);
        std::size_t most = 0;
        script.AddRule([&](const Sighting& s) {
            most = std::max(most, CountBad(script));
            const bool out = s.at > Instant() + Micros(10) && s.at < Instant() + Micros(5000);
            return out ? PacketFate::DROP : PacketFate::DELIVER;
        });
        script.Run(Micros(50000));

        script.ExpectAllDone();
        // The first answer shows all losses of the outage at once. They retire more EVs, one after
        // the other, than there are: the floor brings back others in the same instant.
        const std::size_t all = script.ConnectionOf(A).GetSender().Paths().Table().All().size();
        EXPECT_LE(most, all - options.planes) << "one EV of each plane stays";
        EXPECT_EQ(CountBad(script), 0U) << "probes bring back all";
        const QueuePairCounters& counters = script.Counters(A);
        EXPECT_EQ(counters.pathsRetired, counters.pathsResurrected) << asks;
        EXPECT_LE(counters.pathsRetired,
                  script.Retransmissions(A) + script.Sent(A, Opcode::PROBE_REQUEST))
            << "one for each packet or probe that was lost";
        EXPECT_LT(script.Completions(A).front().at, Instant() + Micros(5600)) << asks;
    }
}

} // namespace
