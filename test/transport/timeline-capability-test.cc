/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// The capabilities that the two ends tell each other out of band [capability-exchange]. In the
// diagrams the connection is on the left, the peer on the right.

namespace
{

// Clauses: [capability-exchange], [trim-capability], [service-time]
TEST(Timeline, WhatIsAgreedIsWhatBothEndsCanDo)
{
    const QpCapabilities one{8, 128, true, true, false};
    const QpCapabilities other{16, 32, true, false, false};
    for (const QpCapabilities& agreed : {Agree(one, other), Agree(other, one)})
    {
        EXPECT_EQ(agreed.mpr, 8);
        EXPECT_EQ(agreed.maxImmediates, 32);
        EXPECT_TRUE(agreed.dynamicMpr);
        EXPECT_FALSE(agreed.trimNack);
        EXPECT_FALSE(agreed.serviceTime);
    }
}

/*
 *    0 |<------ 0 ------------|  trimmed
 *      |-- NACK 0 ----------->|  if trims are NACKed
 */
// Clauses: [trim-capability]
TEST(Timeline, TrimmedPacketsAreNackedIfThatIsAgreed)
{
    for (const bool nacks : {true, false})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.qp.Change().trimNack = nacks;
        Timeline t(setup);
        const Datagram cut = Timeline::Cut(Timeline::Write(0), TrimMark::TRIMMED);
        t.At(0).Receive(cut).Expect(nacks ? "NACK 0 1" : "");
        t.Post(FULL);
        EXPECT_EQ(t.Sent(0).dscp, nacks ? DscpPlan().trimmable : DscpPlan().noTrim);
    }
}

/*
 *      |  own offer: MPR 8, 128 immediates; peer's: MPR n, m immediates
 *    0 |-- 0 .. ------------->|  as many as the smaller offer allows
 */
// Clauses: [capability-exchange]
TEST(Timeline, PeersOfferIsObeyed)
{
    for (const uint8_t mpr : {1, 2, 9})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.peerOffer.mpr = mpr;
        setup.cc.Change().maxWindow = 2000 * FULL;
        Timeline t(setup);
        t.At(0).Post(2000 * FULL);
        EXPECT_EQ(t.Counters().sentPackets, 128U * std::min<uint8_t>(mpr, 8));
    }
    ConnectionParameters setup = Timeline::Setup();
    setup.peerOffer.maxImmediates = 1;
    Timeline t(setup);
    t.At(0).Post(FULL, true).Post(FULL, true).Expect("DATA 0 A");
}

/*
 *      |  own offer: MPR 1; peer's: MPR 8
 *    0 |<------ 128 A --------|  the peer breaks the agreement
 *      |-- NACK 11 ---------->|
 */
// Clauses: [capability-exchange]
TEST(Timeline, OwnLimitsAreObeyedWhateverThePeerOffers)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().mpr = 1;
    setup.peerOffer.mpr = 8;
    Timeline t(setup);
    t.At(0).Receive(Timeline::Asking(Timeline::Write(128))).Expect("NACK 128 11");
    t.At(100).Receive(Timeline::Asking(Timeline::Write(127))).Expect("SACK 16777215 +1");
}

/*
 *      |  own offer: MPR 8; peer's: MPR 2; both may change it
 *    0 |<------ 0 A ----------|
 *      |-- SACK, mpr 2 ------>|  what was agreed, until somebody changes it
 */
TEST(Timeline, WhatIsGrantedAtFirstIsWhatWasAgreed)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.qp.Change().dynamicMpr = true;
    setup.peerOffer.mpr = 2;
    Timeline t(setup);
    t.At(0).Receive(Timeline::Asking(Timeline::Write(0))).Expect("SACK 0, ACK 1");
    EXPECT_EQ(t.Last(Opcode::SACK).sack.seth.mpr, 2);
}

/*
 *    0 |-- 0 A -------------->|  may be trimmed if both ends can deal with it
 */
TEST(Timeline, TrimmingNeedsBothEnds)
{
    for (const bool own : {false, true})
    {
        for (const bool peer : {false, true})
        {
            ConnectionParameters setup = Timeline::Setup();
            setup.qp.Change().trimNack = own;
            setup.peerOffer.trimNack = peer;
            Timeline t(setup);
            t.At(0).Post(FULL).Expect("DATA 0 A");
            EXPECT_EQ(t.Sent(0).dscp, own && peer ? DscpPlan().trimmable : DscpPlan().noTrim);
        }
    }
}

/*
 *    0 |-- 0 A -------------->|  the peer cannot deal with trims
 *  262 |-- 0 rtx A ---------->|  nor may the retransmission be trimmed
 */
TEST(Timeline, RetransmissionsAreTrimmedOnlyIfBothEndsAgree)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.peerOffer.trimNack = false;
    Timeline t(setup);
    t.At(0).Post(FULL).At(ACK_TIMEOUT);
    EXPECT_TRUE(t.Sent(0).bth.retransmission);
    EXPECT_EQ(t.Sent(0).dscp, DscpPlan().noTrim);
}

} // namespace
