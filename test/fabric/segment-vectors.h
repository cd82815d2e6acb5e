/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_SEGMENT_VECTORS_H
#define MRC_TEST_SEGMENT_VECTORS_H

// One table of the verdicts of a node on packets, for every face of the table of behaviours.

#include "segment-addresses.h"

#include "ns3/mrc-segment-endpoint.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** How a packet's visit at a node ends. */
enum class VectorEnd
{
    SENT,          //!< the packet leaves by a port
    TAKEN,         //!< the packet, or its content, is for the node
    NO_ROUTE,      //!< the packet is dropped, and nobody is told
    UNROUTED,      //!< the same, behind a SID without even a blackhole
    HOP_LIMIT,     //!< the same, of a hop limit of 1
    SEGMENTS_LEFT, //!< the same, of a broken segment routing header
    UPPER_LAYER,   //!< the same, of an upper layer that the node does not take
};

constexpr uint32_t BLACKHOLE = 0xffffffff; //!< the port of a route to nowhere
constexpr int NO_HEADER = -1;              //!< the segments left of a packet without the header

/** A route of a node. */
struct VectorRoute
{
    const char* prefix;
    uint8_t length;
    uint32_t port; //!< 1 to 3, or BLACKHOLE
};

/** A packet at a node. */
struct SegmentVector
{
    const char* name;
    std::vector<LocalSid> sids; //!< the target of an END_X is a port, 1 to 3
    std::vector<VectorRoute> routes;
    SegmentPacket in;
    VectorEnd end;
    const char* out{""}; //!< destination of a packet that leaves
    uint32_t port{0};    //!< the port by which the packet leaves
    int left{NO_HEADER}; //!< segments left in the packet's header then
};

constexpr uint8_t VECTOR_TCP = 6;
constexpr uint8_t VECTOR_INNER = 41;
constexpr uint8_t VECTOR_ICMP = 58;

constexpr uint8_t SONIC_FLAVOURS = SID_NEXT_CSID | SID_PSP | SID_USD;

inline LocalSid
NodeSid(const char* prefix, uint8_t block = 32, uint8_t flavours = SONIC_FLAVOURS)
{
    return {A(prefix), block, 16, SidBehaviour::END, flavours};
}

inline LocalSid
AdjacencySid(const char* prefix, uint8_t bits, uint32_t port)
{
    return {A(prefix), 32, bits, SidBehaviour::END_X, SONIC_FLAVOURS, port};
}

inline SegmentPacket
PacketTo(const char* destination, uint8_t hopLimit = 64, uint8_t upperLayer = VECTOR_INNER)
{
    SegmentPacket packet;
    packet.destination = A(destination);
    packet.hopLimit = hopLimit;
    packet.upperLayer = upperLayer;
    return packet;
}

/** @return a packet with a list of one segment */
inline SegmentPacket
PacketTo(const char* destination, const char* segment, uint8_t left)
{
    SegmentPacket packet = PacketTo(destination);
    packet.header.emplace();
    packet.header->nextHeader = VECTOR_INNER;
    packet.header->segmentsLeft = left;
    packet.header->segments = {A(segment)};
    return packet;
}

