/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_SEGMENT_PACKETS_H
#define MRC_TEST_SEGMENT_PACKETS_H

// Packets of SRv6 with compressed segments, and nodes that take them.

#include "segment-addresses.h"

#include "ns3/mrc-segment-endpoint.h"
#include "ns3/mrc-segment-list.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

constexpr uint8_t INNER_IPV6 = 41;
constexpr uint8_t ICMP6 = 58;

/** uN as routers have it: with the flavours of SONiC. */
inline LocalSid
Un(const char* prefix, uint8_t block = 32)
{
    return {A(prefix), block, 16, SidBehaviour::END, SID_NEXT_CSID | SID_PSP | SID_USD};
}

/** @return what a node that has these SIDs knows */
inline SidTable
NodeOf(const std::vector<LocalSid>& sids)
{
    SidTable table;
    for (const LocalSid& sid : sids)
    {
        table.Add(sid);
    }
    table.AllowUpperLayer(ICMP6);
    return table;
}

/** @return a packet without a header */
inline SegmentPacket
To(const char* destination, uint8_t upperLayer = INNER_IPV6, uint8_t hopLimit = 64)
{
    SegmentPacket packet;
    packet.destination = A(destination);
    packet.upperLayer = upperLayer;
    packet.hopLimit = hopLimit;
    return packet;
}

/** @return a header with the last segment in front, as in packets */
inline SegmentHeader
List(const std::vector<const char*>& lastFirst, uint8_t left)
{
    SegmentHeader header;
    header.nextHeader = INNER_IPV6;
    header.segmentsLeft = left;
    header.lastEntry = static_cast<uint8_t>(lastFirst.size() - 1);
    for (const char* segment : lastFirst)
    {
        header.segments.push_back(A(segment));
    }
    return header;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_SEGMENT_PACKETS_H */
