/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topo-reader.h"

#include "mrc-fault-parser.h"
#include "mrc-graph-reader.h"
#include "mrc-link-rule-reader.h"
#include "mrc-usable-paths.h"

#include "ns3/mrc-text-reader.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

using Words = std::vector<Token>;

/** A setting of the header or of a tier. */
struct Setting
{
    const char* word;
    uint64_t min;
    uint64_t max;
    std::optional<uint64_t> fallback; //!< value of a file without it; none: it must be there
};

/** The value of a setting and its place in the file, for messages about contradictions. */
struct Value
{
    std::optional<uint64_t> number;
    TextPosition at;
};

/** Rows of HEADER, and of the values that belong to them. */
enum HeaderIndex
{
    NODES,
    TIERS,
    PODSIZE,
    PLANES,
    HEADER_SIZE
};

/** Rows of TIER, and of the values that belong to them. */
enum TierIndex
{
    SPEED,
    RADIX_DOWN,
    RADIX_UP,
    LINK_LATENCY,
    SWITCH_LATENCY,
    OVERSUBSCRIBED,
    BUNDLE,
    TIER_SIZE
};

constexpr uint64_t MAX_NS = 1000000000; //!< 1 s, the longest delay of a TopologySpec
constexpr uint64_t MAX_RADIX = 2048;    //!< indices of a uSID [usid-layout]
constexpr uint64_t MAX_NODES = MAX_RADIX * MAX_RADIX;
constexpr std::size_t MOST_TIERS = 3;

// A range of one value refuses fabrics that this model does not have, with the line of the file.
const Setting HEADER[HEADER_SIZE] = {
    {"nodes", 1, MAX_NODES, {}},
    {"tiers", 2, MOST_TIERS, {}},
    {"podsize", 1, MAX_NODES, {}},
    {"planes", 1, MAX_PLANES, 1},
};

/** Rows of TIER. */
enum TierKind
{
    BELOW, //!< has a tier above itself
    HIGHEST
};

// The highest tier has no uplinks: its Radix_Up can only be 0.
const Setting TIER[2][TIER_SIZE] = {
    {
        {"downlink_speed_gbps", 1, 3200, {}},
        {"radix_down", 1, MAX_RADIX, {}},
        {"radix_up", 1, MAX_RADIX, {}},
        {"downlink_latency_ns", 0, MAX_NS, {}},
        {"switch_latency_ns", 0, MAX_NS, 0},
        {"oversubscribed", 1, MAX_RADIX, 1},
        {"bundle", 1, 1, 1},
    },
    {
        {"downlink_speed_gbps", 1, 3200, {}},
        {"radix_down", 1, MAX_RADIX, {}},
        {"radix_up", 0, 0, 0},
        {"downlink_latency_ns", 0, MAX_NS, {}},
        {"switch_latency_ns", 0, MAX_NS, 0},
        {"oversubscribed", 1, 1, 1},
        {"bundle", 1, MAX_RADIX, 1}, // links of a T0 to a T1; 1 with three tiers
    },
};

/** Keywords of htsim do not depend on case. ASCII alone, so that no locale changes the result. */
std::string
Lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

