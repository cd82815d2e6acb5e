/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-roles.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-usid.h"

#include <algorithm>
#include <array>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t NONE = SIZE_MAX;

/** Finds the roles in one graph; an instance is used once. */
class RoleFinder
{
  public:
    RoleFinder(const LabelledGraph& graph, const std::string& name)
        : m_graph(graph),
          m_name(name),
          m_planeOf(graph.nodes.size(), NONE),
          m_edgesAt(graph.nodes.size())
    {
    }

    GraphRoles Find()
    {
        FindNics();
        CheckEdges();
        FindPlanes();
        FindTiers();
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node)
        {
            if (IsNic(node))
            {
                CheckNic(node);
            }
            else
            {
                CountNics(node);
            }
        }
        CheckCounts();
        return m_roles;
    }

  private:
    [[noreturn]] void Fail(TextPosition at, const std::string& message) const
    {
        throw ParseError(m_name, at, message);
    }

    std::string Named(std::size_t node) const
    {
        return Quoted(m_graph.nodes[node].name);
    }

    bool IsNic(std::size_t node) const
    {
        return m_roles.nodes[node].kind == NodeKind::NIC;
    }

    /** All others are taken for T2s until their neighbours are known. */
    void FindNics()
    {
        bool hasNic = false;
        for (const LabelledNode& node : m_graph.nodes)
        {
            const bool isBad = std::any_of(node.name.begin(), node.name.end(), [](char c) {
                return c == ',' || c == '"' || c == '/' || (c >= 0 && c < ' ') || c == 0x7f;
            });
            if (isBad || node.name.empty())
            {
                Fail(node.at,
                     "a node is called " + Quoted(node.name) +
                         "; expected a name without commas, quotation marks, slashes and "
                         "control characters, as names stand in lists, tables and names of files");
            }
            const auto role = node.attributes.find("role");
            const bool isNic = role != node.attributes.end() && role->second == "nic";
            hasNic = hasNic || isNic;
            m_roles.nodes.push_back({node.name, isNic ? NodeKind::NIC : NodeKind::T2, 0});
        }
        if (!hasNic)
        {
            Fail({}, "no NIC in the graph; expected nodes with role=nic");
        }
    }

    void CheckEdges()
    {
        for (std::size_t i = 0; i < m_graph.edges.size(); ++i)
        {
            const LabelledEdge& edge = m_graph.edges[i];
            const auto [a, b] = edge.ends;
            if (a == b)
            {
                Fail(edge.at, "a link from " + Named(a) + " to itself; expected another node");
            }
            if (IsNic(a) && IsNic(b))
            {
                Fail(edge.at,
                     "a link between NICs " + Named(a) + " and " + Named(b) +
                         "; expected a switch at one end at least");
            }
            m_edgesAt[a].push_back(i);
            m_edgesAt[b].push_back(i);
        }
    }

    std::size_t OtherEnd(std::size_t edge, std::size_t node) const
    {
        const std::size_t* const ends = m_graph.edges[edge].ends;
        return ends[0] == node ? ends[1] : ends[0];
    }

    /** What is joined without NICs is a plane, numbered by its first switch in the text. */
    void FindPlanes()
    {
        for (std::size_t first = 0; first < m_graph.nodes.size(); ++first)
        {
            if (IsNic(first) || m_planeOf[first] != NONE)
            {
                continue;
            }
            if (!FillPlane(first))
            {
                Fail(m_graph.nodes[first].at,
                     "no NIC can reach switch " + Named(first) +
                         "; expected a NIC on one of the switches that links join to it");
            }
            if (m_firstOf.size() > MAX_PLANES)
            {
                Fail(m_graph.nodes[first].at,
                     "the switches fall into more than 8 planes, of which " + Named(first) +
                         " begins the next; expected them joined");
            }
        }
        m_roles.planes = static_cast<uint32_t>(m_firstOf.size());
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node)
        {
            if (!IsNic(node))
            {
                m_roles.nodes[node].plane = static_cast<PlaneId>(m_planeOf[node]);
            }
        }
    }

    /** @return whether a NIC hangs on the plane that begins with this switch */
    bool FillPlane(std::size_t first)
    {
        bool hasNic = false;
        std::vector<std::size_t> open{first};
        m_planeOf[first] = m_firstOf.size();
        while (!open.empty())
        {
            const std::size_t node = open.back();
            open.pop_back();
            for (const std::size_t edge : m_edgesAt[node])
            {
                const std::size_t next = OtherEnd(edge, node);
                hasNic = hasNic || IsNic(next);
                if (!IsNic(next) && m_planeOf[next] == NONE)
                {
                    m_planeOf[next] = m_firstOf.size();
                    open.push_back(next);
                }
            }
        }
        m_firstOf.push_back(first);
        return hasNic;
    }

    /** NICs hang on T0s, and T1s have links to T0s. */
    void FindTiers()
    {
        for (const auto& [below, kind] :
             {std::pair{NodeKind::NIC, NodeKind::T0}, std::pair{NodeKind::T0, NodeKind::T1}})
        {
            for (const LabelledEdge& edge : m_graph.edges)
            {
                for (const auto& [a, b] :
                     {std::pair{edge.ends[0], edge.ends[1]}, std::pair{edge.ends[1], edge.ends[0]}})
                {
                    if (m_roles.nodes[a].kind == below && m_roles.nodes[b].kind == NodeKind::T2)
                    {
                        m_roles.nodes[b].kind = kind;
                    }
                }
            }
        }
    }

    /** A NIC has one link to each plane. */
    void CheckNic(std::size_t nic) const
    {
        std::vector<std::size_t> seats(m_firstOf.size(), NONE);
        if (m_edgesAt[nic].empty())
        {
            Fail(m_graph.nodes[nic].at,
                 "NIC " + Named(nic) + " without a switch; expected a link to one in each plane");
        }
        for (const std::size_t edge : m_edgesAt[nic])
        {
            const std::size_t other = OtherEnd(edge, nic);
            std::size_t& seat = seats[m_planeOf[other]];
            if (seat != NONE)
            {
                Fail(m_graph.edges[edge].at,
                     "NIC " + Named(nic) + " has links to " + Named(seat) + " and " + Named(other) +
                         ", which are one plane; expected one link to each plane");
            }
            seat = other;
        }
        for (std::size_t plane = 0; plane < seats.size(); ++plane)
        {
            if (seats[plane] == NONE)
            {
                Fail(m_graph.nodes[nic].at,
                     "NIC " + Named(nic) + " has no link to the plane of " +
                         Named(m_firstOf[plane]) + "; expected one to each of " +
                         std::to_string(seats.size()) +
                         " planes, which no link between switches joins");
            }
        }
    }

    void CountNics(std::size_t node)
    {
        uint32_t nics = 0;
        for (const std::size_t edge : m_edgesAt[node])
        {
            nics += IsNic(OtherEnd(edge, node)) ? 1 : 0;
        }
        if (nics > Usid::MAX_INDEX + 1U)
        {
            Fail(m_graph.nodes[node].at,
                 "switch " + Named(node) + " has " + std::to_string(nics) +
                     " NICs; expected at most " + std::to_string(Usid::MAX_INDEX + 1));
        }
        m_roles.nicsPerT0 = std::max(m_roles.nicsPerT0, nics);
    }

    /** Refuses more switches of a kind in a plane than uSIDs can number. */
    void CheckCounts() const
    {
        std::array<std::array<uint32_t, MAX_PLANES>, 4> counts{};
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node)
        {
            const ShapeNode& role = m_roles.nodes[node];
            uint32_t& count = counts.at(static_cast<unsigned>(role.kind)).at(role.plane);
            if (role.kind != NodeKind::NIC && ++count > Usid::MAX_INDEX)
            {
                Fail(m_graph.nodes[node].at,
                     Named(node) + " is one switch too many; expected at most " +
                         std::to_string(Usid::MAX_INDEX) + " of a tier in a plane");
            }
        }
    }

    const LabelledGraph& m_graph;
    const std::string& m_name;
    GraphRoles m_roles;
    std::vector<std::size_t> m_planeOf; //!< of switches
    std::vector<std::size_t> m_firstOf; //!< of planes: the first switch
    std::vector<std::vector<std::size_t>> m_edgesAt;
};

} // namespace

GraphRoles
RolesOf(const LabelledGraph& graph, const std::string& name)
{
    return RoleFinder(graph, name).Find();
}

} // namespace mrc
} // namespace ns3
