/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Whole fabrics without SRv6: the packets that go through, their times, and refusals.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "topology-shapes.h"

#include "ns3/config.h"
#include "ns3/mrc-address-plan.h"
#include "ns3/mrc-denylist.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-ev-check.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-inbox.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-qp-paths.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** A way to send without SRv6. */
struct Way
{
    const char* encapsulation;
    const char* format;
};

constexpr Way WAYS[] = {{"Ipv6", "Udp"}, {"Ipv4", "Udp"}, {"Ipv6", "Stev"}, {"Ipv4", "Stev"}};

/** @return a network without SRv6, in a simulator of its own, where a script has set more */
template <typename More>
Ptr<Network>
MakeDirect(const Way& way, const TopologySpec& spec, More more)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Encapsulation", StringValue(way.encapsulation));
    helper.SetEvAttribute("Format", StringValue(way.format));
    more(helper);
    return Audited(helper.Install());
}

Ptr<Network>
MakeDirect(const Way& way, const TopologySpec& spec = SixNics())
{
    return MakeDirect(way, spec, [](FabricHelper&) {});
}

/** @return four racks of four, each with four uplinks at the rate of its NICs */
TopologySpec
FourRacks()
{
    return SmallFabric(16, 4, 4);
}

/** @return eight racks of two in four pods */
TopologySpec
PodsOfRacks()
{
    return InPods(SmallFabric(16, 2, 2), {2, 2});
}

/** @return when a Write of one packet over the longest path completed */
int64_t
TimeAcross(Network& network)
{
    const Ptr<Qp> qp = network.Connect(0, network.GetTopology().Spec().nics - 1);
    Instant done;
    NoteCompletion(qp, done);
    qp->Write(4096);
    Simulator::Run();
    return done.Ps();
}

// Clauses: [closed-forms], [frame-sizes]
TEST(DirectFabric, AnIdlePathTakesTheClosedForm)
{
    for (const Way& way : WAYS)
    {
        const bool isIpv4 = way.encapsulation == std::string("Ipv4");
        for (const TopologySpec& spec : {FourRacks(), PodsOfRacks()})
        {
            const Ptr<Network> network = MakeDirect(way, spec);
            const int64_t ideal = network->Unloaded().IdealBetween(0, 15, 4096).Ps();
            EXPECT_NEAR(TimeAcross(*network), ideal, 1000) << way.encapsulation << way.format;
            // 40 or 60 bytes less at 100 Gb/s on each link, of a full packet and of its SACK
            const int64_t links = spec.HasPods() ? 6 : 4;
            const int64_t withSrv6 = spec.HasPods() ? 6 * 355200 + 2 * 3540000 : 5600800;
            EXPECT_EQ(network->Unloaded().BaseRttBetween(0, 15).Ps(),
                      withSrv6 - 2 * links * (isIpv4 ? 4800 : 3200));
        }
    }
}

/** The outcome of an incast. */
struct Outcome
{
    uint32_t completed{0};
    uint64_t placed{0};
    uint32_t marked{0};
    uint32_t trimmed{0};
    uint64_t fingerprint{0};
};

Outcome
RunIncast(Network& network)
{
    Outcome outcome;
    const std::vector<Ptr<Qp>> qps = PostIncast(network);
    for (const Ptr<Qp>& qp : qps)
    {
        CountSuccess(qp, outcome.completed);
    }
    Simulator::Run();
    for (const Ptr<Qp>& qp : qps)
    {
        outcome.placed += qp->Peer()->Counters().placedBytes;
    }
    outcome.marked = static_cast<uint32_t>(SumOf(network, &PortCounters::marks));
    outcome.trimmed = static_cast<uint32_t>(SumOf(network, &PortCounters::trims));
    outcome.fingerprint = network.Fingerprint();
    EXPECT_EQ(network.Engine().fabric.Pool().Live(), 0U) << "each frame has ended";
    return outcome;
}