/** @return ways through published fabrics, hop by hop */
inline std::vector<SegmentVector>
WayVectors()
{
    constexpr VectorEnd SENT = VectorEnd::SENT;
    constexpr VectorEnd TAKEN = VectorEnd::TAKEN;
    const LocalSid function{A("fcbb:bbbb:b001:fe09::"), 32, 32, SidBehaviour::END_DT46, 1};
    return {
        {"two tiers, T0",
         {NodeSid("fcbb:bb00:2101::")},
         {{"fcbb:bb00:1103::", 48, 2}, {"fcbb:bb00::", 32, BLACKHOLE}},
         PacketTo("fcbb:bb00:2101:1103:2102:9003::"),
         SENT,
         "fcbb:bb00:1103:2102:9003::",
         2},
        {"two tiers, T1",
         {NodeSid("fcbb:bb00:1103::")},
         {{"fcbb:bb00:2101::", 48, 1}, {"fcbb:bb00:2102::", 48, 2}},
         PacketTo("fcbb:bb00:1103:2102:9003::", 63),
         SENT,
         "fcbb:bb00:2102:9003::",
         2},
        {"two tiers, last T0",
         {NodeSid("fcbb:bb00:2102::")},
         {{"fcbb:bb00:9003::", 48, 3}},
         PacketTo("fcbb:bb00:2102:9003::", 62),
         SENT,
         "fcbb:bb00:9003::",
         3},
        {"two tiers, NIC",
         {NodeSid("fcbb:bb00:9003::")},
         {},
         PacketTo("fcbb:bb00:9003::", 61),
         TAKEN},
        {"lab, T0",
         {NodeSid("fcbb:bbbb:1::")},
         {{"fcbb:bbbb:1001::", 48, 2}},
         PacketTo("fcbb:bbbb:1:1001:2:b001:fe09::"),
         SENT,
         "fcbb:bbbb:1001:2:b001:fe09::",
         2},
        {"lab, T1",
         {NodeSid("fcbb:bbbb:1001::")},
         {{"fcbb:bbbb:2::", 48, 2}},
         PacketTo("fcbb:bbbb:1001:2:b001:fe09::"),
         SENT,
         "fcbb:bbbb:2:b001:fe09::",
         2},
        {"lab, last T0: a plain route",
         {NodeSid("fcbb:bbbb:2::")},
         {{"fcbb:bbbb:b001::", 48, 3}},
         PacketTo("fcbb:bbbb:2:b001:fe09::"),
         SENT,
         "fcbb:bbbb:b001:fe09::",
         3},
        {"lab, NIC",
         {NodeSid("fcbb:bbbb:b001::"), function},
         {},
         PacketTo("fcbb:bbbb:b001:fe09::"),
         TAKEN},
        {"slides",
         {NodeSid("fcbb:bbbb:d100::")},
         {{"fcbb:bbbb:d001::", 48, 2}},
         PacketTo("fcbb:bbbb:d100:d001:d1e0:a0::"),
         SENT,
         "fcbb:bbbb:d001:d1e0:a0::",
         2},
        {"slides, second",
         {NodeSid("fcbb:bbbb:d001::")},
         {{"fcbb:bbbb:d1e0::", 48, 2}},
         PacketTo("fcbb:bbbb:d001:d1e0:a0::", 63),
         SENT,
         "fcbb:bbbb:d1e0:a0::",
         2},
        {"slides, third",
         {NodeSid("fcbb:bbbb:d1e0::")},
         {{"fcbb:bbbb:a0::", 48, 3}},
         PacketTo("fcbb:bbbb:d1e0:a0::", 62),
         SENT,
         "fcbb:bbbb:a0::",
         3},
        {"slides, NIC", {NodeSid("fcbb:bbbb:a0::")}, {}, PacketTo("fcbb:bbbb:a0::", 61), TAKEN},
        {"full, first",
         {NodeSid("fcbb:bb00:1::")},
         {{"fcbb:bb00:2::", 48, 2}},
         PacketTo("fcbb:bb00:1:2:3:4:5:6"),
         SENT,
         "fcbb:bb00:2:3:4:5:6:0",
         2},
        {"full, second",
         {NodeSid("fcbb:bb00:2::")},
         {{"fcbb:bb00:3::", 48, 2}},
         PacketTo("fcbb:bb00:2:3:4:5:6:0"),
         SENT,
         "fcbb:bb00:3:4:5:6::",
         2},
        {"single shift",
         {NodeSid("fcbb:bbbb:1::")},
         {{"fcbb:bbbb:2::", 48, 2}},
         PacketTo("fcbb:bbbb:1:2::"),
         SENT,
         "fcbb:bbbb:2::",
         2},
        {"single shift, another block",
         {NodeSid("2001:1000:100::")},
         {{"2001:1000:200::", 48, 2}},
         PacketTo("2001:1000:100:200::"),
         SENT,
         "2001:1000:200::",
         2},
        {"a block of 16 bits",
         {NodeSid("5f00:1::", 16)},
         {{"5f00:2::", 32, 2}},
         PacketTo("5f00:1:2:3:4:5:6:7"),
         SENT,
         "5f00:2:3:4:5:6:7:0",
         2},
        {"hairpin, the T1 of a hairpin",
         {NodeSid("fcbb:bb00:1103::")},
         {{"fcbb:bb00:2101::", 48, 1}},
         PacketTo("fcbb:bb00:1103:2101:9001::"),
         SENT,
         "fcbb:bb00:2101:9001::",
         1},
        {"hairpin, back at the T0",
         {NodeSid("fcbb:bb00:2101::")},
         {{"fcbb:bb00:9001::", 48, 3}},
         PacketTo("fcbb:bb00:2101:9001::"),
         SENT,
         "fcbb:bb00:9001::",
         3},
    };
}

