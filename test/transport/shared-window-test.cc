/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

#include "ns3/mrc-shared-windows.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** @return senders with a common window of four packets */
ConnectionParameters
Sharing(SharedWindow& window)
{
    ConnectionParameters setup = Timeline::Setup();
    setup.window = &window.Rate();
    window.Join();
    return setup;
}

ConnectionParameters
FourPackets()
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = 4 * FULL;
    return setup;
}

/*
 *    0 |-- 0, 1, 2 A -------->|  of the first
 *      |-- 0 A -------------->|  of the second: the window is full
 *    6 |<------ SACK 0 -------|  for the second
 *      |-- 1 A -------------->|  of the second
 *    7 |<------ SACK 2 -------|  for the first: three packets of room
 *      |-- 2, 3 ------------->|  of the second, which is done then
 */
// Clauses: [window-scope]
TEST(SharedWindow, HoldsTheBytesOfAll)
{
    SharedWindow window(FourPackets());
    Timeline first(Sharing(window));
    Timeline second(Sharing(window));
    first.At(0).Post(3 * FULL);
    EXPECT_EQ(first.Counters().sentPackets, 3U);
    second.At(0).Post(4 * FULL);
    EXPECT_EQ(second.Counters().sentPackets, 1U);
    EXPECT_EQ(window.Rate().InFlight(), 4 * FULL);
    second.At(6000).Receive(second.Sack(0, 0));
    EXPECT_EQ(second.Counters().sentPackets, 2U);
    first.At(7000).Receive(first.Sack(2, 2));
    second.At(7000);
    EXPECT_EQ(second.Counters().sentPackets, 4U);
    EXPECT_EQ(window.Rate().InFlight(), 3 * FULL);
}

// Clauses: [window-scope], [nscc-quick-adapt]
TEST(SharedWindow, NothingPausesWhileAnotherQueuePairWaitsForAnswers)
{
    for (const bool isAlone : {true, false})
    {
        ConnectionParameters setup = FourPackets();
        setup.cc.Change().algorithm = CcAlgorithm::NSCC;
        setup.cc.Change().maxWindow = 64 * FULL;
        setup.cc.Change().qaSkipsPauses = true;
        SharedWindow window(setup);
        setup.window = &window.Rate();
        window.Join();
        Timeline first(setup);
        Timeline second(setup);
        first.At(0).Post(2 * FULL);
        first.At(6000).Receive(first.Nack(0, NackReason::TRIMMED));
        if (!isAlone)
        {
            second.At(11000).Post(FULL);
        }
        first.At(12000).Receive(first.Sack(0, 1)).Receive(first.TransportAck(1));
        first.At(40000).Post(20 * FULL);
        first.At(46000).Receive(first.Sack(2, 2));
        EXPECT_EQ(window.Rate().Window() > 60 * FULL, isAlone) << window.Rate().Window();
    }
}

// Clauses: [window-scope]
TEST(SharedWindow, WhoWaitsGoesOnWhenThereIsRoom)
{
    SharedWindow window(FourPackets());
    window.Wait(QpNumber{16});
    window.Wait(QpNumber{18});
    window.Wait(QpNumber{16});
    window.Rate().OnSent(3 * FULL + 1);
    EXPECT_TRUE(window.TakeWaiting().empty()) << "not for a full packet";
    window.Rate().Release(1);
    const std::vector<QpNumber> waiting = window.TakeWaiting();
    ASSERT_EQ(waiting.size(), 2U);
    EXPECT_EQ(waiting[0], QpNumber{16});
    EXPECT_EQ(waiting[1], QpNumber{18});
    EXPECT_TRUE(window.TakeWaiting().empty()) << "once";
}

// Clauses: [window-scope]
TEST(SharedWindow, ShareIsThatOfEach)
{
    SharedWindow window(FourPackets());
    window.Join();
    EXPECT_EQ(window.Share(), 4 * FULL);
    window.Join();
    EXPECT_EQ(window.Share(), 2 * FULL);
    EXPECT_EQ(window.Rate().Window(), 4 * FULL);
}

/* A queue pair that fails leaves nothing of itself in the window. */
TEST(SharedWindow, FailureMakesRoom)
{
    SharedWindow window(FourPackets());
    ConnectionParameters setup = Sharing(window);
    setup.qp.Change().linearRetries = 1;
    setup.qp.Change().exponentialRetries = 0;
    Timeline t(setup);
    t.At(0).Post(3 * FULL);
    EXPECT_EQ(window.Rate().InFlight(), 3 * FULL);
    t.At(10000000).ExpectUser("retries 0");
    EXPECT_EQ(window.Rate().InFlight(), 0);
}

// Clauses: [timeout-resend]
TEST(SharedWindow, TimersOfPacketsMakeNoMoreRoomAfterFailure)
{
    SharedWindow window(FourPackets());
    ConnectionParameters setup = Sharing(window);
    setup.qp.Change().packetTimeout = Micros(8);
    Timeline t(setup);
    t.At(0).Post(3 * FULL);
    t.At(6000).Receive(t.Nack(0, NackReason::UNEXPECTED_EVENT)).ExpectUser("refused 0");
    EXPECT_EQ(window.Rate().InFlight(), 0);
    t.GetConnection().Wake(Instant() + Micros(9)); // as when an EV probe is due
    EXPECT_EQ(window.Rate().InFlight(), 0);
}

// Clauses: [window-scope]
TEST(SharedWindows, OneForEachPairOfNics)
{
    SharedWindows windows;
    ConnectionParameters setup = FourPackets();
    SharedWindow& one = windows.Of(setup);
    EXPECT_EQ(&windows.Of(setup), &one);
    std::swap(setup.localNic, setup.peerNic);
    SharedWindow& back = windows.Of(setup);
    EXPECT_NE(&back, &one);
    setup.peerNic = 7;
    EXPECT_NE(&windows.Of(setup), &back);
}

} // namespace
