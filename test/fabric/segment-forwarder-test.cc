/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The switches' fast forwarder and the table of behaviours do the same with a packet.

#include "segment-addresses.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-segment-endpoint.h"
#include "ns3/mrc-usid-forwarder.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;

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
            EXPECT_NE(verdict.action, SegmentAction::FORWARD);
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

} // namespace