/** @return segment routing headers, with blocks of 48 bits and of 32 */
inline std::vector<SegmentVector>
HeaderVectors()
{
    constexpr VectorEnd SENT = VectorEnd::SENT;
    const uint8_t plain = SID_NEXT_CSID | SID_USD;
    const char* const next = "fd00:5:b:1700:1800::";
    return {
        {"long block, first",
         {NodeSid("fd00:5:b:1200::", 48, plain)},
         {{"fd00:5:b:1300::", 64, 2}},
         PacketTo("fd00:5:b:1200:1300:1400:1500:1600", next, 1),
         SENT,
         "fd00:5:b:1300:1400:1500:1600:0",
         2,
         1},
        {"long block, second",
         {NodeSid("fd00:5:b:1300::", 48, plain)},
         {{"fd00:5:b:1400::", 64, 2}},
         PacketTo("fd00:5:b:1300:1400:1500:1600:0", next, 1),
         SENT,
         "fd00:5:b:1400:1500:1600::",
         2,
         1},
        {"long block, third",
         {NodeSid("fd00:5:b:1400::", 48, plain)},
         {{"fd00:5:b:1500::", 64, 2}},
         PacketTo("fd00:5:b:1400:1500:1600::", next, 1),
         SENT,
         "fd00:5:b:1500:1600::",
         2,
         1},
        {"long block, the last but one of a carrier",
         {NodeSid("fd00:5:b:1500::", 48, plain)},
         {{"fd00:5:b:1600::", 64, 2}},
         PacketTo("fd00:5:b:1500:1600::", next, 1),
         SENT,
         "fd00:5:b:1600::",
         2,
         1},
        {"long block, the end of a carrier",
         {NodeSid("fd00:5:b:1600::", 48, plain)},
         {{"fd00:5:b:1700::", 64, 3}},
         PacketTo("fd00:5:b:1600::", next, 1),
         SENT,
         next,
         3,
         0},
        {"long block, in the second carrier",
         {NodeSid("fd00:5:b:1700::", 48, plain)},
         {{"fd00:5:b:1800::", 64, 2}},
         PacketTo(next, next, 0),
         SENT,
         "fd00:5:b:1800::",
         2,
         0},
        {"long block, the end of the list",
         {NodeSid("fd00:5:b:1800::", 48, plain)},
         {},
         PacketTo("fd00:5:b:1800::", next, 0),
         VectorEnd::TAKEN},
        {"its own uSID again, PSP",
         {NodeSid("2001:3000:500::")},
         {{"2001:3000:600::", 48, 2}},
         PacketTo("2001:3000:500::", "2001:3000:500:600::", 1),
         SENT,
         "2001:3000:600::",
         2},
        {"its own uSID again, without PSP",
         {NodeSid("2001:3000:500::", 32, plain)},
         {{"2001:3000:600::", 48, 2}},
         PacketTo("2001:3000:500::", "2001:3000:500:600::", 1),
         SENT,
         "2001:3000:600::",
         2,
         0},
        {"segments left behind the list",
         {NodeSid("fcbb:bb00:a::")},
         {{"fcbb:bb00:b::", 48, 2}},
         PacketTo("fcbb:bb00:a::", "fcbb:bb00:b::", 2),
         VectorEnd::SEGMENTS_LEFT},
        {"next segment without a route",
         {NodeSid("fcbb:bb00:a::")},
         {{"fcbb:bb00:b::", 48, 2}},
         PacketTo("fcbb:bb00:a::", "fcbb:bb00:dead::", 1),
         VectorEnd::UNROUTED},
    };
}

