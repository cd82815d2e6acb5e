/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-sanitized.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-fault-outages.h"
#include "ns3/mrc-fault.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-outage.h"
#include "ns3/mrc-text-reader.h"

#include <gtest/gtest.h>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

Topology
TwoTiers(uint32_t t1Count)
{
    // 7 NICs on T0s of 3 (3, 3, 1), or all on one; 2 planes.
    TopologySpec spec;
    spec.name = "test";
    spec.nics = 7;
    spec.planes = 2;
    spec.nicsPerT0 = t1Count == 0 ? 7 : 3;
    spec.t1Count = t1Count;
    spec.nicLinkRate = 100000000000;
    spec.fabricLinkRate = 100000000000;
    return Topology(spec);
}

std::vector<Fault>
Read(const std::string& list)
{
    return ReadFaultList(list, TwoTiers(2));
}

std::string
ErrorOf(const std::string& list, const Topology& topology)
{
    return test::ThrownText<std::invalid_argument>([&] { ReadFaultList(list, topology); });
}

TEST(FaultListTest, ReadsEveryKind)
{
    const auto faults = Read("link:0.1.0@1ms..2ms,t1:1.0@3ms,t0:1.2@0s..4us,port:6.1@5ns");
    ASSERT_EQ(faults.size(), 4u);
    EXPECT_EQ(faults[0].kind, FaultKind::LINK);
    EXPECT_EQ(faults[0].plane, 0);
    EXPECT_EQ(faults[0].index, 1u);
    EXPECT_EQ(faults[0].t1, 0u);
    EXPECT_EQ(faults[0].down.Ps(), 1000000000);
    EXPECT_EQ(faults[0].up, Instant(2000000000));
    EXPECT_EQ(faults[1].kind, FaultKind::T1);
    EXPECT_EQ(faults[1].plane, 1);
    EXPECT_EQ(faults[1].index, 0u);
    EXPECT_FALSE(faults[1].up);
    EXPECT_EQ(faults[2].kind, FaultKind::T0);
    EXPECT_EQ(faults[2].plane, 1);
    EXPECT_EQ(faults[2].index, 2u);
    EXPECT_EQ(faults[2].down.Ps(), 0);
    EXPECT_EQ(faults[2].up, Instant(4000000));
    EXPECT_EQ(faults[3].kind, FaultKind::PORT);
    EXPECT_EQ(faults[3].plane, 1);
    EXPECT_EQ(faults[3].index, 6u);
    EXPECT_TRUE(Read("").empty());
}

TEST(FaultListTest, ReadsDirectionsAndEffects)
{
    const auto faults = Read("link-up:0.1.0/silent@1ms..2ms,link-down:1.0.1/loss=0.125%@0ns,"
                             "port-up:6.1/rate=25%@5ns,port-down:0.0/down@1us,plane:1@1us,"
                             "t0:0.1/loss=100%@1us");
    ASSERT_EQ(faults.size(), 6u);
    const Fault& up = faults[0];
    EXPECT_EQ(up.kind, FaultKind::LINK);
    EXPECT_EQ(up.direction, FaultDirection::UP);
    EXPECT_EQ(up.impairment.effect, FaultEffect::SILENT);
    EXPECT_EQ(up.text, "link-up:0.1.0/silent@1ms..2ms");
    EXPECT_EQ(faults[1].direction, FaultDirection::DOWN);
    EXPECT_EQ(faults[1].impairment.effect, FaultEffect::LOSS);
    EXPECT_EQ(faults[1].impairment.share, 0.00125);
    EXPECT_EQ(faults[2].kind, FaultKind::PORT);
    EXPECT_EQ(faults[2].direction, FaultDirection::UP);
    EXPECT_EQ(faults[2].impairment.effect, FaultEffect::RATE);
    EXPECT_EQ(faults[2].impairment.share, 0.25);
    EXPECT_EQ(faults[3].direction, FaultDirection::DOWN);
    EXPECT_EQ(faults[3].impairment.effect, FaultEffect::DOWN);
    EXPECT_EQ(faults[4].kind, FaultKind::PLANE);
    EXPECT_EQ(faults[4].plane, 1);
    EXPECT_EQ(faults[4].direction, FaultDirection::BOTH);
    EXPECT_EQ(faults[5].impairment.share, 1);
    EXPECT_EQ(TextOf({faults[3], faults[4]}), "port-down:0.0/down@1us,plane:1@1us");
    EXPECT_EQ(TextOf({}), "none");
    EXPECT_TRUE(ReadFaultList("none", TwoTiers(2)).empty());
    EXPECT_TRUE(ReadFaultList("", TwoTiers(2)).empty());
    EXPECT_EQ(DescribeFault(up, TwoTiers(2)), "link-up:0.1.0/silent@1ms..2ms: 1 directed link");
    EXPECT_EQ(CountLinks({faults[0], up, faults[1]}, TwoTiers(2)), 2u);
}

