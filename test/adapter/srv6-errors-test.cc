/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The packets that SRv6 on the stock IPv6 stack drops, and the nodes that hear of each.

#include "../fabric/segment-addresses.h"
#include "srv6-row.h"

#include "ns3/icmpv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-srv6-header.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** A way that ends somewhere else, and the errors that are told of the way. */
struct Ending
{
    const char* name;
    const char* way;
    uint8_t hops;       //!< hop limit of the outer header
    unsigned node;      //!< that drops
    SegmentError error; //!< why
    const char* told;   //!< type, code, destination in the quotation; empty: nothing
};

// Clauses: [segment-errors], [usid-unknown], [usid-argument]
TEST(Srv6Routing, DropsAreCountedAndToldIfAsked)
{
    const std::vector<Ending> endings = {
        {"an unknown uSID", "fcbb:bb00:2101:dead::", 64, 1, SegmentError::NONE, ""},
        {"a zero inside", "fcbb:bb00:2101:0:1103::", 64, 1, SegmentError::NONE, ""},
        {"the hops end",
         "fcbb:bb00:2101:1103:2102:9003::",
         2,
         2,
         SegmentError::HOP_LIMIT,
         "3/0 fcbb:bb00:1103:2102:9003::"},
    };
    for (const Ending& ending : endings)
    {
        for (const bool icmp : {false, true})
        {
            Srv6Row row(icmp);
            row.Node(0)->GetObject<ns3::Ipv6>()->SetAttribute("DefaultTtl",
                                                              UintegerValue(ending.hops));
            row.Configure(
                0,
                std::string("source-address fd00:0::1\nipv6 route fd00:b::/64 segments ") +
                    ending.way);
            row.Configure(1, "ipv6 route fd00:0::/64 fd00:0::1 1");
            row.Configure(2, "ipv6 route fd00:0::/64 fd00:1::1 1");
            row.SendDatagram("fd00:b::1");
            row.Run();
            EXPECT_EQ(row.Drops(ending.node, ending.error), 1U) << ending.name;
            const bool isTold = icmp && *ending.told != 0;
            ASSERT_EQ(row.errors.size(), isTold ? 1U : 0U) << ending.name;
            if (isTold)
            {
                EXPECT_EQ(row.errors[0], ending.told);
            }
        }
    }
}

/** @return a packet with a list of one segment in front, which comes next */
Ptr<Packet>
WithSegment(const char* segment)
{
    SegmentHeader fields;
    fields.nextHeader = 17;
    fields.segmentsLeft = 1;
    fields.segments = {A(segment)};
    Ptr<Packet> packet = Create<Packet>(8);
    packet->AddHeader(Srv6Header(fields));
    return packet;
}

/** A packet to a SID of node 1 with a next destination that leads nowhere. */
struct Unrouted
{
    const char* name;
    const char* to;
    const char* segment; //!< of the way's list; empty: a way without a list
};

// No routing protocol of node 1 has a route, not even a blackhole.
// Clauses: [segment-errors], [segment-shift], [segment-header], [usid-unknown], [usid-argument]
TEST(Srv6Routing, WhatHasNoRouteBehindASidIsCountedAndToldIfAsked)
{
    const std::vector<Unrouted> rows = {
        {"an unknown uSID", "fc00:1:2101:dead::", ""},
        {"a zero inside", "fc00:1:2101:0:1103::", ""},
        {"the last bit", "fc00:1:2101::1", ""},
        {"a segment", "fc00:1:2101::", "fc99::9"},
        {"a multicast segment", "fc00:1:2101::", "ff0e::1"},
        {"no address", "fc00:1:2101::", "::"},
        {"the loopback", "fc00:1:2101::", "::1"},
        {"an address of the link", "fc00:1:2101::", "fe80::1"},
        {"an adjacency, a multicast segment", "fc00:1:fe24::", "ff0e::1"},
    };
    for (const Unrouted& unrouted : rows)
    {
        for (const bool icmp : {false, true})
        {
            Srv6Row row(icmp);
            row.Configure(0, "ipv6 route fc00:1::/32 fd00:0::2 1");
            row.Configure(1, R"(sid fc00:1:2101::/48 behavior uN
                sid fc00:1:fe24::/48 behavior uA interface 2 nexthop fd00:1::2)");
            const bool hasList = *unrouted.segment != 0;
            row.SendRaw(unrouted.to,
                        hasList ? ROUTING_HEADER : 17,
                        hasList ? WithSegment(unrouted.segment) : Create<Packet>(8));
            row.Run();
            EXPECT_EQ(row.Drops(1, SegmentError::NO_ROUTE), 1U) << unrouted.name;
            ASSERT_EQ(row.errors.size(), icmp ? 1U : 0U) << unrouted.name;
            if (icmp)
            {
                EXPECT_EQ(row.errors[0], "1/0 " + Text(Ipv6Address(unrouted.to)));
            }
        }
    }
}

