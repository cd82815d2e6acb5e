/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What queues trim and mark.

#include "mrc-fabric-rig.h"
#include "mrc-test-cases.h"

#include "ns3/double.h"
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

/** A burst from many NICs into one: what fits passes, the rest is trimmed, nothing vanishes. */
class TrimTestCase : public TestCase
{
  public:
    TrimTestCase()
        : TestCase("overflow trims, trimmed packets overtake data, overflow of those drops")
    {
    }

  private:
    void DoRun() override
    {
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        // 6 us at 100 Gb/s: 1 BDP = 75,000 B; the last hop holds 1.5 of it: 26 frames of 4,242 B.
        FabricRig rig(SmallFabric(16, 16, 0), CreateObject<FabricProfile>());
        for (uint32_t n = 1; n < 16; ++n)
        {
            for (uint32_t k = 0; k < 4; ++k)
            {
                rig.Shoot({Instant(n + k * 340960), n, 0, Ev::Of(0, 0)});
            }
        }
        Simulator::Run();
        const PortIndex last = rig.topology.Peer(rig.topology.NicPort(0, 0));
        NS_TEST_EXPECT_MSG_EQ(rig.hits.size(), 60, "every packet arrives, whole or trimmed");
        uint32_t trimmed = 0;
        Instant lastWhole;
        Instant lastTrimmed;
        for (const Hit& hit : rig.hits)
        {
            const bool cut = hit.frame.dscp == 21;
            trimmed += cut;
            NS_TEST_EXPECT_MSG_EQ(hit.frame.size, (cut ? 146 : 4242), "trim size 128 + 18");
            NS_TEST_EXPECT_MSG_EQ(hit.frame.fullSize, 4242, "what it was");
            (cut ? lastTrimmed : lastWhole) = hit.at;
        }
        NS_TEST_EXPECT_MSG_EQ(trimmed, rig.fabric.Counters(last).trims, "counted at the port");
        // 26 wait, one to five more leave while the burst lasts.
        NS_TEST_EXPECT_MSG_GT(trimmed, 60 - 26 - 6, "as many as do not fit");
        NS_TEST_EXPECT_MSG_LT(trimmed, 60 - 26, "some leave meanwhile");
        NS_TEST_EXPECT_MSG_LT(lastTrimmed.Ps(), lastWhole.Ps(), "strict priority over data");
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.Counters(last).marks, 0, "no ECN on the last hop");
        Simulator::Destroy();

        Ptr<FabricProfile> tight = CreateObject<FabricProfile>();
        tight->SetAttribute("TrimmedLimit", DoubleValue(0.01));
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        FabricRig small(SmallFabric(16, 16, 0), tight);
        for (uint32_t n = 1; n < 16; ++n)
        {
            for (uint32_t k = 0; k < 4; ++k)
            {
                small.Shoot({Instant(k * 340960), n, 0, Ev::Of(0, 0)});
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(small.fabric.Drops(DropReason::TRIMMED_OVERFLOW), 0, "no room");
        NS_TEST_EXPECT_MSG_EQ(small.hits.size() + small.Sum(&PortCounters::drops),
                              60,
                              "arrived or dropped");
        Simulator::Destroy();
    }
};

/** RED between the thresholds, on fabric ports only. */
class MarkTestCase : public TestCase
{
  public:
    MarkTestCase()
        : TestCase("ECN marks by depth at dequeue")
    {
    }

  private:
    void DoRun() override
    {
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        // Two NICs of one T0 share one uplink: the queue grows by one frame for each two sent.
        FabricRig rig(SmallFabric(4, 2, 1), CreateObject<FabricProfile>());
        for (uint32_t k = 0; k < 30; ++k)
        {
            rig.Shoot({Instant(k * 340960), 0, 2, Ev::Of(0, 0)});
            rig.Shoot({Instant(k * 340960), 1, 3, Ev::Of(0, 0)});
        }
        Simulator::Run();
        const PortIndex up = rig.topology.PortAt({PortKind::T0_UP, 0, 0, 0});
        // 0.2 BDP = 15,000 B: at most 3 frames wait unmarked; 0.8 BDP = 60,000 B: 14 are marked.
        const uint32_t marks = rig.fabric.Counters(up).marks;
        NS_TEST_EXPECT_MSG_GT(marks, 8, "deep queue");
        NS_TEST_EXPECT_MSG_LT(marks, 60 - 2 * 3, "shallow queue");
        NS_TEST_EXPECT_MSG_EQ(rig.Sum(&PortCounters::marks), marks, "nowhere else");
        uint32_t seen = 0;
        for (const Hit& hit : rig.hits)
        {
            seen += hit.frame.ecn == Ecn::CE;
        }
        NS_TEST_EXPECT_MSG_EQ(seen, marks, "the receiver sees the marks");
        const EcnMarker marker(1000, 2000, 0.5);
        NS_TEST_EXPECT_MSG_EQ(marker.Marks(1000, 0), false, "at the minimum");
        NS_TEST_EXPECT_MSG_EQ(marker.Marks(1001, 0), true, "just above it, luckiest draw");
        NS_TEST_EXPECT_MSG_EQ(marker.Marks(1500, 0x3fffffff), true, "p = 1/4");
        NS_TEST_EXPECT_MSG_EQ(marker.Marks(1500, 0x40000001), false, "p = 1/4");
        NS_TEST_EXPECT_MSG_EQ(marker.Marks(2000, UINT32_MAX), true, "at the maximum");
        Simulator::Destroy();
    }
};

/** Two equal senders at one full queue get equal shares of the trims (ties by a seeded key). */
class FairTiesTestCase : public TestCase
{
  public:
    FairTiesTestCase()
        : TestCase("equal senders that collide at equal times share the losses")
    {
    }

  private:
    void DoRun() override
    {
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        FabricRig rig(SmallFabric(4, 4, 0), CreateObject<FabricProfile>());
        for (uint32_t k = 0; k < 3000; ++k)
        {
            rig.Shoot({Instant(k * 340960), 1, 0, Ev::Of(0, 0)});
            rig.Shoot({Instant(k * 340960), 2, 0, Ev::Of(0, 0)});
        }
        Simulator::Run();
        std::map<uint32_t, uint32_t> trims;
        for (const Hit& hit : rig.hits)
        {
            trims[rig.shots[hit.shot].source] += hit.frame.dscp == 21;
        }
        const double share = static_cast<double>(trims[1]) / (trims[1] + trims[2]);
        NS_TEST_EXPECT_MSG_GT(trims[1] + trims[2], 2000, "half of all");
        NS_TEST_EXPECT_MSG_EQ_TOL(share, 0.5, 0.04, "shared");
        Simulator::Destroy();
    }
};

} // namespace

std::vector<TestCase*>
FabricQueueCases()
{
    return {new TrimTestCase, new MarkTestCase, new FairTiesTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
