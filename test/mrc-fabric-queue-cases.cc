/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The packets that queues trim and mark.

#include "mrc-fabric-rig.h"
#include "mrc-test-cases.h"

#include "ns3/double.h"
#include "ns3/mrc-fabric-profile.h"
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

/** A burst from many NICs into one: those that fit pass, the rest is trimmed, nothing vanishes. */
// Clauses: [queue-limits], [class-order], [trim-data], [trim-size]
class TrimTestCase : public TestCase
{
  public:
    TrimTestCase()
        : TestCase("overflow trims, trimmed packets overtake data, overflow of those drops")
    {
    }

  private:
    static constexpr uint32_t SENDERS = 15;
    static constexpr uint32_t EACH = 4;                    //!< packets of a sender
    static constexpr int64_t FULL_PS = 340960;             //!< a full packet, 4,262 B at 100 Gb/s
    static constexpr int64_t HEADER_PS = 13280;            //!< a trimmed one, 166 B
    static constexpr int64_t PLAIN_PS = 20000 + HEADER_PS; //!< of a trimmed one that does not wait

    /** Has the NICs 1 .. 15 send to NIC 0 at once. */
    static void Burst(FabricRig& rig)
    {
        for (uint32_t n = 1; n <= SENDERS; ++n)
        {
            for (uint32_t k = 0; k < EACH; ++k)
            {
                rig.Shoot({Instant(n + k * FULL_PS), n, 0, Ev::Of(0, 0)});
            }
        }
        Simulator::Run();
    }

    static Ptr<FabricProfile> Profile(const char* attribute, double value)
    {
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        profile->SetAttribute(attribute, DoubleValue(value));
        return profile;
    }

    /** @return the longest time, in ps, that a trimmed packet waited at the port to NIC 0 */
    int64_t LongestWait(double share)
    {
        // 6 us at 100 Gb/s: 1 BDP = 75,000 B; the last hop holds 1.5 of these: 26 frames of 4,242
        // B.
        FabricRig rig(SmallFabric(16, 16, 0), Profile("TrimmedShare", share));
        Burst(rig);
        const PortIndex last = rig.topology.Peer(rig.topology.NicPort(0, 0));
        NS_TEST_EXPECT_MSG_EQ(rig.hits.size(), 60, "every packet arrives, whole or trimmed");
        uint32_t trimmed = 0;
        int64_t longest = 0;
        for (const Hit& hit : rig.hits)
        {
            const bool cut = hit.frame.dscp == 21;
            NS_TEST_EXPECT_MSG_EQ(hit.frame.size, (cut ? 146 : 4242), "trim size 128 + 18");
            NS_TEST_EXPECT_MSG_EQ(hit.frame.fullSize, 4242, "what it was");
            if (cut)
            {
                ++trimmed;
                const Instant admitted = rig.shots[hit.shot].at + Span(FULL_PS + 20000 + 600000);
                longest = std::max(longest, (hit.at - admitted).Ps() - PLAIN_PS);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(trimmed,
                              rig.fabric.Tally().Counters(last).trims,
                              "counted at the port");
        // 26 wait, one to five more leave while the burst lasts.
        NS_TEST_EXPECT_MSG_GT(trimmed, 60 - 26 - 6, "as many as do not fit");
        NS_TEST_EXPECT_MSG_LT(trimmed, 60 - 26, "some leave meanwhile");
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.Tally().Counters(last).marks, 0, "no ECN on the last hop");
        Simulator::Destroy();
        return longest;
    }

    void DoRun() override
    {
        // With strict priority: the data packet in service, and those headers that came before.
        const int64_t strict = FULL_PS + (SENDERS - 1) * HEADER_PS;
        NS_TEST_EXPECT_MSG_LT_OR_EQ(LongestWait(0), strict, "strict priority over data");
        for (const double share : {0.25, 0.5, 0.9})
        {
            NS_TEST_EXPECT_MSG_GT(LongestWait(share), strict, "data goes between, " << share);
        }

        FabricRig small(SmallFabric(16, 16, 0), Profile("TrimmedLimit", 0.01));
        Burst(small);
        NS_TEST_EXPECT_MSG_GT(small.fabric.Tally().Drops(DropReason::TRIMMED_OVERFLOW),
                              0,
                              "no room");
        NS_TEST_EXPECT_MSG_EQ(small.hits.size() + small.Sum(&PortCounters::drops),
                              60,
                              "arrived or dropped");
        Simulator::Destroy();
    }
};

/** RED between the thresholds, on fabric ports only. */
// Clauses: [ecn-marking]
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
        const uint32_t marks = rig.fabric.Tally().Counters(up).marks;
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
// Clauses: [arrival-ties]
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
