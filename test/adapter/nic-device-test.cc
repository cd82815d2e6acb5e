/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The packets that a NIC's device refuses and holds back, and the ends that it outlives.

#include "../mrc-thrown-text.h"
#include "stock-rig.h"

#include "ns3/ipv6-header.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/net-device-queue-interface.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** @return the text of a refusal */
std::string
TextOf(StockRefusal refusal)
{
    std::ostringstream text;
    text << refusal;
    return text.str();
}

/** Sends a datagram from NIC 1 to an address. @return the reason of the device's refusal */
std::string
RefusalOf(StockRig& rig, const Address& to)
{
    std::string said;
    const auto device = rig.Device(1);
    device->TraceConnectWithoutContext(
        "Refused",
        CallbackOf<Ptr<const Packet>, StockRefusal>(
            [&said](Ptr<const Packet>, StockRefusal refusal) { said += TextOf(refusal) + ' '; }));
    const auto socket = Socket::CreateSocket(device->GetNode(), UdpSocketFactory::GetTypeId());
    Inet6SocketAddress::IsMatchingType(to) ? socket->Bind6() : socket->Bind();
    socket->BindToNetDevice(device); // a multicast address does not tell the interface
    socket->SetAllowBroadcast(true);
    socket->Connect(to);
    Simulator::ScheduleNow([socket] { socket->Send(Create<Packet>(10)); });
    Simulator::Run();
    return said;
}

// Clauses: [stock-addresses], [stock-refusals]
TEST(NicDevice, RefusesAddressesThatNoOtherNicHas)
{
    for (const char* address : {"10.0.0.7", "10.255.255.255", "10.0.1.1"}) // of six NICs
    {
        StockRig rig(SixNics());
        EXPECT_EQ(RefusalOf(rig, InetSocketAddress(Ipv4Address(address), 9)), "destination ")
            << address;
        EXPECT_EQ(rig.Device(1)->Refusals(StockRefusal::DESTINATION), 1);
    }
    for (const char* address : {"fd00:6d72:6300::6", "fd00:6d72:6300::1:0:0", "ff02::1"})
    {
        StockRig rig(SixNics());
        EXPECT_EQ(RefusalOf(rig, Inet6SocketAddress(Ipv6Address(address), 9)), "destination ")
            << address;
    }
    StockRig rig(SixNics());
    EXPECT_EQ(RefusalOf(rig, InetSocketAddress(Ipv4Address("10.0.0.6"), 9)), "");
    EXPECT_EQ(rig.arrivals[5].size(), 1);
}

// Clauses: [stock-addresses]
TEST(NicDevice, HasTheAddressesOfItsNumber)
{
    StockRig rig(SixNics(), {}, {{"Ipv4Network", "192.168.4.0"}, {"Ipv4Mask", "255.255.255.0"}});
    EXPECT_EQ(rig.stacks.ipv4.GetAddress(3), Ipv4Address("192.168.4.4"));
    EXPECT_EQ(rig.stacks.ipv6.GetAddress(3, 1), Ipv6Address("fd00:6d72:6300::3"));
    EXPECT_EQ(rig.Device(3)->GetAddress(), Address(Mac48Address("02:00:00:00:00:03")));
    rig.Send(rig.Udp(0, 3, IpVersion::IPV4), 1, 10, 0);
    Simulator::Run();
    EXPECT_EQ(rig.arrivals[3].size(), 1);
}

