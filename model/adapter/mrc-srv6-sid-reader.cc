/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-sid-reader.h"

#include "mrc-ipv6-address.h"
#include "mrc-srv6-routing-protocol.h"
#include "mrc-srv6-values.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** The meaning of a word behind `behavior`. */
struct Behaviour
{
    SidBehaviour what;
    uint8_t flavours;
};

// A uN or uA of SONiC has these flavours without words for them.
constexpr uint8_t AS_SONIC = SID_NEXT_CSID | SID_PSP | SID_USD;

const std::map<std::string, Behaviour> BEHAVIOURS = {
    {"uN", {SidBehaviour::END, AS_SONIC}},
    {"uA", {SidBehaviour::END_X, AS_SONIC}},
    {"uDT6", {SidBehaviour::END_DT6, SID_NEXT_CSID}},
    {"uDT46", {SidBehaviour::END_DT46, SID_NEXT_CSID}},
    {"End", {SidBehaviour::END, 0}},
    {"End.X", {SidBehaviour::END_X, 0}},
    {"End.DT6", {SidBehaviour::END_DT6, 0}},
    {"End.DT46", {SidBehaviour::END_DT46, 0}},
};

const std::map<std::string, SidFlavour> FLAVOURS = {
    {"next-csid", SID_NEXT_CSID},
    {"psp", SID_PSP},
    {"usp", SID_USP},
    {"usd", SID_USD},
};

} // namespace

/** A SID as far as the SID's line has been read. */
struct Srv6SidReader::Draft
{
    LocalSid sid;
    uint32_t interface {
        0
    };
    Ipv6Address nextHop{Ipv6Address::GetAny()};
    bool hasBehaviour{false};
    bool hasBlock{false};
};

Srv6SidReader::Srv6SidReader(Srv6RoutingProtocol& protocol,
                             const InterfaceNames& names,
                             const Srv6Locators& locators)
    : m_protocol(protocol),
      m_names(names),
      m_locators(locators)
{
}

void
Srv6SidReader::Take(Srv6Line& line)
{
    const Srv6Prefix prefix = PrefixOf(line.Next());
    Draft draft;
    draft.sid.prefix = prefix.address;
    for (std::string word = line.Next(); !word.empty(); word = line.Next())
    {
        TakeOption(word, line, draft);
    }
    LocalSid& sid = draft.sid;
    if (!draft.hasBehaviour)
    {
        RefuseWord("", "a behavior");
    }
    if (prefix.length <= sid.blockBits)
    {
        throw std::invalid_argument("a SID of length " + std::to_string(prefix.length) +
                                    "; expected more than its block of " +
                                    std::to_string(sid.blockBits) + " bits");
    }
    sid.sidBits = prefix.length - sid.blockBits;
    if (sid.behaviour == SidBehaviour::END_X)
    {
        if (draft.interface == 0) // the loopback
        {
            RefuseWord("", "an interface of this adjacency, 1 or more, and its nexthop");
        }
        sid.target = m_protocol.AddAdjacency(draft.interface, draft.nextHop);
    }
    m_protocol.AddSid(sid);
}

void
Srv6SidReader::TakeOption(const std::string& word, Srv6Line& line, Draft& draft) const
{
    LocalSid& sid = draft.sid;
    if (word == "behavior")
    {
        const Behaviour found = KnownWord(BEHAVIOURS, line.Next());
        sid.behaviour = found.what;
        sid.flavours |= found.flavours;
        draft.hasBehaviour = true;
    }
    else if (word == "interface")
    {
        draft.interface = InterfaceOf(m_names, line.Next());
    }
    else if (word == "nexthop")
    {
        draft.nextHop = ToIpv6Address(AddressOf(line.Next()));
    }
    else if (word == "block")
    {
        sid.blockBits = NumberOf(line.Next(), ADDRESS_BITS, "the length of a block");
        draft.hasBlock = true;
    }
    else if (word == "vrf")
    {
        // The stack of ns-3 has one table, which FRR calls the default.
        KnownWord(std::map<std::string, bool>{{"default", true}}, line.Next());
    }
    else if (word == "locator")
    {
        // FRR may have the locator in another file
        const auto block = m_locators.BlockOf(line.Next());
        // A block in the SID's own line counts more than that of its locator.
        if (block && !draft.hasBlock)
        {
            sid.blockBits = *block;
        }
    }
    // The word `flavors` says nothing itself: flavours follow one by one.
    else if (word != "flavors")
    {
        sid.flavours |= KnownWord(FLAVOURS, word);
    }
}

} // namespace mrc
} // namespace ns3
