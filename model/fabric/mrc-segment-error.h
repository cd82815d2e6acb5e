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

/** Why a packet is dropped, and the ICMPv6 message that its source may get. */
enum class SegmentError : uint8_t
{
    NONE,          //!< a blackhole: nobody is told
    HOP_LIMIT,     //!< Time Exceeded, code 0
    SEGMENTS_LEFT, //!< Parameter Problem, code 0, at the Segments Left
    UPPER_LAYER,   //!< Parameter Problem, code 4, at the upper-layer header
    NO_ROUTE,      //!< Destination Unreachable, code 0: no route to the next destination
    INNER_PACKET,  //!< no whole IP header inside: nobody is told
    NOT_ECT,       //!< marked outside, and the inner packet can have no mark: no source is told
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, SegmentError error);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEGMENT_ERROR_H */
