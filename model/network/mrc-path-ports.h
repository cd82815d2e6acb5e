/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_PORTS_H
#define MRC_PATH_PORTS_H

#include "mrc-topology.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which links does a path take, hop by hop [carrier-of-ev] [carrier-pods] [graph-paths]?
 *
 * @param topology the fabric
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @param ev the path; the path's plane must exist, and the uplink counts modulo the paths of a
 * plane
 * @return the ports that a packet leaves by, from the NIC's to that of the last T0
 */
std::vector<uint32_t> PortsOfPath(const Topology& topology,
                                  uint32_t source,
                                  uint32_t destination,
                                  Ev ev);

/**
 * @param topology the fabric
 * @param ports those of a path
 * @return whether the fabric has all of their links [missing-links]
 */
bool AreThere(const Topology& topology, const std::vector<uint32_t>& ports);

/**
 * @param topology the fabric
 * @param port a port of the fabric
 * @return the latency of the switch that the port's link leads to; NICs have none: hosts delay
 *         requests only
 */
Span FarLatency(const Topology& topology, uint32_t port);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_PORTS_H */
