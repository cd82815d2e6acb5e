/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Stock stacks on ports: they are told once that their packets go nowhere.

#include "../mrc-test-network.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/mrc-stock-stacks.h"
#include "ns3/packet.h"
#include "ns3/udp-socket-factory.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return how often a text has a word */
unsigned
Count(const std::string& text, const std::string& word)
{
    unsigned count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    {
        ++count;
    }
    return count;
}

/** Sends datagrams of a stock socket. */
void
SendBy(const Ptr<Node>& node, Ipv4Address to)
{
    const Ptr<Socket> socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    socket->Bind();
    socket->Connect(InetSocketAddress(to, 9));
    socket->Send(Create<Packet>(100));
    socket->Send(Create<Packet>(100));
}

TEST(StockStack, IsToldOnceThatNothingArrives)
{
    const Ptr<Network> network = test::MakeNetwork();
    const NetDeviceContainer ports =
        network->GetFaces().CreatePorts(""); // all: GlobalRouting wants both ends
    testing::internal::CaptureStderr();
    InternetStackHelper().Install(network->GetFaces().Nodes());
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "a node may have other devices";

    testing::internal::CaptureStderr();
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const Ipv4InterfaceContainer interfaces = addresses.Assign(ports);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    SendBy(ports.Get(0)->GetNode(), interfaces.GetAddress(2));
    Simulator::Run();
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(Count(said, "\n"), 1) << said;
    EXPECT_EQ(said.find("mrc: nic0.p0 was given to a stock protocol stack"), 0) << said;
    EXPECT_NE(said.find("ns3::mrc::Network::Connect"), std::string::npos) << said;
    Simulator::Destroy();
}

TEST(StockStack, APacketOfItsOwnIsRefusedInWords)
{
    const Ptr<Network> network = test::MakeNetwork();
    const Ptr<NetDevice> port = network->GetFaces().CreatePorts("nic1.p1").Get(0);
    testing::internal::CaptureStderr();
    EXPECT_FALSE(port->NeedsArp()) << "a stack would ask for addresses, and wait in silence";
    for (int i = 0; i < 2; ++i)
    {
        EXPECT_FALSE(port->Send(Create<Packet>(100), port->GetBroadcast(), 0x800));
        EXPECT_FALSE(
            port->SendFrom(Create<Packet>(1), port->GetAddress(), port->GetBroadcast(), 0x800));
    }
    EXPECT_EQ(Count(testing::internal::GetCapturedStderr(), "mrc: nic1.p1 was given"), 1);
    Simulator::Destroy();
}

} // namespace
} // namespace mrc
} // namespace ns3
