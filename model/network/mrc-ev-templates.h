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
struct FabricConfig;
struct NamedEvs;

/**
 * Finds the EVs of a file in a fabric [ev-templates].
 *
 * Addresses of the fabric's own block must be paths of the fabric. They may also lead over the
 * links of one by SIDs that users gave to switches [ev-adjacencies]. Those of another block stand
 * for paths by their order on a port, the smallest for the first path that lacks no link. A plane
 * with fewer paths than another has some of them under several EVs.
 *
 * @param file the content of the file
 * @param topology the fabric
 * @param source number of a NIC
 * @param destination number of another one
 * @param config of the fabric
 * @return the paths that the file names on each port
 * @throws std::invalid_argument naming the file, the pair, the value and the expected one
 */
NamedEvs EvsOf(const EvFile& file,
               const Topology& topology,
               uint32_t source,
               uint32_t destination,
               const FabricConfig& config);

/**
 * As above, in a fabric with the default block and no SIDs but the switches' own.
 *
 * @param file the content of the file
 * @param topology the fabric
 * @param source number of a NIC
 * @param destination number of another one
 * @return the T0 uplinks that the file names on each port
 */
EvList ListOf(const EvFile& file, const Topology& topology, uint32_t source, uint32_t destination);

/**
 * Writes all paths of a fabric in the public system.json form, those over missing links left out
 * [ev-templates]. Paths of more uSIDs than an address holds, or more than values can name, have
 * addresses of another block, which number them.
 *
 * @param os where to
 * @param topology the fabric; the text has some 10 bytes for each path of each pair of NICs
 * @throws std::invalid_argument if missing links leave two T0s of a plane without a path
 */
void WriteEvFile(std::ostream& os, const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_TEMPLATES_H */
