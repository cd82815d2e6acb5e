/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_TEMPLATES_H
#define MRC_EV_TEMPLATES_H

#include "mrc-topology.h"

#include <cstdint>
#include <ostream>

namespace ns3
{
namespace mrc
{

class EvFile;
struct EvList;

/**
 * Finds the EVs of a file in a fabric [ev-templates].
 *
 * Addresses of the fabric's own block must be paths of the fabric. Those of another block stand for
 * T0 uplinks by their order: of the addresses of one port the smallest is uplink 0.
 *
 * @param file the content of the file
 * @param topology the fabric
 * @param source number of a NIC
 * @param destination number of another one
 * @return the T0 uplinks that the file names on each port
 * @throws std::invalid_argument naming the file, the pair, the value and the expected one
 */
EvList ListOf(const EvFile& file, const Topology& topology, uint32_t source, uint32_t destination);

/**
 * Writes all paths of a fabric in the public system.json form [ev-templates].
 *
 * @param os where to
 * @param topology the fabric; the text has some 10 bytes for each path of each pair of NICs
 * @throws std::invalid_argument if a plane has so many T1s and T2s that values cannot name its
 * paths
 * @throws std::invalid_argument for a graph also if planes have unequal numbers of paths, or paths
 * more uSIDs than six
 */
void WriteEvFile(std::ostream& os, const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_TEMPLATES_H */
