/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GRAPH_LOOPS_H
#define GRAPH_LOOPS_H

#include "ns3/mrc-topology.h"

#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Three tiers that are as unequal as a file may have them, with a short cut between T1s. */
inline const char* const UNEVEN =
    "graph { edge [rate=100Gbps]; node [role=nic]; n0; n1; n2; n3; n4; n5\n"
    "node [role=switch]; n0 -- a; n1 -- a; n2 -- b; n3 -- c; n4 -- c; n5 -- d\n"
    "a -- x; a -- y; a -- y; b -- x; b -- y; c -- z; c -- w; d -- z; d -- w\n"
    "x -- z; x -- top; y -- top; y -- peak; z -- top; w -- top; w -- peak }";

/** @return a row of switches with a NIC at either end */
inline std::string
RowOf(unsigned switches)
{
    std::ostringstream text;
    text << "graph { edge [rate=100Gbps]\na [role=nic]; z [role=nic]\na -- s0";
    for (unsigned i = 1; i < switches; ++i)
    {
        text << " -- s" << i;
    }
    text << " -- z }\n";
    return text.str();
}

/** @return each link of a fabric once, as lists of faults and judges name it */
inline std::vector<std::string>
LinksOf(const Topology& topology)
{
    std::vector<std::string> places;
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        const PortPlace place = topology.PortPlaceOf(port);
        const std::string plane = std::to_string(place.plane);
        const std::string owner = std::to_string(place.owner);
        const std::string end = plane + "." + owner + "." + std::to_string(place.link);
        if (port > topology.Peer(port))
        {
            continue;
        }
        places.push_back(place.kind == PortKind::NIC     ? "port:" + owner + "." + plane
                         : place.kind == PortKind::T0_UP ? "link:" + end
                         : place.kind == PortKind::T1_UP ? "upper-link:" + end
                         : place.kind == PortKind::T2_UP ? "t2-link:" + end
                                                         : "t3-link:" + end);
    }
    return places;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* GRAPH_LOOPS_H */
