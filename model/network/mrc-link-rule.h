/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_RULE_H
#define MRC_LINK_RULE_H

#include "mrc-fault.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

struct TopologySpec;

/** How some links of a fabric differ from the others of their tier [link-rules]. */
struct LinkRule
{
    Fault place;                //!< which links: as of a fault, without its effect and times
    uint64_t rate{0};           //!< bit/s, 1 Mb/s .. 3.2 Tb/s; 0: as the tier's
    double share{1};            //!< of that rate, above 0, to 1
    std::optional<Span> delay;  //!< propagation, 0 .. 1 s; none: as the tier's
    std::optional<Span> jitter; //!< most that a frame is late, 0 .. 1 s; none: 0 [link-jitter]
    bool missing{false};        //!< there is no such link; of links between switches only
};

/**
 * Reads how links differ from the others of their tier, as a user writes it on a command line
 * [link-rules].
 *
 * Items are separated by commas: PLACE/PROPERTY, with more properties behind further slashes.
 * Places are those of ReadFaultList. Properties: `rate=P%` of the tier's rate or `rate=N` with the
 * unit Mbps or Gbps, `delay=TIME`, `jitter=TIME` and `missing`. TIME has the unit ns, us, ms or s.
 * For example `plane:1/delay=2us,link:0.1.7/rate=25%/jitter=300ns,t1:0.3/missing`.
 *
 * @param list the items; an empty text is an empty list
 * @param spec the fabric that has to have these planes, switches and NICs; links do not count
 * @return the rules in the order of the list, for TopologySpec::links
 * @throws std::invalid_argument naming the item, the character (from 1) and the expected text
 */
std::vector<LinkRule> ReadLinkRules(const std::string& list, const TopologySpec& spec);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_RULE_H */