// Clauses: [stock-refusals]
TEST(NicDevice, RefusesWhatIsNoIpPacketOrTooLong)
{
    StockRig rig(SixNics(), {}, {{"Mtu", "1500"}});
    const auto device = rig.Device(0);
    const Address to = device->GetBroadcast();
    EXPECT_FALSE(device->Send(Create<Packet>(100), to, 0x0806)) << "zeros have no version";
    EXPECT_FALSE(device->Send(Create<Packet>(0), to, 0x0800));
    EXPECT_FALSE(device->Send(Create<Packet>(1501), to, 0x0800));
    const std::vector<uint8_t> six(60, 0x60); // version 6, whatever its EtherType says
    EXPECT_FALSE(device->Send(Create<Packet>(six.data(), 60), to, 0x0800));
    EXPECT_EQ(device->Refusals(StockRefusal::NO_IP), 3);
    EXPECT_FALSE(device->Send(Create<Packet>(six.data(), 60), to, 0x86dd));
    EXPECT_EQ(device->Refusals(StockRefusal::NO_IP), 3) << "its destination is refused, not it";
    EXPECT_EQ(device->Refusals(StockRefusal::TOO_LONG), 1);
    EXPECT_EQ(device->GetMtu(), 1500);
    // A stack cuts its packets to the MTU: the whole of a long datagram arrives.
    rig.Send(rig.Udp(0, 1, IpVersion::IPV6), 1, 10000, 0);
    rig.Send(rig.Udp(0, 1, IpVersion::IPV4), 1, 10000, 0);
    Simulator::Run();
    ASSERT_EQ(rig.arrivals[1].size(), 2);
    EXPECT_EQ(rig.arrivals[1][0].packet->GetSize(), 10000);
    EXPECT_EQ(rig.arrivals[1][1].packet->GetSize(), 10000);
}

TEST(NicDevice, MtuHasBounds)
{
    const auto device = CreateObject<NicDevice>();
    EXPECT_FALSE(device->SetMtu(1279));
    EXPECT_TRUE(device->SetMtu(1280));
    EXPECT_TRUE(device->SetMtu(65477));
    EXPECT_FALSE(device->SetMtu(65478));
    EXPECT_EQ(device->GetMtu(), 65477);
}

TEST(NicDevice, MtuIsNotRaisedAboveWhatTheFabricWasCheckedFor)
{
    StockRig rig(SixNics(), {}, {{"Mtu", "4000"}});
    const auto device = rig.Device(0);
    EXPECT_FALSE(device->SetMtu(4001));
    EXPECT_FALSE(device->SetAttributeFailSafe("Mtu", UintegerValue(4001)));
    EXPECT_EQ(device->GetMtu(), 4000);
    EXPECT_TRUE(device->SetAttributeFailSafe("Mtu", UintegerValue(1500)));
    EXPECT_TRUE(device->SetMtu(4000));
}

// Clauses: [stock-queue]
TEST(NicDevice, TrafficControlHoldsBackWhatHasNoRoom)
{
    StockRig rig(SmallFabric(2, 2, 0), {}, {{"MaxPackets", "10"}});
    rig.Send(rig.Udp(0, 1), 500, 1000, 0);
    uint32_t stopped = 0;
    const auto queue = rig.Device(0)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    Simulator::Schedule(NanoSeconds(500), [&stopped, queue] { stopped += queue->IsStopped(); });
    Simulator::Run();
    EXPECT_EQ(stopped, 1);
    EXPECT_FALSE(queue->IsStopped());
    EXPECT_EQ(rig.arrivals[1].size(), 500);
    EXPECT_EQ(rig.Device(0)->Refusals(StockRefusal::QUEUE_FULL), 0);
    // the line was never idle between them
    const double gap = (1048 + 58 + 20) * 0.08;
    EXPECT_NEAR((rig.arrivals[1].back().at - rig.arrivals[1].front().at).GetNanoSeconds(),
                499 * gap,
                2);
}

// Clauses: [stock-queue], [stock-refusals]
TEST(NicDevice, WhatFindsNoRoomIsRefused)
{
    StockRig rig(SmallFabric(2, 2, 0), {}, {{"MaxPackets", "10"}});
    const auto device = rig.Device(0);
    uint32_t dropped = 0;
    device->TraceConnectWithoutContext(
        "MacTxDrop",
        CallbackOf<Ptr<const Packet>>([&dropped](Ptr<const Packet>) { ++dropped; }));
    uint32_t taken = 0;
    const auto send = [&] {
        for (int i = 0; i < 15; ++i) // past traffic control, which would hold them back
        {
            Ipv6Header header;
            header.SetSource(rig.stacks.ipv6.GetAddress(0, 1));
            header.SetDestination(rig.stacks.ipv6.GetAddress(1, 1));
            header.SetPayloadLength(1000);
            header.SetNextHeader(Ipv6Header::IPV6_UDP);
            const auto packet = Create<Packet>(1000);
            packet->AddHeader(header);
            taken += device->Send(packet, device->GetBroadcast(), 0x86dd);
        }
    };
    Simulator::Schedule(NanoSeconds(1), send);
    Simulator::Run();
    EXPECT_EQ(taken, 11) << "one on the line, ten that wait";
    EXPECT_EQ(dropped, 4);
    EXPECT_EQ(device->Refusals(StockRefusal::QUEUE_FULL), 4);
    EXPECT_TRUE(rig.IsEmpty());
}

