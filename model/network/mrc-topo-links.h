/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TOPO_LINKS_H
#define MRC_TOPO_LINKS_H

#include "mrc-topology-spec.h"

#include "ns3/mrc-text-reader.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Gives links of a fabric the values of a `.topo` file, and checks that paths are left.
 *
 * @param lines the words behind `Link` in each of the file's lines
 * @param reader of the file, which tells errors
 * @param spec the fabric without rules; then with them
 * @throws ParseError naming the rule that is wrong, or with which a fabric cannot be
 */
void AddTopoLinks(const std::vector<Token>& lines, const TextReader& reader, TopologySpec& spec);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TOPO_LINKS_H */
