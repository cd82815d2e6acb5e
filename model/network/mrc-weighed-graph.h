/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WEIGHED_GRAPH_H
#define MRC_WEIGHED_GRAPH_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Load of a port of a NIC, beside 1 of other ports: a NIC has the work of transports, own choice.
 */
constexpr int32_t NIC_PORT_LOAD = 4;

/** A graph to divide, as Scotch takes it: each edge has an arc at each of its ends. */
struct WeighedGraph
{
    std::vector<int32_t> firsts; //!< by vertex, the first of its arcs; one more than vertices
    std::vector<int32_t> arcs;   //!< where each leads
    std::vector<int32_t> costs;  //!< by arc, of a cut there
    std::vector<int32_t> loads;  //!< by vertex
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WEIGHED_GRAPH_H */
