/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TOPO_READER_H
#define MRC_TOPO_READER_H

#include "mrc-topology-spec.h"

#include <istream>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads htsim's `.topo` format: a fat tree of two or three tiers, which becomes a fabric of one
 * plane [htsim-files].
 *
 * The header is `Nodes N`, `Tiers 2` and `Podsize N` (all nodes). With `Tiers 3` there is a
 * `Podsize` of whole T0s instead, and the last pod may be partly filled. Then come lines for
 * `Tier 0` (T0 switches, links to the NICs), `Tier 1` (T1 switches, links to the T0s) and `Tier 2`
 * (links to the T1s). These are `Downlink_speed_Gbps`, `Radix_Down`, `Radix_Up` (but of the highest
 * tier), `Downlink_Latency_ns`, `Switch_Latency_ns` (default 0), `Oversubscribed` (default 1) and
 * `Bundle` (default 1). `Bundle` of Tier 1 with two tiers is the links of a T0 to each T1, of which
 * Radix_Up counts all. Keywords do not depend on case, lines that begin with # are comments.
 * `Queue_Up` and `Queue_Down` are not supported.
 *
 * Two words are not htsim's: `Planes N` in the header (default 1), and `Link RULE` on any line, as
 * ReadLinkRules takes one rule: `Link link:0.1.7/missing`.
 *
 * @param in the text
 * @param name of the file, for messages; also of the topology
 * @return the fabric, validated; set `planes` for more planes of the same kind
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
TopologySpec ReadTopology(std::istream& in, const std::string& name);

/**
 * @param path of a file in the `.topo` format or, if it ends with `.dot`, `.gv` or `.graphml`, of
 *        a graph [graph-files]
 * @return the fabric of the file
 * @throws ParseError as above, or at 1:1 if the file cannot be opened
 */
TopologySpec ReadTopologyFile(const std::string& path);

/**
 * Writes htsim's `.topo` format [htsim-files], as ReadTopology and uet-htsim read it. Nothing is
 * written if the format cannot say all.
 *
 * Graphs, several planes and links that differ are refused. So are T0s and pods that are partly
 * filled, one T0 alone, and a T0 with two rates. Ratios, Gb/s and nanoseconds have to be whole, and
 * a link has a delay. A comment in front has the option that htsim_uec needs beside the file, the
 * links' rate.
 *
 * @param out where to
 * @param spec a Clos network of two or three tiers
 * @throws std::invalid_argument if the spec is not valid, or naming what is refused
 */
void WriteTopology(std::ostream& out, const TopologySpec& spec);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TOPO_READER_H */
