/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CARRIER_CHECK_H
#define MRC_CARRIER_CHECK_H

#include "mrc-topology-spec.h"

#include "ns3/mrc-fabric-config.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * @param spec a topology
 * @param config how many uSIDs a carrier may hold
 * @return bytes of the largest segment routing header in this fabric; 0 if no packet has one
 */
uint32_t MostSegmentBytes(const TopologySpec& spec, const FabricConfig& config);

/**
 * Makes sure that packets have room for the uSIDs of the longest way [carrier-segments].
 *
 * @param spec the topology
 * @param config encapsulation, uSIDs of a carrier and trim size count
 * @throws std::invalid_argument naming the attribute and the expected value
 */
void CheckCarriers(const TopologySpec& spec, const FabricConfig& config);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CARRIER_CHECK_H */
