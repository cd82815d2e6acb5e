/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_OUTAGES_H
#define MRC_FAULT_OUTAGES_H

#include "mrc-fault.h"
#include "mrc-topology.h"

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

struct Outage;

/**
 * @param fault the fault
 * @param topology the fabric
 * @return the ports that send impaired, in ascending order; of a fault in both directions those at
 *         both ends of every link hit
 */
std::vector<uint32_t> PortsOf(const Fault& fault, const Topology& topology);

/**
 * Which links share a transceiver [transceiver-links]?
 *
 * @param topology the fabric
 * @param plane of the T0
 * @param t0 number of the T0 within the plane
 * @return for each transceiver of the T0 the ports of the T0 that belong to the transceiver
 */
std::vector<std::vector<uint32_t>> TransceiversOf(const Topology& topology,
                                                  PlaneId plane,
                                                  uint32_t t0);

/**
 * Which ports are down or impaired when, and which fate have the packets in them?
 *
 * @param faults the faults of the fabric
 * @param topology the fabric
 * @param now the time, before which no fault may lie
 * @return the outages, in the order of the faults
 * @throws std::invalid_argument for a fault in the past
 */
std::vector<Outage> OutagesOf(const std::vector<Fault>& faults, const Topology& topology, Time now);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_OUTAGES_H */
