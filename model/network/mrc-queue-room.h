/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_ROOM_H
#define MRC_QUEUE_ROOM_H

#include "mrc-topology-spec.h"

#include "ns3/mrc-fabric-plan.h"
#include "ns3/mrc-fabric-profile.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * @param payload bytes of payload in a full packet
 * @param spec the topology
 * @param config the fabric's: gives the headers in front of packets
 * @return the largest frames of all that are sent with this payload
 */
LargestFrames LargestFramesWith(uint32_t payload,
                                const TopologySpec& spec,
                                const FabricConfig& config);

/**
 * Makes sure that each class of each queue holds a packet of the largest kind that it is for. A
 * queue that refuses every full packet would keep the senders trying for ever.
 *
 * @param spec the topology
 * @param profile the limits, in bandwidth-delay products
 * @param payload bytes of payload in a full packet
 * @param baseRtt base round trip of the fabric
 * @throws std::invalid_argument naming the attribute, the resulting room and the needed one
 */
void CheckQueueRoom(const TopologySpec& spec,
                    const FabricProfile& profile,
                    uint32_t payload,
                    Span baseRtt);

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_ROOM_H */