/** @return 7 NICs on T0s of 2 (2, 2, 2, 1) in pods of 3 (3, 1) with 2 T1s, which have 2 T2s each */
Topology
FabricInPods()
{
    TopologySpec spec = TwoTiers(2).Spec();
    spec.planes = 1;
    spec.nicsPerT0 = 2;
    spec.t0sPerPod = 3;
    spec.t1Uplinks = 2;
    spec.upperLinkRate = 100000000000;
    return Topology(spec);
}

/** @return the names of the ports that a fault hits */
std::vector<std::string>
PortsHit(const std::string& fault, const Topology& topology)
{
    std::vector<std::string> names;
    for (const uint32_t port : PortsOf(ReadFaultList(fault, topology).at(0), topology))
    {
        names.push_back(PortName(topology, port));
    }
    return names;
}

// Clauses: [three-tiers]
TEST(FaultListTest, NamesWhatIsInPodsAndAbove)
{
    using Names = std::vector<std::string>;
    const Topology topology = FabricInPods();
    EXPECT_EQ(PortsHit("upper-link:0.2.1@1ms", topology), (Names{"p0.t1.2.up1", "p0.t2.1.down1"}));
    EXPECT_EQ(PortsHit("upper-link-up:0.2.1@1ms", topology), (Names{"p0.t1.2.up1"}));
    EXPECT_EQ(PortsHit("upper-link-down:0.2.1@1ms", topology), (Names{"p0.t2.1.down1"}));
    EXPECT_EQ(PortsHit("t2:0.3@1ms", topology),
              (Names{"p0.t1.1.up1", "p0.t1.3.up1", "p0.t2.3.down0", "p0.t2.3.down1"}));
    EXPECT_EQ(PortsHit("link:0.3.1@1ms", topology), (Names{"p0.t0.3.up1", "p0.t1.3.down0"}))
        << "the second T1 of its pod";
    EXPECT_EQ(PortsHit("t1:0.3@1ms", topology).size(), 6u);
    EXPECT_EQ(PortsHit("plane:0@1ms", topology).size(), topology.PortCount());
    EXPECT_EQ(ErrorOf("t2:0.4@1ms", topology),
              "fault list, item 1 't2:0.4@1ms', character 6: expected a T2, 0 .. 3");
    EXPECT_EQ(ErrorOf("upper-link:0.0.2@1ms", topology),
              "fault list, item 1 'upper-link:0.0.2@1ms', character 16: expected a T1 uplink, "
              "0 .. 1");
    EXPECT_EQ(ErrorOf("t2:0.0@1ms", TwoTiers(2)),
              "fault list, item 1 't2:0.0@1ms', character 6: expected none, this fabric has no T2");
    EXPECT_EQ(ErrorOf("t3:0.0@1ms", topology),
              "fault list, item 1 't3:0.0@1ms', character 6: expected none, this fabric has no T3");
    EXPECT_EQ(ErrorOf("t2-link:0.0.0@1ms", topology),
              "fault list, item 1 't2-link:0.0.0@1ms', character 13: expected none, this fabric "
              "has no T2 uplink");
}

struct TimeCase
{
    const char* text;
    int64_t ps;
};

TEST(FaultListTest, TimesAreExact)
{
    const TimeCase cases[] = {
        {"1ns", 1000},
        {"0.001ns", 1},
        {"1.5us", 1500000},
        {"2.000000001ms", 2000000001},
        {"0.1s", 100000000000},
        {"007ms", 7000000000},
        {"9223372.036854775806s", 9223372036854775806}, // one below never
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(Read(std::string("t0:0.0@") + c.text)[0].down.Ps(), c.ps) << c.text;
        EXPECT_EQ(Read(std::string("t0:0.0@0ns..") + c.text)[0].up, Instant(c.ps)) << c.text;
    }
}

struct ErrorCase
{
    const char* list;
    std::string error;
};

