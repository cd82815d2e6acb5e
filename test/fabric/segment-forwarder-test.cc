/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The switches' fast forwarder and the table of behaviours do the same with a packet.

#include "segment-vectors.h"

#include "ns3/mrc-address-mask.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-segment-endpoint.h"
#include "ns3/mrc-segment-rules.h"
#include "ns3/mrc-usid-forwarder.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr uint64_t BLOCK = 0xfcbbbb00;
constexpr uint8_t INNER_IPV6 = 41;

/** A carrier of which many uSIDs are the switch's own, a neighbour's, or 0. */
AddressBits
RandomCarrier(uint64_t draw, uint16_t own, uint16_t neighbour)
{
    AddressBits carrier{BLOCK << 32, 0};
    for (unsigned i = 0; i < 6; ++i)
    {
        const uint16_t choices[] = {own, neighbour, 0, static_cast<uint16_t>(draw >> 40)};
        const uint64_t usid = choices[(draw >> (3 * i)) & 3];
        if (i < 2)
        {
            carrier.high |= usid << (16 * (1 - i));
        }
        else
        {
            carrier.low |= usid << (16 * (5 - i));
        }
    }
    return carrier;
}

// Clauses: [usid-shift], [usid-argument], [usid-end], [usid-repeat], [usid-hop-limit],
//          [segment-shift], [segment-once]
TEST(SegmentEndpoint, SwitchesDoTheSame)
{
    const Usid own = Usid::Of(UsidKind::T0, 0, 5);
    const Usid neighbour = Usid::Of(UsidKind::T1, 0, 3);
    UsidForwarder forwarder((BLOCK << 16) | own.value);
    std::vector<PortIndex> routes;
    forwarder.AddRoute(routes, neighbour, 77);
    SidTable table;
    table.Add({{(BLOCK << 32) | (uint64_t{own.value} << 16), 0},
               32,
               16,
               SidBehaviour::END,
               SID_NEXT_CSID});
    unsigned counts[4] = {};
    for (uint64_t i = 0; i < 20000; ++i)
    {
        const uint64_t draw = Mix(i + 1);
        SegmentPacket packet;
        packet.destination = RandomCarrier(draw, own.value, neighbour.value);
        packet.hopLimit = (draw >> 56) % 64;
        packet.upperLayer = INNER_IPV6;
        Frame frame{};
        frame.destination = UsidCarrier(packet.destination.high, packet.destination.low);
        frame.hopLimit = packet.hopLimit;
        const SegmentPacket before = packet;

        const ForwardDecision decision = forwarder.Decide(frame, routes.data());
        const SegmentVerdict verdict = ProcessSegments(table, packet);
        if (decision.port != NO_PORT)
        {
            ++counts[0];
            // A neighbour's uSID in front is no SID of the switch: the stack takes the hop off.
            const bool local = verdict.action == SegmentAction::FORWARD;
            EXPECT_TRUE(local || verdict.action == SegmentAction::NOT_LOCAL);
            EXPECT_EQ(frame.destination,
                      UsidCarrier(packet.destination.high, packet.destination.low));
            EXPECT_EQ(frame.hopLimit, packet.hopLimit - (local ? 0 : 1));
        }
        else if (decision.reason == DropReason::END_OF_CARRIER)
        {
            ++counts[1];
            EXPECT_EQ(verdict.error, SegmentError::UPPER_LAYER) << before.destination;
            EXPECT_EQ(packet.destination, before.destination);
        }
        else if (decision.reason == DropReason::HOP_LIMIT)
        {
            ++counts[2];
            // The switch judges each packet; the table those that it rewrites.
            EXPECT_TRUE(verdict.error == SegmentError::HOP_LIMIT ||
                        verdict.action == SegmentAction::NOT_LOCAL);
            EXPECT_EQ(packet.destination, before.destination);
        }
        else
        {
            ++counts[3];
            EXPECT_NE(verdict.action, SegmentAction::DROP) << before.destination;
            EXPECT_NE(packet.destination.high >> 16, (BLOCK << 16) | neighbour.value);
        }
    }
    for (const unsigned count : counts)
    {
        EXPECT_GT(count, 10U);
    }
}

