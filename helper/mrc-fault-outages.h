/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_OUTAGES_H
#define MRC_FAULT_OUTAGES_H

#include "mrc-fault-list.h"
#include "mrc-topology.h"

#include "ns3/mrc-fault-injector.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * @param fault what goes down
 * @param topology the fabric
 * @return the ports that stop sending, in ascending order: both directions of every link hit
 */
std::vector<uint32_t> PortsOf(const Fault& fault, const Topology& topology);

/**
 * Which ports are down when, and what becomes of the packets in them, for faults given in words?
 *
 * @param list as ReadFaultList takes it: `link:0.1.7@1ms..2ms,t1:1.0@3ms`
 * @param topology the fabric
 * @param now the time, before which no fault may lie
 * @return the outages, in the order of the list
 * @throws std::invalid_argument as ReadFaultList, and for a fault in the past
 */
std::vector<Outage> OutagesOf(const std::string& list, const Topology& topology, Time now);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_OUTAGES_H */
