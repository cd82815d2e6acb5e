/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-rule.h"

#include "mrc-fault-parser.h"
#include "mrc-link-rule-reader.h"
#include "mrc-topology.h"

#include "ns3/mrc-text-reader.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

std::vector<LinkRule>
ReadLinkRules(const std::string& list, const TopologySpec& spec)
{
    TopologySpec plain = spec;
    // A rule may name any link, whatever earlier rules did to it.
    plain.links.clear();
    const Topology topology(plain);
    FaultParser words(list, topology);
    std::vector<LinkRule> rules;
    std::size_t begin = 0; // of the item
    try
    {
        while (!list.empty() && (rules.empty() || !words.IsAtEnd()))
        {
            if (!rules.empty())
            {
                words.Expect(",", "and another rule, '/' and another property, or the end");
                begin = words.At();
            }
            rules.push_back(ReadLinkRule(words));
        }
    }
    catch (const FaultError& error)
    {
        // The item is quoted up to the next comma.
        const std::size_t end = std::min(list.find(',', begin), list.size());
        throw std::invalid_argument("link rules, item " + std::to_string(rules.size() + 1) + " " +
                                    Quoted(list.substr(begin, end - begin)) + ", character " +
                                    std::to_string(error.at + 1) + ": " + error.what());
    }
    return rules;
}

} // namespace mrc
} // namespace ns3
