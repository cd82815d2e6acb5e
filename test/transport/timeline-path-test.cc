/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-log.h"
#include "timeline.h"

#include "ns3/mrc-endpoint.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// Which paths stay in use.

namespace
{

// --- EVs (3.2 to 3.5) ---------------------------------------------------------------------------

/*
 *    0 |-- 0 A -------------->|
 *    6 |<------ SACK 0 m -----|  what the echo of an EV does to it
 */
// Clauses: [sack-mark], [ev-states], [always-skip], [mark-skips]
TEST(Timeline, MarksMoveAnEv)
{
    const struct
    {
        PathMark mark;
        PathState state;
    } table[] = {{PathMark::NONE, PathState::GOOD},
                 {PathMark::SKIP_ONCE, PathState::SKIP},
                 {PathMark::ALWAYS_SKIP, PathState::ASSUMED_BAD}};

    for (const auto& row : table)
    {
        Timeline t;
        t.At(0).Post(FULL);
        Datagram sack = t.Sack(0, 0);
        sack.sack.seth.mark = row.mark;
        t.At(6000).Receive(sack);
        EXPECT_EQ(t.StateOf(0), row.state);
    }
}

/*
 *    0 |-- 0, 1 A ----------->|  on two planes; both are lost
 * 10.5 |-- PROBE 1 ---------->|  over the path of 0
 * 16.5 |<------ SACK -1 pr ---|  ev_min_active lets one EV of 16 go
 *      |-- 0 rtx A ---------->|
 * 22.8 |-- PROBE 2 ---------->|  as soon as it decides about 1
 * 28.8 |<------ SACK 0 pr ----|  the other EV is only skipped
 *      |-- 1 rtx A ---------->|
 */
// Clauses: [ev-floor-scope]
TEST(Timeline, LeastNumberOfEvsIsKept)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.ev.Change().minActive = 15;
    setup.ev.Change().minActiveScope = MIN_ACTIVE_QUEUE_PAIR;
    Timeline t(setup);
    t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
    const Ev first = t.Sent(0).ev;
    const Ev second = t.Sent(1).ev;
    t.At(TAIL).Expect("PROBE 1");
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING)).Expect("DATA 0 rtx A");
    t.At(SPARSE + 300).Expect("PROBE 2");
    t.At(SPARSE + 6300).Receive(t.ProbeSack(0)).Expect("DATA 1 rtx A");
    EXPECT_EQ(t.Paths().Table().Find(first)->state, PathState::ASSUMED_BAD);
    EXPECT_EQ(t.Paths().Table().Find(second)->state, PathState::SKIP);
    for (uint32_t i = 0; i < t.Paths().Table().Active(); ++i) // the seat went to the same plane
    {
        EXPECT_EQ(t.Paths().Table().At(first.Plane(), i).ev.Plane(), first.Plane());
    }
    EXPECT_EQ(t.Paths().Table().Usable(first.Plane()), t.Paths().Table().Active());
}

/*
 *    0 |-- 0 A -------------->|  lost; its EV is retired at 16.5
 *  ... |-- EVPROBE ---------->|
 *      |<------ EVANSWER -----|  three in a row, or the EV stays retired
 */
// Clauses: [ev-resurrection]
TEST(Timeline, ThreeAnswersResurrect)
{
    Timeline t;
    t.At(0).Post(FULL);
    const Ev lost = t.Sent(0).ev;
    t.At(TAIL).Expect("DATA 0 A, PROBE 1");
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING)).Expect("DATA 0 rtx A");
    t.At(TAIL + 12000).Receive(t.Sack(0, 0)).Receive(t.TransportAck(1));
    t.Expect("").ShowEvProbes();
    const Path& path = *t.Paths().Table().Find(lost);
    int64_t now = TAIL + 12000;
    for (int answers = 1; answers <= 3; ++answers)
    {
        EXPECT_EQ(path.state, PathState::ASSUMED_BAD);
        t.At(now += answers == 1 ? 327680 : 1250000).Expect("EVPROBE"); // with the latest jitter
        const Datagram& probe = t.Last(Opcode::ENDPOINT_REQUEST);
        EXPECT_EQ(probe.ev, lost);
        t.Receive(AnswerEndpointRequest(probe, 3, 48));
    }
    EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::GOOD);
    EXPECT_EQ(t.Counters().pathsResurrected, 1U);
}

