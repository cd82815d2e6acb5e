/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOOP_TIME_H
#define MRC_LOOP_TIME_H

#include "mrc-topology.h"

#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * @param config carriers and trailers of the fabric
 * @param usids of the loop
 * @return bytes of line time that the packet of a loop takes, preamble and gap included
 */
uint32_t LoopBytes(const FabricConfig& config, unsigned usids);

/**
 * How long does the packet of a loop take over a link, there and back, without queues
 * [loop-probes]?
 *
 * @param topology the fabric
 * @param port the link's port that the packet leaves by on its way there
 * @param lineBytes of the packet
 * @return the time, with all jitter of the link and the latencies of the switches at its ends
 */
Span LoopTime(const Topology& topology, PortIndex port, uint32_t lineBytes);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOOP_TIME_H */
