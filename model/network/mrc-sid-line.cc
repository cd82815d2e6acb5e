/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sid-line.h"

#include "mrc-srv6-values.h"

#include <map>
#include <set>
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

/** Words with a value behind them. */
const std::set<std::string> KEYS = {"behavior", "interface", "nexthop", "block", "vrf", "locator"};

/** A SID as far as the SID's line has been read. */
class SidDraft
{
  public:
    /** Takes a word and the words that belong to it. */
    void Take(const std::string& word, Srv6Line& line, const Srv6Locators& locators)
    {
        LocalSid& sid = made.sid;
        // Of two such words the first one would be without effect.
        if (KEYS.count(word) != 0 && !m_keys.insert(word).second)
        {
            RefuseWord(word, "that word once in a line");
        }
        if (word == "behavior")
        {
            behaviour = line.Next();
            const SidWord found = KnownWord(SID_WORDS, behaviour);
            sid.behaviour = found.what;
            sid.flavours |= found.flavours;
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
            made.locator = line.Next();
            const auto block = locators.BlockOf(made.locator);
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

    /** Only an adjacency has an interface and a neighbour; of others the words would do nothing. */
    void CheckAdjacency() const
    {
        if (made.sid.behaviour == SidBehaviour::END_X || (!made.interface && !made.nextHop))
        {
            return;
        }
        throw std::invalid_argument(std::string(made.interface ? "an interface" : "a nexthop") +
                                    " of behavior " + behaviour +
                                    ", which sends over no adjacency; expected none, or behavior "
                                    "uA or End.X");
    }

    SidLine made;          //!< as far as read
    std::string behaviour; //!< the word behind `behavior`, which a line needs

  private:
    std::set<std::string> m_keys;
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
    if (draft.behaviour.empty())
    {
        RefuseWord("", "a behavior");
    }
    // Words come in any order, so what belongs together is judged behind the last one.
    draft.CheckAdjacency();
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
