/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-frame-segments.h"

#include "mrc-address-mask.h"

#include <algorithm>
#include <array>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr unsigned USID_BITS = 16;

static_assert(std::tuple_size<decltype(Frame::behind)>::value == MAX_USIDS_BEHIND,
              "a frame has room for all");

/** @return uSIDs in the header */
unsigned
CountOf(const Frame& frame)
{
    return std::find(frame.behind.begin(), frame.behind.end(), Usid()) - frame.behind.begin();
}

/** @return uSIDs in each segment but the last one of the way, which may have fewer; not 0 */
unsigned
EachOf(const Frame& frame)
{
    return std::max(frame.segments >> 4, 1);
}

/** @return segments of so many uSIDs */
unsigned
SegmentsOf(unsigned usids, unsigned each)
{
    return (usids + each - 1) / each;
}

} // namespace

uint32_t
SegmentBytesOf(const Frame& frame)
{
    const unsigned segments = SegmentsOf(CountOf(frame), EachOf(frame));
    return SEGMENT_HEADER_BYTES + segments * sizeof(AddressBits);
}

/**
 * A frame keeps the uSIDs behind its carrier as a list; the header has them as addresses, in
 * reverse order.
 */
SegmentHeader
SegmentHeaderOf(const Frame& frame, unsigned blockBits)
{
    const unsigned count = CountOf(frame);
    const unsigned each = EachOf(frame);
    const unsigned segments = SegmentsOf(count, each);
    SegmentHeader header;
    header.segmentsLeft = static_cast<uint8_t>(SegmentsLeft(frame));
    header.lastEntry = static_cast<uint8_t>(segments - 1);
    header.segments.resize(segments);
    for (unsigned i = 0; i < segments; ++i)
    {
        const AddressBits block =
            FirstBits({frame.destination.High(), frame.destination.Low()}, blockBits);
        AddressBits carrier = block;
        for (unsigned place = 0; place < each && i * each + place < count; ++place)
        {
            const AddressBits usid{uint64_t{frame.behind[i * each + place].value} << 48, 0};
            carrier = carrier | MovedBack(usid, blockBits + USID_BITS * place);
        }
        // The last segment of the way is the first of the list (RFC 8754 sec. 2).
        header.segments[segments - 1 - i] = carrier;
    }
    return header;
}

bool
TakeSegments(const SegmentHeader& header, Frame& frame, unsigned blockBits)
{
    frame.behind = {};
    unsigned count = 0;
    unsigned each = 0;
    for (auto segment = header.segments.rbegin(); segment != header.segments.rend(); ++segment)
    {
        AddressBits rest = MovedForward(*segment, blockBits);
        for (; rest.high >> 48 != 0 && count < MAX_USIDS_BEHIND; ++count)
        {
            frame.behind[count] = Usid{static_cast<uint16_t>(rest.high >> 48)};
            rest = MovedForward(rest, USID_BITS);
        }
        each = each == 0 ? count : each; // as the first segment of the way has
    }
    frame.segments = static_cast<uint8_t>(each << 4 | (header.segmentsLeft & 0x0f));
    // Segments that a frame has no room for are not in the header that the frame makes.
    const SegmentHeader made = SegmentHeaderOf(frame, blockBits);
    return count != 0 && header.segmentsLeft <= header.segments.size() &&
           made.segments == header.segments && made.segmentsLeft == header.segmentsLeft &&
           made.lastEntry == header.lastEntry && header.flags == 0 && header.tag == 0 &&
           header.options.empty();
}

/**
 * Divides the uSIDs of a way between destination and segment header, as many in each as a carrier
 * may have.
 */
void
SplitCarrier(Frame& frame, unsigned most)
{
    std::array<Usid, UsidCarrier::CAPACITY + MAX_USIDS_BEHIND> way{};
    unsigned count = 0;
    for (UsidCarrier rest = frame.destination;
         count < UsidCarrier::CAPACITY && rest.Active().value != 0;
         rest = rest.Shifted())
    {
        way[count++] = rest.Active();
    }
    // Only a destination that is full has more of its way in segments.
    for (unsigned i = 0;
         count >= UsidCarrier::CAPACITY && i < MAX_USIDS_BEHIND && frame.behind[i].value != 0;
         ++i)
    {
        way[count++] = frame.behind[i];
    }
    frame.behind = {};
    frame.destination = UsidCarrier::OfBlock(frame.destination.Block());
    for (unsigned i = 0; i < count; ++i)
    {
        if (i < most)
        {
            frame.destination = frame.destination.With(i, way[i]);
        }
        else if (i - most < MAX_USIDS_BEHIND)
        {
            frame.behind[i - most] = way[i];
        }
    }
    const unsigned behind = CountOf(frame);
    const unsigned each = std::min(most, behind);
    frame.segments = static_cast<uint8_t>(behind == 0 ? 0 : each << 4 | SegmentsOf(behind, each));
}

} // namespace mrc
} // namespace ns3