/** @return a frame with the outer headers of a packet */
Frame
FrameOf(const SegmentPacket& packet)
{
    Frame frame;
    frame.destination = UsidCarrier(packet.destination.high, packet.destination.low);
    frame.hopLimit = packet.hopLimit;
    frame.size = frame.fullSize = 1000;
    if (packet.header)
    {
        // No codec reads more segments left than there are, so they are written past the codec.
        SegmentHeader valid = *packet.header;
        valid.segmentsLeft = 0;
        EXPECT_TRUE(TakeSegments(valid, frame));
        frame.segments = static_cast<uint8_t>(frame.segments | packet.header->segmentsLeft);
    }
    return frame;
}

/** @return the reason that the counters of a switch have for this end */
DropReason
ReasonOf(VectorEnd end)
{
    const bool isUnknown = end == VectorEnd::NO_ROUTE || end == VectorEnd::UNROUTED;
    return isUnknown                     ? DropReason::UNKNOWN_USID
           : end == VectorEnd::HOP_LIMIT ? DropReason::HOP_LIMIT
                                         : DropReason::END_OF_CARRIER;
}

/** @return the error that a switch tells of, if it is to tell, and its place in the packet */
std::pair<SegmentError, uint32_t>
ToldOf(const SegmentVector& row)
{
    const uint32_t header = row.in.header ? row.in.header->Bytes() : 0;
    switch (row.end)
    {
    case VectorEnd::NO_ROUTE: // a blackhole
        return {SegmentError::NONE, 0};
    case VectorEnd::UNROUTED:
        return {SegmentError::NO_ROUTE, 0};
    case VectorEnd::HOP_LIMIT:
        return {SegmentError::HOP_LIMIT, 0};
    case VectorEnd::SEGMENTS_LEFT:
        return {SegmentError::SEGMENTS_LEFT, 40 + SEGMENTS_LEFT_AT};
    default: // also where a switch finds that it cannot take the outer headers off
        return {SegmentError::UPPER_LAYER, 40 + header};
    }
}

void
CheckOnSwitch(const SegmentVector& row)
{
    SegmentRules rules;
    for (const LocalSid& sid : row.sids)
    {
        rules.sids.Add(sid);
    }
    for (const VectorRoute& route : row.routes)
    {
        const PortIndex port = route.port == BLACKHOLE ? NO_PORT : route.port;
        rules.routes.push_back({A(route.prefix), route.length, port});
    }
    const Frame before = FrameOf(row.in);
    Frame frame = before;
    const ForwardDecision decision = UsidForwarder(rules).Decide(frame, nullptr);
    EXPECT_EQ(decision.inside, row.end == VectorEnd::TAKEN ? Unwrapping::LOOK_UP : Unwrapping::NO)
        << row.name;
    if (row.end != VectorEnd::SENT)
    {
        EXPECT_EQ(decision.port, NO_PORT) << row.name;
        EXPECT_EQ(decision.reason, ReasonOf(row.end)) << row.name;
        EXPECT_EQ(frame.destination, before.destination) << row.name;
        EXPECT_EQ(frame.hopLimit, before.hopLimit) << row.name;
        EXPECT_EQ(frame.segments, before.segments) << row.name;
        const SegmentVerdict why = UsidForwarder(rules).WhyNot(frame, nullptr);
        EXPECT_EQ(why.error, ToldOf(row).first) << row.name;
        EXPECT_EQ(why.pointer, ToldOf(row).second) << row.name;
        return;
    }
    const AddressBits out = A(row.out);
    EXPECT_EQ(decision.port, row.port) << row.name;
    EXPECT_EQ(frame.destination, UsidCarrier(out.high, out.low)) << row.name;
    EXPECT_EQ(frame.hopLimit + 1, before.hopLimit) << row.name;
    EXPECT_EQ(frame.segments != 0, row.left != NO_HEADER) << row.name;
    EXPECT_EQ(SegmentsLeft(frame), row.left == NO_HEADER ? 0U : row.left) << row.name;
    // Without the header the packet is shorter.
    const uint32_t cut = SegmentBytes(before) - SegmentBytes(frame);
    EXPECT_EQ(frame.size + cut, before.size) << row.name;
    EXPECT_EQ(frame.fullSize, frame.size) << row.name;
}

// Clauses: [segment-switches], [vector-two-tiers], [vector-decap], [vector-slides], [vector-full],
//          [vector-long-block], [vector-single], [segment-shift], [segment-adjacency],
//          [segment-longest], [segment-header], [segment-flavours], [usid-end], [usid-unknown],
//          [switch-errors], [segment-errors]
TEST(SegmentSwitch, VectorsHoldOnAFabricsForwarder)
{
    for (const SegmentVector& row : AllVectors())
    {
        // NICs send nothing else: test/adapter/stock-ways-test.cc, WhatNoFrameCanHaveIsRefused.
        if (row.in.upperLayer == VECTOR_INNER)
        {
            CheckOnSwitch(row);
        }
    }
}