// Clauses: [direct-packets], [trim-data], [wire-mode], [same-seed]
TEST(DirectFabric, AnIncastIsTrimmedAndCompletesTheSameInBytes)
{
    for (const Way& way : WAYS)
    {
        const Outcome fast = RunIncast(*MakeDirect(way));
        EXPECT_EQ(fast.completed, 5U);
        EXPECT_EQ(fast.placed, 5000000U);
        EXPECT_GT(fast.trimmed, 0U);
        const Outcome again = RunIncast(*MakeDirect(way));
        EXPECT_EQ(again.fingerprint, fast.fingerprint);
        for (const char* lengths : {"None", "Ip", "All"})
        {
            const auto bytes = [lengths](FabricHelper& helper) {
                helper.SetFabricAttribute("WireMode", BooleanValue(true));
                helper.SetFabricAttribute("TrimLength", StringValue(lengths));
            };
            const Outcome wire = RunIncast(*MakeDirect(way, SixNics(), bytes));
            EXPECT_EQ(wire.fingerprint, fast.fingerprint) << way.encapsulation << way.format;
            EXPECT_EQ(wire.trimmed, fast.trimmed);
        }
    }
}

/** Sends from each NIC to the one two racks on. @return when the last Write completed */
int64_t
PermutationTime(const Way& way, const char* selector)
{
    const Ptr<Network> network = MakeDirect(way, FourRacks(), [selector](FabricHelper& helper) {
        helper.SetEvAttribute("Selector", StringValue(selector));
    });
    Instant last;
    for (uint32_t nic = 0; nic < 16; ++nic)
    {
        NoteCompletion(network->Connect(nic, (nic + 8) % 16), last);
        network->GetQueuePairs().back()->Write(2000000);
    }
    Simulator::Run();
    return last.Ps();
}

// Clauses: [ecmp-hash], [ev-formats]
TEST(DirectFabric, OneEvOfAFlowCollidesAndManyDoNot)
{
    const int64_t alone = 2000000LL * 4222 / 4096 * 80; // ps, at 100 Gb/s of the line
    const int64_t sprayed = PermutationTime(WAYS[0], "Mrc");
    const int64_t single = PermutationTime(WAYS[0], "Single");
    EXPECT_LT(sprayed, alone * 13 / 10);
    EXPECT_GT(single, alone * 18 / 10) << "two flows or more on one uplink";
}

/** @return why NIC 1 drops a frame with the address of this NIC, or "unknown" */
DropReason
FateAtNic1(Network& network, uint32_t nic)
{
    Fabric& fabric = network.Engine().fabric;
    const FrameIndex index = fabric.Pool().Allocate();
    const AddressBits address = AddressOfNic(nic);
    fabric.Pool().At(index).destination = UsidCarrier(address.high, address.low);
    PortIndex link = 0; // the link to NIC 1
    while (!fabric.State().Link(link).IsToNic() || fabric.State().Link(link).Number() != 1)
    {
        ++link;
    }
    network.Engine().nics.Events().Receive(link, index, Instant(0));
    for (unsigned i = 0; i < DROP_REASONS; ++i)
    {
        if (fabric.Tally().Drops(static_cast<DropReason>(i)) != 0)
        {
            return static_cast<DropReason>(i);
        }
    }
    return static_cast<DropReason>(DROP_REASONS);
}

// Clauses: [wrong-nic], [direct-packets]
TEST(DirectFabric, NicsTakeTheAddressesOfTheirFabricOnly)
{
    for (const Way& way : WAYS)
    {
        EXPECT_EQ(FateAtNic1(*MakeDirect(way), 2), DropReason::WRONG_NIC) << way.encapsulation;
        // the address is right; queue pair 0 has never been made
        EXPECT_EQ(FateAtNic1(*MakeDirect(way), 1), DropReason::UNKNOWN_QP) << way.encapsulation;
    }
    EXPECT_EQ(FateAtNic1(*MakeNetwork(), 1), DropReason::WRONG_NIC) << "no uSID, with SRv6";
}

// Clauses: [ecmp-tables], [ev-retire]
TEST(DirectFabric, SendersLeaveTheEvsOfADeadUplink)
{
    for (const Way& way : WAYS)
    {
        const Ptr<Network> network = MakeDirect(way, FourRacks());
        // for ever, in silence: no NIC and no switch is told
        network->ScheduleFaults("link:0.0.1/silent@20us");
        uint32_t completed = 0;
        Instant last;
        const Ptr<Qp> qp = network->Connect(0, 15);
        CountSuccess(qp, completed);
        for (int i = 0; i < 8; ++i)
        {
            qp->Write(1000000);
        }
        NoteCompletion(qp, last);
        Simulator::Run();
        EXPECT_EQ(completed, 8U) << way.encapsulation << way.format;
        // 8 MB take 660 us; hashed EVs are found out one by one, by a loss each
        EXPECT_LT(last.Ps(), 2000 * 1000000LL) << way.encapsulation << way.format;
        uint32_t bad = 0;
        for (const PathStatus& path : qp->Paths().List())
        {
            bad += path.state == PathState::ASSUMED_BAD;
        }
        EXPECT_GT(bad, 15U) << "of 128";
        EXPECT_LT(bad, 65U);
    }
}

