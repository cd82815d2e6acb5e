/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sid-line.h"

#include "mrc-srv6-values.h"

#include <map>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** The meaning of a word behind `behavior`. */
struct SidWord
{
    SidBehaviour what;
    uint8_t flavours;
};

// A uN or uA of SONiC has these flavours without words for them.
constexpr uint8_t AS_SONIC = SID_NEXT_CSID | SID_PSP | SID_USD;

const std::map<std::string, SidWord> SID_WORDS = {
    {"uN", {SidBehaviour::END, AS_SONIC}},
    {"uA", {SidBehaviour::END_X, AS_SONIC}},
    {"uDT6", {SidBehaviour::END_DT6, SID_NEXT_CSID}},
    {"uDT46", {SidBehaviour::END_DT46, SID_NEXT_CSID}},
    {"End", {SidBehaviour::END, 0}},
    {"End.X", {SidBehaviour::END_X, 0}},
    {"End.DT6", {SidBehaviour::END_DT6, 0}},
    {"End.DT46", {SidBehaviour::END_DT46, 0}},
};

const std::map<std::string, SidFlavour> FLAVOUR_WORDS = {
    {"next-csid", SID_NEXT_CSID},
    {"psp", SID_PSP},
    {"usp", SID_USP},
    {"usd", SID_USD},
};

/** A SID as far as the SID's line has been read. */
class SidDraft
{
  public:
    /** Takes a word and the words that belong to it. */
    void Take(const std::string& word, Srv6Line& line, const Srv6Locators& locators)
    {
        LocalSid& sid = made.sid;
        if (word == "behavior")
        {
            const SidWord found = KnownWord(SID_WORDS, line.Next());
            sid.behaviour = found.what;
            sid.flavours |= found.flavours;
            hasBehaviour = true;
        }
        else if (word == "interface")
        {
            made.interface = line.Next();
        }
        else if (word == "nexthop")
        {
            made.nextHop = AddressOf(line.Next());
        }
        else if (word == "block")
        {
            sid.blockBits = NumberOf(line.Next(), ADDRESS_BITS, "the length of a block");
            m_hasBlock = true;
        }
        else if (word == "vrf")
        {
            // There is one table, which FRR calls the default.
            KnownWord(std::map<std::string, bool>{{"default", true}}, line.Next());
        }
        else if (word == "locator")
        {
            // FRR may have the locator in another file
            const auto block = locators.BlockOf(line.Next());
            // A block in the SID's own line counts more than that of its locator.
            if (block && !m_hasBlock)
            {
                sid.blockBits = *block;
            }
        }
        // The word `flavors` says nothing itself: flavours follow one by one.
        else if (word != "flavors")
        {
            sid.flavours |= KnownWord(FLAVOUR_WORDS, word);
        }
    }

    SidLine made;             //!< as far as read
    bool hasBehaviour{false}; //!< a line needs one

  private:
    bool m_hasBlock{false};
};

} // namespace

SidLine
ReadSidLine(Srv6Line& line, const Srv6Locators& locators)
{
    const Srv6Prefix prefix = PrefixOf(line.Next());
    SidDraft draft;
    LocalSid& sid = draft.made.sid;
    sid.prefix = prefix.address;
    for (std::string word = line.Next(); !word.empty(); word = line.Next())
    {
        draft.Take(word, line, locators);
    }
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
    sid.sidBits = static_cast<uint8_t>(prefix.length - sid.blockBits);
    return draft.made;
}

} // namespace mrc
} // namespace ns3
