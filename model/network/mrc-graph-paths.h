/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_PATHS_H
#define MRC_GRAPH_PATHS_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

class GraphShape;

/**
 * How do the shortest paths of a graph run between its switches [graph-paths]?
 *
 * Holds hops and numbers of paths from each switch to each on which NICs hang, found by a search in
 * breadth; the path of a number is found by walking, so that no list of paths is stored.
 */
class GraphPaths
{
  public:
    /** Paths of a pair in one plane beyond these are not used. */
    static constexpr uint32_t MAX_PATHS = 32768;

    /** @param shape the graph; must outlive this */
    explicit GraphPaths(const GraphShape& shape);

    /**
     * @param from a switch
     * @param to a switch of the same plane on which NICs hang
     * @return links on the way; 0 from a switch to itself
     */
    uint32_t Hops(uint32_t from, uint32_t to) const
    {
        return RowOf(to).hops[LocalOf(from)];
    }

    /**
     * @param from a switch
     * @param to a switch of the same plane on which NICs hang
     * @return shortest paths, 1 .. MAX_PATHS: links side by side are paths of their own
     */
    uint32_t Count(uint32_t from, uint32_t to) const
    {
        return RowOf(to).counts[LocalOf(from)];
    }

    /**
     * @param from a switch
     * @param to a switch of the same plane on which NICs hang
     * @return the ports of `from` that shortest paths begin with
     */
    std::vector<uint32_t> Next(uint32_t from, uint32_t to) const;

    /**
     * @param from a switch
     * @param to a switch of the same plane on which NICs hang
     * @param path its number, below Count
     * @return the ports that the path leaves switches by, from the first to the last but one
     */
    std::vector<uint32_t> PortsOf(uint32_t from, uint32_t to, uint32_t path) const;

    /** @return most links of any shortest path between switches on which NICs hang */
    uint32_t LongestHops() const
    {
        return m_longest;
    }

    /** @return most paths of any pair of NICs in a plane */
    uint32_t MostPaths() const
    {
        return m_most;
    }

  private:
    /** What all switches of a plane know of one of them. */
    struct Row
    {
        std::vector<uint16_t> hops;
        std::vector<uint16_t> counts;
    };

    const Row& RowOf(uint32_t to) const
    {
        return m_rows[m_rowOf.at(to)];
    }

    uint32_t LocalOf(uint32_t node) const
    {
        return m_local.at(node);
    }

    bool IsNearer(uint32_t port, const Row& row) const;
    uint32_t Step(uint32_t from, const Row& row, uint32_t& path) const;

    const GraphShape& m_shape;
    std::vector<uint32_t> m_local; //!< of nodes: number among the switches of the plane
    std::vector<uint32_t> m_rowOf; //!< of nodes
    std::vector<Row> m_rows;
    uint32_t m_longest{0};
    uint32_t m_most{1};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_PATHS_H */
