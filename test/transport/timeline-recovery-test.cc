/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

#include <set>
#include <string>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// How losses are found without reports of them, and taken back.

namespace
{

/*
 *    0 |-- 0, 1 A ----------->|  1 is lost
 *    6 |<------ SACK 0 -------|
 * 10.5 |-- PROBE 1 ---------->|  over the path of 1
 * 16.5 |<------ SACK 0 pr ----|  queues keep their order: 1 is lost
 *      |-- 1 rtx A ---------->|  but not if the probe had taken another path
 */
// Clauses: [sack-gap]
TEST(Timeline, ProbeOverThePathOfAPacketDecidesAtOnce)
{
    for (const bool same : {true, false})
    {
        Timeline t;
        t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
        const Ev path = t.Sent(1).ev;
        t.At(6000).Receive(t.Sack(0, 0)).Expect("");
        t.At(TAIL).Expect("PROBE 1");
        EXPECT_EQ(t.Last(Opcode::PROBE_REQUEST).ev, path);
        Datagram sack = t.ProbeSack(0);
        sack.sack.seth.entropy = same ? path : Ev::Of(path.Plane(), path.Uplink() + 1);
        t.At(TAIL + 6000).Receive(sack).Expect(same ? "DATA 1 rtx A" : "");
    }
}

/*
 *    0 |-- 0, 1 A ----------->|  nothing comes back
 *    1 |                      |  another queue pair fills the window that they share
 *  262 |-- 0 rtx A ---------->|  all the same, but nothing else
 *  263 |<------ NACK 1 -------|
 */
// Clauses: [timeout-resend]
TEST(Timeline, TimerThatRunsOutSendsOnePacketWhateverTheWindow)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = 4 * FULL;
    RateController shared(setup.cc, PathOf(setup));
    setup.window = &shared;
    Timeline t(setup);
    t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
    shared.OnSent(8 * FULL);
    t.At(ACK_TIMEOUT - 1);
    EXPECT_EQ(t.Counters().sentPackets, 2U);
    t.At(ACK_TIMEOUT);
    EXPECT_EQ(t.Counters().sentPackets, 3U);
    EXPECT_TRUE(t.Sent(0).bth.retransmission);
    t.At(ACK_TIMEOUT + 1000).Receive(t.Nack(1, NackReason::TRIMMED));
    EXPECT_EQ(t.Counters().trimNacks, 1U);
    EXPECT_EQ(t.Counters().sentPackets, 3U);
}

/*
 *    0 |-- 0 A -------------->|  nothing comes back
 *  ... |-- PROBE .. --------->|  after a few, over each path in turn, whatever the selector
 */
// Clauses: [probe-search]
TEST(Timeline, ProbesWithoutAnswersSearchAllPaths)
{
    for (const PathSelection selection :
         {PATH_SELECTION_MRC, PATH_SELECTION_RANDOM, PATH_SELECTION_SINGLE})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.ev.Change().selector = selection;
        Timeline t(setup);
        t.At(0).Post(FULL);
        std::set<uint32_t> paths;
        uint64_t probes = 0;
        for (int64_t now = 1000; now < ACK_TIMEOUT; now += 1000)
        {
            t.At(now);
            if (t.Counters().probesSent != probes && ++probes > 4)
            {
                paths.insert(t.Paths().PathOf(t.Last(Opcode::PROBE_REQUEST).ev).value);
            }
        }
        EXPECT_EQ(probes, 4U + paths.size()) << selection; // none twice
        EXPECT_GE(paths.size(), 5U) << selection;
    }
}

/*
 *    0 |-- 0 A -------------->|  over the plane that the hash likes best: it is dead
 *  ... |-- PROBE .. --------->|  one path of the other plane is alive
 *      |<------ SACK -1 pr ---|
 *      |-- 0 rtx ------------>|  until Single has left its plane, and the dead paths of the other
 */
// Clauses: [probe-search]
TEST(Timeline, SingleComesToTheOnlyPathThatIsAlive)
{
    for (uint32_t uplink = 0; uplink < 4; ++uplink)
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.ev.Change().selector = PATH_SELECTION_SINGLE;
        Timeline t(setup);
        t.At(0).Post(FULL);
        const Ev alive = Ev::Of(1 - t.Sent(0).plane, uplink);
        uint64_t probes = 0;
        int64_t now = 0;
        for (; now < 15000000 && t.Paths().PathOf(t.Sent(0).ev) != alive; now += 1000)
        {
            t.At(now);
            if (t.Counters().probesSent - t.Counters().evProbesSent == probes)
            {
                continue;
            }
            probes = t.Counters().probesSent - t.Counters().evProbesSent;
            if (t.Paths().PathOf(t.Last(Opcode::PROBE_REQUEST).ev) == alive)
            {
                t.Receive(t.ProbeSack(NOTHING));
            }
        }
        EXPECT_LT(now, 8000000) << uplink;
    }
}

