/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** @return a sender with packet timers of 8 us, less than the interval of tail probes */
ConnectionParameters
WithTimers()
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().packetTimeout = Micros(8);
    return setup;
}

/*
 *    0 |-- 0 A -------------->|  lost
 *    3 |-- 1 A -------------->|  lost
 *    8 |-- 0 rtx A ---------->|  lost; its timer begins again
 *   11 |-- 1 rtx A ---------->|
 *   16 |-- 0 rtx A ---------->|
 */
// Clauses: [packet-timeout]
TEST(PacketTimer, EachPacketHasItsOwn)
{
    Timeline t(WithTimers());
    t.At(0).Post(FULL).Expect("DATA 0 A");
    t.At(3000).Post(FULL).Expect("DATA 1 A");
    t.At(7999).Expect("");
    t.At(8000).Expect("DATA 0 rtx A");
    t.At(10999).Expect("");
    t.At(11000).Expect("DATA 1 rtx A");
    t.At(15999).Expect("");
    t.At(16000).Expect("DATA 0 rtx A");
    EXPECT_EQ(t.Counters().retransmissions[static_cast<size_t>(RetransmitCause::TIMEOUT)], 3U);
}

/*
 *    0 |-- 0, 1 A ----------->|
 *    6 |<------ SACK -1 +1 ---|  1 has arrived
 *    8 |-- 0 rtx A ---------->|  on another path: the one that carried it is to blame
 */
// Clauses: [packet-timeout]
TEST(PacketTimer, WhatIsAcknowledgedHasNone)
{
    Timeline t(WithTimers());
    t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
    const Ev lost = t.Sent(0).ev;
    t.At(6000).Receive(t.Sack(1, 0xffffff, {1})).Expect("");
    t.At(8000).Expect("DATA 0 rtx A");
    EXPECT_EQ(t.Paths().Table().Find(lost)->state, PathState::ASSUMED_BAD);
    EXPECT_NE(t.Sent(0).ev, lost);
    t.At(14000).Receive(t.Sack(0, 1)).Receive(t.TransportAck(1)).Expect("");
    t.At(100000).Expect("").ExpectUser("done 0");
}

/* Each time that timers expire is a retry: three linear ones and no other, then the end. */
// Clauses: [packet-timeout]
TEST(PacketTimer, ExpiriesAreRetries)
{
    ConnectionParameters setup = WithTimers();
    setup.qp.Change().linearRetries = 3;
    setup.qp.Change().exponentialRetries = 0;
    Timeline t(setup);
    t.At(0).Post(2 * FULL).Expect("DATA 0, DATA 1 A");
    t.At(24000).Expect("DATA 0 rtx, DATA 1 rtx A, DATA 0 rtx, DATA 1 rtx A, "
                       "DATA 0 rtx, DATA 1 rtx A");
    t.At(31999).ExpectUser("");
    t.At(32000).ExpectUser("retries 0").Expect("");
}

/*
 *    0 |-- 0 A -------------->|
 *    6 |<--- NACK 0 trimmed --|  and so on; the third is one too many, if trims are retries
 */
// Clauses: [retry-counts]
TEST(PacketTimer, TrimsCountIfTheyAreToldTo)
{
    for (bool counts : {false, true})
    {
        for (NackReason reason : {NackReason::TRIMMED, NackReason::TRIMMED_LAST_HOP})
        {
            ConnectionParameters setup = Timeline::Setup();
            setup.qp.Change().trimsAreRetries = counts;
            setup.qp.Change().linearRetries = 2;
            setup.qp.Change().exponentialRetries = 0;
            Timeline t(setup);
            t.At(0).Post(FULL).Expect("DATA 0 A");
            t.At(6000).Receive(t.Nack(0, reason)).Expect("DATA 0 rtx A");
            t.At(12000).Receive(t.Nack(0, reason)).Expect("DATA 0 rtx A").ExpectUser("");
            t.At(18000).Receive(t.Nack(0, reason));
            t.Expect(counts ? "" : "DATA 0 rtx A").ExpectUser(counts ? "retries 0" : "");
        }
    }
}

} // namespace