// Clauses: [switch-decapsulation], [segment-flavours]
TEST(SegmentSwitch, AnAdjacencyAtTheEndOfAWaySendsThePacketInside)
{
    SegmentRules rules;
    rules.sids.Add(AdjacencySid("fcbb:bb00:fe24::", 16, 7));
    const UsidForwarder forwarder(rules);
    const Frame before = FrameOf(PacketTo("fcbb:bb00:fe24::", 1));
    Frame frame = before;
    const ForwardDecision decision = forwarder.Decide(frame, nullptr);
    EXPECT_EQ(decision.inside, Unwrapping::CROSS);
    EXPECT_EQ(decision.port, 7U);
    EXPECT_EQ(frame.destination, before.destination);
    EXPECT_EQ(frame.hopLimit, before.hopLimit);
}

// A switch below which NICs are keeps its short way. Clauses: [switch-decapsulation],
// [segment-switches]
TEST(SegmentSwitch, NicsHaveRoutesByTheirOwnAddresses)
{
    const Usid own = Usid::Of(UsidKind::T0, 2, 9);
    SegmentRules rules;
    rules.sids.Add({{(BLOCK << 32) | (uint64_t{own.value} << 16), 0},
                    32,
                    16,
                    SidBehaviour::END,
                    SID_NEXT_CSID});
    rules.hosts = {{AddressOfNic(4), 128, 31}, {AddressOfNic(5), 128, 32}};
    const UsidForwarder forwarder(rules);
    Frame frame;
    frame.destination = UsidCarrier(AddressOfNic(5).high, AddressOfNic(5).low);
    EXPECT_EQ(forwarder.Decide(frame, nullptr).port, 32U);
    EXPECT_EQ(frame.hopLimit, INITIAL_HOP_LIMIT - 1);
    frame.destination = UsidCarrier(AddressOfNic(6).high, AddressOfNic(6).low);
    const ForwardDecision none = forwarder.Decide(frame, nullptr);
    EXPECT_EQ(none.port, NO_PORT);
    EXPECT_EQ(none.reason, DropReason::NO_ROUTE);
    EXPECT_EQ(forwarder.WhyNot(frame, nullptr).error, SegmentError::NO_ROUTE);

    UsidForwarder withRoutes(rules);
    std::vector<PortIndex> routes;
    withRoutes.AddRoute(routes, Usid::Of(UsidKind::T1, 2, 3), 77);
    frame.destination =
        UsidCarrier::OfBlock(BLOCK).With(0, own).With(1, Usid::Of(UsidKind::T1, 2, 3));
    EXPECT_EQ(withRoutes.Forward(frame, routes.data()), 77U);
}

/** Ports that follow each other are found without the table, all others in it. */
TEST(UsidForwarder, FindsEachPort)
{
    const Usid own = Usid::Of(UsidKind::T0, 2, 5);
    UsidForwarder forwarder((BLOCK << 16) | own.value);
    std::vector<PortIndex> table;
    const std::vector<std::pair<uint32_t, PortIndex>> routes =
        {{3, 10}, {4, 11}, {5, 12}, {6, 40}, {7, 41}, {9, 13}, {10, 14}};
    for (const auto& [index, port] : routes)
    {
        forwarder.AddRoute(table, Usid::Of(UsidKind::T1, 2, index), port);
    }
    forwarder.AddRoute(table, Usid::Of(UsidKind::NIC, 2, 0), 50);
    const auto wayTo = [&](Usid usid) {
        Frame frame;
        frame.destination = UsidCarrier::OfBlock(BLOCK).With(0, own).With(1, usid);
        const PortIndex port = forwarder.Forward(frame, table.data());
        EXPECT_EQ(frame.hopLimit, INITIAL_HOP_LIMIT - (port == NO_PORT ? 0 : 1));
        return port;
    };
    for (const auto& [index, port] : routes)
    {
        EXPECT_EQ(wayTo(Usid::Of(UsidKind::T1, 2, index)), port) << index;
        Frame frame;
        frame.destination =
            UsidCarrier::OfBlock(BLOCK).With(0, own).With(1, Usid::Of(UsidKind::T1, 2, index));
        const UsidCarrier before = frame.destination;
        const bool isInRun = index <= 5;
        EXPECT_EQ(forwarder.ForwardByRun(frame), isInRun ? port : NO_PORT) << index;
        EXPECT_EQ(frame.hopLimit, INITIAL_HOP_LIMIT - (isInRun ? 1 : 0)) << index;
        EXPECT_EQ(frame.destination == before, !isInRun) << index;
    }
    for (const uint32_t index : {0U, 2U, 8U, 11U, 100U})
    {
        EXPECT_EQ(wayTo(Usid::Of(UsidKind::T1, 2, index)), NO_PORT) << index;
        EXPECT_EQ(wayTo(Usid::Of(UsidKind::T1, 1, index)), NO_PORT) << "another plane";
    }
    EXPECT_EQ(wayTo(Usid::Of(UsidKind::NIC, 2, 0)), 50U);
    EXPECT_EQ(wayTo(Usid::Of(UsidKind::NIC, 2, 1)), NO_PORT);
    EXPECT_EQ(wayTo(Usid::Of(UsidKind::T2, 2, 0)), NO_PORT) << "of a kind without routes";
}

