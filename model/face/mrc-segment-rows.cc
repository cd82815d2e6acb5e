/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"
#include "mrc-text-checker.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-locator-block.h"
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

/** @return the block that a text names; nothing if there is none of that length, or no unicast */
std::optional<LocatorBlock>
BlockOf(const std::string& text)
{
    const std::size_t slash = text.find('/');
    const std::string length = slash == std::string::npos ? "" : text.substr(slash + 1);
    const uint8_t bits = length == "16" ? 16 : length == "32" ? 32 : length == "48" ? 48 : 0;
    AddressBits prefix;
    if (bits == 0 || !ReadAddress(text.substr(0, slash), prefix) ||
        FirstBits(prefix, bits) != prefix)
    {
        return std::nullopt;
    }
    const uint64_t first = prefix.high >> 56;
    const LocatorBlock block(prefix, bits);
    const bool isUnicast = first != 0 && first < 0xfe; // neither ::, nor of the link, nor multicast
    // Addresses of NICs are no carriers, so the block must not lead them.
    return isUnicast && !block.Leads(UsidCarrier(NIC_PREFIX, 0)) ? std::optional(block)
                                                                 : std::nullopt;
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
    const ValueForm<LocatorBlock, StringValue> block{
        [](const LocatorBlock& given) {
            return StringValue(TextOf(given.Prefix()) + "/" + std::to_string(given.Bits()));
        },
        [](const StringValue& text) { return BlockOf(text.Get()); },
        [] {
            return MakeTextChecker(
                [](const std::string& text) { return BlockOf(text).has_value(); },
                "a unicast prefix of 16, 32 or 48 bits such as fcbb:bb00::/32, "
                "without the addresses of NICs");
        }};
    rows.Row(
            "Block",
            &FabricConfig::block,
            block,
            "Locator block in front of all uSIDs, of 16, 32 or 48 bits. One of 48 bits leaves room "
            "for five uSIDs in a carrier [usid-block]")
        .Row("Flavors",
             &FabricConfig::flavours,
             flavours,
             "Flavours of the uN that each switch has: none, or some of psp, usp and usd. "
             "A switch with usd takes the outer headers off what ends there; usp alone has no "
             "effect [switch-flavours]")
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
