/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

#include <algorithm>
#include <iterator>
#include <map>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// The news of the peer's NIC about its ports [port-status-carrier].

namespace
{

/** @return a setup in which SACKs say nothing of ports */
ConnectionParameters
ByMessage()
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().portsInSack = false;
    return setup;
}

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  planes 0, 1, 0, 1
 *    6 |<-- port 1 is down ---|  PORT_STATUS_UPDATE, which the NIC has answered
 *      |-- 1 rtx, 3 rtx A --->|  at once, on plane 0; no EV is to blame
 *    7 |<-- port 1 is up -----|
 *      |-- 4, 5 A ----------->|  on both planes
 */
// Clauses: [port-status-carrier]
TEST(Timeline, PeersPortsByMessage)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    t.At(6000).PeerPorts(0b01).Expect("DATA 1 rtx, DATA 3 rtx A");
    EXPECT_EQ(t.Counters().retransmissions[static_cast<size_t>(RetransmitCause::PORT)], 2U);
    EXPECT_EQ(t.Sent(1).plane, 0);
    EXPECT_EQ(t.Sent(3).plane, 0);
    EXPECT_EQ(t.Counters().pathsRetired, 0U);
    t.At(7000).PeerPorts(0b11).Post(2 * FULL).Expect("DATA 4, DATA 5 A");
    EXPECT_NE(t.Sent(4).plane, t.Sent(5).plane);
}

/*
 *    0 |<-- port 0 is down ---|
 *      |<------ 0 A ----------|  over plane 0, a moment before
 *      |-- SACK 0, ACK 1 ---->|  on plane 1
 *    1 |<-- no port is up ----|  which cannot be, or nobody would hear it
 *      |-- SACK 0, ACK 1 ---->|  on plane 0 again
 */
TEST(Timeline, AcknowledgementsAvoidThePeersDeadPort)
{
    Timeline t;
    t.At(0).PeerPorts(0b10).Receive(Timeline::Asking(Timeline::Write(0)));
    t.Expect("SACK 0, ACK 1");
    EXPECT_EQ(t.Last(Opcode::SACK).plane, 1);
    EXPECT_EQ(t.Last(Opcode::TRANSPORT_ACK).plane, 1);
    t.At(1000).PeerPorts(0).Receive(Timeline::Asking(Timeline::Write(0)));
    t.Expect("SACK 0, ACK 1");
    EXPECT_EQ(t.Last(Opcode::SACK).plane, 0);
}

/*
 *    0 |                      |  own port 1 is down
 *      |<------ 0 A ----------|
 *      |-- SACK 0 ----------->|  byte 12 says so, unless PORT_STATUS_UPDATE does
 *      |-- 0, 1 A ----------->|
 *    1 |<--- SACK 0 down 0 ---|  nor does byte 12 of the peer count then
 */
// Clauses: [port-status-carrier]
TEST(Timeline, SacksSayNothingOfPortsIfAnotherCarrierDoes)
{
    for (bool inSack : {true, false})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.qp.Change().portsInSack = inSack;
        Timeline t(setup);
        t.At(0).Ports(0b01).Receive(Timeline::Asking(Timeline::Write(0)));
        EXPECT_EQ(t.Last(Opcode::SACK).sack.seth.downPorts, inSack ? 0b10 : 0);
        t.Ports(0b11).Post(2 * FULL);
        Datagram sack = t.Sack(0, 0);
        sack.sack.seth.downPorts = 0b01;
        t.At(1000).Receive(sack);
        EXPECT_EQ(t.Paths().Ports().Usable(), inSack ? 0b10U : 0b11U);
    }
}

/*
 *    0 |<-- port 1 is down ---|  and own port 0: no plane is left
 *      |                      |  a Write is posted
 *   18 |-- PROBE 1 ---------->|  on plane 1, which may work again
 */
// Clauses: [stale-news]
TEST(Timeline, ProbeTriesThePeersDeadPort)
{
    Timeline t;
    t.At(0).PeerPorts(0b01).Ports(0b10).Post(FULL).Expect("");
    t.At(18000).Expect("PROBE 1");
    EXPECT_EQ(t.Last(Opcode::PROBE_REQUEST).plane, 1);
}

