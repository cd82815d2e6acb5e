/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_RULE_H
#define MRC_LINK_RULE_H

#include "mrc-fault.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** How some links of a fabric differ from the others of their tier [link-rules]. */
struct LinkRule
{
    Fault place;                //!< which links: as of a fault, whose effect and times do not count
    uint64_t rate{0};           //!< bit/s, 1 Mb/s .. 3.2 Tb/s; 0: as the tier's
    double share{1};            //!< of that rate, above 0, to 1
    std::optional<Span> delay;  //!< propagation, 0 .. 1 s; none: as the tier's
    std::optional<Span> jitter; //!< most that a frame is late, 0 .. 1 s; none: 0 [link-jitter]
    bool missing{false};        //!< there is no such link; of links between switches only
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_RULE_H */