// Clauses: [ev-denied], [stev-choice]
TEST(DirectFabric, StructuredEvsObeyADenylist)
{
    const Ptr<Network> network = MakeDirect({"Ipv6", "Stev"}, FourRacks());
    network->GetDenylist().Deny(0, 1);
    network->Connect(0, 15)->Write(1000000);
    Simulator::Run();
    const Topology& topology = network->GetTopology();
    for (uint32_t uplink = 0; uplink < 4; ++uplink)
    {
        const PortIndex port = topology.PortAt({PortKind::T0_UP, 0, 0, uplink});
        EXPECT_EQ(network->Engine().fabric.Tally().Counters(port).frames == 0, uplink == 1)
            << uplink;
    }
}

// Clauses: [ev-formats]
TEST(DirectFabric, ListsFitTheBitsThatTravel)
{
    EvConfig ev;
    ev.mode = EV_MODE_EXPLICIT;
    ev.format = EV_FORMAT_STEV;
    ev.list = std::make_shared<const EvList>(EvList::Read("1:0"));
    const auto check = [&ev](const TopologySpec& spec, Encapsulation encapsulation) {
        return ThrownText<std::invalid_argument>([&] { CheckEvs(spec, ev, encapsulation); })
            .substr(0, 72);
    };
    const TopologySpec wide = InPods(SmallFabric(16, 2, 128), {2, 65}); // 8,320 paths
    const TopologySpec full = InPods(SmallFabric(16, 2, 128), {2, 64});
    EXPECT_EQ(check(wide, ENCAPSULATION_IPV6), "no error");
    EXPECT_EQ(check(full, ENCAPSULATION_IPV4), "no error");
    ev.list = std::make_shared<const EvList>(EvList::Read("1:8191"));
    EXPECT_EQ(check(wide, ENCAPSULATION_IPV4), "no error");
    ev.list = std::make_shared<const EvList>(EvList::Read("1:8192"));
    EXPECT_EQ(check(wide, ENCAPSULATION_IPV6), "no error");
    EXPECT_EQ(check(wide, ENCAPSULATION_IPV4),
              "ns3::mrc::EvProfile::Evs has EV 8192 on port 1; expected values of 13 bi");
    // below one T0 any value will do with Stev, but not more than a source port has room for
    const TopologySpec local = SmallFabric(2, 2, 0);
    ev.list = std::make_shared<const EvList>(EvList::Read("1:8192"));
    EXPECT_EQ(check(local, ENCAPSULATION_IPV6), "no error");
    EXPECT_NE(check(local, ENCAPSULATION_IPV4), "no error");
    ev.format = EV_FORMAT_UDP;
    EXPECT_EQ(check(local, ENCAPSULATION_IPV6),
              "ns3::mrc::EvProfile::Evs has EV 8192 on port 1; expected paths 0 .. 8191");
}

// Clauses: [frame-sizes], [queue-limits]
TEST(DirectFabricDeathTest, QueuesHoldAFullPacketOfTheFormat)
{
    const std::string limit = "/NodeList/*/DeviceList/*/$ns3::mrc::Port/Queue/DataLimit";
    const Ptr<Network> network = MakeDirect(WAYS[0]);
    Config::Set(limit, UintegerValue(4206)); // 4,096 and 106, and an ImmDt
    EXPECT_DEATH(Config::Set(limit, UintegerValue(4205)),
                 "DataLimit is 4205; expected 4206 or more, a full packet");
    const Ptr<Network> smaller = MakeDirect(WAYS[1]);
    Config::Set(limit, UintegerValue(4186));
    EXPECT_DEATH(Config::Set(limit, UintegerValue(4185)), "expected 4186 or more, a full packet");
}