/** A switch with two neighbours. */
class TwoNeighbours
{
  public:
    explicit TwoNeighbours(const SegmentRules& rules)
        : m_forwarder(rules)
    {
        m_forwarder.AddRoute(m_routes, Usid::Of(UsidKind::T1, 2, 3), 77);
        m_forwarder.AddRoute(m_routes, Usid::Of(UsidKind::T1, 2, 5), 78);
    }

    ForwardDecision Decide(Frame& frame) const
    {
        return m_forwarder.Decide(frame, m_routes.data());
    }

  private:
    UsidForwarder m_forwarder;
    std::vector<PortIndex> m_routes;
};

/** @return an address in which each part is likely to be one that means something */
UsidCarrier
RandomAddress(uint64_t draw)
{
    UsidCarrier carrier = UsidCarrier::OfBlock(draw % 16 == 0 ? 0xfcbbbb01 : BLOCK);
    const unsigned usids = 1 + (draw >> 8) % 6;
    for (unsigned i = 0; i < usids; ++i)
    {
        const uint64_t own = Mix(draw + i);
        const uint16_t choices[] = {Usid::Of(UsidKind::T0, 2, 9).value,
                                    Usid::Of(UsidKind::T1, 2, 3).value,
                                    Usid::Of(UsidKind::T1, 2, 4).value,
                                    Usid::Of(UsidKind::T1, 1, 5).value,
                                    0,
                                    static_cast<uint16_t>(own >> 32)};
        carrier = carrier.With(i, Usid{choices[own % 6]});
    }
    return carrier;
}

// A SID more, which no packet names, has all packets go through the table of behaviours.
// Clauses: [segment-switches], [usid-shift], [usid-argument], [usid-repeat], [usid-hop-limit]
TEST(SegmentSwitch, TheShortWayDoesWhatTheTableDoes)
{
    SegmentRules one;
    one.sids.Add({{(BLOCK << 32) | (uint64_t{Usid::Of(UsidKind::T0, 2, 9).value} << 16), 0},
                  32,
                  16,
                  SidBehaviour::END,
                  SID_NEXT_CSID});
    SegmentRules more = one;
    more.sids.Add(NodeSid("5f00:1::", 16));
    const TwoNeighbours shortWay(one);
    const TwoNeighbours table(more);
    unsigned sent = 0;
    unsigned advanced = 0; // of these, went to their next segment
    unsigned dropped[3] = {};
    for (uint64_t i = 0; i < 50000; ++i)
    {
        Frame a;
        a.destination = RandomAddress(Mix(i));
        a.hopLimit = Mix(~i) % 4;
        if (i % 3 == 0)
        {
            SegmentHeader header;
            header.segmentsLeft = Mix(i + 1) % 2;
            header.segments = {
                {(BLOCK << 32) | (uint64_t{Usid::Of(UsidKind::T1, 2, 3).value} << 16) | 1, 0}};
            // A list of another block is none that a frame can have.
            if (a.destination.Block() == BLOCK)
            {
                ASSERT_TRUE(TakeSegments(header, a));
            }
        }
        Frame b = a;
        const uint8_t segments = a.segments;
        const uint8_t hops = a.hopLimit;
        const ForwardDecision first = shortWay.Decide(a);
        const ForwardDecision second = table.Decide(b);
        ASSERT_EQ(first.port, second.port) << i;
        EXPECT_EQ(a.destination, b.destination) << i;
        EXPECT_EQ(a.hopLimit, b.hopLimit) << i;
        EXPECT_EQ(a.segments, b.segments) << i;
        if (first.port != NO_PORT)
        {
            ++sent;
            advanced += a.segments != segments;
            EXPECT_GT(hops, 1) << i;
            EXPECT_EQ(a.hopLimit, hops - 1) << i;
            continue;
        }
        EXPECT_EQ(first.reason, second.reason) << i;
        ++dropped[first.reason == DropReason::HOP_LIMIT        ? 0
                  : first.reason == DropReason::END_OF_CARRIER ? 1
                                                               : 2];
    }
    EXPECT_GT(sent, 1000U);
    EXPECT_GT(advanced, 10U);
    EXPECT_GT(dropped[0], 1000U);
    EXPECT_GT(dropped[1], 10U);
    EXPECT_GT(dropped[2], 1000U);
}