const std::string KINDS =
    "expected 'link:', 't0:', 't1:', 'port:', 'plane:', 'nic:', "
    "'transceiver:', 'random:', or one direction: 'link-up:', 'link-down:', "
    "'port-up:' or 'port-down:'; with three tiers "
    "'t2:', 'upper-link:', 'upper-link-up:' or 'upper-link-down:'. In a graph "
    "also 't3:', 't2-link:' or 't3-link:'";
const std::string EFFECTS = "expected one effect, 'down', 'silent', 'loss=', 'rate=', 'ber=' or "
                            "'storm', or 'flap=', 'duty=', "
                            "'jitter=', 'drain=' or 'repair='";
const std::string PART = "expected a part above 0 % and up to 100 %, such as 0.1%";
const std::string BEGIN = "expected '@' and a time, or '/' and an effect";

TEST(FaultListTest, Errors)
{
    const ErrorCase cases[] = {
        {"wire:0.1@1ms", "item 1 'wire:0.1@1ms', character 1: " + KINDS},
        {"link-in:0.0.1@1ms", "item 1 'link-in:0.0.1@1ms', character 1: " + KINDS},
        {"t0:0.0@1ms,", "item 2 '', character 12: " + KINDS},
        {"t0:0.0@1ms;t1:0.0@1ms",
         "item 1 't0:0.0@1ms;t1:0.0@1ms', character 11: expected ',' and another fault, or the "
         "end"},
        {"t0:0.0@1ms,,", "item 2 '', character 12: " + KINDS},
        {",", "item 1 '', character 1: " + KINDS},
        {"link:2.0.0@1ms", "item 1 'link:2.0.0@1ms', character 6: expected a plane, 0 .. 1"},
        {"link:0.3.0@1ms", "item 1 'link:0.3.0@1ms', character 8: expected a T0, 0 .. 2"},
        {"link:0.0.2@1ms", "item 1 'link:0.0.2@1ms', character 10: expected a T1, 0 .. 1"},
        {"link:0.0@1ms", "item 1 'link:0.0@1ms', character 9: expected '.' and a T1"},
        {"link:0@1ms", "item 1 'link:0@1ms', character 7: expected '.' and a T0"},
        {"t1:0.2@1ms", "item 1 't1:0.2@1ms', character 6: expected a T1, 0 .. 1"},
        {"t1:0@1ms", "item 1 't1:0@1ms', character 5: expected '.' and a T1"},
        {"port:7.0@1ms", "item 1 'port:7.0@1ms', character 6: expected a NIC, 0 .. 6"},
        {"port:6.2@1ms", "item 1 'port:6.2@1ms', character 8: expected a plane, 0 .. 1"},
        {"port:6@1ms", "item 1 'port:6@1ms', character 7: expected '.' and a plane"},
        {"t0:.0@1ms", "item 1 't0:.0@1ms', character 4: expected a plane, 0 .. 1"},
        {"t0:-1.0@1ms", "item 1 't0:-1.0@1ms', character 4: expected a plane, 0 .. 1"},
        {"t0:99999999999999999999.0@1ms",
         "item 1 't0:99999999999999999999.0@1ms', character 4: expected a smaller number, below "
         "2^63 (of picoseconds, if it is a time)"},
        {"t0:0.0", "item 1 't0:0.0', character 7: " + BEGIN},
        {"t0:0.0.0@1ms", "item 1 't0:0.0.0@1ms', character 7: " + BEGIN},
        {"t0:0.0@", "item 1 't0:0.0@', character 8: expected a time such as 1.5ms"},
        {"t0:0.0@ms", "item 1 't0:0.0@ms', character 8: expected a time such as 1.5ms"},
        {"t0:0.0@.5ms", "item 1 't0:0.0@.5ms', character 8: expected a time such as 1.5ms"},
        {"t0:0.0@1", "item 1 't0:0.0@1', character 9: expected one of the units ns, us, ms and s"},
        {"t0:0.0@1..2ms",
         "item 1 't0:0.0@1..2ms', character 9: expected one of the units ns, us, ms and s"},
        {"t0:0.0@1.2.3ms",
         "item 1 't0:0.0@1.2.3ms', character 11: expected one of the units ns, us, ms and s"},
        {"t0:0.0@1min",
         "item 1 't0:0.0@1min', character 9: expected one of the units ns, us, ms and s"},
        {"t0:0.0@0.0001ns",
         "item 1 't0:0.0@0.0001ns', character 8: expected a time of whole picoseconds"},
        {"t0:0.0@9223372.036854775807s",
         "item 1 't0:0.0@9223372.036854775807s', character 8: expected a smaller number, below "
         "2^63 (of picoseconds, if it is a time)"},
        {"t0:0.0@9223373s",
         "item 1 't0:0.0@9223373s', character 8: expected a smaller number, below 2^63 (of "
         "picoseconds, if it is a time)"},
        {"t1:0.0@1ms,t0:0.0@2ms..2ms",
         "item 2 't0:0.0@2ms..2ms', character 24: the fault ends before it begins; expected a "
         "later time"},
        {"t0:0.0@2ms..", "item 1 't0:0.0@2ms..', character 13: expected a time such as 1.5ms"},
        {"t0:0.0@2ms...3ms",
         "item 1 't0:0.0@2ms...3ms', character 13: expected a time such as 1.5ms"},
        {" t0:0.0@2ms", "item 1 ' t0:0.0@2ms', character 1: " + KINDS},
        {"plane:2@1ms", "item 1 'plane:2@1ms', character 7: expected a plane, 0 .. 1"},
        {"t0:0.0/@1ms", "item 1 't0:0.0/@1ms', character 8: " + EFFECTS},
        {"t0:0.0/mute@1ms", "item 1 't0:0.0/mute@1ms', character 8: " + EFFECTS},
        {"t0:0.0/silent1ms",
         "item 1 't0:0.0/silent1ms', character 14: expected '@' and a time, or '/' and "
         "one word more"},
        {"t0:0.0/loss=@1ms", "item 1 't0:0.0/loss=@1ms', character 13: " + PART},
        {"t0:0.0/loss=0%@1ms", "item 1 't0:0.0/loss=0%@1ms', character 13: " + PART},
        {"t0:0.0/loss=1@1ms", "item 1 't0:0.0/loss=1@1ms', character 13: " + PART},
        {"t0:0.0/rate=-1%@1ms", "item 1 't0:0.0/rate=-1%@1ms', character 13: " + PART},
        {"t0:0.0/rate=100.1%@1ms", "item 1 't0:0.0/rate=100.1%@1ms', character 13: " + PART},
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(ErrorOf(c.list, TwoTiers(2)), "fault list, " + c.error);
    }
    EXPECT_EQ(ErrorOf("t1:0.0@1ms", TwoTiers(0)),
              "fault list, item 1 't1:0.0@1ms', character 6: expected none, this fabric has no T1");
}

