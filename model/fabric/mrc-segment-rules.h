/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEGMENT_RULES_H
#define MRC_SEGMENT_RULES_H

#include "mrc-sid-table.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-locator-block.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * A static route of a switch: packets to a destination that begins with the prefix leave by the
 * port.
 */
struct PrefixRoute
{
    AddressBits prefix; //!< the bits behind the length are 0
    uint8_t length{48}; //!< 0 .. 128
    PortIndex port;     //!< egress
};

/**
 * The rules that a switch of the fabric obeys beside its dense table of neighbours
 * [segment-switches].
 */
struct SegmentRules
{
    SidTable sids;                   //!< the switch's own; the target of an END_X is an egress port
    std::vector<PrefixRoute> routes; //!< any order; the longest counts
    std::vector<PrefixRoute> hosts;  //!< to NICs below, for packets without outer headers
                                     //!< [switch-decapsulation]; they leave the short way open
    LocatorBlock block;              //!< of the fabric: neighbours are looked up behind this one
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEGMENT_RULES_H */