/** @return the port by which a switch with two neighbours and these rules sends a packet on */
PortIndex
PortBy(const SegmentRules& rules, const UsidCarrier& destination)
{
    Frame frame;
    frame.destination = destination;
    return TwoNeighbours(rules).Decide(frame).port;
}

// Clauses: [segment-switches], [segment-longest]
TEST(SegmentSwitch, TheLongestSidAndTheLongestRouteCount)
{
    const Usid own = Usid::Of(UsidKind::T0, 2, 9);
    const Usid neighbour = Usid::Of(UsidKind::T1, 2, 3);
    const UsidCarrier way =
        UsidCarrier::OfBlock(BLOCK).With(0, own).With(1, neighbour).With(2, Usid{0xe001});
    SegmentRules plain;
    plain.sids.Add({{(BLOCK << 32) | (uint64_t{own.value} << 16), 0},
                    32,
                    16,
                    SidBehaviour::END,
                    SID_NEXT_CSID});
    EXPECT_EQ(PortBy(plain, way), 77U);

    SegmentRules longer = plain;
    longer.sids.Add({{way.High(), 0}, 32, 32, SidBehaviour::END_X, SID_NEXT_CSID, 99});
    EXPECT_EQ(PortBy(longer, way), 99U);
    EXPECT_EQ(PortBy(longer, way.With(1, Usid::Of(UsidKind::T1, 2, 5))), 78U);

    SegmentRules routed = plain;
    const UsidCarrier next = way.Shifted();
    routed.routes = {{{BLOCK << 32, 0}, 32, 50}, {{next.High(), next.Low()}, 64, 51}};
    EXPECT_EQ(PortBy(routed, way), 51U) << "longer than a neighbour's";
    EXPECT_EQ(PortBy(routed, way.With(2, Usid{0xe002})), 77U) << "shorter";
    EXPECT_EQ(PortBy(routed, way.With(1, Usid{0xe002})), 50U) << "no neighbour's";
}

// Clauses: [segment-switches], [usid-argument]
TEST(SegmentSwitchDeathTest, NeitherZeroNorTheSwitchItselfIsANeighbour)
{
    const uint16_t own = Usid::Of(UsidKind::T0, 0, 5).value;
    UsidForwarder forwarder((BLOCK << 16) | own);
    std::vector<PortIndex> routes;
    EXPECT_DEATH(forwarder.AddRoute(routes, Usid{0}, 7), "0 is the end of a carrier; expected");
    EXPECT_DEATH(forwarder.AddRoute(routes, Usid{own}, 7), "16389 is to the switch itself");
    EXPECT_DEATH(forwarder.AddRoute(routes, Usid::Of(UsidKind::T0, 1, 6), 7),
                 "is to plane 1; expected the plane of the switch, 0");
    forwarder.AddRoute(routes, Usid::Of(UsidKind::T0, 0, 6), 7);
    EXPECT_EQ(routes.size(), 1U);
}

// Clauses: [direct-packets]
TEST(SegmentSwitch, ASwitchWithoutSidsKnowsNoWay)
{
    Frame frame;
    frame.destination = UsidCarrier(0, 0);
    const ForwardDecision decision = UsidForwarder().Decide(frame, nullptr);
    EXPECT_EQ(decision.port, NO_PORT);
    EXPECT_EQ(decision.reason, DropReason::UNKNOWN_USID);
}

} // namespace
