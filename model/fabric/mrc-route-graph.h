/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROUTE_GRAPH_H
#define MRC_ROUTE_GRAPH_H

#include "ns3/mrc-frame.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which paths switches use that compute their tables [route-paths]. */
enum RoutePaths : uint8_t
{
    ROUTE_VALLEY_FREE, //!< the shortest of those that never go up again after they went down
    ROUTE_SHORTEST,    //!< the shortest of all
};

/** The switches of one plane and their links, as configured: all of its switches know this. */
struct RouteGraph
{
    /** A link as one of its two switches sees it. */
    struct Edge
    {
        PortIndex port; //!< the switch's own
        PortIndex peer; //!< that of the switch at the other end
        uint32_t to;    //!< row of the switch at the other end
        uint32_t link;  //!< number of the link within the plane
    };

    std::vector<std::vector<Edge>> edges; //!< by row; T0s have the first rows
    std::vector<uint8_t> tiers;           //!< by row: 0 for T0s
    std::vector<uint32_t> numbers;        //!< by row: the switch's among all of the fabric
    uint32_t links{0};                    //!< how many there are
    uint32_t columns{0};                  //!< rows of switches with NICs
    std::vector<uint32_t> columnOf;       //!< by NIC: row of the switch that the NIC hangs on
    std::vector<PortIndex> down;          //!< by NIC: the port of that switch that leads to it
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROUTE_GRAPH_H */
