/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// SRv6 for the stock IPv6 stack in words, those of SONiC and FRR among them.

#include "srv6-row.h"

#include "ns3/mrc-srv6-helper.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

// A prefix next to the first segment, or longer than one that would cover it, is no loop.
// Clauses: [segment-ways]
TEST(Srv6Words, OnlyAWayIntoItselfIsRefused)
{
    Srv6Row row;
    row.Configure(0,
                  "source-address fd00:a::1\n"
                  "ipv6 route fcbb:bb00:2::/48 segments fcbb:bb00:1:2::\n"
                  "ipv6 route fcbb:bb00:3::/48 segments fcbb:bb00:1::/fcbb:bb00:3::");
    EXPECT_THROW(row.Configure(0,
                               "source-address fd00:a::1\n"
                               "ipv6 route fcbb:bb00:1::/48 segments fcbb:bb00:1:2::"),
                 std::invalid_argument);
}

// Clauses: [segment-longest], [segment-ways]
TEST(Srv6Words, LinesThatNobodyCouldMeanAreNamed)
{
    const std::vector<std::pair<const char*, const char*>> rows = {
        {"\nnonsense", "SRv6, line 2: 'nonsense'; expected sid, source-address or ipv6 route"},
        {"sid fcbb::", "line 1: 'fcbb::'; expected a prefix, ADDRESS/LENGTH"},
        {"sid fcbb:bb00:1::/129 behavior uN",
         "'129'; expected the length of a prefix, at most 128"},
        {"sid fcbb:zz::/48 behavior uN", "'fcbb:zz::'; expected an IPv6 address"},
        {"sid fcbb:bb00:1::/48", "the line ends; expected a behavior"},
        {"sid fcbb:bb00:1::/48 behavior uX", "'uX'; expected one of End, End.DT46"},
        {"sid fcbb:bb00::/32 behavior uN",
         "a SID of length 32; expected more than its block of 32"},
        {"sid fcbb:bb00:1::/48 behavior uDT6 vrf red", "'red'; expected one of default"},
        {"sid fcbb:bb00:1::/48 behavior uN sideways",
         "'sideways'; expected one of next-csid, psp, usd"},
        {"sid fcbb:bb00:fe24::/48 behavior uA", "the line ends; expected an interface"},
        {"sid fcbb:bb00:2101::/48 behavior uN", "is there already"},
        {"ipv6 route fcbb::/32 fd00::1", "the line ends; expected the number of an interface"},
        {"\nsid fcbb:bb00:fe24::/48 behavior uA interface 9",
         "line 2: interface 9; expected one of the node's devices, from 1 and below 4"},
        {"ipv6 route fcbb:bb00:7::/48 fd00:1::2 9", "line 1: interface 9; expected one of"},
        {"ipv6 route fcbb:bb00:7::/48 fd00:1::2 0", "line 1: interface 0; expected one of"},
        {"ipv6 route fcbb:bb00:7::/48 fd00:1::2 3",
         "interface 3, the tunnel of the ways; expected one of"},
        {"ipv6 route fcbb:bb00:7::/48 ff02::1 2", "a multicast next hop; expected the address"},
        {"sid fcbb:bb00:fe24::/48 behavior uA interface 2 nexthop ff02::1", "a multicast next hop"},
        {"locators now", "'now'; expected the end of the line"},
        {"locator", "the line ends; expected the name of a locator"},
        {"locator M\nprefix fcbb:bb00:1::/48 block-len 40 node-len 24",
         "line 2: a locator of length 48; expected 64, its block-len and its node-len"},
        {"prefix fcbb:bb00:1::/48 width 4", "'width'; expected one of block-len, func-bits, node"},
        {"format uncompressed-f4024", "'uncompressed-f4024'; expected one of usid-f3216"},
        {"behavior full", "'full'; expected one of usid"},
        {"ipv6 route fcbb::/32 fd00::1 Ethernet9", "'Ethernet9'; expected the number of an inter"},
        {"ipv6 route fcbb::/32 Ethernet9", "'Ethernet9'; expected an IPv6 address, a name of"},
        {"ipv6 route fcbb::/32 fd00:1::2 2 via", "'via'; expected segments, usids or the end"},
        {"source-address fd00::1\nipv6 route fd00:b::/64 usids fcbb:bb00::/32 1/0",
         "line 2: '0'; expected a uSID, 1 to ffff"},
        {"source-address fd00::1\nipv6 route fd00:b::/64 usids fcbb:bb00::/32 12345",
         "'12345'; expected a uSID"},
        {"source-address fd00::1\nipv6 route fd00:b::/64 usids fcbb:bb00::/32",
         "a way without a uSID; expected one or more"},
        {"source-address fd00::1\nipv6 route fd00:b::/64 usids fcbb:bb00::/40 1",
         "a uSID block of 40 bits; expected 16, 32 or 48"},
        {"ipv6 route fcbb::/32 blackhole now", "'now'; expected the end of the line"},
        {"ipv6 route fcbb:bb00::/16 blackhole", "no bit set behind it"},
        {"ipv6 route fd00:b::/64 segments fcbb:bb00:1::", "a segment policy without a source"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments",
         "line 2: a way of 0 segments; expected 1 to 127"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments fcbb:bb00:1::/fcbb:bb00:1::",
         "line 2: a cyclic way: segment 2, fcbb:bb00:1::, is the one before; expected another"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments fc00:1::/fc00:2::/fc00:1::"
         "/fc00:2::",
         "line 2: a cyclic way: segment 4, fc00:2::, follows the same segment as segment 2"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments fc00:1::/ff02::1",
         "line 2: segment 2, ff02::1; expected a unicast address that routers forward"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments ::",
         "segment 1, ::; expected a unicast address"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments ::1",
         "segment 1, ::1; expected a unicast address"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments fe80::1",
         "segment 1, fe80::1; expected a unicast address"},
        {"source-address fd00:a::1\nipv6 route fcbb:bb00::/32 segments fcbb:bb00:1::",
         "line 2: a way into itself: segment 1, fcbb:bb00:1::, has the prefix"},
    };
    Srv6Row row;
    for (const auto& [lines, expected] : rows)
    {
        try
        {
            row.Configure(1, lines);
            ADD_FAILURE() << "taken: " << lines;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
        }
    }
}

