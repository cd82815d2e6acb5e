/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ns-3's own applications that ping, over the fabric. In a tree of ns-3 only where it has the
// module internet-apps.

#include "stock-rig.h"

#include "ns3/application.h"
#include "ns3/mrc-uneven-ideal.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

// Ping came with ns-3.38, in place of two others.
#if __has_include("ns3/ping.h")
#include "ns3/ping.h"
#else
#include "ns3/ping6.h"
#include "ns3/v4ping.h"
#endif

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

constexpr uint32_t COUNT = 5;
constexpr uint32_t DATA = 56; // bytes behind the header of ICMP

/** @return an application of this release that pings a NIC from NIC 0, each 100 us */
Ptr<Application>
PingOf(const StockRig& rig, uint32_t to, IpVersion version)
{
    const Ipv6Address own6 = rig.stacks.ipv6.GetAddress(0, 1);
    const Ipv6Address peer6 = rig.stacks.ipv6.GetAddress(to, 1);
    const Ipv4Address peer4 = rig.stacks.ipv4.GetAddress(to);
    ObjectFactory factory;
#if __has_include("ns3/ping.h")
    const bool is6 = version == IpVersion::IPV6;
    factory.SetTypeId(Ping::GetTypeId());
    factory.Set("Destination", AddressValue(is6 ? Address(peer6) : Address(peer4)));
    factory.Set("InterfaceAddress",
                AddressValue(is6 ? Address(own6) : Address(rig.stacks.ipv4.GetAddress(0))));
    factory.Set("Count", UintegerValue(COUNT));
    factory.Set("VerboseMode", StringValue("Silent"));
    factory.Set("Size", UintegerValue(DATA));
#else
    if (version == IpVersion::IPV6)
    {
        factory.SetTypeId(Ping6::GetTypeId());
        factory.Set("RemoteIpv6", Ipv6AddressValue(peer6));
        factory.Set("LocalIpv6", Ipv6AddressValue(own6));
        factory.Set("MaxPackets", UintegerValue(COUNT));
        factory.Set("PacketSize", UintegerValue(DATA));
    }
    else
    {
        factory.SetTypeId(V4Ping::GetTypeId());
        factory.Set("Remote", Ipv4AddressValue(peer4));
        factory.Set("Size", UintegerValue(DATA));
    }
#endif
    factory.Set("Interval", TimeValue(MicroSeconds(100)));
    const auto ping = factory.Create<Application>();
    ping->SetStartTime(Seconds(0));
    ping->SetStopTime(MicroSeconds(100 * COUNT - 50)); // V4Ping has no count
    rig.stacks.devices.Get(0)->GetNode()->AddApplication(ping);
    return ping;
}

/** When requests left the device of NIC 0, and replies came back there. */
struct Echoes
{
    std::vector<Time> asked;
    std::vector<Time> answered;
};

Echoes
PingOnce(const StockRig& rig, uint32_t to, IpVersion version)
{
    Echoes echoes;
    const auto note = [](std::vector<Time>& into) {
        return CallbackOf<Ptr<const Packet>>(
            [&into](Ptr<const Packet>) { into.push_back(Simulator::Now()); });
    };
    const auto device = rig.stacks.devices.Get(0);
    device->TraceConnectWithoutContext("MacTx", note(echoes.asked));
    device->TraceConnectWithoutContext("MacRx", note(echoes.answered));
    PingOf(rig, to, version);
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    return echoes;
}

/** What packets of a fabric look like. */
struct Look
{
    const char* encapsulation;
    const char* format;
};

// Clauses: [stock-encapsulation], [stock-addresses]
TEST(StockInternetApps, PingTakesTwiceTheTimeOfItsBytes)
{
    for (const Look& look : {Look{"Srv6", "Srv6"}, Look{"Ipv6", "Udp"}, Look{"Ipv6", "Stev"}})
    {
        for (const IpVersion version : {IpVersion::IPV4, IpVersion::IPV6})
        {
            for (const uint32_t to : {1, 5}) // below one T0, and across a T1
            {
                StockRig rig(SixNics(),
                             {{"Encapsulation", look.encapsulation}},
                             {},
                             {{"Format", look.format}});
                const Echoes echoes = PingOnce(rig, to, version);
                ASSERT_EQ(echoes.asked.size(), COUNT) << look.format << to;
                ASSERT_EQ(echoes.answered.size(), COUNT) << look.format << to;
                const uint32_t ip = DATA + 8 + (version == IpVersion::IPV4 ? 20 : 40);
                const Topology& topology = rig.network->GetTopology();
                const Span oneWay = PathTime(topology, 0, to, Ev::Of(0, 0), ip + 58 + 20);
                for (uint32_t i = 0; i < COUNT; ++i)
                {
                    EXPECT_NEAR((echoes.answered[i] - echoes.asked[i]).GetNanoSeconds(),
                                static_cast<double>(2 * oneWay.Ps()) / 1000,
                                1);
                }
                EXPECT_TRUE(rig.IsEmpty());
            }
        }
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
