/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRUNCATE_H
#define MRC_TRUNCATE_H

#include "mrc-datagram.h"
#include "mrc-encapsulation.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * @param dscp DSCP of an outer header
 * @param plan the code points in use
 * @return the DSCP's word on the payload
 */
constexpr TrimMark
TrimMarkOf(uint8_t dscp, const DscpPlan& plan)
{
    return dscp == plan.trimmed          ? TrimMark::TRIMMED
           : dscp == plan.trimmedLastHop ? TrimMark::TRIMMED_LAST_HOP
                                         : TrimMark::WHOLE;
}

/**
 * Forgets the part that trimming cut off, so that a receiver sees no more than the wire would show.
 *
 * Values of headers that do not fit wholly in front of the FCS become those of a new datagram. The
 * payload length stays: the length of UDP still tells that length.
 *
 * @param datagram the datagram of a trimmed frame
 * @param frameBytesLeft size of the frame after the cut, FCS included
 * @param encapsulation of the frame
 */
void Truncate(Datagram& datagram,
              uint32_t frameBytesLeft,
              Encapsulation encapsulation = ENCAPSULATION_SRV6);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRUNCATE_H */
