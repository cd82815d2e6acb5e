/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

#include "ns3/mrc-shared-window.h"
#include "ns3/mrc-sharing-connection.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// Which queue pairs may send in a window of four packets that they share [window-scope].

namespace
{

constexpr QpNumber FIRST{16};
constexpr QpNumber SECOND{18};
constexpr QpNumber THIRD{20};

ConnectionParameters
FourPackets()
{
    ConnectionParameters setup = Timeline::Setup();
    setup.cc.Change().maxWindow = 4 * FULL;
    return setup;
}

/** Queue pairs of one NIC with a common window; writes down which pairs hear that they may send. */
class SharingConnections : public testing::Test, public QueuePairObserver
{
  protected:
    std::unique_ptr<SharingConnection> Make(QpNumber own)
    {
        ConnectionParameters setup = FourPackets();
        setup.window = &m_window.Rate();
        setup.own = own;
        return std::make_unique<SharingConnection>(setup, *this, m_window);
    }

    /** Makes two; the first one fills the window, the second one has to wait. */
    void FillTheWindow()
    {
        m_first = Make(FIRST);
        m_second = Make(SECOND);
        WorkRequest request;
        request.length = 8 * FULL;
        m_first->Post(request, Instant());
        m_second->Post(request, Instant());
        Datagram packet;
        while (m_first->NextData(Instant(), 0b11, packet))
        {
        }
        EXPECT_EQ(m_window.Rate().InFlight(), 4 * FULL);
        EXPECT_FALSE(m_second->NextData(Instant(), 0b11, packet));
    }

    void Completed(const Completion&) override
    {
    }

    void Delivered(const Delivery&) override
    {
    }

    void MaySend(QpNumber pair) override
    {
        m_maySend.push_back(pair.value);
    }

    SharedWindow m_window{FourPackets()};
    std::unique_ptr<SharingConnection> m_first;
    std::unique_ptr<SharingConnection> m_second;
    std::vector<uint32_t> m_maySend;
};

TEST_F(SharingConnections, LostPortMakesRoomForOthers)
{
    FillTheWindow();
    m_first->PortsChanged(0b01, Instant() + Micros(1));
    EXPECT_EQ(m_maySend, std::vector<uint32_t>{SECOND.value});
}

TEST_F(SharingConnections, LostPortOfThePeerMakesRoomForOthers)
{
    FillTheWindow();
    m_first->PeerPortsChanged(0b01, Instant() + Micros(1));
    EXPECT_EQ(m_maySend, std::vector<uint32_t>{SECOND.value});
}

// Clauses: [window-scope]
TEST_F(SharingConnections, TimeoutMakesRoomForOthers)
{
    FillTheWindow();
    m_first->Wake(Instant() + Nanos(ACK_TIMEOUT));
    EXPECT_EQ(m_maySend, std::vector<uint32_t>{SECOND.value});
}

// Clauses: [ack-request]
TEST_F(SharingConnections, EachAsksForASackOnceInHalfItsShare)
{
    m_first = Make(FIRST);
    m_second = Make(SECOND); // the share is two packets
    WorkRequest request;
    request.length = 3 * FULL;
    m_first->Post(request, Instant());
    Datagram packet;
    ASSERT_TRUE(m_first->NextData(Instant(), 0b11, packet));
    EXPECT_TRUE(packet.bth.ackRequest);
}

// Each call ends with a look at the others, so a role alone may not take it.
TEST_F(SharingConnections, TakesTheCallsOfItsOnlyRole)
{
    m_first = Make(FIRST);
    m_first->GetSender();
    EXPECT_EQ(&m_first->Way(), m_first.get());
}

// A queue pair knows by itself that it has failed: its owner need not tell it so.
TEST_F(SharingConnections, WhoFailsGivesItsShareBackUnasked)
{
    m_first = Make(FIRST);
    m_second = Make(SECOND);
    m_first->PortsChanged(0, Instant());
    m_first->Wake(Instant() + FourPackets().qp->noPortTimeout);
    EXPECT_TRUE(m_first->HasFailed());
    EXPECT_EQ(m_window.Share(), 4 * FULL);
}

TEST_F(SharingConnections, WhoEndsTwiceGivesItsShareBackOnce)
{
    m_first = Make(FIRST);
    m_second = Make(SECOND);
    const std::unique_ptr<SharingConnection> third = Make(THIRD);
    m_first->Abort(Instant());
    m_first->Abort(Instant());
    EXPECT_EQ(m_window.Share(), 2 * FULL);
}

TEST(SharedWindow, WhoLeavesWaitsNoMore)
{
    SharedWindow window(FourPackets());
    window.Join();
    window.Join();
    window.Wait(FIRST);
    window.Wait(SECOND);
    window.Leave(FIRST);
    const std::vector<QpNumber> waiting = window.TakeWaiting();
    ASSERT_EQ(waiting.size(), 1U);
    EXPECT_EQ(waiting[0], SECOND);
}

TEST(SharedWindow, WhoLeavesGivesItsShareBack)
{
    SharedWindow window(FourPackets());
    window.Join();
    window.Join();
    window.Leave(FIRST);
    EXPECT_EQ(window.Share(), 4 * FULL);
}

} // namespace
