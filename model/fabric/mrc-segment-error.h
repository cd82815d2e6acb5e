/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEGMENT_ERROR_H
#define MRC_SEGMENT_ERROR_H

#include <cstdint>
#include <iosfwd>

namespace ns3
{
namespace mrc
{

/** Why a packet is dropped; each has an ICMPv6 message. */
enum class SegmentError : uint8_t
{
    NONE,          //!< a blackhole: nobody is told
    HOP_LIMIT,     //!< Time Exceeded, code 0
    SEGMENTS_LEFT, //!< Parameter Problem, code 0, at the Segments Left
    UPPER_LAYER,   //!< Parameter Problem, code 4, at the upper-layer header
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, SegmentError error);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEGMENT_ERROR_H */
