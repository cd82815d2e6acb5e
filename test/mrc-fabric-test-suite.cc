/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rig.h"
#include "mrc-test-cases.h"

#include "ns3/double.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-port-state.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** One frame across a T1: every time to the picosecond, the last address, the hop limit. */
// Clauses: [hop-latency]
class TimelineTestCase : public TestCase
{
  public:
    TimelineTestCase()
        : TestCase("one frame takes serialisation, propagation and latency of each hop")
    {
    }

  private:
    void DoRun() override
    {
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        FabricRig rig(SmallFabric(4, 2, 2), CreateObject<FabricProfile>());
        rig.Shoot({Instant(1000), 0, 3, Ev::Of(0, 1)});
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(rig.hits.size(), 1, "the frame arrives");
        // 4262 B at 100 Gb/s are 340,960 ps; 20 ns + 125 ns + 125 ns + 20 ns; three switches.
        const int64_t expected = 1000 + 4 * 340960 + 290000 + 3 * 600000;
        NS_TEST_EXPECT_MSG_EQ(rig.hits[0].at.Ps(), expected, "closed form");
        NS_TEST_EXPECT_MSG_EQ(rig.hits[0].nic, 3, "at its NIC");
        NS_TEST_EXPECT_MSG_EQ(+rig.hits[0].frame.hopLimit, 61, "three switches");
        const uint64_t own = uint64_t{Usid::Of(UsidKind::NIC, 0, 1).value} << 16;
        NS_TEST_EXPECT_MSG_EQ(rig.hits[0].frame.destination.High(),
                              (0xfcbbbb0000000000ULL | own),
                              "only the NIC's uSID is left");
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.Pool().Live(), 0, "nothing is left over");
        Simulator::Destroy();
    }
};

/**
 * Frames that no table knows, frames with a carrier that ends early, or with a hop limit that runs
 * out.
 */
// Clauses: [usid-shift], [usid-argument], [usid-end], [usid-repeat], [usid-unknown],
//          [usid-hop-limit], [wrong-nic], [drop-reasons]
class ForwardingDropsTestCase : public TestCase
{
  public:
    ForwardingDropsTestCase()
        : TestCase("a uSID forwarder drops with a reason")
    {
    }

  private:
    void DoRun() override
    {
        struct Row
        {
            const char* what;
            uint16_t usids[6];
            uint8_t hopLimit;
            bool forwarded;
            DropReason reason;
        };

        const uint16_t me = Usid::Of(UsidKind::T0, 0, 5).value;
        const uint16_t next = Usid::Of(UsidKind::T1, 0, 1).value;
        const uint16_t unknown = Usid::Of(UsidKind::T1, 0, 9).value;
        const uint16_t otherPlane = Usid::Of(UsidKind::T1, 1, 1).value;
        const Row rows[] = {
            {"uN", {me, next}, 64, true, {}},
            {"transit without uN", {next}, 64, true, {}},
            {"same node twice [usid-repeat]", {me, me, next}, 64, true, {}},
            {"unknown uSID [usid-unknown]", {me, unknown}, 64, false, DropReason::UNKNOWN_USID},
            {"other plane", {me, otherPlane}, 64, false, DropReason::UNKNOWN_USID},
            {"end of carrier [usid-end]", {me}, 64, false, DropReason::END_OF_CARRIER},
            {"zero inside [usid-argument]", {me, 0, next}, 64, false, DropReason::UNKNOWN_USID},
            {"only the last bit [usid-argument]",
             {me, 0, 0, 0, 0, 1},
             64,
             false,
             DropReason::UNKNOWN_USID},
            {"hop limit 2 [usid-hop-limit]", {me, next}, 2, true, {}},
            {"hop limit 1 [usid-hop-limit]", {me, next}, 1, false, DropReason::HOP_LIMIT},
        };
        std::vector<PortIndex> table;
        UsidForwarder forwarder((uint64_t{UsidCarrier::DEFAULT_BLOCK} << 16) | me);
        forwarder.AddRoute(table, Usid::Of(UsidKind::T1, 0, 0), 7);
        forwarder.AddRoute(table, Usid::Of(UsidKind::T1, 0, 1), 8);
        for (const Row& row : rows)
        {
            Frame frame;
            frame.destination = UsidCarrier::OfBlock(UsidCarrier::DEFAULT_BLOCK);
            for (unsigned i = 0; i < 6; ++i)
            {
                frame.destination = frame.destination.With(i, Usid{row.usids[i]});
            }
            frame.hopLimit = row.hopLimit;
            const ForwardDecision decision = forwarder.Decide(frame, table.data());
            NS_TEST_EXPECT_MSG_EQ((decision.port == 8), row.forwarded, row.what);
            NS_TEST_EXPECT_MSG_EQ(+frame.hopLimit, row.hopLimit - row.forwarded, row.what);
            if (!row.forwarded)
            {
                NS_TEST_EXPECT_MSG_EQ(DropReasonName(decision.reason),
                                      DropReasonName(row.reason),
                                      row.what);
            }
        }
        // A T2 knows one T1 of each pod.
        forwarder.AddRoute(table, Usid::Of(UsidKind::T1, 0, 5), 9);
        for (const auto& [index, port] : std::map<uint32_t, PortIndex>{{1, 8},
                                                                       {2, NO_PORT},
                                                                       {4, NO_PORT},
                                                                       {5, 9},
                                                                       {6, NO_PORT}})
        {
            Frame gap;
            gap.hopLimit = 64;
            gap.destination = UsidCarrier::OfBlock(UsidCarrier::DEFAULT_BLOCK)
                                  .With(0, Usid{me})
                                  .With(1, Usid::Of(UsidKind::T1, 0, index));
            NS_TEST_EXPECT_MSG_EQ(forwarder.Decide(gap, table.data()).port,
                                  port,
                                  "T1 " << index << " with a gap in the routes");
        }
        Frame foreign;
        foreign.destination =
            UsidCarrier::OfBlock(0x20010db8).With(0, Usid{me}).With(1, Usid{next});
        NS_TEST_EXPECT_MSG_EQ(forwarder.Decide(foreign, table.data()).port,
                              NO_PORT,
                              "another block is not ours");
    }
};

