/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEGMENT_ENDPOINT_H
#define MRC_SEGMENT_ENDPOINT_H

#include "mrc-drop-reason.h"
#include "mrc-sid-table.h"

#include "ns3/mrc-segment-header.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** The fields of an IPv6 packet that SRv6 reads and writes. */
struct SegmentPacket
{
    AddressBits destination;             //!< of the outer header
    uint8_t hopLimit{0};                 //!< of the outer header
    uint8_t upperLayer{0};               //!< protocol number behind all headers of the outer packet
    std::optional<SegmentHeader> header; //!< the packet's segment routing header, if there is one
    uint32_t headerAt{40};               //!< bytes from the front of the packet to that header
};

/** The fate of a packet at a node. */
enum class SegmentAction : uint8_t
{
    NOT_LOCAL,         //!< the destination is no SID of this node: forward the packet as any other
    FORWARD,           //!< look the packet's new destination up
    CROSS_CONNECT,     //!< send the packet over the adjacency, without a lookup
    DECAPSULATE,       //!< take the outer headers off, look the inner destination up
    DECAPSULATE_CROSS, //!< take these off, send the inner packet over the adjacency
    DELIVER,           //!< the packet is for the node itself
    DROP,              //!< the packet ends here; the error says why
};

/** A node's verdict on a packet. */
struct SegmentVerdict
{
    SegmentAction action{SegmentAction::NOT_LOCAL}; //!< the fate of the packet
    uint32_t target{0};                             //!< the SID's adjacency or table
    SegmentError error{SegmentError::NONE};         //!< of DROP
    uint32_t pointer{0}; //!< of a Parameter Problem: bytes from the front
};

/**
 * Applies a node's SIDs to a packet (RFC 8986 sec. 4, RFC 9800 sec. 4.1).
 *
 * SIDs of the same node that follow each other are processed in one visit, which costs one hop.
 *
 * @param table the SIDs of the node
 * @param packet changed to the packet that leaves the node: with another destination, one hop less,
 * without a segment header that a flavour takes off. A packet that is dropped, or not local, stays
 * as it came
 * @return the verdict on the packet
 */
SegmentVerdict ProcessSegments(const SidTable& table, SegmentPacket& packet);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEGMENT_ENDPOINT_H */
