/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_CROSSING_H
#define MRC_GRAPH_CROSSING_H

#include "mrc-graph-shape.h"

#include "ns3/mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Does a path of a graph cross a link between switches, in either direction [graph-paths]?
 *
 * @param shape the graph
 * @param source the sending NIC
 * @param destination the receiving NIC
 * @param ev the path; the path's plane must exist
 * @param port of the link
 * @return whether it does
 */
inline bool
CrossesLink(const GraphShape& shape, uint32_t source, uint32_t destination, Ev ev, PortIndex port)
{
    const uint32_t from = shape.SwitchOf(source, ev.Plane());
    const uint32_t to = shape.SwitchOf(destination, ev.Plane());
    const PortIndex back = shape.PortOf(port).peer;
    bool crosses = false;
    shape.Paths().Walk(
        from,
        to,
        ev.Uplink() % shape.Paths().Count(from, to),
        [&](PortIndex leaves) { crosses = crosses || leaves == port || leaves == back; });
    return crosses;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_CROSSING_H */
