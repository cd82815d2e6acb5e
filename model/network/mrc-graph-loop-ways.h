/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_LOOP_WAYS_H
#define MRC_GRAPH_LOOP_WAYS_H

#include "mrc-graph-shape.h"
#include "mrc-loop-judge.h"

#include "ns3/mrc-ids.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A way of loops, from a switch on which NICs hang to the far end of a link and back. */
struct LoopWay
{
    std::vector<PortIndex> ports; //!< by which loops leave switches; the last is the link's
    LoopVia via;                  //!< the links before the last one
};

/** One of the ways of a switch on which NICs hang. */
struct LoopWayNumber
{
    uint32_t t0;     //!< the switch, as a node
    uint32_t number; //!< among the ways of this switch
};

/** A link between switches, and the ways of loops to it. */
struct ProbedLink
{
    LoopLink link;                   //!< as a judge names it
    std::vector<LoopWayNumber> ways; //!< at least one
};

/** The needs of loops in a graph. */
struct LoopNeeds
{
    std::size_t usids{0}; //!< that a packet has room for
    bool isTold{false};   //!< whether each link must be told from those on the ways to it
};

/**
 * By which ways do loops reach each link between switches of a graph [loop-probes]?
 *
 * A link has ways of the nearest switches on which NICs hang, of at most MOST_WAYS of them. More
 * are added only while all ways cross one other link, as a loss would not tell the two apart. A
 * link that no path crosses is left out where it is too far.
 */
class GraphLoopWays
{
  public:
    static constexpr uint32_t MOST_WAYS = 8; //!< to a link that fewer can tell from others

    /**
     * @param shape the graph; must outlive this
     * @param needs of the loops
     * @throws std::invalid_argument naming a link that is too far from all NICs, or that loops do
     *         not tell from another one, although packets cross it
     */
    GraphLoopWays(const GraphShape& shape, const LoopNeeds& needs);

    /** @return the links between switches, each once, but for those left out */
    const std::vector<ProbedLink>& Links() const
    {
        return m_links;
    }

    /**
     * @param t0 a switch, as a node
     * @return the ways of NICs on this switch
     */
    const std::vector<LoopWay>& WaysOf(uint32_t t0) const
    {
        return m_ways.at(t0);
    }

    /**
     * @param t0 a switch, as a node
     * @return the NICs on this switch
     */
    const std::vector<uint32_t>& NicsOf(uint32_t t0) const
    {
        return m_nics.at(t0);
    }

    /** @return the uSIDs of the longest loop */
    unsigned MostUsids() const;

  private:
    /** A switch on which NICs hang, as the begin of ways to a link. */
    struct Start
    {
        uint32_t t0;
        PortIndex last; //!< port of the link at the nearer end
        uint32_t hops;  //!< links of the way
    };

    std::vector<Start> StartsTo(PortIndex port) const;
    std::vector<PortIndex> PortsOf(const Start& start, uint32_t path) const;
    std::vector<PortIndex> LinksOf(const Start& start, const std::vector<PortIndex>& ports) const;
    std::vector<PortIndex> BestWay(const Start& start,
                                   uint32_t turn,
                                   const std::vector<PortIndex>& common) const;
    void FindWays(PortIndex port);
    void Keep(const Start& start, const std::vector<PortIndex>& ports);
    LoopLink NameOf(PortIndex port) const;
    std::string TextOfLink(PortIndex port) const;
    void FindCrossed();
    bool IsCrossed(PortIndex port);
    std::string FarText(PortIndex port) const;
    std::string AlikeText(PortIndex port, PortIndex other) const;

    const GraphShape& m_shape;
    LoopNeeds m_needs;
    std::vector<std::vector<uint32_t>> m_nics; //!< by node
    std::vector<std::vector<LoopWay>> m_ways;  //!< by node
    std::vector<ProbedLink> m_links;
    std::vector<bool> m_crossed; //!< by port: some path leaves by it; empty until asked for
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_LOOP_WAYS_H */
