/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Whole fabrics without SRv6: the packets that go through, their times, and refusals.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "direct-ways.h"
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
    for (const DirectWay& way : DIRECT_WAYS)
    {
        const bool isIpv4 = way.encapsulation == std::string("Ipv4");
        for (const TopologySpec& spec : {FourDirectRacks(), PodsOfRacks()})
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
    for (const DirectWay& way : DIRECT_WAYS)
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
PermutationTime(const DirectWay& way, const char* selector)
{
    const Ptr<Network> network =
        MakeDirect(way, FourDirectRacks(), [selector](FabricHelper& helper) {
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
    const int64_t sprayed = PermutationTime(DIRECT_WAYS[0], "Mrc");
    const int64_t single = PermutationTime(DIRECT_WAYS[0], "Single");
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
    for (const DirectWay& way : DIRECT_WAYS)
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
    for (const DirectWay& way : DIRECT_WAYS)
    {
        const Ptr<Network> network = MakeDirect(way, FourDirectRacks());
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
    const Ptr<Network> network = MakeDirect({"Ipv6", "Stev"}, FourDirectRacks());
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
    const Ptr<Network> network = MakeDirect(DIRECT_WAYS[0]);
    Config::Set(limit, UintegerValue(4206)); // 4,096 and 106, and an ImmDt
    EXPECT_DEATH(Config::Set(limit, UintegerValue(4205)),
                 "DataLimit is 4205; expected 4206 or more, a full packet");
    const Ptr<Network> smaller = MakeDirect(DIRECT_WAYS[1]);
    Config::Set(limit, UintegerValue(4186));
    EXPECT_DEATH(Config::Set(limit, UintegerValue(4185)), "expected 4186 or more, a full packet");
}

// Clauses: [trim-minimum]
TEST(DirectFabric, TrimmedPacketsKeepTheHeadersThatThereAre)
{
    struct Case
    {
        DirectWay way;
        uint32_t least;
    };

    for (const Case& c : {Case{DIRECT_WAYS[0], 68}, Case{DIRECT_WAYS[1], 48}})
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

// Clauses: [ev-formats]
TEST(DirectFabric, TheDescriptionSaysWhatPacketsAre)
{
    const auto has = [](const Ptr<Network>& network, const char* part) {
        return DescribeNetwork(*network).find(part) != std::string::npos;
    };
    EXPECT_TRUE(has(MakeDirect(DIRECT_WAYS[1]),
                    ", packets without SRv6 over IPv4, whose EVs switches hash"));
    EXPECT_TRUE(has(MakeDirect(DIRECT_WAYS[2]),
                    ", packets without SRv6 over IPv6, whose EVs tell switches"));
    EXPECT_FALSE(has(MakeNetwork(), "SRv6"));
}

// Clauses: [ev-modes], [ev-formats]
TEST(DirectFabric, ListedEvsAreHashedToo)
{
    const Ptr<Network> network =
        MakeDirect(DIRECT_WAYS[1], FourDirectRacks(), [](FabricHelper& helper) {
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

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