/*
 *    0 |<------ 0 cut ------------|  what has lost its data asks for no reverse path
 *      |-- NACK 0 --------------->|
 *    1 |<------ 0 ----------------|
 *      |-- ACK 1, EVPROBE ------->|
 */
TEST(Timeline, TrimsAskForNoReversePath)
{
    Timeline t;
    t.ShowEvProbes();
    const Datagram whole = Timeline::Write(0);
    t.At(0).Receive(Timeline::Cut(whole, TrimMark::TRIMMED)).Expect("NACK 0 1");
    t.At(1000).Receive(whole).Expect("ACK 1, EVPROBE");
}

/*
 *    0 |-- 0 A --------- x      |
 * TAIL |-- PROBE, 0 rtx A ----->|  the EV of 0 is assumed bad
 *      |-- EVPROBE ------------>|  one answer, then it is denied
 *      |                        |  no more probes
 *      |                        |  it is allowed: bad as before, and the answers count from 0
 *      |-- EVPROBE, three times |  good
 */
// Clauses: [ev-denied]
TEST(Timeline, EvThatWasBadWhenDeniedIsBadWhenAllowed)
{
    Timeline t;
    PathLog log;
    t.watch.user = &log;
    t.At(0).Post(FULL);
    const Ev lost = t.Sent(0).ev;
    t.At(TAIL + 6000).Receive(t.ProbeSack(NOTHING));
    t.Receive(t.Sack(0, 0)).Receive(t.TransportAck(1));
    t.Expect("DATA 0 A, PROBE 1, DATA 0 rtx A").ShowEvProbes();
    EXPECT_EQ(log.Take(), "GOOD to BAD by gap");
    EXPECT_EQ(log.latest.ev, lost);
    EXPECT_EQ(log.latest.Plane(), lost.Plane());
    EXPECT_EQ(log.latest.at, t.Now());
    t.At(400000).Expect("EVPROBE");
    t.Receive(AnswerEndpointRequest(t.Last(Opcode::ENDPOINT_REQUEST), 3, 48));
    t.Administer(lost, PathOrder::DENY).Administer(lost, PathOrder::DENY);
    t.At(9000000).Expect("").Administer(lost, PathOrder::ALLOW);
    EXPECT_EQ(log.Take(), "BAD to DENIED_BAD by administrator, DENIED_BAD to BAD by administrator");
    int64_t now = 9000000;
    for (int answers = 1; answers <= 3; ++answers)
    {
        EXPECT_EQ(log.Take(), "");
        t.At(now += answers == 1 ? 327680 : 1250000).Expect("EVPROBE");
        t.Receive(AnswerEndpointRequest(t.Last(Opcode::ENDPOINT_REQUEST), 3, 48));
    }
    EXPECT_EQ(log.Take(), "BAD to GOOD by probe");
    EXPECT_EQ(t.Counters().pathsRetired, 1U);
    EXPECT_EQ(t.Counters().pathsResurrected, 1U);
}

/*
 *    0 |                      |  all EVs are denied: nothing can be sent
 *      |                      |  the retries run out
 */
// Clauses: [no-path-waits]
TEST(Timeline, AllEvsDeniedAndFiniteRetriesIsAnError)
{
    for (const bool allowed : {false, true})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.qp.Change().linearRetries = 1;
        setup.qp.Change().exponentialRetries = 0;
        Timeline t(setup);
        std::vector<Ev> evs;
        for (const Path& path : t.Paths().Table().All())
        {
            evs.push_back(path.ev);
        }
        for (const Ev ev : evs)
        {
            t.At(0).Administer(ev, PathOrder::DENY);
        }
        t.Post(FULL).At(500000).Expect("").ExpectUser("");
        if (allowed)
        {
            t.Administer(evs[3], PathOrder::ALLOW).Expect("DATA 0 A");
            EXPECT_EQ(t.Sent(0).ev, evs[3]);
            continue;
        }
        t.At(1000000).Expect("").ExpectUser("retries 0");
    }
}

