/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-log.h"
#include "timeline.h"

#include "ns3/mrc-endpoint.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// The actions of a queue pair when nothing comes back.

namespace
{

// --- timers [ack-timeout] [tail-probe] [retry-counts] -------------------------------------------

/*
 *    0 |-- 0 A -------------->|  lost
 * 10.5 |-- PROBE 1 ---------->|  base RTT + target
 * 16.5 |<------ SACK -1 pr ---|
 *      |-- 0 rtx A ---------->|
 */
// Clauses: [tail-probe]
TEST(Timeline, TailIsProbed)
{
    Timeline t;
    t.At(0).Post(FULL).Expect("DATA 0 A");
    t.At(TAIL - 1).Expect("");
    t.At(TAIL).Expect("PROBE 1");
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING)).Expect("DATA 0 rtx A");
    EXPECT_EQ(t.Counters().retransmissions[static_cast<size_t>(RetransmitCause::GAP)], 1U);
}

/*
 *    0 |-- 0 A -------------->|  nothing ever comes back
 *  x 1 |-- 0 rtx A ---------->|  x 262 us; linear: 2 retries
 *  x 2 |-- 0 rtx A ---------->|
 *  x 4 |-- 0 rtx A ---------->|  exponential: 2 more
 *  x 8 |-- 0 rtx A ---------->|
 * x 16 |                      |  the queue pair fails
 */
// Clauses: [ack-timeout]
TEST(Timeline, AckTimeoutIsLinearThenExponentialThenTheEnd)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().linearRetries = 2;
    setup.qp.Change().exponentialRetries = 2;
    Timeline t(setup);
    t.At(0).Post(FULL).Post(FULL);
    uint64_t timeouts = 0;
    for (int64_t interval : {1, 2, 4, 8})
    {
        const auto& resent = t.Counters().retransmissions;
        t.At(interval * ACK_TIMEOUT - 1);
        EXPECT_EQ(resent[static_cast<size_t>(RetransmitCause::TIMEOUT)], timeouts) << interval;
        t.At(interval * ACK_TIMEOUT);
        EXPECT_EQ(resent[static_cast<size_t>(RetransmitCause::TIMEOUT)], ++timeouts) << interval;
    }
    t.At(16 * ACK_TIMEOUT - 1).ExpectUser("");
    t.At(16 * ACK_TIMEOUT).ExpectUser("retries 0, flushed 1");
}

/*
 *    0 |-- 0 A -------------->|  nothing comes back
 * 10.5 |-- PROBE 1 ---------->|
 *   21 |-- PROBE 2 ---------->|  the first one asked about the path of 0, this one about 0
 *   42 |-- PROBE 3 ---------->|  twice as long
 *   75 |-- PROBE 4 ---------->|  an eighth of the local ACK timeout at most
 *  108 |-- PROBE 5 ---------->|
 *  ...
 *  239 |-- PROBE 9 ---------->|
 *  262 |-- 0 rtx A ---------->|
 *  295 |-- PROBE 10 --------->|
 */
// Clauses: [tail-probe]
TEST(Timeline, UnansweredProbesSpreadOut)
{
    Timeline t;
    t.At(0).Post(FULL).Expect("DATA 0 A");
    t.At(TAIL).Expect("PROBE 1");
    int probe = 1;
    constexpr int64_t WIDEST = ACK_TIMEOUT / 8;
    for (int64_t at : {2 * TAIL, 4 * TAIL, 4 * TAIL + WIDEST, 4 * TAIL + 2 * WIDEST})
    {
        t.At(at - 1).Expect("");
        t.At(at).Expect("PROBE " + std::to_string(++probe));
    }
    t.At(4 * TAIL + 6 * WIDEST).Expect("PROBE 6, PROBE 7, PROBE 8, PROBE 9");
    t.At(ACK_TIMEOUT).Expect("DATA 0 rtx A");
    t.At(ACK_TIMEOUT + WIDEST - 1).Expect("");
    t.At(ACK_TIMEOUT + WIDEST).Expect("PROBE 10");
}

/*
 *    0 |-- 0 A -------------->|  nothing comes back for long
 *  ... |-- PROBE ------------>|  128 of them look for a path
 *  ... |-- PROBE ------------>|  then one in a local ACK timeout is enough
 */
// Clauses: [probe-search]
TEST(Timeline, ProbesThatFindNoPathAreRare)
{
    Timeline t;
    t.At(0).Post(FULL);
    t.At(TAIL);
    const auto probes = [&t] { return t.Last(Opcode::PROBE_REQUEST).peth.probeId; };
    int64_t now = TAIL;
    for (uint16_t probe = 1; probe <= 131; ++probe)
    {
        const int64_t before = now;
        while (probes() == probe)
        {
            t.At(now += 1000);
        }
        if (probe < 32)
        {
            EXPECT_LE(now - before, ACK_TIMEOUT) << probe; // 0 rtx may come in between
        }
        else if (probe >= 128)
        {
            EXPECT_GE(now - before, ACK_TIMEOUT - 1000) << probe;
        }
    }
}

/*
 *    0 |-- 0, 1 A ----------->|  the window is full, there is more to send
 *   18 |-- PROBE 1 ---------->|  three base RTTs
 */
