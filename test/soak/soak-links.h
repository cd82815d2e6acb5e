/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_LINKS_H
#define MRC_SOAK_LINKS_H

#include "soak-fault.h"

#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** The state of a directed link. */
struct LinkState
{
    double share{1};  //!< of the link's rate, 0: nothing passes
    double loss{0};   //!< of the frames that pass, 0 .. 1
    bool seen{false}; //!< nothing passes, and the ends of the link see that

    /** @return whether anything passes */
    bool Alive() const
    {
        return share > 0 && loss < 1;
    }

    friend bool operator==(const LinkState& a, const LinkState& b)
    {
        return a.share == b.share && a.loss == b.loss && a.seen == b.seen;
    }

    friend bool operator!=(const LinkState& a, const LinkState& b)
    {
        return !(a == b);
    }
};

/** All directed links between two changes; by the topology's numbers of ports. */
struct LinkEpoch
{
    Instant from;
    Instant until{Instant::Never()};
    std::vector<LinkState> links;
};

/**
 * The states of links at each time, by the list of faults alone.
 *
 * Where several faults strike one link the lowest rate holds and losses are independent.
 *
 * @param topology the fabric
 * @param faults in any order
 * @return epochs without gaps from 0 to Never
 */
std::vector<LinkEpoch> LinkEpochs(const Topology& topology, const std::vector<SoakFault>& faults);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_LINKS_H */
