/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Packets of stock stacks while ports of NICs are down.

#include "stock-rig.h"

#include "ns3/tcp-socket-factory.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Twenty flows of NIC 0 send a datagram each microsecond to NIC 4, for 100 us. */
void
Stream(StockRig& rig)
{
    for (int i = 0; i < 20; ++i)
    {
        rig.Send(rig.Udp(0, 4), 100, 500, 1000);
    }
}

/** @return datagrams that NIC 4 got from this instant on */
std::size_t
ArrivedSince(const StockRig& rig, Time from)
{
    std::size_t count = 0;
    for (const StockArrival& arrival : rig.arrivals[4])
    {
        count += arrival.at >= from;
    }
    return count;
}

// Clauses: [stock-faults]
TEST(StockFaults, FlowsOfALostPortTakeTheOthersWhileItIsDown)
{
    for (const char* spread : {"Flow", "Packet"})
    {
        StockRig rig(SixNics(), {{"DetectDelay", "5us"}}, {{"Spread", spread}});
        Stream(rig);
        rig.network->ScheduleFaults("port:0.1@30us"); // for good
        Simulator::Run();
        const uint64_t lost = rig.Drops(DropReason::LINK_DOWN);
        EXPECT_GT(lost, 20) << spread;
        EXPECT_LT(lost, 5 * 20 + 20) << "until the NIC has seen it, " << spread;
        EXPECT_EQ(rig.arrivals[4].size() + lost, 2000) << spread;
        EXPECT_GE(ArrivedSince(rig, MicroSeconds(40)), 60 * 20 - 1) << spread;
        EXPECT_TRUE(rig.IsEmpty());
    }
}

// Clauses: [stock-faults]
TEST(StockFaults, APeerThatWasHeardOfTellsWhichPortItLost)
{
    for (const char* spread : {"Flow", "Packet"})
    {
        StockRig rig(SixNics(), {{"DetectDelay", "5us"}}, {{"Spread", spread}});
        Stream(rig);
        rig.network->ScheduleFaults("port:4.0@30us");
        Simulator::Run();
        const uint64_t lost = rig.Drops(DropReason::LINK_DOWN);
        EXPECT_GT(lost, 20) << spread;
        EXPECT_LT(lost, 13 * 20) << "until the peer has told it, " << spread;
        EXPECT_EQ(rig.arrivals[4].size() + lost, 2000) << spread;
    }
}

// Clauses: [stock-faults]
TEST(StockFaults, APeerTellsWhichPortItLacksOnceItHearsOfOne)
{
    StockRig rig(SixNics(), {{"DetectDelay", "5us"}});
    const auto send = [&rig](int flows) {
        for (int i = 0; i < flows; ++i)
        {
            rig.Send(rig.Udp(0, 4), 1, 1000, 0);
        }
        Simulator::Stop(MicroSeconds(50));
        Simulator::Run();
    };
    rig.network->ScheduleFaults("port:4.0@1us");
    send(0);
    for (int i = 0; i < 20 && rig.arrivals[4].empty(); ++i)
    {
        send(1); // some take the port that is dead
    }
    ASSERT_EQ(rig.arrivals[4].size(), 1U);
    const uint64_t lost = rig.Drops(DropReason::LINK_DOWN);
    send(20);
    EXPECT_EQ(rig.Drops(DropReason::LINK_DOWN), lost) << "the first arrival was answered";
    EXPECT_EQ(rig.arrivals[4].size(), 21U);
}

// Clauses: [stock-faults]
TEST(StockFaults, WhatWaitsForAPortThatThePeerLostTakesAnother)
{
    StockRig rig(SixNics(), {{"DetectDelay", "5us"}});
    for (int i = 0; i < 20; ++i)
    {
        rig.Send(rig.Udp(0, 4), 8, 8000, 0); // 51 us of both lines, all at once
    }
    rig.network->ScheduleFaults("port:4.0@10us"); // for good
    Simulator::Run();
    const uint64_t lost = rig.Drops(DropReason::LINK_DOWN);
    EXPECT_GT(lost, 5);
    EXPECT_LT(lost, 25) << "what left within some 8 us, until the peer had told it";
    EXPECT_EQ(rig.arrivals[4].size() + lost, 160);
    EXPECT_TRUE(rig.IsEmpty());
}