/** @return the tables of a node in words */
std::string
Tables(const Srv6Row& row, unsigned node)
{
    std::ostringstream out;
    Srv6Helper::Get(row.Node(node))->PrintRoutingTable(Create<OutputStreamWrapper>(&out), Time::S);
    return out.str();
}

// Clauses: [segment-longest], [segment-adjacency], [segment-list]
TEST(Srv6Words, ATextOfFrrIsTheSameAsTheLinesOfItsOwn)
{
    Srv6Row frr;
    Srv6Helper::Configure(frr.Node(1),
                          R"(!
segment-routing
 srv6
  encapsulation
   source-address fd00:0::2
  exit
  locators
   locator MAIN
    prefix 5f00:1::/32 block-len 16 node-len 16 func-bits 0
    behavior usid
   exit
   locator OTHER
    prefix fcbb:bbbb:20::/48
    format usid-f3216
   exit
  exit
  static-sids
   sid 5f00:1::/32 locator MAIN behavior uN
   sid fcbb:bbbb:20::/48 locator OTHER behavior uN
   sid fcbb:bbbb:fe24::/48 locator OTHER behavior uA interface Ethernet24 nexthop fd00:1::2
  exit
 exit
exit
ipv6 route fcbb:bbbb:21::/48 fd00:1::2 Ethernet24
ipv6 route fcbb:bbbb:22::/48 Ethernet0
ipv6 route fcbb:bbbb::/32 Null0
ipv6 route fd00:c::/64 Ethernet24 segments fcbb:bbbb:1:2:3::
ipv6 route fd00:d::/64 fd00:1::2 Ethernet24 segments fcbb:bbbb:1::/fcbb:bbbb:2::
ipv6 route fd00:e::/64 usids fcbb:bbbb::/32 1/2/3/4/5/6/abcd
end
)",
                          {{"Ethernet0", 1}, {"Ethernet24", 2}});
    Srv6Row own;
    own.Configure(1, R"(source-address fd00:0::2
        sid 5f00:1::/32 behavior uN block 16
        sid fcbb:bbbb:20::/48 behavior uN
        sid fcbb:bbbb:fe24::/48 behavior uA interface 2 nexthop fd00:1::2
        ipv6 route fcbb:bbbb:21::/48 fd00:1::2 2
        ipv6 route fcbb:bbbb:22::/48 :: 1
        ipv6 route fcbb:bbbb::/32 blackhole
        ipv6 route fd00:c::/64 segments fcbb:bbbb:1:2:3::
        ipv6 route fd00:d::/64 segments fcbb:bbbb:1::/fcbb:bbbb:2::
        ipv6 route fd00:e::/64 segments fcbb:bbbb:1:2:3:4:5:6/fcbb:bbbb:abcd::)");
    EXPECT_EQ(Tables(frr, 1), Tables(own, 1));
}

} // namespace
