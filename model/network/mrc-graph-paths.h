/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_PATHS_H
#define MRC_GRAPH_PATHS_H

#include "ns3/mrc-ids.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{
namespace mrc
{

class GraphShape;

/** How the paths between two switches are numbered. */
enum class PathNumbers : uint8_t
{
    DEALT,  //!< the ways on from a switch get the numbers in turn, and each path has one
    DIGITS, //!< a switch takes a digit of the number, by its distance to the destination
            //!< [stev-choice]
};

/**
 * How do the shortest paths of a graph run between its switches [graph-paths]?
 *
 * Holds hops and numbers of paths from each switch to each on which NICs hang. A search in breadth
 * finds them. The path of a number is found by walking, so that no list of paths is stored.
 * Switches that go on by the same ways to several others keep one list of these ways.
 */
class GraphPaths
{
  public:
    /** Paths of a pair in one plane beyond these are not used. */
    static constexpr uint32_t MAX_PATHS = 32768;

    /**
     * @param shape the graph; must outlive this
     * @param numbers how paths are numbered
     * @throws std::invalid_argument if digits take more numbers than MAX_PATHS
     */
    explicit GraphPaths(const GraphShape& shape, PathNumbers numbers = PathNumbers::DEALT);

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
     * @return numbers of shortest paths, 1 .. MAX_PATHS: links side by side are paths of their own.
     *         With digits some paths have several numbers
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
     * @param path number of the path, below Count
     * @return the ports that the path leaves switches by, from the first to the last but one
     */
    std::vector<uint32_t> PortsOf(uint32_t from, uint32_t to, uint32_t path) const;

    /**
     * As PortsOf, without a list.
     *
     * @param from a switch
     * @param to a switch of the same plane on which NICs hang
     * @param path number of the path, below Count
     * @param visit is called with each of the ports
     */
    template <class Visit>
    void Walk(uint32_t from, uint32_t to, uint32_t path, Visit visit) const
    {
        const Row& row = RowOf(to);
        for (uint32_t at = LocalOf(from); at != LocalOf(to);)
        {
            const Fork& fork = m_forks[row.forks[at]];
            const Way& way = row.divisors.empty()
                                 ? Take(fork, path)
                                 : m_ways[fork.first + path / row.DivisorAt(at) % fork.ways];
            visit(way.port);
            at = way.far;
        }
    }

    /**
     * @param from a switch
     * @param to a switch of the same plane on which NICs hang
     * @return whether all ports that shortest paths begin with have as many of these
     */
    bool AreAlike(uint32_t from, uint32_t to) const
    {
        return m_forks[RowOf(to).forks[LocalOf(from)]].alike;
    }

    /**
     * @param from a switch
     * @param to a switch of the same plane on which NICs hang
     * @return with digits: what the switch divides the number of a path by, for the rest modulo its
     *         ways; 0 where paths are dealt
     */
    uint32_t Divisor(uint32_t from, uint32_t to) const
    {
        const Row& row = RowOf(to);
        return row.divisors.empty() ? 0 : row.DivisorAt(LocalOf(from));
    }

    /** @return most links of any shortest path between switches on which NICs hang */
    uint32_t LongestHops() const
    {
        return m_longest;
    }

    /** @return most numbers of paths of any pair of NICs in a plane */
    uint32_t MostPaths() const
    {
        return m_most;
    }

    /** @return the same of paths: fewer if some have several numbers */
    uint32_t MostDifferent() const
    {
        return m_mostDifferent;
    }

  private:
    /** The knowledge of all switches of a plane about one of them. */
    struct Row
    {
        std::vector<uint16_t> hops;
        std::vector<uint16_t> counts;
        std::vector<uint32_t> forks;      //!< how the switches go on towards this one
        std::vector<uint32_t> divisors{}; //!< by hops, with digits; no packet comes from farther

        /** @return the divisor of a switch, 1 of one that no packet comes by */
        uint32_t DivisorAt(uint32_t local) const
        {
            return hops[local] < divisors.size() ? divisors[hops[local]] : 1;
        }
    };

    /** One link that shortest paths go on by. */
    struct Way
    {
        uint32_t port;
        uint32_t far;   //!< the switch at the port's other end, within the plane
        uint32_t paths; //!< from there on
    };

    /** The links that shortest paths from one switch to another begin with. */
    struct Fork
    {
        uint32_t first; //!< of the fork's ways among all
        uint32_t ways;  //!< how many
        bool alike;     //!< whether there are as many paths behind each
    };

    using ForksByWays = std::map<std::vector<uint32_t>, uint32_t>; //!< by ports and counts

    const Row& RowOf(uint32_t to) const
    {
        return m_rows[m_rowOf.at(to)];
    }

    uint32_t LocalOf(uint32_t node) const
    {
        return m_local.at(node);
    }

    /** Where all ways have as many paths, as in a Clos network, the way is the number modulo them.
     */
    const Way& Take(const Fork& fork, uint32_t& path) const
    {
        if (fork.alike)
        {
            const uint32_t turn = path % fork.ways;
            path /= fork.ways;
            return m_ways[fork.first + turn];
        }
        return TakeOfUnequal(fork, path);
    }

    void AddPlane(PlaneId plane);
    bool IsNearer(uint32_t port, const Row& row) const;
    const Way& TakeOfUnequal(const Fork& fork, uint32_t& path) const;
    uint32_t ForkOf(uint32_t from, const Row& row, ForksByWays& known);
    std::vector<uint64_t> MultiplesByHops(std::size_t first, uint32_t t0s) const;
    void NumberByDigits(std::size_t first, uint32_t t0s);

    const GraphShape& m_shape;
    std::vector<uint32_t> m_local; //!< of nodes: number among the switches of the plane
    std::vector<uint32_t> m_rowOf; //!< of nodes
    std::vector<Row> m_rows;
    std::vector<Fork> m_forks;
    std::vector<Way> m_ways;
    uint32_t m_longest{0};
    uint32_t m_most{1};          //!< numbers of paths
    uint32_t m_mostDifferent{1}; //!< paths
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_PATHS_H */
