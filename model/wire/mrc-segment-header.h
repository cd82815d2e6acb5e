/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEGMENT_HEADER_H
#define MRC_SEGMENT_HEADER_H

#include "mrc-address-plan.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** IANA protocol number of a routing header. */
constexpr uint8_t ROUTING_HEADER = 43;

/** Routing type of a segment routing header (RFC 8754 sec. 2). */
constexpr uint8_t SEGMENT_ROUTING_TYPE = 4;

/** Bytes of a segment routing header without segments. */
constexpr uint32_t SEGMENT_HEADER_BYTES = 8;

/** Bytes from the front of the header to its Segments Left. */
constexpr uint32_t SEGMENTS_LEFT_AT = 3;

/** Segment routing header (RFC 8754 sec. 2): the segments that do not fit into one carrier. */
struct SegmentHeader
{
    uint8_t nextHeader{0};             //!< protocol number of the next header
    uint8_t segmentsLeft{0};           //!< index of the active segment
    uint8_t lastEntry{0};              //!< index of the last one of the list, as written
    uint8_t flags{0};                  //!< none is defined
    uint16_t tag{0};                   //!< of a class of packets; 0: none
    std::vector<AddressBits> segments; //!< the last segment first
    std::vector<uint8_t> options;      //!< TLVs as they are, a multiple of 8 bytes

    /** @return bytes on the wire */
    uint32_t Bytes() const
    {
        return SEGMENT_HEADER_BYTES + 16 * segments.size() + options.size();
    }

    /** @return the greatest Last Entry for which there is room, -1: none (RFC 8986 sec. 4.1) */
    int MostLastEntry() const
    {
        return static_cast<int>((Bytes() - SEGMENT_HEADER_BYTES) / sizeof(AddressBits)) - 1;
    }
};

/**
 * Appends the header; fails if the header has more than 127 segments or an option of a broken
 * length.
 */
void Encode(ByteWriter& out, const SegmentHeader& header);

/**
 * Reads a header. Last Entry may claim more segments than there is room for: a node that processes
 * the header finds that, and tells the source.
 *
 * @return whether the bytes were there and are of this routing type
 */
bool Decode(ByteReader& in, SegmentHeader& header);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEGMENT_HEADER_H */
