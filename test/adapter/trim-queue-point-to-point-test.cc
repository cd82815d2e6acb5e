/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// In a tree of ns-3 only where that has the module point-to-point: cmake/unit-tests-in-tree.cmake.

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/mrc-trim-queue-disc.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

/** Sends datagrams of a stock socket through a router with a slower second link. */
class TrimmingRouter
{
  public:
    TrimmingRouter()
    {
        NodeContainer nodes(3);
        InternetStackHelper stack;
        stack.SetIpv4StackInstall(false);
        stack.Install(nodes);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", StringValue("10us"));
        const NetDeviceContainer fast = link.Install(nodes.Get(0), nodes.Get(1));
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
        const NetDeviceContainer slow = link.Install(nodes.Get(1), nodes.Get(2));
        TrafficControlHelper control;
        control.SetRootQueueDisc("ns3::mrc::TrimQueueDisc", "DataLimit", UintegerValue(10000));
        disc = control.Install(slow.Get(0)).Get(0);
        Ipv6AddressHelper addresses("fd00:1::", Ipv6Prefix(64));
        Ipv6InterfaceContainer near = addresses.Assign(fast);
        near.SetForwarding(1, true);
        near.SetDefaultRouteInAllNodes(1);
        addresses.NewNetwork();
        Ipv6InterfaceContainer far = addresses.Assign(slow);
        far.SetForwarding(0, true);
        far.SetDefaultRouteInAllNodes(0);
        sink = Socket::CreateSocket(nodes.Get(2), UdpSocketFactory::GetTypeId());
        sink->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 9));
        sink->SetRecvCallback(MakeCallback(&TrimmingRouter::Receive, this));
        source = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
        source->Bind6();
        source->SetIpv6Tclass(1 << 2);
        source->Connect(Inet6SocketAddress(far.GetAddress(1, 1), 9));
    }

    void Run(unsigned datagrams)
    {
        for (unsigned i = 0; i < datagrams; ++i)
        {
            Simulator::Schedule(Seconds(2) + MicroSeconds(100 * i),
                                [this] { source->Send(Create<Packet>(960)); });
        }
        Simulator::Stop(Seconds(5));
        Simulator::Run();
    }

    unsigned whole{0};
    unsigned cut{0};
    Ptr<QueueDisc> disc;
    Ptr<Socket> source;
    Ptr<Socket> sink;

  private:
    void Receive(Ptr<Socket> socket)
    {
        while (const Ptr<Packet> packet = socket->Recv())
        {
            ++(packet->GetSize() == 960 ? whole : cut);
        }
    }
};

// Clauses: [trim-queue-disc]
TEST(TrimQueueDisc, StockDevicesTrimAndNothingIsLost)
{
    TrimmingRouter router;
    router.Run(100);
    UintegerValue trims;
    router.disc->GetAttribute("TrimPackets", trims);
    EXPECT_GT(trims.Get(), 30);
    EXPECT_EQ(router.cut, trims.Get());
    EXPECT_EQ(router.whole + router.cut, 100);
    Simulator::Destroy();
}

} // namespace
} // namespace mrc
} // namespace ns3