// Clauses: [trim-minimum]
TEST(DirectFabric, TrimmedPacketsKeepTheHeadersThatThereAre)
{
    struct Case
    {
        Way way;
        uint32_t least;
    };

    for (const Case& c : {Case{WAYS[0], 68}, Case{WAYS[1], 48}})
    {
        const auto run = [&c](uint32_t trimSize) {
            return RunIncast(*MakeDirect(c.way, SixNics(), [trimSize](FabricHelper& helper) {
                helper.SetFabricAttribute("TrimSize", UintegerValue(trimSize));
                helper.SetFabricAttribute("WireMode", BooleanValue(true));
            }));
        };
        const Outcome outcome = run(c.least);
        EXPECT_GT(outcome.trimmed, 0U);
        EXPECT_EQ(outcome.completed, 5U);
        EXPECT_EQ(ThrownText<std::invalid_argument>([&] { run(c.least - (c.least > 48 ? 1 : 0)); }),
                  c.least == 48
                      ? "no error"
                      : "ns3::mrc::FabricProfile::TrimSize = 67 cuts headers off; expected "
                        "68 or more with this Encapsulation");
    }
}

// Clauses: [ev-formats], [ev-denied]
TEST(DirectFabricDeathTest, HashedEvsHaveNoUplinksToDeny)
{
    EXPECT_DEATH(
        MakeDirect(WAYS[0])->GetDenylist().Deny(0, 1),
        "uplink 1 of plane 0 on the denylist with ns3::mrc::EvProfile::Format = Udp, where "
        "a hash chooses uplinks and no EV names one; expected Format Srv6 or Stev");
}

// Clauses: [ev-formats]
TEST(DirectFabric, TheDescriptionSaysWhatPacketsAre)
{
    const auto has = [](const Ptr<Network>& network, const char* part) {
        return DescribeNetwork(*network).find(part) != std::string::npos;
    };
    EXPECT_TRUE(
        has(MakeDirect(WAYS[1]), ", packets without SRv6 over IPv4, whose EVs switches hash"));
    EXPECT_TRUE(
        has(MakeDirect(WAYS[2]), ", packets without SRv6 over IPv6, whose EVs tell switches"));
    EXPECT_FALSE(has(MakeNetwork(), "SRv6"));
}

// Clauses: [ev-modes], [ev-formats]
TEST(DirectFabric, ListedEvsAreHashedToo)
{
    const Ptr<Network> network = MakeDirect(WAYS[1], FourRacks(), [](FabricHelper& helper) {
        helper.SetEvAttribute("Mode", StringValue("Explicit"));
        helper.SetEvAttribute("Evs", StringValue("1:0-31,1:8191"));
    });
    uint32_t completed = 0;
    const Ptr<Qp> qp = network->Connect(0, 15);
    CountSuccess(qp, completed);
    qp->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(completed, 1U);
}

/** @return the words of a network about these attributes of EVs */
std::string
Refusal(const Way& way, const std::vector<std::pair<const char*, const char*>>& attributes)
{
    TopologySpec spec = FourRacks();
    return ThrownText<std::invalid_argument>([&] {
        MakeDirect(way, spec, [&](FabricHelper& helper) {
            for (const auto& [name, value] : attributes)
            {
                helper.SetEvAttribute(name, StringValue(value));
            }
        });
    });
}

