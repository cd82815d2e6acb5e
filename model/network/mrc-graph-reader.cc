/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-reader.h"

#include "mrc-dot-graph.h"
#include "mrc-fault-parser.h"
#include "mrc-graph-roles.h"
#include "mrc-graphml.h"
#include "mrc-link-lines.h"
#include "mrc-link-rule-reader.h"

#include "ns3/mrc-line-rate.h"

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
    GraphFabric(const LabelledGraph& graph, const std::string& name)
        : m_graph(graph),
          m_name(name),
          m_roles(RolesOf(graph, name)),
          m_any(AnySpec())
    {
    }

    TopologySpec Spec()
    {
        m_spec.name = m_name;
        m_spec.planes = m_roles.planes;
        m_spec.nicsPerT0 = m_roles.nicsPerT0;
        m_spec.t1Count = 0;
        for (const ShapeNode& node : m_roles.nodes)
        {
            m_spec.nics += node.kind == NodeKind::NIC ? 1 : 0;
        }
        ReadLatencies();
        for (const LabelledEdge& edge : m_graph.edges)
        {
            AddEdge(edge);
        }
        if (m_spec.fabricLinkRate == 0)
        {
            m_spec.fabricLinkRate = m_spec.nicLinkRate; // there is no such link
        }
        try
        {
            m_spec.graph = std::make_shared<const GraphShape>(m_roles.nodes, m_links);
            m_spec.Validate();
        }
        catch (const std::invalid_argument& error)
        {
            Fail({}, error.what());
        }
        return m_spec;
    }

  private:
    static TopologySpec AnySpec()
    {
        // The words of a rule need a topology: the smallest will do, as they name plane 0 alone.
        TopologySpec any;
        any.nics = 1;
        any.nicLinkRate = any.fabricLinkRate = 1000000000;
        return any;
    }

    /** The latency of a switch stands at the switch, in the words of a delay. */
    void ReadLatencies()
    {
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
        {
            const LabelledNode& node = m_graph.nodes[i];
            const auto found = node.attributes.find("latency");
            if (found == node.attributes.end() || m_roles.nodes[i].kind == NodeKind::NIC)
            {
                continue;
            }
            const std::string text = "plane:0/delay=" + found->second;
            const std::string said = "a switch with latency " + Quoted(found->second);
            try
            {
                FaultParser words(text, m_any);
                m_roles.nodes[i].latency = *ReadLinkRule(words).delay;
                if (!words.IsAtEnd() || found->second.find('/') != std::string::npos)
                {
                    Fail(node.at, said + "; expected one time, such as 600ns");
                }
            }
            catch (const FaultError& error)
            {
                Fail(node.at, said + ": " + error.what());
            }
        }
    }

    /** The first link of a tier gives the tier's values. */
    void AddEdge(const LabelledEdge& edge)
    {
        const NodeKind kinds[] = {m_roles.nodes[edge.ends[0]].kind,
                                  m_roles.nodes[edge.ends[1]].kind};
        const auto isOf = [&kinds](NodeKind kind) { return kinds[0] == kind || kinds[1] == kind; };
        const bool isAccess = isOf(NodeKind::NIC);
        const bool isUpper = !isAccess && !isOf(NodeKind::T0);
        uint64_t& rate = isAccess  ? m_spec.nicLinkRate
                         : isUpper ? m_spec.upperLinkRate
                                   : m_spec.fabricLinkRate;
        Span& delay = isAccess  ? m_spec.nicLinkDelay
                      : isUpper ? m_spec.upperLinkDelay
                                : m_spec.fabricLinkDelay;
        const TopologySpec defaults;
        const LinkRule rule = RuleOf(edge);
        LinkLine line;
        line.whole = line.rate = rule.rate;
        line.delay =
            rule.delay.value_or(isAccess ? defaults.nicLinkDelay : defaults.fabricLinkDelay);
        line.jitter = rule.jitter.value_or(Span());
        // Links that differ from the first one of their tier have lines of their own.
        if (rate == 0)
        {
            rate = line.rate;
            delay = line.delay;
        }
        // A graph counts no T1s here: 1 says that there are links between switches.
        m_spec.t1Count = isAccess ? m_spec.t1Count : 1;
        m_links.push_back({{edge.ends[0], edge.ends[1]}, line});
    }

    /** Reads the attributes of an edge by the words of a rule. */
    LinkRule RuleOf(const LabelledEdge& edge) const
    {
        std::string text = "plane:0";
        for (const char* name : {"rate", "delay", "jitter"})
        {
            const auto found = edge.attributes.find(name);
            if (found == edge.attributes.end())
            {
                continue;
            }
            // A slash would begin another property of the rule.
            if (found->second.find('/') != std::string::npos)
            {
                Fail(edge.at,
                     std::string("a link with ") + name + " " + Quoted(found->second) +
                         "; expected one value, such as 100Gbps or 125ns");
            }
            text += std::string("/") + name + "=" + found->second;
        }
        if (edge.attributes.count("rate") == 0)
        {
            Fail(edge.at, "a link without rate; expected one, such as [rate=100Gbps]");
        }
        // behind `plane:0/`, which the user did not write
        const std::string said = "a link with " + Quoted(text.substr(8));
        try
        {
            FaultParser words(text, m_any);
            const LinkRule rule = ReadLinkRule(words);
            if (!words.IsAtEnd() || rule.rate == 0)
            {
                Fail(edge.at, said + "; expected a rate such as 100Gbps, a delay such as 125ns");
            }
            if (!LineRate::IsValid(rule.rate))
            {
                Fail(edge.at, said + "; expected a rate of 1Mbps to 3200Gbps");
            }
            return rule;
        }
        catch (const FaultError& error)
        {
            Fail(edge.at, said + ": " + error.what());
        }
    }

    [[noreturn]] void Fail(TextPosition at, const std::string& message) const
    {
        throw ParseError(m_name, at, message);
    }

    const LabelledGraph& m_graph;
    const std::string& m_name;
    GraphRoles m_roles;
    Topology m_any; //!< that the words of a rule are of
    std::vector<ShapeLink> m_links;
    TopologySpec m_spec;
};

} // namespace

TopologySpec
ReadGraph(std::istream& in, const std::string& name)
{
    const LabelledGraph graph = ReadDotGraph(in, name);
    return GraphFabric(graph, name).Spec();
}

TopologySpec
ReadGraphMlFabric(std::istream& in, const std::string& name)
{
    const LabelledGraph graph = ReadGraphMl(in, name);
    return GraphFabric(graph, name).Spec();
}

} // namespace mrc
} // namespace ns3