// Clauses: [tail-probe]
TEST(Timeline, BacklogIsProbedLater)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = 2 * FULL;
    Timeline t(setup);
    t.At(0).Post(40 * FULL).Expect("DATA 0, DATA 1 A");
    t.At(17999).Expect("");
    t.At(18000).Expect("PROBE 1");
}

/*
 *    0 |-- 0 A -------------->|  trimmed
 *    6 |<------ NACK 0 -------|
 *      |-- 0 rtx A ---------->|
 *   12 |<------ SACK 0 -------|  its time stamp names the second transmission: RTT 6 us, not 12
 * 20.5 |-- 1 A -------------->|  lost
 *    T |-- 2 .. 6 A --------->|
 *  T+6 |<------ SACK 0 +5 ----|
 *      |-- 1 rtx A ---------->|  if T is 6.1 us later: with an RTT of 12 us it would not be
 */
// Clauses: [rtt-samples]
TEST(Timeline, RttOfARetransmissionIsItsOwn)
{
    for (bool late : {false, true})
    {
        Timeline t;
        t.At(0).Post(FULL).Expect("DATA 0 A");
        t.At(6000).Receive(t.Nack(0, NackReason::TRIMMED)).Expect("DATA 0 rtx A");
        t.At(12000).Receive(t.Sack(0, 0)).Receive(t.TransportAck(1)).Expect("");
        const int64_t first = 160 * STAMP;
        const int64_t second = first + REORDER / STAMP * STAMP + (late ? 2 * STAMP : 0);
        t.At(first).Post(FULL).Expect("DATA 1 A");
        t.At(second).Post(5 * FULL).Expect("DATA 2, DATA 3, DATA 4, DATA 5, DATA 6 A");
        t.At(second + 6000).Receive(t.Sack(6, 0, {2, 3, 4, 5, 6}));
        t.Expect(late ? "DATA 1 rtx A" : "");
    }
}

/*
 *    0 |-- 0 A -------------->|  a base RTT of 1 ns is configured, the network's is 6 us
 *    6 |-- PROBE 1 ---------->|  no answer comes sooner
 */
TEST(Timeline, ProbesWaitForTheRoundTripOfTheNetwork)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().baseRtt = Nanos(1);
    Timeline t(setup);
    t.At(0).Post(FULL).Expect("DATA 0 A");
    t.At(6000).Expect("");
    t.At(6001).Expect("PROBE 1");
}

/*
 *    0 |-- 0 A -------------->|  lost; its EV is retired
 *  ... |-- EVPROBE ---------->|  each 1 us, as configured, would not wait for the answers
 *   +6 |<------ EVANSWER -----|  three of them
 */
// Clauses: [ev-probing]
TEST(Timeline, EvProbesWaitForTheirAnswers)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.ev.Change().probeInterval = Micros(1);
    Timeline t(setup);
    t.At(0).Post(FULL);
    const Ev lost = t.Sent(0).ev;
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING));
    t.At(TAIL + 12000).Receive(t.Sack(0, 0)).Receive(t.TransportAck(1));
    t.Expect("DATA 0 A, PROBE 1, DATA 0 rtx A").ShowEvProbes();
    int64_t now = TAIL + 12000;
    for (int answers = 1; answers <= 3; ++answers)
    {
        EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::ASSUMED_BAD);
        while (t.Counters().probesSent < 1U + answers)
        {
            t.At(now += 1000);
        }
        const Datagram probe = t.Last(Opcode::ENDPOINT_REQUEST);
        t.At(now += 6000).Expect("EVPROBE").Receive(AnswerEndpointRequest(probe, 3, 48));
    }
    EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::GOOD);
}

/*
 *    0 |-- 0 A -------------->|  nothing comes back
 *  262 |-- 0 rtx A ---------->|
 */
TEST(Timeline, EvIsToldToBeBadByATimeout)
{
    PathLog log;
    Timeline t;
    t.watch.user = &log;
    t.At(0).Post(FULL).At(ACK_TIMEOUT);
    EXPECT_EQ(log.Take(), "GOOD to BAD by timeout");
}

/*
 *    0 |-- 0 A -------------->|  lost; there is one retry
 * 10.5 |-- PROBE 1 ---------->|
 * 16.5 |<------ SACK -1 pr ---|  the EV of 0 is bad
 *      |-- 0 rtx A ---------->|
 * 22.5 |<-- SACK 0, ACK 1 ----|  all is done
 *  ... |-- EVPROBE ---------->|  and so on: what has nothing to send has no timeouts
 */
TEST(Timeline, NothingTimesOutWhileNothingIsUnderWay)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().linearRetries = 1;
    setup.qp.Change().exponentialRetries = 0;
    Timeline t(setup);
    t.At(0).Post(FULL);
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING));
    t.At(TAIL + 12000).Receive(t.Sack(0, 0)).Receive(t.TransportAck(1)).ExpectUser("done 0");
    EXPECT_EQ(t.Counters().pathsRetired, 1U);
    t.At(200 * ACK_TIMEOUT);
    EXPECT_FALSE(t.HasFailed());
    t.Post(FULL).ExpectUser("");
}

} // namespace
