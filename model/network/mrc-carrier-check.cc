/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-carrier-check.h"

#include "mrc-graph-shape.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-frame-size.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return uSIDs of the longest way: one of each switch, and the NIC's [carrier-pods] */
unsigned
MostUsids(const TopologySpec& spec)
{
    return spec.graph          ? spec.graph->Paths().LongestHops() + 2
           : spec.t1Count == 0 ? 2
           : spec.HasPods()    ? 6
                               : 4;
}

/** Without SRv6 no packet has a block, and the attribute would do nothing [usid-block]. */
void
CheckBlock(const FabricConfig& config)
{
    const LocatorBlock usual = FabricConfig().block;
    const bool isUsual =
        config.block.Bits() == usual.Bits() && config.block.Prefix() == usual.Prefix();
    if (!isUsual && config.encapsulation != ENCAPSULATION_SRV6)
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::Block = " + TextOf(config.block.Prefix()) + "/" +
            std::to_string(config.block.Bits()) + " with packets that have no carriers; expected " +
            TextOf(usual.Prefix()) + "/" + std::to_string(usual.Bits()) +
            ", the default, or Encapsulation Srv6");
    }
}

} // namespace

uint32_t
MostSegmentBytes(const TopologySpec& spec, const FabricConfig& config)
{
    return config.encapsulation == ENCAPSULATION_SRV6
               ? SegmentBytesFor(MostUsids(spec), config.MostUsids())
               : 0;
}

void
CheckCarriers(const TopologySpec& spec, const FabricConfig& config)
{
    const unsigned most = config.MostUsids();
    const std::string what =
        "ns3::mrc::FabricProfile::CarrierUsids = " + std::to_string(most) + " ";
    if (config.carrierUsids != UsidCarrier::CAPACITY && config.encapsulation != ENCAPSULATION_SRV6)
    {
        throw std::invalid_argument(what + "with packets that have no carriers; expected " +
                                    std::to_string(UsidCarrier::CAPACITY) +
                                    ", or Encapsulation Srv6");
    }
    CheckBlock(config);
    const unsigned usids = MostUsids(spec);
    if (config.encapsulation == ENCAPSULATION_SRV6 && usids > most + MAX_USIDS_BEHIND)
    {
        throw std::invalid_argument(what + "leaves " + std::to_string(usids - most) +
                                    " uSIDs of a path to the segment routing header; expected " +
                                    std::to_string(usids - MAX_USIDS_BEHIND) +
                                    " or more: the header has room for " +
                                    std::to_string(MAX_USIDS_BEHIND));
    }
    const uint32_t segments = MostSegmentBytes(spec, config);
    // A trimmed packet has to keep its segment header, or no switch could forward the packet.
    const uint32_t least = MIN_TRIM_BYTES + segments;
    if (segments != 0 && config.trimming && config.trimSize < least)
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::TrimSize = " + std::to_string(config.trimSize) +
            " cuts headers off; expected " + std::to_string(least) +
            " or more with CarrierUsids = " + std::to_string(most));
    }
}

} // namespace mrc
} // namespace ns3
