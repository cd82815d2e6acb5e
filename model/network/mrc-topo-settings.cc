/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topo-settings.h"

#include "mrc-topology-tiers.h"

#include "ns3/mrc-ids.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** A word of the header or of a tier, and the values that it may have. */
struct Setting
{
    const char* word;
    uint64_t min;
    uint64_t max;
    std::optional<uint64_t> fallback; //!< of a file without the word; none: an error
};

constexpr uint64_t MAX_NS = 1000000000; //!< 1 s, the longest delay of a TopologySpec
constexpr uint64_t MAX_RADIX = 2048;    //!< indices of a uSID [usid-layout]
constexpr uint64_t MAX_NODES = MAX_RADIX * MAX_RADIX;

// A range of one value refuses fabrics that this model does not have, with the line of the file.
const Setting HEADER[TOPO_HEADER_SIZE] = {
    {"nodes", 1, MAX_NODES, {}},
    {"tiers", 2, TopoSettings::MOST_TIERS, {}},
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
const Setting TIER[2][TOPO_TIER_SIZE] = {
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

/** @return the settings that a tier has */
const Setting*
SettingsOf(std::size_t tier, std::size_t tiers)
{
    return TIER[tier + 1 < tiers ? BELOW : HIGHEST];
}

/** Settings and the values that belong to them. */
struct Rows
{
    const Setting* settings;
    size_t count;
    TopoValue* values;
};

/** Reads a setting into its row. @return whether the word is one of these settings */
bool
ReadSetting(const std::vector<Token>& words, const TextReader& reader, Rows rows)
{
    const std::string word = LowerCase(words[0].text);
    const Setting* const end = rows.settings + rows.count;
    const auto setting = std::find_if(rows.settings, end, [&](const Setting& candidate) {
        return word == candidate.word;
    });
    if (setting == end)
    {
        return false;
    }
    TopoValue& value = rows.values[setting - rows.settings];
    if (value.number)
    {
        reader.Fail(words[0].at, "second " + Quoted(words[0].text) + "; expected one");
    }
    value = {reader.Number(words[1], words[0].text, setting->min, setting->max), words[1].at};
    return true;
}

/**
 * Fills in defaults once the file is read. A missing setting has no place in the file, so messages
 * about it name the end.
 */
void
CompleteRows(const std::string& where, const TextReader& reader, Rows rows)
{
    for (size_t i = 0; i < rows.count; ++i)
    {
        if (!rows.values[i].number && !rows.settings[i].fallback)
        {
            reader.Fail(reader.End(),
                        "no " + Quoted(rows.settings[i].word) + " in " + where + "; expected one");
        }
        if (!rows.values[i].number)
        {
            rows.values[i] = {rows.settings[i].fallback, reader.End()};
        }
    }
}

} // namespace

bool
TopoSettings::ReadHeader(const std::vector<Token>& words, const TextReader& reader)
{
    return ReadSetting(words, reader, {HEADER, TOPO_HEADER_SIZE, m_header});
}

bool
TopoSettings::ReadTier(std::size_t tier, const std::vector<Token>& words, const TextReader& reader)
{
    return ReadSetting(words, reader, {SettingsOf(tier, Tiers()), TOPO_TIER_SIZE, m_tiers[tier]});
}

void
TopoSettings::Complete(const TextReader& reader)
{
    CompleteRows("the header", reader, {HEADER, TOPO_HEADER_SIZE, m_header});
    for (std::size_t tier = 0; tier < Tiers(); ++tier)
    {
        CompleteRows("Tier " + std::to_string(tier),
                     reader,
                     {SettingsOf(tier, Tiers()), TOPO_TIER_SIZE, m_tiers[tier]});
    }
}

std::string
LowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

} // namespace mrc
} // namespace ns3
