/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-groups.h"

#include "mrc-text-reader.h"

#include "ns3/mrc-json.h"

#include <charconv>
#include <set>

namespace ns3
{
namespace mrc
{

namespace
{

#ifdef MRC_HAS_JSON

constexpr const char* CHAKRA_GROUPS_FORM = "; expected groups by name, such as {\"1\": [0, 1]}";

/** A group of a file: its list, and the words that name it in messages. */
struct ChakraList
{
    const JsonText& json;
    const Json& list;
    std::string words;

    [[noreturn]] void Fail(const Json& value, const std::string& message) const
    {
        json.Fail(value, JsonPart::VALUE, words + message);
    }
};

/** @return the rank that a value of a group names */
uint32_t
ChakraRankOf(const Json& value, uint32_t ranks, const ChakraList& group)
{
    const std::string& word = value.data();
    uint32_t rank = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), rank);
    if (word.empty() || read.ec != std::errc() || read.ptr != word.data() + word.size() ||
        rank >= ranks)
    {
        group.Fail(value,
                   " has the rank " + Quoted(word) + "; expected 0 .. " +
                       std::to_string(ranks - 1));
    }
    return rank;
}

/** @return the ranks of a group, in their order */
std::vector<uint32_t>
ChakraRanksOf(const ChakraList& group, uint32_t ranks)
{
    std::vector<uint32_t> all;
    std::set<uint32_t> seen;
    // A list in JSON has children without names, and numbers have no children.
    for (const auto& [key, value] : group.list)
    {
        if (!key.empty() || !value.empty())
        {
            group.Fail(value, " is no list of numbers; expected one as [0, 1]");
        }
        const uint32_t rank = ChakraRankOf(value, ranks, group);
        // A rank has one place in its group, which names the rank's part of a collective.
        if (!seen.insert(rank).second)
        {
            group.Fail(value, " has rank " + value.data() + " twice; expected it once");
        }
        all.push_back(rank);
    }
    if (all.empty())
    {
        group.Fail(group.list, " has no ranks; expected a list, such as [0, 1]");
    }
    return all;
}

#endif

} // namespace

ChakraGroups::ChakraGroups(uint32_t ranks)
    : m_ranks(ranks),
      m_numbers{{"", 0}, {"0", 0}}
{
}

void
ChakraGroups::Read([[maybe_unused]] const std::string& text, const std::string& name)
{
#ifdef MRC_HAS_JSON
    const JsonText json(text, name);
    const Json& root = json.Root();
    if (!root.data().empty())
    {
        json.Fail(root, JsonPart::VALUE, Quoted(root.data()) + CHAKRA_GROUPS_FORM);
    }
    for (const auto& [key, list] : root)
    {
        // Such a group would take the place of all ranks.
        if (key.empty())
        {
            json.Fail(list, JsonPart::NAME, std::string("no name") + CHAKRA_GROUPS_FORM);
        }
        const ChakraList one{json, list, "group " + Quoted(key)};
        Group group;
        for (const uint32_t rank : ChakraRanksOf(one, m_ranks))
        {
            group.placeOf.insert({rank, static_cast<uint32_t>(group.ranks.size())});
            group.ranks.push_back(rank);
        }
        m_groups.push_back(group);
        const auto number = static_cast<uint32_t>(m_groups.size() - 1);
        const bool isNew = m_numbers.insert({key, number}).second;
        // PREFIX.json may define group "0", which else is that of all ranks.
        if (!isNew && m_numbers[key] != 0)
        {
            json.Fail(list, JsonPart::NAME, one.words + " again; expected each once");
        }
        m_numbers[key] = number;
    }
#else
    RefuseJson(name);
#endif
}

std::optional<uint32_t>
ChakraGroups::Find(const std::string& name) const
{
    const auto found = m_numbers.find(name);
    return found == m_numbers.end() ? std::nullopt : std::optional(found->second);
}

uint32_t
ChakraGroups::Count() const
{
    return static_cast<uint32_t>(m_groups.size());
}

uint32_t
ChakraGroups::SizeOf(uint32_t group) const
{
    return group == 0 ? m_ranks : static_cast<uint32_t>(m_groups[group].ranks.size());
}

uint32_t
ChakraGroups::RankAt(uint32_t group, uint32_t place) const
{
    return group == 0 ? place : m_groups[group].ranks[place];
}

std::optional<uint32_t>
ChakraGroups::PlaceOf(uint32_t group, uint32_t rank) const
{
    if (group == 0)
    {
        return rank;
    }
    const auto& places = m_groups[group].placeOf;
    const auto found = places.find(rank);
    return found == places.end() ? std::nullopt : std::optional(found->second);
}

} // namespace mrc
} // namespace ns3