/*
 *    0 |<-- port 1 is down ---|
 *      |-- 0 A -------------->|  lost, as all that follows
 *  ... |-- PROBE ------------>|  a fourth on plane 1
 */
// Clauses: [stale-news]
TEST(Timeline, AFourthOfTheProbesTriesThePeersDeadPort)
{
    Timeline t;
    t.At(0).PeerPorts(0b01).Post(FULL).At(TAIL);
    std::map<uint16_t, PlaneId> planes; // by probe
    for (int64_t ns = TAIL; planes.size() < 16 && ns < 10000000; ns += 1000)
    {
        const Datagram& probe = t.At(ns).Last(Opcode::PROBE_REQUEST);
        planes[probe.peth.probeId] = probe.plane;
    }
    ASSERT_EQ(planes.size(), 16U);
    planes.erase(planes.begin(), std::next(planes.begin(), 4)); // the first ones avoid it
    const auto onPlaneOne = [](const auto& probe) { return probe.second == 1; };
    EXPECT_EQ(std::count_if(planes.begin(), planes.end(), onPlaneOne), 3);
}

/*
 *    0 |<-- port 1 is down ---|  or port 0
 *      |-- 0 A -------------->|  lost
 * 10.5 |-- PROBE 1 ---------->|  on the other plane: there is one that works
 */
TEST(Timeline, FirstProbeAvoidsThePeersDeadPort)
{
    for (const PlaneId left : {0, 1})
    {
        Timeline t;
        t.At(0).PeerPorts(PlaneMask{1} << left).Post(FULL).Expect("DATA 0 A");
        t.At(TAIL).Expect("PROBE 1");
        EXPECT_EQ(t.Last(Opcode::PROBE_REQUEST).plane, left);
    }
}

/*
 *    0 |-- 0 A -------------->|
 *    6 |<--- SACK 0 down 0 ---|  byte 12: the peer's port 0 is down
 *      |<------ 0 A ----------|  over plane 0, a moment before
 *      |-- SACK 0, ACK 1 ---->|  on plane 1
 */
TEST(Timeline, AcknowledgementsAvoidThePortThatASackCallsDead)
{
    Timeline t;
    t.At(0).Post(FULL).Expect("DATA 0 A");
    Datagram sack = t.Sack(0, 0);
    sack.sack.seth.downPorts = 0b01;
    t.At(6000).Receive(sack);
    t.Receive(Timeline::Asking(Timeline::Write(0))).Expect("SACK 0, ACK 1");
    EXPECT_EQ(t.Last(Opcode::SACK).plane, 1);
}

/*
 *    0 |<-- port 1 is down ---|  and own port 0
 *      |<------ 0 A ----------|
 *      |-- SACK 0, ACK 1 ---->|  on plane 1: the own port is what counts
 */
TEST(Timeline, AcknowledgementsLeaveOverAnOwnPortIfNoPlaneIsLeft)
{
    Timeline t;
    t.At(0).Ports(0b10).PeerPorts(0b01).Receive(Timeline::Asking(Timeline::Write(0)));
    t.Expect("SACK 0, ACK 1");
    EXPECT_EQ(t.Last(Opcode::SACK).plane, 1);
}

/*
 *    0 |<-- port 1 is down ---|  half of the 16 EVs are in use; a quarter of these must stay
 */
TEST(Timeline, EvsOfThePeersDeadPortDoNotCountForTheQuarter)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.ev.Change().minActiveScope = MIN_ACTIVE_QUEUE_PAIR;
    Timeline t(setup);
    t.At(0).PeerPorts(0b01);
    std::vector<Ev> evs;
    for (const Path& path : t.Paths().Table().All())
    {
        if (path.ev.Plane() == 0)
        {
            evs.push_back(path.ev);
        }
    }
    uint32_t retired = 0;
    for (const Ev ev : evs)
    {
        retired += t.Paths().OnLoss(ev, PathCause::GAP, t.Now()) == LossOutcome::RETIRED;
    }
    EXPECT_EQ(retired, 6U); // of 8, two stay
}

