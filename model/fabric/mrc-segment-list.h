/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEGMENT_LIST_H
#define MRC_SEGMENT_LIST_H

#include "ns3/mrc-segment-header.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Writes uSIDs of 16 bits into as few addresses as they need (RFC 9800 sec. 4.1).
 *
 * @param block the locator block, zeros behind
 * @param blockBits length of the block: 16, 32 or 48
 * @param usids in the order of the way; none of them 0
 * @return carriers in the order of the way
 * @throws std::invalid_argument for another length, bits behind the block, no uSID, or a uSID 0
 */
std::vector<AddressBits> PackCarriers(const AddressBits& block,
                                      unsigned blockBits,
                                      const std::vector<uint16_t>& usids);

/** How a packet is given a way: reduced encapsulation (RFC 8986 sec. 5.2). */
struct SegmentEncapsulation
{
    AddressBits destination;             //!< of the outer header: the first segment
    std::optional<SegmentHeader> header; //!< of the others; none if the destination says all
};

/**
 * @param segments in the order of the way, 1 to 127
 * @param upperLayer protocol number of the encapsulated packet
 * @return the outer destination, and the segment header for segments that the destination does not
 * hold
 * @throws std::invalid_argument for none or too many segments
 */
SegmentEncapsulation Encapsulate(const std::vector<AddressBits>& segments, uint8_t upperLayer);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEGMENT_LIST_H */
