/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-partition-file.h"

#include "mrc-node-names.h"
#include "mrc-node-ports.h"

#include "ns3/mrc-text-reader.h"

#include <optional>

namespace ns3
{
namespace mrc
{

namespace
{

/** What a file says of a node. */
struct Given
{
    ShardIndex shard;
    TextPosition at;
};

/** Reads one file; an instance is used once. */
class PartitionReader
{
  public:
    PartitionReader(std::istream& in, const std::string& name, const Topology& topology)
        : m_reader(in, name),
          m_topology(topology),
          m_given(topology.NodeCount())
    {
    }

    std::vector<ShardIndex> Read(uint32_t shards)
    {
        for (std::vector<Token> words; m_reader.NextLine(words);)
        {
            Take(words, shards);
        }
        RequireSwitches();
        // NICs may be left out: they belong to the part of their switches.
        for (uint32_t nic = 0; nic < m_topology.Spec().nics; ++nic)
        {
            FollowSwitches(nic);
        }
        std::vector<ShardIndex> parts;
        for (const std::optional<Given>& given : m_given)
        {
            parts.push_back(given->shard);
        }
        return parts;
    }

  private:
    /** Names of graphs may have blanks: the last word is the number. */
    void Take(const std::vector<Token>& words, uint32_t shards)
    {
        const uint32_t first = m_topology.Spec().nics; // the first switch
        if (words.size() < 2)
        {
            m_reader.Fail(words.front().at,
                          Quoted(words.front().text) + " alone; expected a node and a number, as " +
                              NodeName(m_topology, first) + " 0");
        }
        std::string name = words.front().text;
        for (std::size_t i = 1; i + 1 < words.size(); ++i)
        {
            name += " " + words[i].text;
        }
        const std::optional<uint32_t> node = FindNode(m_topology, name);
        if (!node)
        {
            m_reader.Fail(words.front().at,
                          Quoted(name) + " is no node of this fabric; expected one such as " +
                              NodeName(m_topology, first));
        }
        const uint64_t shard = m_reader.Number(words.back(), "the part", 0, shards - 1);
        if (m_given[*node])
        {
            m_reader.Fail(words.front().at,
                          name + " again; expected one line for each node, and line " +
                              std::to_string(m_given[*node]->at.line) + " has it");
        }
        m_given[*node] = {static_cast<ShardIndex>(shard), words.front().at};
    }

    void RequireSwitches() const
    {
        for (uint32_t node = m_topology.Spec().nics; node < m_topology.NodeCount(); ++node)
        {
            if (!m_given[node])
            {
                m_reader.Fail(m_reader.End(),
                              "no line for " + NodeName(m_topology, node) +
                                  "; expected one for each switch");
            }
        }
    }

    /** A NIC's pump asks its ports, so links of NICs are not cut. */
    void FollowSwitches(uint32_t nic)
    {
        std::string whose = NodeName(m_topology, nic);
        for (const uint32_t port : PortsOf(m_topology, nic))
        {
            const uint32_t far = m_topology.NodeOf(m_topology.Peer(port));
            const Given other = *m_given[far];
            if (m_given[nic] && m_given[nic]->shard != other.shard)
            {
                // The error names the later of the two lines, which contradicts the earlier one.
                const bool isLater = other.at.line > m_given[nic]->at.line;
                m_reader.Fail(isLater ? other.at : m_given[nic]->at,
                              NodeName(m_topology, far) + " in part " +
                                  std::to_string(other.shard) + ", and " + whose + " in part " +
                                  std::to_string(m_given[nic]->shard) + "; expected " +
                                  NodeName(m_topology, nic) + " and its switches in one part");
            }
            if (!m_given[nic])
            {
                m_given[nic] = other;
                whose = NodeName(m_topology, far);
            }
        }
    }

    TextReader m_reader;
    const Topology& m_topology;
    std::vector<std::optional<Given>> m_given; //!< by node
};

} // namespace

std::vector<ShardIndex>
ReadPartition(std::istream& in, const std::string& name, const Topology& topology, uint32_t shards)
{
    return PartitionReader(in, name, topology).Read(shards);
}

} // namespace mrc
} // namespace ns3