/** @return adjacencies, and packets that end at a node */
inline std::vector<SegmentVector>
EndVectors()
{
    constexpr VectorEnd SENT = VectorEnd::SENT;
    const LocalSid noUsd = NodeSid("fcbb:bb00:a::", 32, SID_NEXT_CSID);
    return {
        {"function",
         {AdjacencySid("fcbb:bbbb:fe24::", 16, 2)},
         {{"fcbb:bbbb:2::", 48, 3}},
         PacketTo("fcbb:bbbb:fe24:2::"),
         SENT,
         "fcbb:bbbb:2::",
         2},
        {"node and function",
         {AdjacencySid("fcbb:bbbb:1:fe24::", 32, 2)},
         {},
         PacketTo("fcbb:bbbb:1:fe24:2::"),
         SENT,
         "fcbb:bbbb:2::",
         2},
        {"both, the longest",
         {NodeSid("fcbb:bbbb:1::"), AdjacencySid("fcbb:bbbb:1:fe24::", 32, 2)},
         {{"fcbb:bbbb:fe24::", 48, 3}},
         PacketTo("fcbb:bbbb:1:fe24:2::"),
         SENT,
         "fcbb:bbbb:2::",
         2},
        {"both, one after the other",
         {NodeSid("fcbb:bbbb:1::"), AdjacencySid("fcbb:bbbb:fe24::", 16, 2)},
         {},
         PacketTo("fcbb:bbbb:1:fe24:2::"),
         SENT,
         "fcbb:bbbb:2::",
         2},
        {"a zero inside",
         {NodeSid("fcbb:bb00:a::")},
         {{"fcbb:bb00:b::", 48, 2}, {"fcbb:bb00::", 32, BLACKHOLE}},
         PacketTo("fcbb:bb00:a:0:b::"),
         VectorEnd::NO_ROUTE},
        {"a zero inside, the last bit",
         {NodeSid("fcbb:bb00:a::")},
         {{"fcbb:bb00::1:0", 128, 2}},
         PacketTo("fcbb:bb00:a::1"),
         SENT,
         "fcbb:bb00::1:0",
         2},
        {"end of carrier, USD",
         {NodeSid("fcbb:bb00:a::")},
         {},
         PacketTo("fcbb:bb00:a::"),
         VectorEnd::TAKEN},
        {"end of carrier, an echo request",
         {noUsd},
         {},
         PacketTo("fcbb:bb00:a::", 64, VECTOR_ICMP),
         VectorEnd::TAKEN},
        {"end of carrier, TCP",
         {NodeSid("fcbb:bb00:a::")},
         {},
         PacketTo("fcbb:bb00:a::", 64, VECTOR_TCP),
         VectorEnd::UPPER_LAYER},
        {"end of carrier, without USD",
         {noUsd},
         {{"fcbb:bb00::", 32, 2}},
         PacketTo("fcbb:bb00:a::"),
         VectorEnd::UPPER_LAYER},
        {"unknown, a blackhole",
         {NodeSid("fcbb:bb00:1::")},
         {{"fcbb:bb00::", 32, BLACKHOLE}, {"::", 0, 1}},
         PacketTo("fcbb:bb00:1:dead::"),
         VectorEnd::NO_ROUTE},
        {"unknown, no route",
         {NodeSid("fcbb:bb00:1::")},
         {{"fcbb:bb00:2::", 48, 2}},
         PacketTo("fcbb:bb00:1:dead::"),
         VectorEnd::UNROUTED},
        {"a zero inside, no route",
         {NodeSid("fcbb:bb00:a::")},
         {{"fcbb:bb00:b::", 48, 2}},
         PacketTo("fcbb:bb00:a:0:b::"),
         VectorEnd::UNROUTED},
        {"unknown, the default route",
         {NodeSid("fcbb:bb00:1::")},
         {{"::", 0, 1}},
         PacketTo("fcbb:bb00:1:dead::"),
         SENT,
         "fcbb:bb00:dead::",
         1},
        {"hop limit",
         {NodeSid("fcbb:bb00:a::")},
         {{"fcbb:bb00:b::", 48, 2}},
         PacketTo("fcbb:bb00:a:b:c::", 1),
         VectorEnd::HOP_LIMIT},
        {"hop limit, one hop more",
         {NodeSid("fcbb:bb00:a::")},
         {{"fcbb:bb00:b::", 48, 2}},
         PacketTo("fcbb:bb00:a:b:c::", 2),
         SENT,
         "fcbb:bb00:b:c::",
         2},
        {"the same node twice",
         {NodeSid("fcbb:bb00:a::")},
         {{"fcbb:bb00:b::", 48, 2}, {"fcbb:bb00:a::", 48, 3}},
         PacketTo("fcbb:bb00:a:a:b::"),
         SENT,
         "fcbb:bb00:b::",
         2},
        {"another node's",
         {NodeSid("fcbb:bb00:9004::")},
         {{"fcbb:bb00::", 32, BLACKHOLE}},
         PacketTo("fcbb:bb00:9003::"),
         VectorEnd::NO_ROUTE},
    };
}

