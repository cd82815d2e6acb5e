/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-calls.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return a call of a collective as messages name it, where ranks do not agree */
std::string
ChakraCallText(const ChakraCollective& call)
{
    return "comm_type " + std::to_string(static_cast<uint32_t>(call.kind)) + " and comm_size " +
           std::to_string(call.bytes) +
           (HasRoot(call.kind) ? " and place " + std::to_string(call.root) + " as the root" : "");
}

} // namespace

ChakraCalls::ChakraCalls(const ChakraGroups& groups)
    : m_groups(groups),
      m_calls(groups.Count())
{
}

std::string
ChakraCalls::Add(uint32_t group, const ChakraCollective& collective)
{
    Group& one = m_calls[group];
    const uint64_t number = one.done++;
    if (!one.first) // the rank that is told now is the group's first
    {
        if (m_count == CHAKRA_MOST_CALLS)
        {
            return "more than " + std::to_string(CHAKRA_MOST_CALLS) +
                   " collectives of all groups; expected fewer";
        }
        ++m_count;
        // The other ranks of the group are compared with the calls of this one.
        one.calls.push_back(collective);
        return "";
    }
    const std::string which = "collective " + std::to_string(number + 1) + " of its group";
    const std::string first = "rank " + std::to_string(*one.first);
    if (number >= one.calls.size())
    {
        return which + "; expected " + std::to_string(one.calls.size()) + " of them, as " + first +
               " has";
    }
    const ChakraCollective& expected = one.calls[number];
    return expected.kind == collective.kind && expected.bytes == collective.bytes &&
                   expected.root == collective.root
               ? ""
               : which + " has " + ChakraCallText(collective) + "; expected " +
                     ChakraCallText(expected) + ", as of " + first;
}

std::string
ChakraCalls::EndRank(uint32_t rank)
{
    for (uint32_t group = 0; group < m_calls.size(); ++group)
    {
        Group& one = m_calls[group];
        if (!m_groups.PlaceOf(group, rank))
        {
            continue;
        }
        if (!one.first)
        {
            one.first = rank;
        }
        // A rank without the last collectives would leave the others waiting at the end of a run.
        else if (one.done != one.calls.size())
        {
            return std::to_string(one.done) + " collectives of a group; expected " +
                   std::to_string(one.calls.size()) + ", as rank " + std::to_string(*one.first) +
                   " has";
        }
        one.done = 0;
    }
    return "";
}

} // namespace mrc
} // namespace ns3
