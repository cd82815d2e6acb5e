/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ECMP_TABLES_H
#define MRC_ECMP_TABLES_H

#include "mrc-topology.h"

#include "ns3/mrc-ecmp-forwarder.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-qp-config.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * @param topology the fabric; with Stev a graph is one that WithStevNumbers returned
 * @param format the meaning of an EV to the fabric: Udp or Stev
 * @param seeds which switches hash alike
 * @param draws key of the seeds
 * @return the tables of all switches in the order of their numbers [ecmp-tables]; none with SRv6
 */
std::vector<EcmpForwarder> EcmpTables(const Topology& topology,
                                      EvFormat format,
                                      EcmpSeeds seeds,
                                      KeyedDraws draws);

/**
 * @param seeds which switches hash alike
 * @param kind of a switch
 * @param node number of the node
 * @return the name of the draw of this node's seed [ecmp-seeds]
 */
uint64_t SeedName(EcmpSeeds seeds, NodeKind kind, uint32_t node);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ECMP_TABLES_H */