/** @return so many links, in words */
std::string
LinksText(uint64_t links)
{
    return links == 1 ? "one link" : std::to_string(links) + " links";
}

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
    bool ReadSetting(const Words& words, const Setting* settings, size_t count, Value* values);
    void Complete(const std::string& where, const Setting* settings, size_t count, Value* values);
    void CheckShape() const;
    void CheckBundle() const;
    void CheckPods() const;
    void CheckRatio(std::size_t tier) const;
    static std::string ComplaintOf(TopologySpec spec, std::size_t rules);
    void AddLinks(TopologySpec& spec) const;
    LinkRule ReadLink(const Token& words, const Topology& topology) const;

    /** @return tiers that the header says, or two as long as it has not */
    std::size_t Tiers() const
    {
        return m_header[TIERS].number.value_or(2);
    }

    /** @return the settings that this tier has */
    const Setting* SettingsOf(std::size_t tier) const
    {
        return TIER[tier + 1 < Tiers() ? BELOW : HIGHEST];
    }

    /** @return the value of a setting, once Complete has found or defaulted it */
    static uint64_t Of(const Value& value)
    {
        return *value.number;
    }

    TextReader m_reader;
    std::string m_name;
    std::optional<uint32_t> m_tier; //!< the tier that settings belong to, none in the header
    Value m_header[HEADER_SIZE];
    Value m_tiers[MOST_TIERS][TIER_SIZE];
    bool m_seen[MOST_TIERS]{};
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
    Complete("the header", HEADER, HEADER_SIZE, m_header);
    for (std::size_t tier = 0; tier < Tiers(); ++tier)
    {
        Complete("Tier " + std::to_string(tier), SettingsOf(tier), TIER_SIZE, m_tiers[tier]);
    }
    CheckShape();

    // A tier has the speed and latency of its downlinks: those of tier 0 go to NICs, of tier 1 to
    // T0s, of tier 2 to T1s.
    constexpr uint64_t gigabit = 1000000000;
    const auto nanos = [](const Value& value) { return Nanos(static_cast<int64_t>(Of(value))); };
    TopologySpec spec;
    spec.name = m_name; // as given, with its folder
    spec.nics = static_cast<uint32_t>(Of(m_header[NODES]));
    spec.planes = static_cast<uint32_t>(Of(m_header[PLANES])); // htsim's files do not say: one
    spec.nicsPerT0 = static_cast<uint32_t>(Of(m_tiers[0][RADIX_DOWN]));
    spec.t1Links = static_cast<uint32_t>(Of(m_tiers[1][BUNDLE]));
    spec.t1Count = static_cast<uint32_t>(Of(m_tiers[0][RADIX_UP])) / spec.t1Links;
    spec.nicLinkRate = Of(m_tiers[0][SPEED]) * gigabit;
    spec.fabricLinkRate = Of(m_tiers[1][SPEED]) * gigabit;
    spec.nicLinkDelay = nanos(m_tiers[0][LINK_LATENCY]);
    spec.fabricLinkDelay = nanos(m_tiers[1][LINK_LATENCY]);
    spec.t0Latency = nanos(m_tiers[0][SWITCH_LATENCY]);
    spec.t1Latency = nanos(m_tiers[1][SWITCH_LATENCY]);
    if (Tiers() == 3)
    {
        spec.t0sPerPod = static_cast<uint32_t>(Of(m_tiers[1][RADIX_DOWN]));
        spec.t1Uplinks = static_cast<uint32_t>(Of(m_tiers[1][RADIX_UP]));
        spec.upperLinkRate = Of(m_tiers[2][SPEED]) * gigabit;
        spec.upperLinkDelay = nanos(m_tiers[2][LINK_LATENCY]);
        spec.t2Latency = nanos(m_tiers[2][SWITCH_LATENCY]);
    }
    try
    {
        spec.Validate();
    }
    catch (const std::invalid_argument& error)
    {
        m_reader.Fail(m_header[NODES].at, error.what()); // more switches than there are uSIDs for
    }
    AddLinks(spec);
    return spec;
}