TEST(NicDevice, AQueueOfTheFabricMustHoldItsPackets)
{
    EXPECT_THROW(
        {
            try
            {
                StockRig rig(SmallFabric(2, 2, 0), {}, {{"Mtu", "65000"}, {"MaxBytes", "70000"}});
            }
            catch (const std::invalid_argument& error)
            {
                EXPECT_NE(std::string(error.what()).find("Mtu = 65000"), std::string::npos);
                throw;
            }
        },
        std::invalid_argument);
}

// Clauses: [stock-encapsulation]
TEST(NicDevice, NeedsAFabricOfIpv6)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SixNics());
    helper.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
    helper.SetEvAttribute("Format", StringValue("Udp"));
    const auto network = Audited(helper.Install());
    EXPECT_EQ(ThrownText<std::invalid_argument>([&] { helper.InstallStacks(network); }),
              "stock stacks over a fabric of IPv4; expected ns3::mrc::FabricProfile::Encapsulation "
              "= Srv6 or Ipv6 [stock-encapsulation]");
    EXPECT_EQ(network->Engine().nics.Store().NextSlot(), 0);
    Simulator::Destroy();
}

TEST(NicDevice, OutlivesItsNetworkAndRefuses)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SixNics());
    auto network = helper.Install();
    const auto device = helper.InstallStacks(network, {0}).devices.Get(0);
    network = nullptr;
    EXPECT_FALSE(device->Send(Create<Packet>(100), device->GetBroadcast(), 0x0800));
    EXPECT_EQ(DynamicCast<NicDevice>(device)->Refusals(StockRefusal::OVER), 1);
    Simulator::Destroy();
}

TEST(NicDevice, OfWhichANicHasOne)
{
    StockRig rig(SixNics());
    EXPECT_DEATH(FabricHelper().InstallStacks(rig.network, {2}), "NIC 2 has a device");
    EXPECT_DEATH(FabricHelper().InstallStacks(rig.network, {6}), "NIC 6 does not exist");
    FabricHelper narrow;
    EXPECT_THROW(narrow.SetStackAttribute("Mtu", UintegerValue(100)), std::invalid_argument);
    EXPECT_THROW(narrow.SetStackAttribute("Nonsense", UintegerValue(100)), std::invalid_argument);
}

// Addresses and paths follow from earlier settings; other values would be ignored. Clauses:
// [stock-path], [stock-addresses]
TEST(NicDevice, TakesNoAttributesThatItWouldIgnore)
{
    StockRig rig(SixNics());
    const Ptr<NicDevice> device = rig.Device(2);
    const std::vector<std::pair<const char*, const char*>> late = {
        {"Spread", "Packet"},
        {"Ipv4Network", "10.1.0.0"},
        {"Ipv4Mask", "255.255.0.0"},
    };
    for (const auto& [name, value] : late)
    {
        EXPECT_DEATH(device->SetAttribute(name, StringValue(value)),
                     std::string(name) + " is set on NIC 2, which has its stack; expected before");
    }
    StringValue spread;
    device->GetAttribute("Spread", spread);
    EXPECT_EQ(spread.Get(), "Flow");
}

// Queue pairs of Connect keep their neighbours: slots of stacks come in pairs.
TEST(NicDevice, LeavesQueuePairsAsTheyAre)
{
    StockRig rig(SixNics());
    const auto qp = rig.network->Connect(0, 1);
    uint32_t completed = 0;
    CountSuccess(qp, completed);
    qp->Write(100000);
    rig.network->GetDenylist().Deny(0, 1);
    rig.Send(rig.Udp(0, 1), 50, 1000, 100);
    Simulator::Run();
    EXPECT_EQ(completed, 1);
    EXPECT_EQ(rig.arrivals[1].size(), 50);
    EXPECT_EQ(rig.network->GetQueuePairs().size(), 1);
    EXPECT_TRUE(rig.IsEmpty());
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