/*
 *    0 |<-- port 1 is down ---|
 *      |-- 0 A -------------->|  plane 0 brings it nowhere
 *      |-- PROBE .. --------->|  on plane 0, and at times on plane 1
 *      |<------ SACK -1 pr ---|  the one on plane 1 has come: its port is up
 */
// Clauses: [stale-news]
TEST(Timeline, AnswerToAProbeShowsThePeersPortToBeUp)
{
    Timeline t(ByMessage());
    t.At(0).PeerPorts(0b01).Post(FULL);
    int64_t now = 0;
    do
    {
        now += 1000;
        t.At(now);
    } while (now < 2 * ACK_TIMEOUT &&
             (t.Counters().probesSent == 0 || t.Last(Opcode::PROBE_REQUEST).plane == 0));
    EXPECT_EQ(t.Paths().Ports().Usable(), 0b01U);
    t.GetConnection().Watch(true);
    t.At(now + 6000).Receive(t.ProbeSack(NOTHING));
    EXPECT_EQ(t.Paths().Ports().Usable(), 0b11U);
    EXPECT_EQ(t.PlaneReports(), 1U);
    t.Receive(Timeline::Asking(Timeline::Write(1)));
    EXPECT_EQ(t.Last(Opcode::SACK).plane, 1) << "acknowledgements take it too";
}

/*
 *    0 |-- 0, 1 A ----------->|  planes 0, 1
 *    3 |<-- port 1 is down ---|
 *      |-- 1 rtx A ---------->|
 *    6 |<------ SACK 1 -------|  of what was sent on plane 1 before
 *  300 |<-- port 1 is down ---|  once more: it may have been up meanwhile
 *      |<------ SACK 1 -------|  of a probe that was sent before
 */
// Clauses: [stale-news]
TEST(Timeline, AnswersOfBeforeShowNothingOfThePeersPorts)
{
    Timeline t(ByMessage());
    t.At(0).Post(2 * FULL);
    const Datagram first = t.Sack(1, 1);
    ASSERT_EQ(first.sack.seth.entropy.Plane(), 1);
    t.At(3000).PeerPorts(0b01);
    t.At(6000).Receive(first);
    EXPECT_EQ(t.Paths().Ports().Usable(), 0b01U);
    Datagram late = first;
    late.sack.cc.timestamp = TimestampOf(Instant() + Micros(290));
    t.At(300000).PeerPorts(0b01).Receive(late);
    EXPECT_EQ(t.Paths().Ports().Usable(), 0b01U);
}

/*
 *    0 |<-- port 1 is down ---|
 *      |<------ PROBE 1 ------|  on plane 1: it may have been sent before
 *      |-- SACK -1 pr ------->|  on plane 0
 *  263 |<------ PROBE 2 ------|  on plane 1: sent since
 *      |-- SACK -1 pr ------->|  on plane 1
 */
// Clauses: [stale-news]
TEST(Timeline, ProbeShowsThePeersPortToBeUp)
{
    Timeline t(ByMessage());
    t.At(0).PeerPorts(0b01);
    Datagram probe = Timeline::Probe(1);
    probe.ev = Ev::Of(1, 0);
    probe.plane = 1;
    t.At(ACK_TIMEOUT).Receive(probe);
    EXPECT_EQ(t.Last(Opcode::SACK).plane, 0);
    EXPECT_EQ(t.Paths().Ports().Usable(), 0b01U);
    t.At(ACK_TIMEOUT + 1000).Receive(probe);
    EXPECT_EQ(t.Last(Opcode::SACK).plane, 1);
    EXPECT_EQ(t.Paths().Ports().Usable(), 0b11U);
}

TEST(Timeline, PlanesAreTracedWhenTheyChange)
{
    Timeline t;
    t.GetConnection().Watch(true);
    t.At(0).Ports(0b11).PeerPorts(0b11);
    EXPECT_EQ(t.PlaneReports(), 0U);
    t.Ports(0b01).Ports(0b01);
    EXPECT_EQ(t.PlaneReports(), 1U);
    t.PeerPorts(0b01).PeerPorts(0b01);
    EXPECT_EQ(t.PlaneReports(), 2U);
    t.Ports(0b11).PeerPorts(0b11);
    EXPECT_EQ(t.PlaneReports(), 4U);
}

} // namespace