/** @return a list of one segment behind another extension header, of destination options */
Ptr<Packet>
WithOptionsInFront()
{
    const uint8_t options[] = {ROUTING_HEADER, 0, 1, 4, 0, 0, 0, 0}; // PadN (RFC 8200, 4.6)
    Ptr<Packet> packet = Create<Packet>(options, sizeof options);
    packet->AddAtEnd(WithSegment("fcbb:bb00:1103::"));
    return packet;
}

// The stack's own code would take the options for the routing header. Here nothing but a routing
// header directly behind the IPv6 header counts as one. uN shifts, and at a last segment the
// options are an upper layer.
// Clauses: [segment-header], [segment-shift], [segment-errors]
TEST(Srv6Routing, AHeaderBehindOthersIsAnUpperLayer)
{
    constexpr uint8_t OPTIONS = 60;
    Srv6Row row(true);
    row.SendRaw("fcbb:bb00:2101::", OPTIONS, WithOptionsInFront());
    row.Run();
    EXPECT_EQ(row.Drops(1, SegmentError::UPPER_LAYER), 1U);
    EXPECT_EQ(row.errors, std::vector<std::string>{"4/4 fcbb:bb00:2101::"});
    EXPECT_TRUE(row.seen[2].empty());

    Srv6Row shifted;
    shifted.SendRaw("fcbb:bb00:2101:1103:2102:9003::", OPTIONS, WithOptionsInFront());
    shifted.Run();
    ASSERT_EQ(shifted.seen[4].size(), 1U);
    EXPECT_EQ(shifted.seen[4][0], (Seen{"fcbb:bb00:9003::", 61, OPTIONS}));
    EXPECT_EQ(shifted.Drops(4, SegmentError::UPPER_LAYER), 1U);
}

// The stack would tell the destination, the SID itself, of a protocol that it does not know.
// Clauses: [segment-errors]
TEST(Srv6Routing, AnUnknownUpperLayerIsToldToTheSource)
{
    for (const uint8_t protocol : {17, 200})
    {
        Srv6Row row(true);
        std::vector<std::string> told; // which node is told by which other, and where in the packet
        row.Node(0)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            Callback<void, Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t>(
                std::function<void(Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t)>(
                    [&told](Ptr<const Packet> whole, Ptr<ns3::Ipv6>, uint32_t) {
                        Ptr<Packet> packet = whole->Copy();
                        Ipv6Header header;
                        packet->RemoveHeader(header);
                        uint8_t icmp[8] = {};
                        packet->CopyData(icmp, sizeof icmp);
                        if (header.GetNextHeader() == ICMPV6 &&
                            icmp[0] == Icmpv6Header::ICMPV6_ERROR_PARAMETER_ERROR)
                        {
                            told.push_back(Text(header.GetDestination()) + " at " +
                                           std::to_string(icmp[7]));
                        }
                    })));
        row.SendRaw("fcbb:bb00:2101::", protocol, Create<Packet>(20));
        row.Run();
        EXPECT_EQ(row.errors, std::vector<std::string>{"4/4 fcbb:bb00:2101::"});
        EXPECT_EQ(told, std::vector<std::string>{"fd00::1 at 40"});
    }
}

} // namespace
