/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

#include "ns3/mrc-endpoint.h"

#include <string>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// Which paths answers take to the peer.

namespace
{

// --- reverse EVs (3.6) --------------------------------------------------------------------------

constexpr int64_t RTT = 6000; //!< ns: base RTT

/** @return a packet of the peer, in the middle of a message, that was in no queue */
Datagram
Fresh(const Timeline& t, uint32_t psn)
{
    Datagram write = Timeline::Write(psn, Opcode::WRITE_MIDDLE);
    write.write.tseth.timestamp = TimestampOf(t.Now());
    return write;
}

/** @return the EV of the SACK that the peer's next packet, on this plane, causes */
Ev
EvOfSack(Timeline& t, uint32_t psn, PlaneId plane)
{
    Datagram write = Timeline::Asking(Fresh(t, psn));
    write.ev = Ev::Of(plane, 0);
    write.plane = plane;
    t.Receive(write).Expect("SACK " + std::to_string(psn));
    return t.Last(Opcode::SACK).ev;
}

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  on planes 0, 1, 0, 1
 *    6 |<------ SACK of 0 ----|  its path works
 *      |<------ 0 A ----------|  of the peer, on plane 0
 *      |-- SACK 0, ACK 1 ---->|  over the path of 0
 *    7 |<------ SACK of 2 ----|
 *      |<------ 2 cut --------|  of the peer, on plane 0
 *      |-- NACK 2 ----------->|  over the path of 2
 *    8 |<------ SACK of 1 ----|  plane 1 has a path of its own
 *      |<------ 1, 2 A -------|  of the peer, on planes 1 and 0
 *      |-- SACK 1, SACK 2 --->|  over the paths of 1 and 2
 */
// Clauses: [reverse-path]
TEST(Timeline, AnswersTakeThePathThatASackProves)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    ASSERT_EQ(t.Sent(0).plane, t.Sent(2).plane);
    ASSERT_NE(t.Sent(0).ev, t.Sent(2).ev);
    t.At(6000).Receive(t.Sack(0, 0));
    t.Receive(Timeline::Asking(Timeline::Write(0))).Expect("SACK 0, ACK 1");
    EXPECT_EQ(t.Last(Opcode::SACK).ev, t.Sent(0).ev);
    EXPECT_EQ(t.Last(Opcode::TRANSPORT_ACK).ev, t.Sent(0).ev);
    t.At(7000).Receive(t.Sack(2, 0, {2}));
    t.Receive(Timeline::Cut(Timeline::Write(2), TrimMark::TRIMMED)).Expect("NACK 2 1");
    EXPECT_EQ(t.Last(Opcode::NACK).ev, t.Sent(2).ev);
    t.At(8000).Receive(t.Sack(1, 2));
    EXPECT_EQ(EvOfSack(t, 1, 1), t.Sent(1).ev);
    EXPECT_EQ(EvOfSack(t, 2, 0), t.Sent(2).ev);
}

/*
 *    0 |-- 0, 1, 2, 3 A ----->|  on planes 0, 1, 0, 1
 *    6 |<------ SACK of 0 ----|  nothing has come of the peer so far
 *      |<------ SACK of 1 ----|  plane 1 has a path of its own
 *      |<------ SACK of 2 ----|
 *    7 |<------ 0, 1 A -------|  of the peer, on planes 1 and 0
 *      |-- SACK 0, SACK 1 --->|  over the paths of 1 and 2
 */
// Clauses: [reverse-path]
TEST(Timeline, AnswersTakeThePathsThatSacksHaveProvedBefore)
{
    Timeline t;
    t.At(0).Post(4 * FULL).Expect("DATA 0, DATA 1, DATA 2, DATA 3 A");
    t.At(6000).Receive(t.Sack(0, 0));
    t.Receive(t.Sack(1, 1));
    t.Receive(t.Sack(2, 2));
    t.At(7000);
    EXPECT_EQ(EvOfSack(t, 0, 1), t.Sent(1).ev);
    EXPECT_EQ(EvOfSack(t, 1, 0), t.Sent(2).ev);
}

/*
 *  6 n |<------ 3 n ----------|  nothing but data of the peer
 *      |-- EVPROBE ---------->|  on a random path
 *      |<------ 3 n + 1 A ----|  on the plane of that path
 *      |-- SACK 3 n + 1 ----->|  over the path in use
 *      |<------ EVANSWER -----|  if n is odd
 *      |<------ 3 n + 2 A ----|  on the same plane
 *      |-- SACK 3 n + 2 ----->|  over the path that answered, or else as before
 */
// Clauses: [reverse-path]
TEST(Timeline, AnswersTakeThePathThatAProbeProves)
{
    Timeline t;
    t.ShowEvProbes();
    uint32_t moved = 0;
    for (uint32_t n = 0; n < 16; ++n)
    {
        t.At(RTT * n).Receive(Fresh(t, 3 * n)).Expect("EVPROBE");
        const Datagram probe = t.Last(Opcode::ENDPOINT_REQUEST);
        const Ev before = EvOfSack(t, 3 * n + 1, probe.plane);
        const bool answered = n % 2 != 0;
        if (answered)
        {
            t.Receive(AnswerEndpointRequest(probe, 3, 48));
        }
        const Ev after = EvOfSack(t, 3 * n + 2, probe.plane);
        EXPECT_EQ(after, answered ? probe.ev : before) << n;
        moved += after != before;
    }
    EXPECT_GE(moved, 2U); // or the random paths were the ones in use
}

/*
 *    0 |<------ 0 ------------|  and one packet more each 0.1 us, for ten base RTTs
 *      |-- EVPROBE ---------->|  one in each base RTT at most, one in two at least
 */
// Clauses: [reverse-path]
TEST(Timeline, ReverseProbesAreOneForEachBaseRtt)
{
    Timeline t;
    int64_t last = -RTT;
    for (uint32_t n = 0; n < 600; ++n)
    {
        const int64_t now = 100 * int64_t{n};
        const uint64_t before = t.Counters().probesSent;
        t.At(now).Receive(Fresh(t, n));
        const uint64_t probes = t.Counters().probesSent - before;
        ASSERT_LE(probes, now - last >= RTT ? 1U : 0U) << now;
        last = probes == 0 ? last : now;
        ASSERT_LE(now - last, 2 * RTT) << now;
    }
}

/*
 *    0 |<------ 0 ------------|  while the port is busy
 *      |                      |  the port goes on whose plane a probe was to leave
 *      |                      |  none leaves
 */
TEST(Timeline, ReverseProbeDoesNotLeaveOverAPortThatHasGone)
{
    const Datagram write = Timeline::Write(0, Opcode::WRITE_MIDDLE);
    Timeline other;
    other.ShowEvProbes();
    other.At(0).Receive(write).Expect("EVPROBE");
    const PlaneId plane = other.Last(Opcode::ENDPOINT_REQUEST).plane;
    Timeline t;
    t.ShowEvProbes();
    t.At(0).ReceiveBusy(write).Ports(0b11 & ~(PlaneMask{1} << plane)).Expect("");
}

/*
 *    0 |<-- no port is up ----|  which cannot be, or nobody would hear it
 *      |<------ 0 ------------|
 *      |-- EVPROBE ---------->|
 */
TEST(Timeline, ReverseProbeLeavesAlthoughNoPortOfThePeerIsUp)
{
    Timeline t;
    t.ShowEvProbes();
    t.At(0).PeerPorts(0).Receive(Timeline::Write(0, Opcode::WRITE_MIDDLE)).Expect("EVPROBE");
}

} // namespace
