/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-segment-list.h"

#include "ns3/mrc-address-mask.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr unsigned USID_BITS = 16;

/** A header of more segments than that would have a length beyond its field of 8 bits. */
constexpr std::size_t MOST_SEGMENTS = UINT8_MAX / 2;

} // namespace

/** Puts uSIDs into as few addresses as hold them, each with the block in front. */
std::vector<AddressBits>
PackCarriers(const AddressBits& block, unsigned blockBits, const std::vector<uint16_t>& usids)
{
    if (blockBits != 16 && blockBits != 32 && blockBits != 48)
    {
        throw std::invalid_argument("a uSID block of " + std::to_string(blockBits) +
                                    " bits; expected 16, 32 or 48");
    }
    if (FirstBits(block, blockBits) != block)
    {
        throw std::invalid_argument("a uSID block with bits behind its " +
                                    std::to_string(blockBits));
    }
    if (usids.empty())
    {
        throw std::invalid_argument("a way without a uSID; expected one or more");
    }
    std::vector<AddressBits> carriers;
    unsigned place = ADDRESS_BITS;
    for (const uint16_t usid : usids)
    {
        if (usid == 0)
        {
            // A zero would end the carrier for every switch that shifts it (RFC 9800).
            throw std::invalid_argument("uSID 0, which is the end of a carrier, stands in a way");
        }
        // A new carrier only where the last one is full [segment-list].
        if (place + USID_BITS > ADDRESS_BITS)
        {
            carriers.push_back(block);
            place = blockBits;
        }
        const AddressBits bits{static_cast<uint64_t>(usid) << (64 - USID_BITS), 0};
        carriers.back() = carriers.back() | MovedBack(bits, place);
        place += USID_BITS;
    }
    return carriers;
}

/**
 * A way of one carrier is a destination alone. A longer one has a segment routing header with the
 * carriers behind the first.
 */
SegmentEncapsulation
Encapsulate(const std::vector<AddressBits>& segments, uint8_t upperLayer)
{
    if (segments.empty() || segments.size() > MOST_SEGMENTS)
    {
        throw std::invalid_argument("a way of " + std::to_string(segments.size()) +
                                    " segments; expected 1 to " + std::to_string(MOST_SEGMENTS));
    }
    SegmentEncapsulation made;
    made.destination = segments.front();
    if (segments.size() > 1) // one carrier needs no header [segment-list]
    {
        // The first segment stands in the destination only, so Segments Left begins one behind.
        SegmentHeader header;
        header.nextHeader = upperLayer;
        header.segmentsLeft = static_cast<uint8_t>(segments.size() - 1);
        header.lastEntry = static_cast<uint8_t>(segments.size() - 2);
        // Segments stand in reverse order, the last one first (RFC 8754 sec. 2).
        header.segments.assign(segments.rbegin(), segments.rend() - 1);
        made.header = header;
    }
    return made;
}

} // namespace mrc
} // namespace ns3
