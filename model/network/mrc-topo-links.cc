/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topo-links.h"

#include "mrc-fault-parser.h"
#include "mrc-link-rule-reader.h"
#include "mrc-usable-paths.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the error in the fabric of the first rules; empty if there is none */
std::string
ComplaintOf(TopologySpec spec, std::size_t rules)
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

/** @return the rule of a line */
LinkRule
ReadLink(const Token& words, const TextReader& reader, const Topology& topology)
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
            reader.Fail(positionOf(parser.At()),
                        "expected '/' and another property, or the end of the line");
        }
        return rule;
    }
    catch (const FaultError& error)
    {
        reader.Fail(positionOf(error.at), error.what());
    }
}

} // namespace

void
AddTopoLinks(const std::vector<Token>& lines, const TextReader& reader, TopologySpec& spec)
{
    const Topology plain(spec);
    // A rule may name any link, whatever others do to it.
    for (const Token& words : lines)
    {
        spec.links.push_back(ReadLink(words, reader, plain));
    }
    if (ComplaintOf(spec, lines.size()).empty())
    {
        return;
    }
    // Finds the rule that makes the fabric impossible, though the rules before allow the fabric.
    std::size_t good = 0;
    std::size_t bad = lines.size();
    // Once a rule has made the fabric impossible it stays so: a binary search finds that rule.
    while (bad - good > 1)
    {
        const std::size_t middle = good + (bad - good) / 2;
        (ComplaintOf(spec, middle).empty() ? good : bad) = middle;
    }
    reader.Fail(lines[bad - 1].at, ComplaintOf(spec, bad));
}

} // namespace mrc
} // namespace ns3
