/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-groups.h"

#include "mrc-text-reader.h"

#include "ns3/mrc-json.h"

#include <charconv>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the rank that a word of a group names */
uint32_t
ChakraRankOf(const std::string& word, uint32_t ranks, const std::string& group)
{
    uint32_t rank = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), rank);
    if (word.empty() || read.ec != std::errc() || read.ptr != word.data() + word.size() ||
        rank >= ranks)
    {
        throw std::invalid_argument(group + " has the rank " + Quoted(word) + "; expected 0 .. " +
                                    std::to_string(ranks - 1));
    }
    return rank;
}

#ifdef MRC_HAS_JSON

/** @return the numbers of a list, as they are written */
std::vector<std::string>
ChakraWordsOf(const Json& list, const std::string& group)
{
    std::vector<std::string> words;
    // A list in JSON has children without names, and numbers have no children.
    for (const auto& [key, value] : list)
    {
        if (!key.empty() || !value.empty())
        {
            throw std::invalid_argument(group + " is no list of numbers; expected one as [0, 1]");
        }
        words.push_back(value.data());
    }
    return words;
}

#endif

} // namespace

ChakraGroups::ChakraGroups(uint32_t ranks)
    : m_ranks(ranks),
      m_numbers{{"", 0}, {"0", 0}}
{
}

ChakraGroups::Group
ChakraGroups::ReadGroup(const std::vector<std::string>& words, const std::string& group) const
{
    if (words.empty())
    {
        throw std::invalid_argument(group + " has no ranks; expected a list, such as [0, 1]");
    }
    Group one;
    for (const std::string& word : words)
    {
        const uint32_t rank = ChakraRankOf(word, m_ranks, group);
        // A rank has one place in its group, which names the rank's part of a collective.
        if (!one.placeOf.insert({rank, static_cast<uint32_t>(one.ranks.size())}).second)
        {
            throw std::invalid_argument(group + " has rank " + word + " twice; expected it once");
        }
        one.ranks.push_back(rank);
    }
    return one;
}

void
ChakraGroups::Read([[maybe_unused]] const std::string& text, const std::string& name)
{
#ifdef MRC_HAS_JSON
    for (const auto& [key, list] : ReadJson(text, name))
    {
        const std::string group = name + ": group " + Quoted(key);
        m_groups.push_back(ReadGroup(ChakraWordsOf(list, group), group));
        const auto number = static_cast<uint32_t>(m_groups.size() - 1);
        const bool isNew = m_numbers.insert({key, number}).second;
        // PREFIX.json may define group "0", which else is that of all ranks.
        if (!isNew && m_numbers[key] != 0)
        {
            throw std::invalid_argument(group + " again; expected each once");
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
