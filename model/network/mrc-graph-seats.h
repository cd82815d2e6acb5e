/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_SEATS_H
#define MRC_GRAPH_SEATS_H

#include "mrc-graph-links.h"
#include "mrc-graph-planes.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Judges where the NICs of a graph sit. */
class GraphSeats
{
  public:
    /**
     * @param links of the graph
     * @param planes of the graph; both must outlive this
     */
    GraphSeats(const GraphLinks& links, const GraphPlanes& planes);

    /**
     * @param nic a node
     * @throws ParseError if the NIC does not have one link to each plane
     */
    void CheckNic(std::size_t nic) const;

    /**
     * @param node a switch
     * @return how many NICs the switch has
     * @throws ParseError if they are too many
     */
    uint32_t NicsOf(std::size_t node) const;

  private:
    const GraphLinks& m_links;
    const GraphPlanes& m_planes;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_SEATS_H */
