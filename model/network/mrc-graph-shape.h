/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_SHAPE_H
#define MRC_GRAPH_SHAPE_H

#include "mrc-graph-paths.h"
#include "mrc-link-lines.h"
#include "mrc-topology.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A node of a fabric that is a graph. */
struct ShapeNode
{
    std::string name;         //!< as in the file
    NodeKind kind;            //!< T0 if NICs hang on the node, T1 if it has links to T0s, and so on
    PlaneId plane;            //!< 0 for a NIC
    Span latency{Nanos(600)}; //!< of a switch, arrival to enqueue [hop-latency]
};

/** A link of a fabric that is a graph. */
struct ShapeLink
{
    std::array<std::size_t, 2> ends; //!< which nodes, in the order of the list of nodes
    LinkLine line;                   //!< rate and delays of both directions
};

/** One direction of a link: packets that leave this interface of a node. */
struct ShapePort
{
    uint32_t node;     //!< number of the port's node
    uint32_t peer;     //!< number of the port at the other end
    uint32_t parallel; //!< which of the links between its two nodes, from 0
    PortPlace place;   //!< place of the port
    LinkLine line;     //!< rate and delays of this direction
};

/**
 * Numbers the nodes and ports of a fabric that is a graph, and stores them [graph-files].
 *
 * NICs are numbered first, then T0s plane by plane, then T1s, T2s and T3s, each in the order of
 * the list. The ports of a node follow each other: those that look down first, then
 * the others. Both are in the order of the nodes at the other end. Behind the first links of all
 * pairs come the second ones.
 */
class GraphShape
{
  public:
    /**
     * @param nodes all of them; every NIC is in each plane
     * @param links all of them; a NIC has one in each plane
     */
    GraphShape(const std::vector<ShapeNode>& nodes, const std::vector<ShapeLink>& links);

    /**
     * The same nodes and links.
     *
     * @param other the graph
     * @param numbers of paths
     * @throws std::invalid_argument as GraphPaths
     */
    GraphShape(const GraphShape& other, PathNumbers numbers);

    /**
     * @param kind of nodes
     * @param plane of them, 0 for NICs
     * @return how many there are
     */
    uint32_t Count(NodeKind kind, PlaneId plane) const
    {
        return m_counts[static_cast<unsigned>(kind)][plane];
    }

    /** @return NICs and switches */
    uint32_t NodeCount() const
    {
        return static_cast<uint32_t>(m_places.size());
    }

    /** @return directed ports: twice the links */
    uint32_t PortCount() const
    {
        return static_cast<uint32_t>(m_ports.size());
    }

    /**
     * @param node number of the node
     * @return where the node stands
     */
    const NodePlace& PlaceOf(uint32_t node) const
    {
        return m_places.at(node);
    }

    /**
     * @param node number of the node
     * @return the node's name in the file
     */
    const std::string& NameOf(uint32_t node) const
    {
        return m_names.at(node);
    }

    /**
     * @param node number of a switch
     * @return arrival to enqueue there [hop-latency]
     */
    Span LatencyOf(uint32_t node) const
    {
        return m_latencies.at(node);
    }

    /**
     * @param name as in the file
     * @return the number of the node of this name, if there is one
     */
    std::optional<uint32_t> Find(const std::string& name) const;

    /**
     * @param kind of nodes
     * @param plane of them, 0 for NICs
     * @return the number of the first of these nodes; the others follow
     */
    uint32_t FirstOf(NodeKind kind, PlaneId plane) const
    {
        return m_firsts[static_cast<unsigned>(kind)][plane];
    }

    /**
     * @param port number of the port
     * @return the facts about the port
     */
    const ShapePort& PortOf(uint32_t port) const
    {
        return m_ports.at(port);
    }

    /**
     * @param node number of the node
     * @return number of the node's first port; that of the node behind the last is PortCount
     */
    uint32_t FirstPort(uint32_t node) const
    {
        return m_firstPorts.at(node);
    }

    /**
     * @param nic number of the NIC
     * @param plane one of the fabric's
     * @return the switch that the NIC hangs on in this plane, as a node
     */
    uint32_t SwitchOf(uint32_t nic, PlaneId plane) const
    {
        return m_ports.at(m_ports.at(FirstPort(nic) + plane).peer).node;
    }

    /** @return the shortest paths between the graph's switches */
    const GraphPaths& Paths() const
    {
        return *m_paths;
    }

  private:
    void NumberNodes(const std::vector<ShapeNode>& nodes);
    void NumberPorts(const std::vector<ShapeLink>& links);

    static constexpr unsigned KINDS = 5;
    using ByPlace = std::array<std::array<uint32_t, MAX_PLANES>, KINDS>;

    ByPlace m_counts{};
    ByPlace m_firsts{};
    std::vector<uint32_t> m_numbers; //!< of nodes, by the order of the list
    std::vector<std::string> m_names;
    std::vector<Span> m_latencies;
    std::map<std::string, uint32_t> m_byName;
    std::vector<NodePlace> m_places;
    std::vector<uint32_t> m_firstPorts; //!< one more than nodes
    std::vector<ShapePort> m_ports;
    std::unique_ptr<const GraphPaths> m_paths;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_SHAPE_H */