// Clauses: [stock-faults]
TEST(StockFaults, ABlackoutMakesPacketsWait)
{
    StockRig rig(SixNics(),
                 {{"DetectDelay", "5us"},
                  {"PortFailure", "Cx8Like"},
                  {"BlackoutMinimum", "30us"},
                  {"BlackoutMaximum", "30us"}});
    Stream(rig);
    rig.network->ScheduleFaults("port:0.1@30us");
    Simulator::Run();
    for (const StockArrival& arrival : rig.arrivals[4])
    {
        EXPECT_TRUE(arrival.at < MicroSeconds(40) || arrival.at > MicroSeconds(65)) << arrival.at;
    }
    EXPECT_EQ(rig.arrivals[4].size() + rig.Drops(DropReason::LINK_DOWN), 2000);
    EXPECT_LT(rig.Drops(DropReason::LINK_DOWN), 5 * 20 + 20);
}

// Clauses: [stock-faults]
TEST(StockFaults, WithoutAPortPacketsWaitUntilOneComesBack)
{
    StockRig rig(SixNics(), {{"DetectDelay", "5us"}});
    Stream(rig);
    rig.network->ScheduleFaults("port:0.0@30us..80us,port:0.1@30us..90us");
    uint32_t changes = 0;
    const auto device = rig.Device(0);
    device->AddLinkChangeCallback(CallbackOf<>([&changes] { ++changes; }));
    Simulator::Schedule(MicroSeconds(20), [device] { EXPECT_TRUE(device->IsLinkUp()); });
    Simulator::Schedule(MicroSeconds(70), [device] { EXPECT_FALSE(device->IsLinkUp()); });
    Simulator::Schedule(MicroSeconds(85), [device] { EXPECT_TRUE(device->IsLinkUp()); });
    Simulator::Run();
    EXPECT_EQ(changes, 4);
    EXPECT_EQ(rig.arrivals[4].size() + rig.Drops(DropReason::LINK_DOWN), 2000);
    EXPECT_LT(rig.Drops(DropReason::LINK_DOWN), 6 * 20 + 20);
    EXPECT_GT(ArrivedSince(rig, MicroSeconds(85)), 65 * 20 - 20);
    EXPECT_TRUE(rig.IsEmpty());
}

/** A transfer over TCP between the stacks of two NICs. */
class TcpTransfer
{
  public:
    TcpTransfer(StockRig& rig, uint32_t bytes)
        : m_left(bytes)
    {
        const TypeId tcp = TcpSocketFactory::GetTypeId();
        m_listener = Socket::CreateSocket(rig.stacks.devices.Get(4)->GetNode(), tcp);
        m_listener->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 80));
        m_listener->Listen();
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            CallbackOf<Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                socket->SetRecvCallback(CallbackOf<Ptr<Socket>>([this](Ptr<Socket> from) {
                    while (const Ptr<Packet> packet = from->Recv())
                    {
                        received += packet->GetSize();
                        end = Simulator::Now();
                    }
                }));
            }));
        m_sender = Socket::CreateSocket(rig.stacks.devices.Get(0)->GetNode(), tcp);
        m_sender->Bind6();
        const Inet6SocketAddress to(rig.stacks.ipv6.GetAddress(4, 1), 80);
        Simulator::ScheduleNow([this, to] { m_sender->Connect(to); }); // stacks begin with the run
        m_sender->SetSendCallback(
            CallbackOf<Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { Fill(); }));
        m_sender->SetConnectCallback(CallbackOf<Ptr<Socket>>([this](Ptr<Socket>) { Fill(); }),
                                     CallbackOf<Ptr<Socket>>([](Ptr<Socket>) {}));
    }

    uint32_t received{0};
    Time end;

  private:
    void Fill()
    {
        while (m_left > 0)
        {
            const int sent = m_sender->Send(Create<Packet>(std::min<uint32_t>(m_left, 10000)));
            if (sent <= 0)
            {
                return;
            }
            m_left -= static_cast<uint32_t>(sent);
        }
        m_sender->Close();
    }

    uint32_t m_left;
    Ptr<Socket> m_listener;
    Ptr<Socket> m_sender;
};

// Clauses: [stock-encapsulation]
TEST(StockFaults, TcpDeliversAllOfItsBytes)
{
    StockRig rig(SixNics());
    TcpTransfer transfer(rig, 2000000);
    Simulator::Run();
    EXPECT_EQ(transfer.received, 2000000);
    EXPECT_LT(transfer.end, MilliSeconds(20));
    EXPECT_TRUE(rig.IsEmpty());
}

// Clauses: [stock-encapsulation]
TEST(StockFaults, TcpSendsAgainWhatALossyLinkTakes)
{
    StockRig rig(SixNics());
    rig.network->ScheduleFaults("port:4.0/loss=1%@0ns,port:4.1/loss=1%@0ns");
    TcpTransfer transfer(rig, 2000000);
    Simulator::Run();
    EXPECT_EQ(transfer.received, 2000000);
    EXPECT_GT(rig.Drops(DropReason::RANDOM_LOSS), 0);
    EXPECT_TRUE(rig.IsEmpty());
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
