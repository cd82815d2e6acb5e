/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The segment routing header as a header of ns-3's packets.

#include "../fabric/segment-addresses.h"

#include "ns3/mrc-srv6-header.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

// Clauses: [segment-header]
TEST(Srv6Header, IsPartOfAPacket)
{
    SegmentHeader fields;
    fields.nextHeader = 41;
    fields.segmentsLeft = 1;
    fields.segments = {A("fcbb:bb00:1::")};
    Ptr<Packet> packet = Create<Packet>(10);
    packet->AddHeader(Srv6Header(fields));
    EXPECT_EQ(packet->GetSize(), 10U + 24U);
    Srv6Header back;
    EXPECT_EQ(packet->RemoveHeader(back), 24U);
    EXPECT_EQ(back.Get().segments, fields.segments);
    EXPECT_EQ(back.Get().segmentsLeft, 1);
    std::ostringstream text;
    back.Print(text);
    EXPECT_NE(text.str().find("segments left 1 segments fcbb:bb00:1::"), std::string::npos)
        << text.str();
}

} // namespace