/** @return packets that end at a SID which takes outer headers off, and some that it refuses */
inline std::vector<SegmentVector>
DecapsulationVectors()
{
    const LocalSid function{A("fcbb:bb00:fe09::"), 32, 16, SidBehaviour::END_DT6, SID_NEXT_CSID};
    const LocalSid whole{A("fc00:5::1"), 32, 96, SidBehaviour::END_DT46};
    const uint8_t popped = SID_NEXT_CSID | SID_USP;
    return {
        {"uDT6", {function}, {}, PacketTo("fcbb:bb00:fe09::", 1), VectorEnd::TAKEN},
        {"uDT6, an argument", {function}, {}, PacketTo("fcbb:bb00:fe09:7::"), VectorEnd::TAKEN},
        {"uN, then uDT6",
         {NodeSid("fcbb:bb00:1::"), function},
         {{"fcbb:bb00:fe09::", 48, 2}},
         PacketTo("fcbb:bb00:1:fe09::"),
         VectorEnd::TAKEN},
        {"uDT6 behind a list",
         {function},
         {},
         PacketTo("fcbb:bb00:fe09::", "fcbb:bb00:fe09::", 0),
         VectorEnd::TAKEN},
        {"uDT6, segments left",
         {function},
         {{"fcbb:bb00:b::", 48, 2}},
         PacketTo("fcbb:bb00:fe09::", "fcbb:bb00:b::", 1),
         VectorEnd::SEGMENTS_LEFT},
        {"End.DT46", {whole}, {}, PacketTo("fc00:5::1"), VectorEnd::TAKEN},
        {"USP and USD",
         {NodeSid("fcbb:bb00:a::", 32, popped | SID_USD)},
         {},
         PacketTo("fcbb:bb00:a::", "fcbb:bb00:a::", 0),
         VectorEnd::TAKEN},
        {"USP, which takes no packet",
         {NodeSid("fcbb:bb00:a::", 32, popped)},
         {},
         PacketTo("fcbb:bb00:a::", "fcbb:bb00:a::", 0),
         VectorEnd::UPPER_LAYER},
    };
}

/** @return all of them */
inline std::vector<SegmentVector>
AllVectors()
{
    std::vector<SegmentVector> all = WayVectors();
    for (const auto& some : {HeaderVectors(), EndVectors(), DecapsulationVectors()})
    {
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_SEGMENT_VECTORS_H */
