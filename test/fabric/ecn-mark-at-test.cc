/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Marks decided as packets arrive, beside those decided as packets leave.

#include "../mrc-fabric-rig.h"

#include "ns3/double.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** How a run is watched. */
struct MarkWay
{
    const char* markAt;
    uint8_t flags;
    bool wireMode;
};

/** The outcome of eight packets that meet at the port to a ninth NIC. */
struct MarkRun
{
    std::string marked; //!< in the order of arrival: x for a mark
    uint64_t fingerprint;
    uint64_t told;
};

MarkRun
Meet(const MarkWay& way, uint32_t minimum, uint32_t maximum)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("EcnMarkAt", StringValue(way.markAt));
    profile->SetAttribute("EcnOnLastHop", BooleanValue(true));
    profile->SetAttribute("EcnMinimumBytes", UintegerValue(minimum));
    profile->SetAttribute("EcnMaximumBytes", UintegerValue(maximum));
    profile->SetAttribute("WireMode", BooleanValue(way.wireMode));
    FabricRig rig(SmallFabric(9, 9, 0), profile);
    rig.WatchAll(way.flags);
    for (uint32_t nic = 0; nic < 8; ++nic)
    {
        rig.Shoot({Instant(), nic, 8, Ev::Of(0, 0)});
    }
    Simulator::Run();
    MarkRun run{"", rig.fabric.Tally().Fingerprint(), rig.observer.marked};
    for (const Hit& hit : rig.hits)
    {
        run.marked += hit.frame.ecn == Ecn::CE ? 'x' : '-';
    }
    EXPECT_EQ(rig.Sum(&PortCounters::marks),
              static_cast<uint64_t>(std::count(run.marked.begin(), run.marked.end(), 'x')));
    Simulator::Destroy();
    return run;
}

// Clauses: [ecn-mark-at], [ecn-marking]
TEST(EcnMarkAt, WhoIsMarkedByHand)
{
    // The first of eight is sent at once. The threshold is two packets and a half. As they leave,
    // 6, 5, 4, 3 stay behind the next four, then 2, 1, 0. As they arrive, 0 .. 6 wait before them.
    constexpr uint32_t threshold = 10500; // bytes; a packet has 4,242
    EXPECT_EQ(Meet({"Dequeue", 0, false}, threshold, threshold).marked, "-xxxx---");
    EXPECT_EQ(Meet({"Enqueue", 0, false}, threshold, threshold).marked, "----xxxx");
    EXPECT_EQ(Meet({"Enqueue", 0, false}, 30000, 30000).marked, "--------");
}

// Clauses: [ecn-mark-at], [retx-class]
TEST(EcnMarkAt, WhatARetransmissionOvertakesDoesNotMarkIt)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("EcnMarkAt", StringValue("Enqueue"));
    profile->SetAttribute("EcnOnLastHop", BooleanValue(true));
    profile->SetAttribute("RetxFirst", BooleanValue(true));
    profile->SetAttribute("EcnMinimumBytes", UintegerValue(10500));
    profile->SetAttribute("EcnMaximumBytes", UintegerValue(10500));
    FabricRig rig(SmallFabric(12, 12, 0), profile);
    const DscpPlan dscp;
    // Six packets come at once; five retransmissions while the second one is being sent.
    for (uint32_t nic = 0; nic < 11; ++nic)
    {
        const bool retx = nic >= 6;
        rig.Shoot({Instant() + (retx ? Nanos(400) : Span()),
                   nic,
                   11,
                   Ev::Of(0, 0),
                   4096,
                   retx ? dscp.trimmableRetx : dscp.trimmable});
    }
    Simulator::Run();
    uint32_t retransmissions = 0;
    uint32_t others = 0;
    for (const Hit& hit : rig.hits)
    {
        const bool marked = hit.frame.ecn == Ecn::CE;
        (hit.frame.dscp == dscp.trimmableRetx ? retransmissions : others) += marked;
    }
    // Of the first six, two find 3 packets or more; of the others, those behind 3 of their own.
    EXPECT_EQ(others, 2U);
    EXPECT_EQ(retransmissions, 2U);
    Simulator::Destroy();
}

// Clauses: [ecn-mark-at], [same-seed]
TEST(EcnMarkAt, IsTheSameWatchedAndInWireMode)
{
    const uint8_t all = PORT_WATCHED | PORT_RX_WATCHED;
    const MarkRun lazy = Meet({"Enqueue", 0, false}, 1, 40000);
    EXPECT_NE(lazy.marked, "--xxxxxx") << "by chance";
    EXPECT_NE(lazy.marked, "--------");
    for (const MarkWay& way : {MarkWay{"Enqueue", PORT_WATCHED, false},
                               MarkWay{"Enqueue", all, false},
                               MarkWay{"Enqueue", all, true}})
    {
        const MarkRun other = Meet(way, 1, 40000);
        EXPECT_EQ(other.marked, lazy.marked);
        EXPECT_EQ(other.fingerprint, lazy.fingerprint);
        EXPECT_EQ(other.told,
                  static_cast<uint64_t>(std::count(lazy.marked.begin(), lazy.marked.end(), 'x')));
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