struct PortsCase
{
    const char* list;
    std::vector<std::string> ports;
};

TEST(FaultListTest, PortsOfAFaultByHand)
{
    const Topology topology = TwoTiers(2);
    const PortsCase cases[] = {
        {"link:1.2.0@1ms", {"p1.t0.2.up0", "p1.t1.0.down2"}},
        {"link-up:1.2.0@1ms", {"p1.t0.2.up0"}},
        {"link-down:1.2.0@1ms", {"p1.t1.0.down2"}},
        {"port:4.0@1ms", {"nic4.p0", "p0.t0.1.down1"}},
        {"port-up:4.0@1ms", {"nic4.p0"}},
        {"port-down:4.0@1ms", {"p0.t0.1.down1"}},
        {"t0:0.2@1ms",
         {"nic6.p0",
          "p0.t0.2.down0",
          "p0.t0.2.up0",
          "p0.t0.2.up1",
          "p0.t1.0.down2",
          "p0.t1.1.down2"}},
        {"t1:1.1@1ms",
         {"p1.t0.0.up1",
          "p1.t0.1.up1",
          "p1.t0.2.up1",
          "p1.t1.1.down0",
          "p1.t1.1.down1",
          "p1.t1.1.down2"}},
    };
    for (const auto& c : cases)
    {
        std::vector<std::string> names;
        for (const uint32_t port : PortsOf(ReadFaultList(c.list, topology)[0], topology))
        {
            names.push_back(PortName(topology, port));
        }
        EXPECT_EQ(names, c.ports) << c.list;
    }
}

