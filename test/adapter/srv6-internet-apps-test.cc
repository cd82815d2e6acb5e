/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ns-3's own application that pings, over segments on stock devices. In a tree of ns-3 only where
// it has the module internet-apps.

#include "srv6-row.h"

#include "ns3/application.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

// Ping came with ns-3.38, in place of another.
#if __has_include("ns3/ping.h")
#include "ns3/ping.h"
#else
#include "ns3/ping6.h"
#endif

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

constexpr uint32_t COUNT = 3;

/** @return an application of this release that pings node 4 from node 0, each 100 ms */
Ptr<Application>
PingOf(const Srv6Row& row)
{
    const Ipv6Address own("fd00:a::1");
    const Ipv6Address peer("fd00:b::1");
    ObjectFactory factory;
#if __has_include("ns3/ping.h")
    factory.SetTypeId(Ping::GetTypeId());
    factory.Set("Destination", AddressValue(peer));
    factory.Set("InterfaceAddress", AddressValue(own));
    factory.Set("Count", UintegerValue(COUNT));
    factory.Set("VerboseMode", StringValue("Silent"));
    factory.Set("Size", UintegerValue(56));
#else
    factory.SetTypeId(Ping6::GetTypeId());
    factory.Set("RemoteIpv6", Ipv6AddressValue(peer));
    factory.Set("LocalIpv6", Ipv6AddressValue(own));
    factory.Set("MaxPackets", UintegerValue(COUNT));
    factory.Set("PacketSize", UintegerValue(56));
#endif
    factory.Set("Interval", TimeValue(MilliSeconds(100)));
    const auto ping = factory.Create<Application>();
    ping->SetStartTime(Seconds(3)); // neighbours know each other
    ping->SetStopTime(Seconds(9));
    row.Node(0)->AddApplication(ping);
    return ping;
}

// Requests and replies are segments' packets at each hop: node 4 gets all requests, node 0 all
// replies.
// Clauses: [segment-list], [segment-shift], [segment-flavours]
TEST(Srv6InternetApps, PingGoesOverSegmentsAndBack)
{
    for (const char* there : {"fcbb:bb00:2101:1103:2102:9003::",
                              "fcbb:bb00:2101:1103:2101:1103:2101:1103/fcbb:bb00:1103:2102:9003::"})
    {
        Srv6Row row;
        row.Join(there);
        PingOf(row);
        row.Run();
        EXPECT_EQ(row.seen[4].size(), COUNT) << there;
        ASSERT_EQ(row.seen[0].size(), COUNT) << there;
        EXPECT_EQ(row.seen[0].back(), (Seen{"fcbb:bb00:9001::", 61, 41}));
        EXPECT_TRUE(row.errors.empty());
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
