/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"
#include "mrc-text-checker.h"

#include "ns3/mrc-sid-table.h"
#include "ns3/string.h"

#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** No flavour in words: ns-3 reads no empty texts back. */
const char* const NO_FLAVOURS = "none";

constexpr std::pair<const char*, SidFlavour> NODE_FLAVOURS[] = {
    {"psp", SID_PSP},
    {"usp", SID_USP},
    {"usd", SID_USD},
};

/** @return the flavours that a text names; nothing if one of the words is none */
std::optional<uint8_t>
FlavoursOf(const std::string& text)
{
    uint8_t flavours = 0;
    std::istringstream words(text == NO_FLAVOURS ? "" : text);
    for (std::string word; words >> word;)
    {
        const uint8_t before = flavours;
        for (const auto& [name, flavour] : NODE_FLAVOURS)
        {
            flavours |= word == name ? flavour : 0;
        }
        if (flavours == before) // unknown, or there already
        {
            return std::nullopt;
        }
    }
    return flavours;
}

/** @return the words for flavours */
std::string
WordsOf(uint8_t flavours)
{
    std::string text;
    for (const auto& [name, flavour] : NODE_FLAVOURS)
    {
        if ((flavours & flavour) != 0)
        {
            text += (text.empty() ? "" : " ") + std::string(name);
        }
    }
    return text.empty() ? NO_FLAVOURS : text;
}

} // namespace

void
SegmentRows::Add(FabricRows& rows)
{
    const ValueForm<uint8_t, StringValue> flavours{
        [](const uint8_t& given) { return StringValue(WordsOf(given)); },
        [](const StringValue& text) { return FlavoursOf(text.Get()); },
        [] {
            return MakeTextChecker(
                [](const std::string& text) { return FlavoursOf(text).has_value(); },
                "none, or some of psp usp usd");
        }};
    rows.Row("Flavors",
             &FabricConfig::flavours,
             flavours,
             "Flavours of the uN that each switch has: none, or some of psp, usp and usd. "
             "Switches take no packet for themselves, so only psp has an effect "
             "[switch-flavours]")
        .Row("SendIcmp",
             &FabricConfig::sendIcmp,
             "Switches tell the sending NIC by ICMPv6 of packets that they drop for their hop "
             "limit, SID, segments or route. Its stack hears that, and a NIC without one drops it "
             "[switch-errors]")
        .Row("Sids",
             &FabricConfig::sids,
             "More SIDs and routes of switches, or none: lines with a semicolon between. Each is "
             "names of switches, then a line as FRR has it. An example is "
             "p0.t0.0,p0.t0.1 sid fcbb:bb00:fe24::/48 behavior uA interface up0 [switch-sids]");
}

} // namespace mrc
} // namespace ns3
