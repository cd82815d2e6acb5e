/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_LOOPS_H
#define MRC_GRAPH_LOOPS_H

#include "mrc-graph-loop-ways.h"
#include "mrc-graph-segments.h"

#include "ns3/mrc-carrier-source.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Which uSIDs lead a packet of a NIC to the far end of a link and back by the same links
 * [loop-probes]? The number of the EV is that of the way.
 */
class GraphLoops : public CarrierSource
{
  public:
    /**
     * @param shape the graph; must outlive this
     * @param ways of loops; must outlive this
     * @param block the 32-bit locator block of all carriers
     */
    GraphLoops(const GraphShape& shape, const GraphLoopWays& ways, uint32_t block);

    UsidWay WayFor(uint32_t source, uint32_t destination, Ev ev) const override;

    uint32_t PathsIn(uint32_t source, uint32_t destination, PlaneId plane) const override;

  private:
    const GraphShape& m_shape;
    const GraphLoopWays& m_ways;
    GraphSegments m_segments;
    uint32_t m_block;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_LOOPS_H */