/*
 *      0 |-- 0 A ------------->|
 * 400000 |                     |  the peer has no port any more: the timeout begins anew
 */
// Clauses: [no-path-waits]
TEST(Timeline, TimeWithoutAPathIsNotThePeersFault)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().timeoutExponent = 9; // 524 us, doubled where no retry is linear
    setup.qp.Change().linearRetries = 0;
    setup.qp.Change().exponentialRetries = 0;
    for (const bool stays : {true, false})
    {
        Timeline t(setup);
        t.At(0).Post(FULL).At(400000);
        if (!stays)
        {
            t.PeerPorts(0);
        }
        t.At(1048575).ExpectUser("");
        t.At(1048577).ExpectUser(stays ? "retries 0" : "");
        t.At(1448575).ExpectUser("");
        t.At(1448577).ExpectUser(stays ? "" : "retries 0");
    }
}

// --- planes and ports (3.4, 6) ------------------------------------------------------------------

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  planes 0, 1, 0, 1
 *    1 |                      |  own port 1 goes down
 *      |-- 1 rtx, 3 rtx A --->|  at once, on plane 0; no EV is to blame
 *    2 |                      |  port 1 comes back
 *      |-- 4, 5 A ----------->|  on both planes
 */
// Clauses: [port-detection]
TEST(Timeline, OwnPortDownAndUp)
{
    Timeline t;
    t.GetConnection().Watch(true);
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    t.At(1000).Ports(0b01).Expect("DATA 1 rtx, DATA 3 rtx A");
    EXPECT_EQ(t.ToldInFlight(), 2 * FULL);
    EXPECT_EQ(t.Counters().retransmissions[static_cast<size_t>(RetransmitCause::PORT)], 2U);
    EXPECT_EQ(t.Sent(1).plane, 0);
    EXPECT_EQ(t.Sent(3).plane, 0);
    EXPECT_EQ(t.Counters().pathsRetired, 0U);
    t.At(2000).Ports(0b11).Post(2 * FULL).Expect("DATA 4, DATA 5 A");
    EXPECT_NE(t.Sent(4).plane, t.Sent(5).plane);
}

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  planes 0, 1, 0, 1
 *    6 |<--- SACK 0 down 1 ---|  byte 12: the peer's port 1 is down
 *      |-- 1 rtx, 3 rtx A --->|  on plane 0
 *    7 |<--- SACK 0 ----------|  it is up again
 *      |-- 4, 5 A ----------->|  on both planes
 */
// Clauses: [port-status-carrier]
TEST(Timeline, PeersPortDownAndUp)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    Datagram sack = t.Sack(0, 0);
    sack.sack.seth.downPorts = 0b10;
    t.At(6000).Receive(sack).Expect("DATA 1 rtx, DATA 3 rtx A");
    EXPECT_EQ(t.Sent(1).plane, 0);
    EXPECT_EQ(t.Sent(3).plane, 0);
    EXPECT_EQ(t.Counters().pathsRetired, 0U);
    t.At(7000).Receive(t.Sack(0, 0)).Post(2 * FULL).Expect("DATA 4, DATA 5 A");
    EXPECT_NE(t.Sent(4).plane, t.Sent(5).plane);
}

/*
 *    0 |-- 0, 1, 2, 3 A ----->|
 *    6 |<--- SACK 1 ----------|
 *    7 |<--- SACK 0 down 1 ---|  older: what it says of ports is out of date
 *    8 |<--- SACK 4 ----------|  of what was never sent
 */
// Clauses: [answer-order]
TEST(Timeline, OutdatedAndImpossibleSacksSayNothing)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    t.At(6000).Receive(t.Sack(1, 1)).Expect("");
    Datagram older = t.Sack(0, 0);
    older.sack.seth.downPorts = 0b10;
    t.At(7000).Receive(older).Expect("");
    t.At(8000).Receive(t.Sack(3, 4)).Expect("").ExpectUser("");
    t.At(TAIL + 1000 / 8 - 1).Expect("");    // the older one took 7 us
    t.At(TAIL + 1000 / 8).Expect("PROBE 1"); // two are in flight still
}

} // namespace