TEST(FaultListTest, AFaultTakesBothDirectionsOfEachLinkOnce)
{
    const Topology topology = TwoTiers(2);
    for (const char* list :
         {"link:0.0.1@1s", "t0:1.1@1s", "t1:0.0@1s", "port:0.1@1s", "plane:1@1s"})
    {
        const auto ports = PortsOf(ReadFaultList(list, topology)[0], topology);
        const std::set<uint32_t> unique(ports.begin(), ports.end());
        EXPECT_EQ(unique.size(), ports.size()) << list;
        for (const uint32_t port : ports)
        {
            EXPECT_EQ(unique.count(topology.Peer(port)), 1u) << list;
        }
    }
}

TEST(FaultListTest, APlaneIsAllItsLinks)
{
    const Topology topology = TwoTiers(2);
    const Fault fault = Read("plane:1@1s")[0];
    EXPECT_EQ(PortsOf(fault, topology).size(), topology.PortCount() / 2u);
    const std::vector<Outage> outages = OutagesOf({fault}, topology, Time(0));
    ASSERT_EQ(outages.size(), 2u);
    EXPECT_EQ(outages[0].ports.size(), 7u) << "down to NICs";
    EXPECT_EQ(outages[1].reason, DropReason::SWITCH_DOWN);
}

TEST(FaultListTest, AnOutageShorterThanATickLastsOne)
{
    const Topology topology = TwoTiers(2);
    for (const char* list : {"t0:0.0@5ns..5.001ns", "link-up:0.0.0/silent@5ns..5.999ns"})
    {
        for (const Outage& outage : OutagesOf(Read(list), topology, Time(0)))
        {
            EXPECT_EQ(outage.down, NanoSeconds(5)) << list;
            EXPECT_EQ(outage.up, outage.down + TimeStep(1)) << list;
        }
    }
    // one that no end was given to has none
    for (const Outage& outage : OutagesOf(Read("t0:0.0@5ns"), topology, Time(0)))
    {
        EXPECT_EQ(outage.up, Time(0));
    }
}

std::vector<Fault>
ReadLines(const std::string& text)
{
    std::istringstream in(text);
    return ReadFaultLines(in, "faults.txt", TwoTiers(2));
}

TEST(FaultListTest, ReadsFiles)
{
    const auto faults = ReadLines("# all of it\n\n  t0:0.1/silent@5ms..9ms  # and why\n"
                                  "link:0.0.1/loss=0.1%@0ns\r\n");
    ASSERT_EQ(faults.size(), 2u);
    EXPECT_EQ(TextOf(faults), "t0:0.1/silent@5ms..9ms,link:0.0.1/loss=0.1%@0ns");
    EXPECT_TRUE(ReadLines("").empty());
}

TEST(FaultListTest, ErrorsOfFiles)
{
    const std::string end = "expected the end of the line: one fault a line, or a # comment behind "
                            "it";
    const ErrorCase cases[] = {
        {"# ok\n  t0:0.3@1ms\n", "faults.txt:2:8: expected a T0, 0 .. 2"},
        {"t0:0.0@1ms,t0:0.1@1ms", "faults.txt:1:11: " + end},
        {"t0:0.0@1ms t0:0.1@1ms", "faults.txt:1:12: " + end},
        {"t0:0.0/loss=2@1ms", "faults.txt:1:13: " + PART},
        {"\nfire", "faults.txt:2:1: " + KINDS},
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(test::ThrownText<ParseError>([&] { ReadLines(c.list); }), c.error);
    }
    EXPECT_EQ(test::ThrownText<ParseError>([] { ReadFaultFile("no.faults", TwoTiers(2)); }),
              "no.faults:1:1: cannot open the file; expected a file of faults, one a line");
}

TEST(FaultListTest, SurvivesDamagedLists)
{
    const Topology topology = TwoTiers(2);
    const std::string whole = "link-up:0.1.0@1ms..2.5ms,t1:1.0/loss=0.1%@3ms,port:6.1@5ns";
    std::minstd_rand draw(13);
    constexpr int LISTS = test::Times(20000, 2000);
    int accepted = 0;
    for (int i = 0; i < LISTS; ++i)
    {
        std::string list = whole.substr(0, draw() % (whole.size() + 1));
        for (int changes = 0; changes < i % 3 && !list.empty(); ++changes)
        {
            list[draw() % list.size()] = "0123456789.:,@stpmnu/%"[draw() % 22];
        }
        accepted += ErrorOf(list, topology) == "no error" ? 1 : 0;
    }
    EXPECT_GT(accepted, 0);
    EXPECT_LT(accepted, LISTS / 2);
}

} // namespace
} // namespace mrc
} // namespace ns3