// Clauses: [ev-formats]
TEST(DirectFabric, WhatDoesNotFitTogetherIsRefused)
{
    struct Case
    {
        Way way;
        std::vector<std::pair<const char*, const char*>> attributes;
        const char* refusal;
    };

    const Case cases[] = {
        {{"Srv6", "Udp"},
         {},
         "Format = Udp with ns3::mrc::FabricProfile::Encapsulation = Srv6; expected Encapsulation "
         "Ipv6 or Ipv4, or Format Srv6"},
        {{"Srv6", "Stev"}, {}, "Format = Stev with ns3::mrc::FabricProfile::Encapsulation = Srv6;"},
        {{"Ipv6", "Srv6"},
         {},
         "Format = Srv6 with ns3::mrc::FabricProfile::Encapsulation = Ipv6; expected Format Udp or "
         "Stev, or Encapsulation Srv6"},
        {{"Ipv4", "Srv6"}, {}, "Format = Srv6 with ns3::mrc::FabricProfile::Encapsulation = Ipv4;"},
        {{"Ipv6", "Udp"}, {{"RandomDeal", "true"}}, "RandomDeal with Format Udp; expected no"},
        {{"Ipv6", "Stev"}, {{"RandomDeal", "true"}}, ""},
        {{"Ipv4", "Stev"}, {{"RandomDeal", "true"}}, ""},
        {{"Ipv4", "Stev"},
         {{"RandomDeal", "true"}, {"Active", "2048"}},
         "Format = Stev has EVs of more than 16 bits, with 4 paths of a plane and 2176 EVs"},
        {{"Ipv4", "Stev"}, {{"RandomDeal", "true"}, {"Active", "1920"}}, ""},
        {{"Ipv4", "Stev"},
         {{"RandomDeal", "true"}, {"Active", "1921"}},
         "Format = Stev has EVs of more than 16 bits, with 4 paths of a plane and 2049 EVs"},
        {{"Ipv6", "Stev"}, {{"RandomDeal", "true"}, {"Active", "2048"}}, ""},
        {{"Ipv4", "Udp"}, {{"Active", "4096"}, {"Backup", "4096"}}, ""},
        {{"Ipv6", "Udp"},
         {{"Mode", "Explicit"}, {"Evs", "1:8192"}},
         "Evs has EV 8192 on port 1; expected paths 0 .. 8191"},
        {{"Ipv6", "Stev"},
         {{"Mode", "Explicit"}, {"Evs", "1:4"}},
         "Evs has EV 4 on port 1; expected T0 uplinks 0 .. 3"},
    };
    for (const Case& c : cases)
    {
        const std::string said = Refusal(c.way, c.attributes);
        const std::string expected =
            *c.refusal == 0 ? "no error" : std::string("ns3::mrc::EvProfile::") + c.refusal;
        EXPECT_EQ(said.substr(0, expected.size()), expected) << c.way.encapsulation << c.way.format;
    }
}

// Clauses: [ecmp-seeds]
TEST(DirectFabric, SeedsAreForSwitchesThatHash)
{
    const auto check = [](const Way& way) {
        return ThrownText<std::invalid_argument>([&] {
            MakeDirect(way, FourRacks(), [](FabricHelper& helper) {
                helper.SetFabricAttribute("EcmpSeed", StringValue("Tier"));
            });
        });
    };
    EXPECT_EQ(check(WAYS[0]), "no error");
    for (const Way& way : {Way{"Srv6", "Srv6"}, WAYS[2]})
    {
        EXPECT_EQ(check(way).substr(0, 46), "ns3::mrc::FabricProfile::EcmpSeed has no effec");
    }
}

// Clauses: [stev-choice], [ev-formats]
TEST(DirectFabric, StructuredEvsAreForClosNetworks)
{
    EvConfig ev;
    const auto check = [&ev](const TopologySpec& spec, EvFormat format) {
        ev.format = format;
        const auto headers = format == EV_FORMAT_SRV6 ? ENCAPSULATION_SRV6 : ENCAPSULATION_IPV6;
        return ThrownText<std::invalid_argument>([&] { CheckEvs(spec, ev, headers); });
    };
    TopologySpec twice = FourRacks();
    twice.t1Links = 2;
    TopologySpec holes = FourRacks();
    holes.links = ReadLinkRules("link:0.1.2/rate=50%,link:0.0.1/missing", holes);
    for (const EvFormat format : {EV_FORMAT_STEV, EV_FORMAT_UDP, EV_FORMAT_SRV6})
    {
        EXPECT_EQ(check(twice, format), "no error") << format;
        EXPECT_EQ(check(holes, format), "no error") << format;
    }
}

// Clauses: [ev-formats], [ev-templates]
TEST(DirectFabric, FilesOfEvsAreForSrv6)
{
    EvConfig ev;
    ev.mode = EV_MODE_TEMPLATE;
    ev.format = EV_FORMAT_UDP;
    EXPECT_EQ(
        ThrownText<std::invalid_argument>([&] { CheckEvs(FourRacks(), ev, ENCAPSULATION_IPV6); }),
        "ns3::mrc::EvProfile::Mode = Template with Format = Udp; expected Format Srv6: files "
        "have addresses of uSIDs");
}

// Clauses: [ev-formats]
TEST(DirectFabric, AQueuePairHasTheFormatOfItsNetwork)
{
    const Ptr<Network> network = MakeDirect(WAYS[0]);
    const Ptr<EvProfile> other = CreateObject<EvProfile>();
    other->SetAttribute("Format", StringValue("Stev"));
    EXPECT_EQ(
        ThrownText<std::invalid_argument>([&] { network->Connect(0, 5, other); }).substr(0, 60),
        "ns3::mrc::EvProfile::Format = Stev of a queue pair; expected");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
