/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-locators.h"

#include "mrc-srv6-values.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

bool
Srv6Locators::Has(const std::string& first)
{
    return first == "locator" || first == "prefix" || first == "behavior" || first == "format";
}

void
Srv6Locators::Take(const std::string& first, Srv6Line& line)
{
    if (first == "locator")
    {
        m_locator = line.Next();
        if (m_locator.empty())
        {
            RefuseWord("", "the name of a locator");
        }
    }
    else if (first == "behavior")
    {
        // FRR knows no other word here. SIDs have behaviours of their own, so nothing is kept.
        KnownWord(std::map<std::string, bool>{{"usid", true}}, line.Next());
    }
    else if (first == "format")
    {
        // FRR's name for blocks of 32 bits with uSIDs of 16.
        m_blocks[m_locator] =
            KnownWord(std::map<std::string, uint8_t>{{"usid-f3216", 32}}, line.Next());
    }
    else
    {
        TakePrefix(line);
    }
    line.End();
}

void
Srv6Locators::TakePrefix(Srv6Line& line)
{
    // Lengths may stand in any order behind the prefix, and may be missing.
    const Srv6Prefix prefix = PrefixOf(line.Next());
    std::map<std::string, uint32_t> lengths = {{"block-len", 0}, {"node-len", 0}, {"func-bits", 0}};
    for (std::string word = line.Next(); !word.empty(); word = line.Next())
    {
        KnownWord(lengths, word);
        lengths[word] = NumberOf(line.Next(), ADDRESS_BITS, "a number of bits");
    }
    // func-bits may stand there, but SIDs have their length with them.
    const uint32_t block = lengths["block-len"];
    const uint32_t node = lengths["node-len"];
    if (block > 0 && node > 0 && block + node != prefix.length)
    {
        throw std::invalid_argument("a locator of length " + std::to_string(prefix.length) +
                                    "; expected " + std::to_string(block + node) +
                                    ", its block-len and its node-len");
    }
    if (block > 0)
    {
        m_blocks[m_locator] = static_cast<uint8_t>(block);
    }
}

std::optional<uint8_t>
Srv6Locators::BlockOf(const std::string& locator) const
{
    const auto found = m_blocks.find(locator);
    return found == m_blocks.end() ? std::nullopt : std::optional(found->second);
}

} // namespace mrc
} // namespace ns3
