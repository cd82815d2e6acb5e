/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-reader.h"

#include "mrc-dot-graph.h"
#include "mrc-fault-parser.h"
#include "mrc-graph-tiers.h"
#include "mrc-link-rule-reader.h"
#include "mrc-usable-paths.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** Turns one graph into a fabric; an instance is used once. */
class GraphFabric
{
  public:
    GraphFabric(const DotGraph& graph, const std::string& name)
        : m_graph(graph),
          m_name(name),
          m_tiers(TiersOf(graph, name)),
          m_numbers(graph.nodes.size())
    {
    }

    TopologySpec Spec()
    {
        m_spec.name = m_name;
        m_spec.nics = static_cast<uint32_t>(m_tiers.nics.size());
        m_spec.planes = static_cast<uint32_t>(m_tiers.planes.size());
        m_spec.nicsPerT0 = m_tiers.nicsPerT0;
        m_spec.t1Count = 0;
        Number(m_tiers.nics, 0);
        for (std::size_t plane = 0; plane < m_tiers.planes.size(); ++plane)
        {
            const GraphTiers::PlaneNodes& nodes = m_tiers.planes[plane];
            Number(nodes.t0s, plane);
            Number(nodes.t1s, plane);
            const auto t1s = static_cast<uint32_t>(nodes.t1s.size());
            m_spec.t1Count = std::max(m_spec.t1Count, t1s);
        }
        for (const DotEdge& edge : m_graph.edges)
        {
            AddEdge(edge);
        }
        m_spec.t1Links = m_links;
        AddRules();
        Check();
        return m_spec;
    }

  private:
    /** Number and plane of a node. */
    struct Place
    {
        uint32_t index{0};
        PlaneId plane{0};
        bool isNic{false};
        bool isT0{false};
    };

    /** A link between a T0 and a T1, or to a NIC. */
    struct Line
    {
        LinkRule rule;
        TextPosition at;
        bool isTrunk;
    };

    /** T0s and T1s are told apart by the tiers that they stand in. */
    void Number(const std::vector<std::size_t>& nodes, std::size_t plane)
    {
        const bool areNics = &nodes == &m_tiers.nics;
        for (std::size_t i = 0; i < nodes.size(); ++i)
        {
            m_numbers[nodes[i]] = {static_cast<uint32_t>(i),
                                   static_cast<PlaneId>(plane),
                                   areNics,
                                   &nodes == &m_tiers.planes[plane].t0s};
        }
    }

    void AddEdge(const DotEdge& edge)
    {
        const Place* lower = &m_numbers[edge.ends[0]];
        const Place* upper = &m_numbers[edge.ends[1]];
        const bool isTrunk = !lower->isNic && !upper->isNic;
        if (isTrunk ? upper->isT0 : upper->isNic)
        {
            std::swap(lower, upper);
        }
        Line line{LineOf(edge), edge.at, isTrunk};
        Fault& place = line.rule.place;
        place.kind = isTrunk ? FaultKind::LINK : FaultKind::PORT;
        place.plane = upper->plane;
        place.index = lower->index;
        if (isTrunk)
        {
            uint32_t& known = m_parallel[{upper->plane, {lower->index, upper->index}}];
            place.t1 = known * m_spec.t1Count + upper->index;
            m_links = std::max(m_links, ++known);
        }
        m_lines.push_back(line);
    }

    /** Reads the attributes of an edge by the words of a rule. */
    LinkRule LineOf(const DotEdge& edge) const
    {
        std::string text = "plane:0";
        for (const char* name : {"rate", "delay", "jitter"})
        {
            const auto found = edge.attributes.find(name);
            if (found != edge.attributes.end())
            {
                text += std::string("/") + name + "=" + found->second;
            }
        }
        if (edge.attributes.count("rate") == 0)
        {
            Fail(edge.at, "a link without rate; expected one, such as [rate=100Gbps]");
        }
        TopologySpec any;
        any.nics = 1;
        any.nicLinkRate = any.fabricLinkRate = 1000000000;
        const Topology topology(any);
        try
        {
            FaultParser words(text, topology);
            const LinkRule rule = ReadLinkRule(words);
            if (!words.IsAtEnd() || rule.rate == 0 || rule.missing)
            {
                Fail(edge.at,
                     "a link with " + Quoted(text.substr(8)) +
                         "; expected a rate such as 100Gbps, a delay such as 125ns");
            }
            return rule;
        }
        catch (const FaultError& error)
        {
            Fail(edge.at, "a link with " + Quoted(text.substr(8)) + ": " + error.what());
        }
    }

