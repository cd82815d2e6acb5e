/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FRAME_SEGMENTS_H
#define MRC_FRAME_SEGMENTS_H

#include "mrc-frame.h"
#include "mrc-segment-header.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The most uSIDs of a way that a frame has room for behind its first carrier. */
constexpr unsigned MAX_USIDS_BEHIND = 4;

/**
 * @param usids of a way
 * @param most of them in one carrier, 1 .. 6
 * @return bytes of the segment routing header of packets on that way; 0 if one carrier holds all
 */
constexpr uint32_t
SegmentBytesFor(unsigned usids, unsigned most)
{
    return usids <= most
               ? 0
               : SEGMENT_HEADER_BYTES + 16 * ((usids - most + most - 1) / most); // 16: an address
}

/** @return segments of a frame that are still to be visited; 0 without a header */
inline unsigned
SegmentsLeft(const Frame& frame)
{
    return frame.segments & 0x0f;
}

/** @return bytes of a frame's segment routing header; 0 if there is none */
uint32_t SegmentBytesOf(const Frame& frame);

/** The same, at no cost for frames without one. */
inline uint32_t
SegmentBytes(const Frame& frame)
{
    return __builtin_expect(frame.segments != 0, 0) ? SegmentBytesOf(frame) : 0;
}

/**
 * @param frame one that has a header
 * @param blockBits length of the locator block
 * @return the header; the receiver sets the header's next header
 */
SegmentHeader SegmentHeaderOf(const Frame& frame, unsigned blockBits = 32);

/**
 * Gives a frame the header that the frame's bytes have.
 *
 * @param header as read; the number of the next header is not kept
 * @param frame the destination is set
 * @param blockBits length of the locator block
 * @return whether the header has carriers of the same block, as SplitCarrier makes them
 */
bool TakeSegments(const SegmentHeader& header, Frame& frame, unsigned blockBits = 32);

/**
 * Leaves the first uSIDs of a way in the carrier, and moves the others to a segment routing header
 * [carrier-segments]. This is reduced encapsulation (RFC 8986 sec. 5.2).
 *
 * @param frame the destination has the uSIDs of the way. At most MAX_USIDS_BEHIND of them do not
 *        find room in the first carrier. `behind` has those that a full destination lacks
 * @param most uSIDs of one carrier, 1 .. 6
 */
void SplitCarrier(Frame& frame, unsigned most);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_SEGMENTS_H */
