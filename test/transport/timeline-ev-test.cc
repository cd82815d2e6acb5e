/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-log.h"
#include "timeline.h"

#include "ns3/mrc-endpoint.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// How EVs come back from SKIP and ASSUMED_BAD [skip-length] [ev-resurrection].

namespace
{

constexpr uint32_t PORTS = 0b11;
constexpr uint8_t CONTROL = 48;

/** Loses packet 0 and sends it again. @return the EV of the packet, which is assumed bad now */
Ev
LoseOne(Timeline& t)
{
    t.At(0).Post(FULL);
    const Ev lost = t.Sent(0).ev;
    t.At(TAIL).At(TAIL + 6000).Receive(t.ProbeSack(NOTHING));
    t.At(TAIL + 12000).Receive(t.Sack(0, 0)).Receive(t.TransportAck(1));
    EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::ASSUMED_BAD);
    return lost;
}

/** Answers the n-th EV probe as soon as the probe must have left, with the latest jitter. */
void
Answer(Timeline& t, int n, Ecn ecn)
{
    const int64_t now = TAIL + 12000 + 327680 + (n - 1) * 1250000;
    t.At(now);
    Datagram probe = t.Last(Opcode::ENDPOINT_REQUEST);
    probe.ecn = ecn;
    t.Receive(AnswerEndpointRequest(probe, PORTS, CONTROL));
}

/*
 *    0 |-- 0 A -------------->|  lost; its EV is retired at 16.5
 *  ... |-- EVPROBE ---------->|  three times; the third one is marked
 *      |<------ EVANSWER -----|
 */
// Clauses: [marked-probe]
TEST(Timeline, MarkedAnswerResurrectsToSkip)
{
    Timeline t;
    const Ev lost = LoseOne(t);
    Answer(t, 1, Ecn::ECT0);
    Answer(t, 2, Ecn::ECT0);
    EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::ASSUMED_BAD);
    Answer(t, 3, Ecn::CE);
    EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::SKIP);
}

/*
 *    0 |-- 0 A -------------->|  lost; its EV is retired at 16.5
 *  ... |-- EVPROBE ---------->|  for an EV of data
 *      |<------ 0 ------------|
 *      |-- EVPROBE ---------->|  for an EV of acknowledgements
 */
// Clauses: [probe-class], [probe-return]
TEST(Timeline, EvProbesHaveTheirClassAndSayWhichUplinksTheAnswerMayTake)
{
    const uint8_t control = DscpPlan().control;
    const uint8_t data = DscpPlan().noTrim;

    const struct
    {
        EvProbeClass kind;
        EvProbeReturn back;
        uint8_t dscp;
        bool anyOfData;
        bool anyOfAcks;
    } table[] = {{EV_PROBE_CONTROL, EV_PROBE_RETURN_BY_ROLE, control, false, true},
                 {EV_PROBE_CONTROL, EV_PROBE_RETURN_PROBED, control, false, false},
                 {EV_PROBE_DATA, EV_PROBE_RETURN_ANY, data, true, true}};

    for (const auto& row : table)
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.ev.Change().probeClass = row.kind;
        setup.ev.Change().probeReturn = row.back;
        Timeline t(setup);
        const Ev lost = LoseOne(t);
        t.At(TAIL + 12000 + 327680);
        const Datagram ofData = t.Last(Opcode::ENDPOINT_REQUEST);
        EXPECT_EQ(ofData.ev, lost);
        EXPECT_EQ(ofData.dscp, row.dscp);
        EXPECT_EQ(ofData.erth.anyUplinkBack, row.anyOfData);
        t.Receive(Timeline::Write(0, Opcode::WRITE_MIDDLE));
        const Datagram ofAcks = t.Last(Opcode::ENDPOINT_REQUEST);
        EXPECT_NE(ofAcks.bth.psn, ofData.bth.psn);
        EXPECT_EQ(ofAcks.dscp, row.dscp);
        EXPECT_EQ(ofAcks.erth.anyUplinkBack, row.anyOfAcks);
    }
}

/*
 *    0 |-- 0 A -------------->|  lost; its EV is retired at 16.5
 *  ... |-- EVPROBE ---------->|  answered, twice
 *      |                      |  somebody allows what nobody had denied
 *      |-- EVPROBE ---------->|  the third answer will do
 */
TEST(Timeline, AllowingWhatIsProbedDoesNotBeginAfresh)
{
    Timeline t;
    const Ev lost = LoseOne(t);
    Answer(t, 1, Ecn::ECT0);
    Answer(t, 2, Ecn::ECT0);
    t.Administer(lost, PathOrder::ALLOW);
    EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::ASSUMED_BAD);
    Answer(t, 3, Ecn::ECT0);
    EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::GOOD);
}

/*
 *    0 |                      |  all EVs of both planes are to be skipped
 *    7 |                      |  but a base RTT has passed
 */
// Clauses: [skip-length]
TEST(Timeline, EvWhoseSkipHasLapsedIsToldToBeGoodByLapse)
{
    PathLog log;
    Timeline t;
    t.watch.user = &log;
    PathTable& table = t.At(0).Paths().Table();
    for (PlaneId plane : {0, 1})
    {
        for (uint32_t seat = 0; seat < table.Active(); ++seat)
        {
            table.OnCongestion(table.At(plane, seat).ev, PathCause::MARK, t.Now());
        }
    }
    log.Take();
    EXPECT_FALSE(table.HasLapsed(table.At(0, 0), Instant() + Micros(6) - Span(1)));
    EXPECT_TRUE(table.HasLapsed(table.At(0, 0), Instant() + Micros(6)));
    t.At(7000).Post(FULL).Expect("DATA 0 A");
    EXPECT_EQ(log.Take(), "SKIP to GOOD by lapse");
}

/*
 *    0 |                      |  an EV is marked; ev_skip_lapse is 20 us
 *   20 |                      |  lapsed
 */
// Clauses: [skip-length]
TEST(Timeline, SkipLapsesWhenItIsSetTo)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.ev.Change().skipLapse = Micros(20);
    Timeline t(setup);
    PathTable& table = t.At(0).Paths().Table();
    const Path& path = table.At(0, 0);
    table.OnCongestion(path.ev, PathCause::MARK, t.Now());
    EXPECT_FALSE(table.HasLapsed(path, Instant() + Micros(19)));
    EXPECT_TRUE(table.HasLapsed(path, Instant() + Micros(20)));
}

/*
 *    0 |-- 0 A -------------->|  lost; but ev_min_active lets no EV go
 */
TEST(Timeline, LossOnAnEvThatStaysIsAPenalty)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.ev.Change().selector = PATH_SELECTION_BITMAP;
    setup.ev.Change().minActive = 100;
    setup.ev.Change().minActiveScope = MIN_ACTIVE_QUEUE_PAIR;
    Timeline t(setup);
    t.At(0).Post(FULL);
    const Ev lost = t.Sent(0).ev;
    t.Paths().OnLoss(lost, PathCause::GAP, t.Now());
    EXPECT_EQ(t.Paths().Table().Find(lost)->skipTurns, 15);
}

} // namespace