/*
 *      |<------ PROBE n ------|  and no data
 *      |-- SACK -1 pr ------->|  over another plane each time
 *      |<------ 0 ------------|  the peer goes on: it has heard
 *      |<------ PROBE --------|
 *      |-- SACK 0 pr, ACK 1 ->|  over the path that it heard over
 */
// Clauses: [reverse-search]
TEST(Timeline, EachAnswerToAProbeTakesAnotherWayWhileNoDataComes)
{
    Timeline t;
    t.At(0);
    PlaneId before = 2;
    for (uint16_t n = 0; n < 8; ++n)
    {
        Datagram probe = Timeline::Probe(n);
        probe.ev = Ev::Of((n / 3) % 2, n % 4);
        probe.plane = probe.ev.Plane();
        t.Receive(probe).Expect("SACK 16777215 pr");
        EXPECT_NE(t.Last(Opcode::SACK).plane, before) << n;
        before = t.Last(Opcode::SACK).plane;
    }
    const Ev heard = t.Last(Opcode::SACK).ev;
    t.Receive(Timeline::Write(0)).Expect("ACK 1");
    Datagram probe = Timeline::Probe(9);
    probe.ev = Ev::Of(heard.Plane(), heard.Uplink() + 1);
    probe.plane = heard.Plane();
    t.Receive(probe).Expect("SACK 0 pr, ACK 1");
    EXPECT_EQ(t.Last(Opcode::SACK).ev, heard);
}

/*
 *    0 |-- 0 A -------------->|  its SACK is late
 * 10.5 |-- PROBE 1 ---------->|
 * 16.5 |<------ SACK -1 pr ---|  sent before 0 came: 0 seems to be lost
 *      |-- 0 rtx A ---------->|
 *   17 |<------ SACK 0 -------|  of the first transmission
 */
// Clauses: [loss-undone]
TEST(Timeline, LossThatProvesWrongCostsNeitherWindowNorEv)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().algorithm = CcAlgorithm::NSCC;
    Timeline t(setup);
    t.At(0).Post(FULL).Expect("DATA 0 A");
    const Datagram first = t.Sack(0, 0);
    const Ev ev = t.Sent(0).ev;
    t.At(TAIL);
    const auto window = [&t] {
        return t.GetConnection().GetSender().Store().flight.Store().rate.Window();
    };
    const int64_t before = window();
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING)).Expect("PROBE 1, DATA 0 rtx A");
    EXPECT_LT(window(), before);
    EXPECT_EQ(t.Paths().Table().Find(ev)->state, PathState::ASSUMED_BAD);
    const int64_t cut = window();
    t.At(TAIL + 6500).Receive(first).Receive(t.TransportAck(1)).ExpectUser("done 0");
    EXPECT_GE(window(), cut + FULL);
    EXPECT_GE(window(), before);
    EXPECT_EQ(t.Paths().Table().Find(ev)->state, PathState::GOOD);
    EXPECT_EQ(t.Counters().lossesUndone, 1U);
    EXPECT_EQ(t.Counters().pathsRetired, 1U);
    EXPECT_EQ(t.Counters().pathsResurrected, 1U);
    t.ShowEvProbes().At(5000000).Expect(""); // nobody probes the EV any more
}

/*
 *    0 |-- 0 .. 7 A --------->|  all lost but 0
 *    9 |<-------- NACK 0 -----|  by the last hop, or by another one
 *      |-- 0 rtx A ---------->|  lost too
 *      |-- PROBE ------------>|  two of them; more would make it worse, if it was the last hop
 *  271 |-- 0 rtx ------------>|  the local ACK timeout
 */
// Clauses: [overflow-quiet]
TEST(Timeline, FewProbesGoToALastHopThatOverflows)
{
    for (NackReason reason : {NackReason::TRIMMED, NackReason::TRIMMED_LAST_HOP})
    {
        Timeline t;
        t.At(0).Post(8 * FULL);
        t.At(9000).Receive(t.Nack(0, reason));
        t.At(9000 + ACK_TIMEOUT - 1);
        EXPECT_EQ(t.Counters().probesSent - t.Counters().evProbesSent, ProbePace::BURST)
            << "all other paths are silent, wherever that was trimmed";
        EXPECT_EQ(t.Counters().sentPackets, 9U);
        t.At(9000 + ACK_TIMEOUT);
        EXPECT_EQ(t.Counters().sentPackets, 10U);
        t.At(9000 + 2 * ACK_TIMEOUT - 1);
        EXPECT_EQ(t.Counters().probesSent - t.Counters().evProbesSent == ProbePace::BURST,
                  reason == NackReason::TRIMMED_LAST_HOP);
    }
}

/*
 *    0 |-- 0 .. 7 A --------->|  all lost
 *      |-- PROBE ------------>|  two of them, and no more while all paths are silent
 *  150 |<------- SACK -1 pr --|  of the second one
 *      |-- 0 .. 7 rtx A ----->|  lost too
 *      |-- PROBE ------------>|  two again, though little has arrived: silence proves little
 */
