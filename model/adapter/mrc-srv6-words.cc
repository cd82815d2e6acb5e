/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-words.h"

#include "mrc-ipv6-address.h"
#include "mrc-srv6-routing-protocol.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-segment-list.h"

#include <charconv>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** What a word behind `behavior` stands for. */
struct Behaviour
{
    SidBehaviour what;
    uint8_t flavours;
};

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

/** Lines of FRR that only open or close a block. */
const std::set<std::string> BLOCK_WORDS =
    {"segment-routing", "srv6", "encapsulation", "locators", "static-sids", "exit", "end"};

[[noreturn]] void
Refuse(const std::string& word, const std::string& expected)
{
    throw std::invalid_argument((word.empty() ? "the line ends" : "'" + word + "'") +
                                "; expected " + expected);
}

uint32_t
Number(const std::string& word, uint32_t most, const char* what)
{
    uint32_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || rest != end || number > most)
    {
        Refuse(word, std::string(what) + ", at most " + std::to_string(most));
    }
    return number;
}

AddressBits
AddressOf(const std::string& word)
{
    AddressBits address;
    if (!ReadAddress(word, address))
    {
        Refuse(word, "an IPv6 address");
    }
    return address;
}

/** ADDRESS/LENGTH */
struct Prefix
{
    explicit Prefix(const std::string& word)
    {
        const std::size_t slash = word.find('/');
        if (slash == std::string::npos)
        {
            Refuse(word, "a prefix, ADDRESS/LENGTH");
        }
        address = AddressOf(word.substr(0, slash));
        length = Number(word.substr(slash + 1), ADDRESS_BITS, "the length of a prefix");
    }

    AddressBits address;
    uint32_t length;
};

/** One line, word by word. */
class Words
{
  public:
    explicit Words(const std::string& line)
        : m_in(line)
    {
    }

    /** @return the next word, empty at the end */
    std::string Next()
    {
        std::string word;
        m_in >> word;
        return word;
    }

  private:
    std::istringstream m_in;
};

/** Takes the lines of one node. */
class Reader
{
  public:
    Reader(Srv6RoutingProtocol& protocol, const InterfaceNames& names)
        : m_protocol(protocol),
          m_names(names)
    {
    }

    void Take(const std::string& line)
    {
        Words words(line);
        const std::string first = words.Next();
        if (first == "sid")
        {
            TakeSid(words);
        }
        else if (first == "source-address")
        {
            m_source = ToIpv6Address(AddressOf(words.Next()));
            End(words);
        }
        else if (first == "ipv6" && words.Next() == "route")
        {
            TakeRoute(words);
        }
        else if (BLOCK_WORDS.count(first) > 0)
        {
            End(words);
        }
        else if (first == "locator" || first == "prefix" || first == "behavior" ||
                 first == "format")
        {
            TakeLocator(first, words);
        }
        else if (!first.empty() && first[0] != '#' && first[0] != '!')
        {
            Refuse(first, "sid, source-address or ipv6 route, or a line of FRR around them");
        }
    }

  private:
    static void End(Words& words)
    {
        const std::string more = words.Next();
        if (!more.empty())
        {
            Refuse(more, "the end of the line");
        }
    }

    /** A line of a locator: FRR's SIDs of that name have its block. */
    void TakeLocator(const std::string& first, Words& words)
    {
        if (first == "locator")
        {
            m_locator = words.Next();
            if (m_locator.empty())
            {
                Refuse("", "the name of a locator");
            }
        }
        else if (first == "behavior")
        {
            Known(std::map<std::string, bool>{{"usid", true}}, words.Next());
        }
        else if (first == "format")
        {
            m_blocks[m_locator] =
                Known(std::map<std::string, uint8_t>{{"usid-f3216", 32}}, words.Next());
        }
        else
        {
            TakeLocatorPrefix(words);
        }
        End(words);
    }

    void TakeLocatorPrefix(Words& words)
    {
        const Prefix prefix(words.Next());
        std::map<std::string, uint32_t> lengths = {{"block-len", 0},
                                                   {"node-len", 0},
                                                   {"func-bits", 0}};
        for (std::string word = words.Next(); !word.empty(); word = words.Next())
        {
            Known(lengths, word);
            lengths[word] = Number(words.Next(), ADDRESS_BITS, "a number of bits");
        }
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

    /** @return the number of an interface that a line gives by its name, or by the number */
    uint32_t InterfaceOf(const std::string& word) const
    {
        const auto found = m_names.find(word);
        if (found != m_names.end())
        {
            return found->second;
        }
        std::string known;
        for (const auto& [name, number] : m_names)
        {
            known += ", " + name;
        }
        const std::string expected = "the number of an interface" + known;
        return Number(word, UINT16_MAX, expected.c_str());
    }

    /** A SID as far as its line has been read. */
    struct Draft
    {
        LocalSid sid;
        uint32_t interface {
            0
        };
        Ipv6Address nextHop{Ipv6Address::GetAny()};
        bool hasBehaviour{false};
        bool hasBlock{false};
    };

    void TakeSid(Words& words)
    {
        const Prefix prefix(words.Next());
        Draft draft;
        draft.sid.prefix = prefix.address;
        for (std::string word = words.Next(); !word.empty(); word = words.Next())
        {
            TakeOption(word, words, draft);
        }
        LocalSid& sid = draft.sid;
        if (!draft.hasBehaviour)
        {
            Refuse("", "a behavior");
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
                Refuse("", "an interface of this adjacency, 1 or more, and its nexthop");
            }
            sid.target = m_protocol.AddAdjacency(draft.interface, draft.nextHop);
        }
        m_protocol.AddSid(sid);
    }

