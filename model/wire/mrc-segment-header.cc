/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-segment-header.h"

#include "mrc-byte-cursor.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr unsigned UNIT = 8; //!< bytes that Hdr Ext Len counts by (RFC 8200 sec. 4.4)
constexpr unsigned SEGMENT_UNITS = 2;

} // namespace

void
Encode(ByteWriter& out, const SegmentHeader& header)
{
    const uint32_t units = (header.Bytes() - SEGMENT_HEADER_BYTES) / UNIT;
    const bool fits = units <= UINT8_MAX && header.options.size() % UNIT == 0;
    // A header that the format cannot hold fails as one without room does.
    uint8_t* place = fits ? out.Skip(header.Bytes()) : out.Skip(out.Left() + 1);
    if (place == nullptr)
    {
        return;
    }
    ByteWriter fields(place, header.Bytes());
    fields.Put<1>(header.nextHeader);
    fields.Put<1>(units);
    fields.Put<1>(SEGMENT_ROUTING_TYPE);
    fields.Put<1>(header.segmentsLeft);
    fields.Put<1>(header.lastEntry);
    fields.Put<1>(header.flags);
    fields.Put<2>(header.tag);
    for (const AddressBits& segment : header.segments)
    {
        fields.Put<8>(segment.high);
        fields.Put<8>(segment.low);
    }
    for (const uint8_t byte : header.options)
    {
        fields.Put<1>(byte);
    }
}

bool
Decode(ByteReader& in, SegmentHeader& header)
{
    header = SegmentHeader();
    header.nextHeader = static_cast<uint8_t>(in.Get<1>());
    const auto units = static_cast<unsigned>(in.Get<1>());
    in.Require(in.Get<1>() == SEGMENT_ROUTING_TYPE);
    header.segmentsLeft = static_cast<uint8_t>(in.Get<1>());
    header.lastEntry = static_cast<uint8_t>(in.Get<1>());
    header.flags = static_cast<uint8_t>(in.Get<1>());
    header.tag = static_cast<uint16_t>(in.Get<2>());
    // As many as Last Entry says, as far as there is room; TLVs fill the rest.
    const unsigned segments = std::min(header.lastEntry + 1U, units / SEGMENT_UNITS);
    for (unsigned i = 0; i < segments && in.Ok(); ++i)
    {
        AddressBits segment;
        segment.high = in.Get<8>();
        segment.low = in.Get<8>();
        header.segments.push_back(segment);
    }
    for (unsigned i = segments * SEGMENT_UNITS * UNIT; i < units * UNIT && in.Ok(); ++i)
    {
        header.options.push_back(static_cast<uint8_t>(in.Get<1>()));
    }
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