/** The frames that a link and a switch take with them when they go down. */
// Clauses: [link-outage]
class OutageTestCase : public TestCase
{
  public:
    OutageTestCase()
        : TestCase("an outage loses what is on the link, and in the switch when that is hit")
    {
    }

  private:
    /** @return frames that arrive when the link into the T0 goes down at `down` */
    static uint32_t Survivors(Instant down, DropReason reason)
    {
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        FabricRig rig(SmallFabric(2, 2, 0), CreateObject<FabricProfile>());
        // Received whole by the T0 at 360,960 ps; admitted 600,000 ps later.
        rig.Shoot({Instant(0), 0, 1, Ev::Of(0, 0)});
        Simulator::Schedule(PicoSeconds(down.Ps()), [&rig, reason] {
            rig.fabric.Faults().TakeDown(rig.topology.NicPort(0, 0), reason, rig.kernel.Now());
        });
        Simulator::Run();
        const uint32_t arrived = rig.hits.size();
        const bool counted = rig.fabric.Tally().Drops(reason) == 1 - arrived;
        Simulator::Destroy();
        return counted ? arrived : UINT32_MAX;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Survivors(Instant(360000), DropReason::LINK_DOWN), 0, "on the link");
        NS_TEST_EXPECT_MSG_EQ(Survivors(Instant(361000), DropReason::LINK_DOWN), 1, "just past it");
        NS_TEST_EXPECT_MSG_EQ(Survivors(Instant(960000), DropReason::SWITCH_DOWN), 0, "inside");
        NS_TEST_EXPECT_MSG_EQ(Survivors(Instant(961000), DropReason::SWITCH_DOWN), 1, "just out");

        for (const uint8_t flags : {0, PORT_WATCHED | PORT_RX_WATCHED})
        {
            // A flap within one serialisation: the line is idle when it comes back.
            UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
            FabricRig flap(SmallFabric(2, 2, 0), CreateObject<FabricProfile>());
            flap.WatchAll(flags);
            const PortIndex line = flap.topology.NicPort(0, 0);
            flap.Shoot({Instant(0), 0, 1, Ev::Of(0, 0)});
            flap.Shoot({Instant(120000), 0, 1, Ev::Of(0, 0)});
            flap.Cut(line, NanoSeconds(100), NanoSeconds(110));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(flap.hits.size(), 1, "the second frame arrives");
            NS_TEST_EXPECT_MSG_EQ(flap.hits[0].at.Ps(),
                                  120000 + 2 * (340960 + 20000) + 600000,
                                  "at once");
            Simulator::Destroy();
        }

        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        FabricRig rig(SmallFabric(2, 2, 0), CreateObject<FabricProfile>());
        const PortIndex port = rig.topology.NicPort(0, 0);
        for (uint32_t k = 0; k < 10; ++k)
        {
            rig.Shoot({Instant(k * 1000000), 0, 1, Ev::Of(0, 0)});
        }
        rig.Cut(port, NanoSeconds(2100), NanoSeconds(5500));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(rig.hits.size(), 6, "0, 1 before, 6 to 9 after");
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.Tally().DropsAt(port, DropReason::LINK_DOWN), 4, "2 to 5");
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.Pool().Live(), 0, "nothing is left over");
        Simulator::Destroy();
    }
};

/** The suite of links, queues and switches. */
class FabricTestSuite : public TestSuite
{
  public:
    FabricTestSuite()
        : TestSuite("mrc-fabric", TestSuite::Type::UNIT)
    {
        AddTestCase(new TimelineTestCase);
        AddTestCase(new ForwardingDropsTestCase);
        AddTestCase(new OutageTestCase);
        for (TestCase* testCase : FabricQueueCases())
        {
            AddTestCase(testCase);
        }
        for (TestCase* testCase : FabricBufferCases())
        {
            AddTestCase(testCase);
        }
        for (TestCase* testCase : FabricLockstepCases())
        {
            AddTestCase(testCase);
        }
    }
};

FabricTestSuite g_fabricTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
