/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_PLANES_H
#define MRC_GRAPH_PLANES_H

#include "mrc-graph-links.h"

#include <cstddef>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Finds the planes of a graph: the parts that links between switches join, each with its first
 * switch.
 */
class GraphPlanes
{
  public:
    /**
     * @param links of the graph; must outlive this
     * @throws ParseError if there are too many planes, or one without a NIC
     */
    explicit GraphPlanes(const GraphLinks& links);

    /** @return how many there are */
    std::size_t Count() const
    {
        return m_firstOf.size();
    }

    /** @param node a switch @return the switch's plane */
    std::size_t Of(std::size_t node) const
    {
        return m_planeOf[node];
    }

    /** @param plane number of the plane @return the plane's first switch */
    std::size_t FirstOf(std::size_t plane) const
    {
        return m_firstOf[plane];
    }

  private:
    bool Fill(std::size_t first);

    const GraphLinks& m_links;
    std::vector<std::size_t> m_planeOf; //!< of switches
    std::vector<std::size_t> m_firstOf; //!< of planes
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_PLANES_H */