/** @return what is wrong with the fabric of the first rules; nothing if nothing is */
std::string
TopoParser::ComplaintOf(TopologySpec spec, std::size_t rules)
{
    spec.links.resize(rules);
    try
    {
        const Topology topology(spec);
        const UsablePaths paths(topology);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/** Gives links what the file says of them, and looks whether paths are left. */
void
TopoParser::AddLinks(TopologySpec& spec) const
{
    const Topology plain(spec);
    for (const Token& words : m_links)
    {
        spec.links.push_back(ReadLink(words, plain));
    }
    if (ComplaintOf(spec, m_links.size()).empty())
    {
        return;
    }
    // The rule to name is one with which a fabric cannot be, and without which it can.
    std::size_t good = 0;
    std::size_t bad = m_links.size();
    while (bad - good > 1)
    {
        const std::size_t middle = good + (bad - good) / 2;
        (ComplaintOf(spec, middle).empty() ? good : bad) = middle;
    }
    m_reader.Fail(m_links[bad - 1].at, ComplaintOf(spec, bad));
}

LinkRule
TopoParser::ReadLink(const Token& words, const Topology& topology) const
{
    const auto positionOf = [&words](std::size_t at) {
        return TextPosition{words.at.line, words.at.column + static_cast<uint32_t>(at)};
    };
    try
    {
        FaultParser parser(words.text, topology);
        const LinkRule rule = ReadLinkRule(parser);
        if (!parser.IsAtEnd())
        {
            m_reader.Fail(positionOf(parser.At()),
                          "expected '/' and another property, or the end of the line");
        }
        return rule;
    }
    catch (const FaultError& error)
    {
        m_reader.Fail(positionOf(error.at), error.what());
    }
}

/** Reads one line: a word and a value. A `Tier` line says which tier all lines below it are of. */
void
TopoParser::ReadLine(const Words& words)
{
    const std::string word = Lower(words[0].text);
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
    else if (!m_tier && !ReadSetting(words, HEADER, HEADER_SIZE, m_header))
    {
        m_reader.Fail(
            words[0].at,
            "unknown word " + Quoted(words[0].text) +
                " in the header; expected 'Nodes', 'Tiers', 'Podsize', 'Planes', 'Link' or 'Tier'");
    }
    else if (m_tier && !ReadSetting(words, SettingsOf(*m_tier), TIER_SIZE, m_tiers[*m_tier]))
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
    m_tier = static_cast<uint32_t>(m_reader.Number(words[1], "tier", 0, Tiers() - 1));
    if (m_seen[*m_tier])
    {
        m_reader.Fail(words[1].at, "tier " + words[1].text + " a second time; expected it once");
    }
    m_seen[*m_tier] = true;
}

/** Reads a setting into its row. @return whether the word is one of these settings */
bool
TopoParser::ReadSetting(const Words& words, const Setting* settings, size_t count, Value* values)
{
    const std::string word = Lower(words[0].text);
    const auto setting = std::find_if(settings, settings + count, [&](const Setting& candidate) {
        return word == candidate.word;
    });
    if (setting == settings + count)
    {
        return false;
    }
    Value& value = values[setting - settings];
    if (value.number)
    {
        m_reader.Fail(words[0].at, "second " + Quoted(words[0].text) + "; expected one");
    }
    value = {m_reader.Number(words[1], words[0].text, setting->min, setting->max), words[1].at};
    return true;
}

/**
 * Fills in defaults once the file is read. A missing setting has no place in the file, so messages
 * about it name the end.
 */
void
TopoParser::Complete(const std::string& where, const Setting* settings, size_t count, Value* values)
{
    for (size_t i = 0; i < count; ++i)
    {
        if (!values[i].number && !settings[i].fallback)
        {
            m_reader.Fail(m_reader.End(),
                          "no " + Quoted(settings[i].word) + " in " + where + "; expected one");
        }
        if (!values[i].number)
        {
            values[i] = {settings[i].fallback, m_reader.End()};
        }
    }
}

/** The file says some things twice; a contradiction would build another fabric than it means. */
void
TopoParser::CheckShape() const
{
    const auto& t0 = m_tiers[0];
    const auto& t1 = m_tiers[1];
    const uint64_t nodes = Of(m_header[NODES]);
    const uint64_t podsize = Of(m_header[PODSIZE]);
    if (Tiers() == 2 && podsize != nodes)
    {
        m_reader.Fail(m_header[PODSIZE].at,
                      "Podsize " + std::to_string(podsize) +
                          " makes pods that two tiers do not join; expected Nodes = " +
                          std::to_string(nodes));
    }
    if (Tiers() == 3)
    {
        CheckPods();
    }
    CheckBundle();
    const uint64_t t0s = (podsize + Of(t0[RADIX_DOWN]) - 1) / Of(t0[RADIX_DOWN]); // rounded up
    if (Of(t1[RADIX_DOWN]) != t0s * Of(t1[BUNDLE]))
    {
        m_reader.Fail(t1[RADIX_DOWN].at,
                      "Radix_Down of Tier 1 is " + std::to_string(Of(t1[RADIX_DOWN])) +
                          "; expected " + LinksText(Of(t1[BUNDLE])) + " to each of the " +
                          std::to_string(t0s) + " switches of Tier 0" +
                          (Tiers() == 3 ? " in a pod" : ""));
    }
    for (std::size_t tier = 0; tier + 1 < Tiers(); ++tier)
    {
        CheckRatio(tier);
    }
}

/** A bundle joins a T0 and a T1; other switches have one link to each other. */
void
TopoParser::CheckBundle() const
{
    const Value& bundle = m_tiers[Tiers() - 1][BUNDLE]; // of other tiers it can only be 1
    if (Tiers() == 3 && Of(bundle) != 1)
    {
        m_reader.Fail(bundle.at,
                      "Bundle is " + std::to_string(Of(bundle)) + " with three tiers; expected 1");
    }
    if (Of(m_tiers[0][RADIX_UP]) % Of(bundle) != 0)
    {
        m_reader.Fail(
            m_tiers[0][RADIX_UP].at,
            "Radix_Up of Tier 0 is " + std::to_string(Of(m_tiers[0][RADIX_UP])) +
                "; expected a multiple of Bundle of Tier 1 = " + std::to_string(Of(bundle)));
    }
}

/** The last pod may be partly filled, and a switch above has one link to each. */
void
TopoParser::CheckPods() const
{
    const uint64_t nodes = Of(m_header[NODES]);
    const uint64_t podsize = Of(m_header[PODSIZE]);
    const uint64_t radix = Of(m_tiers[0][RADIX_DOWN]);
    if (podsize > nodes || podsize % radix != 0)
    {
        m_reader.Fail(m_header[PODSIZE].at,
                      "Podsize " + std::to_string(podsize) +
                          "; expected at most Nodes = " + std::to_string(nodes) +
                          ", and a multiple of Radix_Down of Tier 0 = " + std::to_string(radix));
    }
    const uint64_t pods = (nodes + podsize - 1) / podsize; // rounded up
    if (Of(m_tiers[2][RADIX_DOWN]) != pods)
    {
        m_reader.Fail(m_tiers[2][RADIX_DOWN].at,
                      "Radix_Down of Tier 2 is " + std::to_string(Of(m_tiers[2][RADIX_DOWN])) +
                          "; expected one link to each of the " + std::to_string(pods) + " pods");
    }
}

/** Radices and speeds fix the ratio that Oversubscribed states once more. */
void
TopoParser::CheckRatio(std::size_t tier) const
{
    const auto& here = m_tiers[tier];
    const uint64_t below = Of(here[RADIX_DOWN]) * Of(here[SPEED]);
    const uint64_t above = Of(here[RADIX_UP]) * Of(m_tiers[tier + 1][SPEED]);
    if (below != above * Of(here[OVERSUBSCRIBED]))
    {
        m_reader.Fail(here[RADIX_UP].at,
                      "a switch of Tier " + std::to_string(tier) + " has " + std::to_string(below) +
                          " Gb/s below and " + std::to_string(above) +
                          " Gb/s above; expected a ratio of " +
                          std::to_string(Of(here[OVERSUBSCRIBED])) + " (Oversubscribed)");
    }
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
        throw ParseError(path, {}, "cannot open the file; expected a topology (.topo)");
    }
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