// Clauses: [overflow-quiet]
TEST(Timeline, SilenceAloneHoldsBackNoFirstProbes)
{
    Timeline t;
    t.At(0).Post(8 * FULL);
    const auto probes = [&t] { return t.Counters().probesSent - t.Counters().evProbesSent; };
    t.At(150000);
    EXPECT_EQ(probes(), 2U);
    t.Receive(t.ProbeSack(NOTHING));
    t.At(150000 + ACK_TIMEOUT - 1);
    EXPECT_EQ(probes(), 4U);
}

/*
 *    0 |-- 0 A -------------->|  nothing comes back
 *  ... |-- PROBE .. --------->|  eight in each local ACK timeout
 * 2400 |-- 0 rtx ------------>|  both planes have been silent for 2 ms: one for each plane
 */
// Clauses: [all-planes-silent]
TEST(Timeline, WhileAllPlanesAreSilentProbesAreOneForEachAndTimeout)
{
    Timeline t;
    const auto probes = [&t] { return t.Counters().probesSent - t.Counters().evProbesSent; };
    t.At(0).Post(FULL).At(ACK_TIMEOUT);
    const uint64_t early = probes();
    t.At(3 * ACK_TIMEOUT);
    EXPECT_NEAR(static_cast<double>(probes() - early), 15, 1);
    t.At(10 * ACK_TIMEOUT);
    const uint64_t silent = probes();
    t.At(18 * ACK_TIMEOUT);
    EXPECT_NEAR(static_cast<double>(probes() - silent), 16, 1);
}

/*
 *    0 |-- 0 .. 7 A --------->|  all arrive but 7, which was to ask for a SACK
 *    9 |<-------- NACK 7 -----|  by the last hop; others have filled the window since
 *  271 |-- 7 rtx A ---------->|  the local ACK timeout: of 0 .. 6 nobody knows
 *  280 |<-------- SACK 7 -----|  they have come
 */
// Clauses: [overflow-timeout]
TEST(Timeline, TimerGuessesNothingWhileTheLastHopOverflows)
{
    const ConnectionParameters plain = Timeline::Setup();
    RateController shared(plain.cc, PathOf(plain));
    ConnectionParameters setup = plain;
    setup.window = &shared;
    Timeline t(setup);
    t.At(0).Post(8 * FULL);
    shared.OnSent(64 * FULL);
    t.At(9000).Receive(t.Nack(7, NackReason::TRIMMED_LAST_HOP));
    t.At(9000 + ACK_TIMEOUT);
    EXPECT_EQ(t.Counters().sentPackets, 9U);
    EXPECT_TRUE(t.Sent(7).bth.retransmission);
    EXPECT_FALSE(t.Sent(0).bth.retransmission);
    t.At(18000 + ACK_TIMEOUT).Receive(t.Sack(7, 7)).Receive(t.TransportAck(1)).ExpectUser("done 0");
    EXPECT_EQ(t.Counters().sentPackets, 9U);
}

/*
 *    0 |-- 0 .. 7 A --------->|
 *    9 |<-------- NACK 7 -----|  from inside the fabric; others have filled the window since
 *  271 |-- 0 rtx ------------>|  the local ACK timeout: the oldest is taken for lost
 */
// Clauses: [overflow-timeout]
TEST(Timeline, TimerTakesTheOldestForLostWhereNoLastHopOverflows)
{
    const ConnectionParameters plain = Timeline::Setup();
    RateController shared(plain.cc, PathOf(plain));
    ConnectionParameters setup = plain;
    setup.window = &shared;
    Timeline t(setup);
    t.At(0).Post(8 * FULL);
    shared.OnSent(64 * FULL);
    t.At(9000).Receive(t.Nack(7, NackReason::TRIMMED));
    t.At(9000 + ACK_TIMEOUT);
    EXPECT_TRUE(t.Sent(0).bth.retransmission);
}

/*
 *    0 |-- 0 .. 7 A --------->|  all lost but 0
 *    9 |<-------- NACK 0 -----|  by the last hop
 *      |-- 0 rtx A ---------->|  lost too, and two probes
 *  ... |-- 1 rtx, 2 rtx ..--->|  the local ACK timeouts; all is lost
 *  ... |-- PROBE ------------>|  within an interval of probes once the overflow is over
 */
// Clauses: [overflow-quiet]
TEST(Timeline, ProbesGoOnWhenTheOverflowEnds)
{
    Timeline t;
    t.At(0).Post(8 * FULL);
    t.At(9000).Receive(t.Nack(0, NackReason::TRIMMED_LAST_HOP));
    t.At(200000);
    int64_t end = 200000;
    for (; t.GetConnection().GetSender().Probes().LastHopOverflows(Instant() + Nanos(end));
         end += 100)
    {
    }
    EXPECT_GT(end, ACK_TIMEOUT);
    t.At(end - 1000);
    EXPECT_EQ(t.Counters().probesSent - t.Counters().evProbesSent, ProbePace::BURST);
    t.At(end + ACK_TIMEOUT / 4);
    EXPECT_GT(t.Counters().probesSent - t.Counters().evProbesSent, ProbePace::BURST);
}

} // namespace