    void TakeOption(const std::string& word, Words& words, Draft& draft)
    {
        LocalSid& sid = draft.sid;
        if (word == "behavior")
        {
            const Behaviour found = Known(BEHAVIOURS, words.Next());
            sid.behaviour = found.what;
            sid.flavours |= found.flavours;
            draft.hasBehaviour = true;
        }
        else if (word == "interface")
        {
            draft.interface = InterfaceOf(words.Next());
        }
        else if (word == "nexthop")
        {
            draft.nextHop = ToIpv6Address(AddressOf(words.Next()));
        }
        else if (word == "block")
        {
            sid.blockBits = Number(words.Next(), ADDRESS_BITS, "the length of a block");
            draft.hasBlock = true;
        }
        else if (word == "vrf")
        {
            Known(std::map<std::string, bool>{{"default", true}}, words.Next());
        }
        else if (word == "locator")
        {
            const auto found = m_blocks.find(words.Next()); // FRR may have it in another file
            if (found != m_blocks.end() && !draft.hasBlock)
            {
                sid.blockBits = found->second;
            }
        }
        else if (word != "flavors")
        {
            sid.flavours |= Known(FLAVOURS, word);
        }
    }

    /** @return what a word stands for */
    template <class Value>
    static Value Known(const std::map<std::string, Value>& table, const std::string& word)
    {
        const auto found = table.find(word);
        if (found == table.end())
        {
            std::string known;
            for (const auto& [name, value] : table)
            {
                known += (known.empty() ? "" : ", ") + name;
            }
            Refuse(word, "one of " + known);
        }
        return found->second;
    }

    void TakeRoute(Words& words)
    {
        const Prefix prefix(words.Next());
        const std::string word = words.Next();
        const auto length = static_cast<uint8_t>(prefix.length);
        if (word == "blackhole" || word == "Null0")
        {
            m_protocol.AddRoute({prefix.address, length, 0, Ipv6Address::GetAny(), true});
        }
        else if (word == "segments" || word == "usids")
        {
            TakeWay({prefix.address, length, {}, m_source}, word, words);
        }
        else
        {
            TakeNextHop({prefix.address, length, 0, Ipv6Address::GetAny()}, word, words);
        }
        End(words);
    }

    /** The segments of a way: addresses, or uSIDs behind their block. */
    void TakeWay(SegmentPolicy policy, const std::string& kind, Words& words)
    {
        const bool areUsids = kind == "usids";
        const Prefix block(areUsids ? words.Next() : "::/0");
        std::vector<uint16_t> usids;
        std::istringstream list(words.Next());
        for (std::string segment; std::getline(list, segment, '/');)
        {
            if (areUsids)
            {
                usids.push_back(UsidOf(segment));
            }
            else
            {
                policy.segments.push_back(AddressOf(segment));
            }
        }
        if (areUsids)
        {
            policy.segments = PackCarriers(block.address, block.length, usids);
        }
        m_protocol.AddPolicy(policy);
    }

    static uint16_t UsidOf(const std::string& word)
    {
        uint16_t usid = 0;
        const char* const end = word.data() + word.size();
        const auto [rest, error] = std::from_chars(word.data(), end, usid, 16);
        if (error != std::errc() || rest != end || usid == 0)
        {
            Refuse(word, "a uSID, 1 to ffff");
        }
        return usid;
    }

    /** A neighbour, an interface, or both; FRR names them also in front of a way's segments. */
    void TakeNextHop(SegmentRoute route, const std::string& first, Words& words)
    {
        AddressBits address;
        std::string word = first;
        if (ReadAddress(word, address))
        {
            route.nextHop = ToIpv6Address(address);
            route.interface = InterfaceOf(words.Next());
        }
        else if (m_names.count(word) > 0)
        {
            route.interface = InterfaceOf(word);
        }
        else
        {
            Refuse(word, "an IPv6 address, a name of an interface, segments, usids or blackhole");
        }
        word = words.Next();
        if (word.empty())
        {
            m_protocol.AddRoute(route);
        }
        else if (word == "segments" || word == "usids")
        {
            // The interface is no part of the way: routers look the first segment up.
            TakeWay({route.prefix, route.length, {}, m_source}, word, words);
        }
        else
        {
            Refuse(word, "segments, usids or the end of the line");
        }
    }

    Srv6RoutingProtocol& m_protocol;
    const InterfaceNames& m_names;
    Ipv6Address m_source{Ipv6Address::GetAny()};
    std::string m_locator;                   //!< whose lines are read
    std::map<std::string, uint8_t> m_blocks; //!< bits, by locator
};

} // namespace

void
ReadSrv6(Srv6RoutingProtocol& protocol, const std::string& lines, const InterfaceNames& names)
{
    Reader reader(protocol, names);
    std::istringstream in(lines);
    unsigned number = 0;
    for (std::string line; std::getline(in, line);)
    {
        ++number;
        try
        {
            reader.Take(line);
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument("SRv6, line " + std::to_string(number) + ": " +
                                        error.what());
        }
    }
}

void
ReadSrv6Line(Srv6RoutingProtocol& protocol, const std::string& line)
{
    Reader(protocol, {}).Take(line);
}

} // namespace mrc
} // namespace ns3
