/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-tiers.h"

#include "ns3/mrc-ids.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t NONE = SIZE_MAX;

/** Finds the tiers of one graph; an instance is used once. */
class TierFinder
{
  public:
    TierFinder(const DotGraph& graph, const std::string& name)
        : m_graph(graph),
          m_name(name),
          m_isNic(graph.nodes.size()),
          m_isT0(graph.nodes.size()),
          m_planeOf(graph.nodes.size(), NONE),
          m_edgesAt(graph.nodes.size())
    {
    }

    GraphTiers Find()
    {
        FindKinds();
        FindPlanes();
        if (m_tiers.planes.empty())
        {
            Fail(m_graph.nodes[0].at,
                 "NIC " + Named(0) + " without a switch; expected a link to one in each plane");
        }
        CheckTrunks();
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node)
        {
            if (m_isNic[node])
            {
                m_below.push_back({node, T0sOf(node)});
            }
        }
        SortNics();
        return m_tiers;
    }

  private:
    /** A NIC and the T0s that it hangs on, by plane. */
    struct Hanging
    {
        std::size_t nic;
        std::vector<std::size_t> t0s;
    };

    [[noreturn]] void Fail(TextPosition at, const std::string& message) const
    {
        throw ParseError(m_name, at, message);
    }

    const std::string Named(std::size_t node) const
    {
        return Quoted(m_graph.nodes[node].name);
    }

    void FindKinds()
    {
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node)
        {
            const auto role = m_graph.nodes[node].attributes.find("role");
            m_isNic[node] = role != m_graph.nodes[node].attributes.end() && role->second == "nic";
        }
        for (std::size_t i = 0; i < m_graph.edges.size(); ++i)
        {
            const DotEdge& edge = m_graph.edges[i];
            const auto [a, b] = edge.ends;
            if (a == b)
            {
                Fail(edge.at, "a link from " + Named(a) + " to itself; expected another node");
            }
            if (m_isNic[a] && m_isNic[b])
            {
                Fail(edge.at,
                     "a link between NICs " + Named(a) + " and " + Named(b) +
                         "; expected a switch at one end at least");
            }
            m_edgesAt[a].push_back(i);
            m_edgesAt[b].push_back(i);
            m_isT0[a] = m_isT0[a] || m_isNic[b];
            m_isT0[b] = m_isT0[b] || m_isNic[a];
        }
        if (std::find(m_isNic.begin(), m_isNic.end(), true) == m_isNic.end())
        {
            Fail({}, "no NIC in the graph; expected nodes with role=nic");
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
            if (m_isNic[first] || m_planeOf[first] != NONE)
            {
                continue;
            }
            if (m_tiers.planes.size() == MAX_PLANES)
            {
                Fail(m_graph.nodes[first].at,
                     "the switches fall into more than 8 planes, of which " + Named(first) +
                         " begins the next; expected them joined");
            }
            const std::size_t plane = m_tiers.planes.size();
            m_tiers.planes.emplace_back();
            m_firstOf.push_back(first);
            std::vector<std::size_t> open{first};
            m_planeOf[first] = plane;
            while (!open.empty())
            {
                const std::size_t node = open.back();
                open.pop_back();
                for (const std::size_t edge : m_edgesAt[node])
                {
                    const std::size_t next = OtherEnd(edge, node);
                    if (!m_isNic[next] && m_planeOf[next] == NONE)
                    {
                        m_planeOf[next] = plane;
                        open.push_back(next);
                    }
                }
            }
        }
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node)
        {
            if (!m_isNic[node] && !m_isT0[node])
            {
                m_tiers.planes[m_planeOf[node]].t1s.push_back(node);
            }
        }
    }

    void CheckTrunks() const
    {
        for (const DotEdge& edge : m_graph.edges)
        {
            const auto [a, b] = edge.ends;
            if (m_isNic[a] || m_isNic[b] || m_isT0[a] != m_isT0[b])
            {
                continue;
            }
            Fail(edge.at,
                 m_isT0[a] ? "a link between " + Named(a) + " and " + Named(b) +
                                 ", on which NICs hang both; expected a T1 at one end"
                           : "a link between " + Named(a) + " and " + Named(b) +
                                 ", on which no NIC hangs; expected two tiers (three tiers are "
                                 "read from .topo files)");
        }
    }

    /** @return the T0s of a NIC, one in each plane */
    std::vector<std::size_t> T0sOf(std::size_t nic) const
    {
        std::vector<std::size_t> t0s(m_tiers.planes.size(), NONE);
        for (const std::size_t edge : m_edgesAt[nic])
        {
            const std::size_t t0 = OtherEnd(edge, nic);
            std::size_t& seat = t0s[m_planeOf[t0]];
            if (seat != NONE)
            {
                Fail(m_graph.edges[edge].at,
                     "NIC " + Named(nic) + " has links to " + Named(seat) + " and " + Named(t0) +
                         ", which are one plane; expected one link to each plane");
            }
            seat = t0;
        }
        for (std::size_t plane = 0; plane < t0s.size(); ++plane)
        {
            if (t0s[plane] == NONE)
            {
                Fail(m_graph.nodes[nic].at,
                     "NIC " + Named(nic) + " has no link to the plane of " +
                         Named(m_firstOf[plane]) + "; expected one to each of " +
                         std::to_string(t0s.size()) +
                         " planes, which no link between switches "
                         "joins");
            }
        }
        return t0s;
    }

    /** NICs fill T0s in order, and the same ones are below the same T0s in every plane. */
    void SortNics()
    {
        std::map<std::size_t, std::vector<Hanging>> groups; // by T0 of the first plane
        for (const Hanging& one : m_below)
        {
            groups[one.t0s[0]].push_back(one);
        }
        std::vector<const std::vector<Hanging>*> sorted;
        for (const auto& [t0, group] : groups)
        {
            sorted.push_back(&group);
        }
        std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
            return a->size() > b->size();
        });
        m_tiers.nicsPerT0 = static_cast<uint32_t>(sorted.front()->size());
        for (const std::vector<Hanging>* group : sorted)
        {
            const Hanging& first = group->front();
            if (group != sorted.back() && group->size() != m_tiers.nicsPerT0)
            {
                Fail(m_graph.nodes[first.t0s[0]].at,
                     Named(first.t0s[0]) + " has " + std::to_string(group->size()) +
                         " NICs; expected " + std::to_string(m_tiers.nicsPerT0) + " as " +
                         Named(sorted.front()->front().t0s[0]) + ", but for one T0 with fewer");
            }
            AddGroup(*group);
        }
    }

    void AddGroup(const std::vector<Hanging>& group)
    {
        const Hanging& first = group.front();
        for (std::size_t plane = 0; plane < first.t0s.size(); ++plane)
        {
            std::vector<std::size_t>& t0s = m_tiers.planes[plane].t0s;
            if (std::find(t0s.begin(), t0s.end(), first.t0s[plane]) != t0s.end())
            {
                FailGroup(first.nic, first.t0s[plane]);
            }
            t0s.push_back(first.t0s[plane]);
        }
        for (const Hanging& one : group)
        {
            const auto differs = std::mismatch(one.t0s.begin(), one.t0s.end(), first.t0s.begin());
            if (differs.first != one.t0s.end())
            {
                FailGroup(one.nic, *differs.first);
            }
            m_tiers.nics.push_back(one.nic);
        }
    }

    [[noreturn]] void FailGroup(std::size_t nic, std::size_t t0) const
    {
        Fail(m_graph.nodes[nic].at,
             "NIC " + Named(nic) + " hangs on " + Named(t0) +
                 " with other NICs than in another plane; expected the same ones together in each");
    }

    const DotGraph& m_graph;
    const std::string& m_name;
    std::vector<bool> m_isNic;
    std::vector<bool> m_isT0;
    std::vector<std::size_t> m_planeOf; //!< of switches
    std::vector<std::size_t> m_firstOf; //!< of planes: the first switch
    std::vector<std::vector<std::size_t>> m_edgesAt;
    std::vector<Hanging> m_below;
    GraphTiers m_tiers;
};

} // namespace

GraphTiers
TiersOf(const DotGraph& graph, const std::string& name)
{
    return TierFinder(graph, name).Find();
}

} // namespace mrc
} // namespace ns3
