/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topo-reader.h"

#include "mrc-graph-reader.h"
#include "mrc-topo-links.h"
#include "mrc-topo-settings.h"
#include "mrc-topo-shape.h"
#include "mrc-topology-tiers.h"

#include "ns3/mrc-text-reader.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

using Words = std::vector<Token>;

/** Reads one topology; an instance is used once. */
class TopoParser
{
  public:
    TopoParser(std::istream& in, const std::string& name)
        : m_reader(in, name),
          m_name(name)
    {
    }

    TopologySpec Parse();

  private:
    void ReadLine(const Words& words);
    void ReadTier(const Words& words);

    TextReader m_reader;
    std::string m_name;
    std::optional<uint32_t> m_tier; //!< the tier that settings belong to, none in the header
    TopoSettings m_settings;
    bool m_seen[TopoSettings::MOST_TIERS]{};
    Words m_links; //!< rules, which are read when the fabric is known
};

TopologySpec
TopoParser::Parse()
{
    Words words;
    while (m_reader.NextLine(words))
    {
        ReadLine(words);
    }
    // Only the whole file tells the shape, as tiers may stand in any order.
    m_settings.Complete(m_reader);
    CheckTopoShape(m_settings, m_reader);

    // A tier has the speed and latency of its downlinks. Those of tier 0 go to NICs, those of tier
    // 1 to T0s, and those of tier 2 to T1s.
    constexpr uint64_t gigabit = 1000000000;
    const auto nanos = [](const TopoValue& value) {
        return Nanos(static_cast<int64_t>(value.Get()));
    };
    TopologySpec spec;
    spec.name = m_name; // as given, with its folder
    spec.nics = static_cast<uint32_t>(m_settings.Header(NODES).Get());
    spec.planes = static_cast<uint32_t>(m_settings.Header(PLANES).Get()); // of htsim's files one
    spec.nicsPerT0 = static_cast<uint32_t>(m_settings.Tier(0, RADIX_DOWN).Get());
    spec.t1Links = static_cast<uint32_t>(m_settings.Tier(1, BUNDLE).Get());
    // The radix counts links, of which a bundle has several to one switch.
    spec.t1Count = static_cast<uint32_t>(m_settings.Tier(0, RADIX_UP).Get()) / spec.t1Links;
    spec.nicLinkRate = m_settings.Tier(0, SPEED).Get() * gigabit;
    spec.fabricLinkRate = m_settings.Tier(1, SPEED).Get() * gigabit;
    spec.nicLinkDelay = nanos(m_settings.Tier(0, LINK_LATENCY));
    spec.fabricLinkDelay = nanos(m_settings.Tier(1, LINK_LATENCY));
    spec.t0Latency = nanos(m_settings.Tier(0, SWITCH_LATENCY));
    spec.t1Latency = nanos(m_settings.Tier(1, SWITCH_LATENCY));
    if (m_settings.Tiers() == 3)
    {
        spec.t0sPerPod = static_cast<uint32_t>(m_settings.Tier(1, RADIX_DOWN).Get());
        spec.t1Uplinks = static_cast<uint32_t>(m_settings.Tier(1, RADIX_UP).Get());
        spec.upperLinkRate = m_settings.Tier(2, SPEED).Get() * gigabit;
        spec.upperLinkDelay = nanos(m_settings.Tier(2, LINK_LATENCY));
        spec.t2Latency = nanos(m_settings.Tier(2, SWITCH_LATENCY));
    }
    try
    {
        spec.Validate();
    }
    catch (const std::invalid_argument& error)
    {
        // more switches than there are uSIDs for
        m_reader.Fail(m_settings.Header(NODES).at, error.what());
    }
    AddTopoLinks(m_links, m_reader, spec);
    return spec;
}

/** Reads one line: a word and a value. A `Tier` line says which tier all lines below it are of. */
void
TopoParser::ReadLine(const Words& words)
{
    const std::string word = LowerCase(words[0].text);
    if (words.size() != 2)
    {
        m_reader.Fail(words.size() > 2 ? words[2].at : m_reader.End(),
                      Quoted(words[0].text) + " with " + std::to_string(words.size() - 1) +
                          " values; expected one");
    }
    if (word == "tier")
    {
        ReadTier(words);
    }
    else if (word == "link")
    {
        m_links.push_back(words[1]);
    }
    else if (!m_tier && !m_settings.ReadHeader(words, m_reader))
    {
        m_reader.Fail(
            words[0].at,
            "unknown word " + Quoted(words[0].text) +
                " in the header; expected 'Nodes', 'Tiers', 'Podsize', 'Planes', 'Link' or 'Tier'");
    }
    else if (m_tier && !m_settings.ReadTier(*m_tier, words, m_reader))
    {
        // The format has queue sizes. To pass over them would mislead: the queues of this model
        // have the limits of FabricProfile.
        const bool queue = word == "queue_up" || word == "queue_down";
        m_reader.Fail(words[0].at,
                      (queue ? "queue sizes of a topology are not supported"
                             : "unknown word " + Quoted(words[0].text)) +
                          "; expected 'Downlink_speed_Gbps', 'Radix_Down', 'Radix_Up', "
                          "'Downlink_Latency_ns', 'Switch_Latency_ns', 'Oversubscribed', 'Bundle', "
                          "'Link' or 'Tier'");
    }
}

void
TopoParser::ReadTier(const Words& words)
{
    m_tier = static_cast<uint32_t>(m_reader.Number(words[1], "tier", 0, m_settings.Tiers() - 1));
    if (m_seen[*m_tier])
    {
        m_reader.Fail(words[1].at, "tier " + words[1].text + " a second time; expected it once");
    }
    m_seen[*m_tier] = true;
}

} // namespace

TopologySpec
ReadTopology(std::istream& in, const std::string& name)
{
    return TopoParser(in, name).Parse();
}

TopologySpec
ReadTopologyFile(const std::string& path)
{
    std::ifstream in(path);
    if (!in)
    {
        throw ParseError(path,
                         {},
                         "cannot open the file; expected a topology, .topo, or a graph, .dot, .gv "
                         "or .graphml");
    }
    // A folder can be opened, and may look like an empty file.
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
    {
        throw ParseError(path, {}, "cannot read the file; expected a readable text");
    }
    // The ending tells the format, as files of each may begin in many ways.
    const auto endsWith = [&path](const std::string& end) {
        return path.size() >= end.size() &&
               path.compare(path.size() - end.size(), end.size(), end) == 0;
    };
    if (endsWith(".graphml"))
    {
        return ReadGraphMlFabric(in, path);
    }
    return endsWith(".dot") || endsWith(".gv") ? ReadGraph(in, path) : ReadTopology(in, path);
}

} // namespace mrc
} // namespace ns3