    /** The first link of a tier gives the tier's values; what differs from it gets a rule. */
    void AddRules()
    {
        AddTier(false, m_spec.nicLinkRate, m_spec.nicLinkDelay);
        AddTier(true, m_spec.fabricLinkRate, m_spec.fabricLinkDelay);
        if (m_spec.fabricLinkRate == 0)
        {
            m_spec.fabricLinkRate = m_spec.nicLinkRate; // there is no such link
        }
        Check(); // numbers that no fabric has are refused before anybody counts up to them
        for (uint32_t plane = 0; plane < m_spec.planes; ++plane)
        {
            for (uint32_t t0 = 0; t0 < m_tiers.planes[plane].t0s.size(); ++t0)
            {
                AddMissing(static_cast<PlaneId>(plane), t0);
            }
        }
    }

    void AddTier(bool isTrunk, uint64_t& rate, Span& delay)
    {
        for (const Line& line : m_lines)
        {
            if (line.isTrunk != isTrunk)
            {
                continue;
            }
            if (rate == 0)
            {
                rate = line.rule.rate;
                delay = line.rule.delay.value_or(delay);
            }
            const bool differs = line.rule.rate != rate ||
                                 line.rule.delay.value_or(delay) != delay || line.rule.jitter;
            if (differs)
            {
                m_spec.links.push_back(line.rule);
                m_ruleAt.push_back(line.at);
            }
        }
    }

    void AddMissing(PlaneId plane, uint32_t t0)
    {
        for (uint32_t uplink = 0; uplink < m_spec.T0Uplinks(); ++uplink)
        {
            const uint32_t t1 = uplink % m_spec.t1Count;
            const auto known = m_parallel.find({plane, {t0, t1}});
            if (known != m_parallel.end() && uplink / m_spec.t1Count < known->second)
            {
                continue;
            }
            LinkRule rule;
            rule.place.plane = plane;
            rule.place.index = t0;
            rule.place.t1 = uplink;
            rule.place.text = "missing link";
            rule.missing = true;
            m_spec.links.push_back(rule);
            m_ruleAt.push_back(m_graph.nodes[m_tiers.planes[plane].t0s[t0]].at);
        }
    }

    /** What the graph says is a fabric if its numbers are, and if all T0s reach each other. */
    void Check() const
    {
        try
        {
            const Topology topology(m_spec);
            const UsablePaths paths(topology);
        }
        catch (const std::invalid_argument& error)
        {
            Fail(m_ruleAt.empty() ? m_graph.nodes[m_tiers.nics[0]].at : m_ruleAt.back(),
                 error.what());
        }
    }

    [[noreturn]] void Fail(TextPosition at, const std::string& message) const
    {
        throw ParseError(m_name, at, message);
    }

    const DotGraph& m_graph;
    const std::string& m_name;
    GraphTiers m_tiers;
    std::vector<Place> m_numbers; //!< of nodes
    std::vector<Line> m_lines;
    std::map<std::pair<PlaneId, std::pair<uint32_t, uint32_t>>, uint32_t>
        m_parallel; //!< links by plane, T0 and T1
    uint32_t m_links{1};
    TopologySpec m_spec;
    std::vector<TextPosition> m_ruleAt; //!< where the reason for each rule stands
};

} // namespace

TopologySpec
ReadGraph(std::istream& in, const std::string& name)
{
    const DotGraph graph = ReadDotGraph(in, name);
    return GraphFabric(graph, name).Spec();
}

} // namespace mrc
} // namespace ns3
