/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Thousands of events at equal times.

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

/**
 * The tie rule: a lockstep fabric with thousands of equal times, marks and trims gives the same
 * bits lazily and eagerly. So it does in fast and wire mode, under every implementation and
 * scheduler.
 */
class LockstepTestCase : public TestCase
{
  public:
    LockstepTestCase()
        : TestCase("lockstep: watched or not, any implementation, scheduler and mode")
    {
    }

  private:
    static constexpr const char* REALTIME = "ns3::RealtimeSimulatorImpl";

    struct Outcome
    {
        uint64_t fingerprint;
        uint64_t trims;
        uint64_t marks;
        int64_t last;
    };

    struct Way
    {
        std::string implementation;
        std::string scheduler;
        uint8_t flags;
        bool wireMode;
        HotHints hints{HotHints::NONE};
    };

    Outcome Run(const Way& way)
    {
        UseSimulator(way.implementation, way.scheduler);
        Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        profile->SetAttribute("WireMode", BooleanValue(way.wireMode));
        profile->SetAttribute("DataLimit", DoubleValue(0.5));
        FabricRig rig(SmallFabric(16, 4, 3, 2), profile);
        rig.hints = way.hints;
        rig.WatchAll(way.flags);
        for (uint32_t n = 0; n < 16; ++n)
        {
            for (uint32_t k = 0; k < 80; ++k)
            {
                // All planes of all NICs in step; a third of the packets into two NICs.
                const uint32_t to = k % 3 == 0 ? (n < 8 ? 15 : 0) : (n + 5) % 16;
                rig.Shoot({Instant((k / 2) * 340960), n, to, Ev::Of(k % 2, k / 2 + n)});
            }
        }
        // An outage in the middle of it, and ordinary events beside the hot ones.
        const PortIndex port = rig.topology.PortAt({PortKind::T0_UP, 0, 1, 2});
        rig.Cut(port, NanoSeconds(3003), NanoSeconds(9001));
        if (way.implementation == REALTIME)
        {
            Simulator::Stop(MilliSeconds(1)); // the realtime simulator does not end by itself
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.Pool().Live(), 0, "nothing is left over");
        NS_TEST_EXPECT_MSG_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 16 * 80, "all end");
        NS_TEST_EXPECT_MSG_EQ(rig.observer.outOfOrder, 0, "traces come in the order of time");
        if ((way.flags & PORT_WATCHED) != 0)
        {
            NS_TEST_EXPECT_MSG_EQ(rig.observer.trimmed, rig.Sum(&PortCounters::trims), "trims");
            NS_TEST_EXPECT_MSG_EQ(rig.observer.marked, rig.Sum(&PortCounters::marks), "marks");
            NS_TEST_EXPECT_MSG_EQ(rig.observer.dropped, rig.Sum(&PortCounters::drops), "drops");
        }
        Outcome outcome{rig.fabric.Tally().Fingerprint(),
                        rig.Sum(&PortCounters::trims),
                        rig.Sum(&PortCounters::marks),
                        rig.hits.back().at.Ps()};
        Simulator::Destroy();
        return outcome;
    }

    void DoRun() override
    {
        const std::string fast = "ns3::mrc::FastSimulatorImpl";
        const std::string stock = "ns3::DefaultSimulatorImpl";
        const Outcome reference = Run({fast, "ns3::MapScheduler", 0, false});
        NS_TEST_ASSERT_MSG_GT(reference.trims, 50, "the case has trims");
        NS_TEST_ASSERT_MSG_GT(reference.marks, 50, "the case has marks");
        const uint8_t all = PORT_WATCHED | PORT_RX_WATCHED;
        std::vector<Way> ways = {
            {fast, "ns3::MapScheduler", 0, false, HotHints::NEXT},
            {fast, "ns3::MapScheduler", 0, false, HotHints::BATCH},
            {fast, "ns3::MapScheduler", all, true, HotHints::NEXT},
            {fast, "ns3::MapScheduler", PORT_WATCHED, false},
            {fast, "ns3::MapScheduler", PORT_RX_WATCHED, false},
            {fast, "ns3::MapScheduler", all, false},
            {fast, "ns3::MapScheduler", 0, true},
            {fast, "ns3::MapScheduler", all, true},
            {stock, "ns3::MapScheduler", all, true},
            {REALTIME, "ns3::MapScheduler", 0, false},
            {REALTIME, "ns3::MapScheduler", all, false},
        };
        for (const char* scheduler : {"Map", "Heap", "List", "Calendar", "PriorityQueue"})
        {
            const std::string type = std::string("ns3::") + scheduler + "Scheduler";
            ways.push_back({fast, type, 0, false});
            ways.push_back({stock, type, 0, false});
            ways.push_back({stock, type, all, false});
        }
        for (const Way& way : ways)
        {
            const Outcome outcome = Run(way);
            const std::string name = way.implementation + " " + way.scheduler + " watched " +
                                     std::to_string(way.flags) + " wire " +
                                     std::to_string(way.wireMode) + " hints " +
                                     std::to_string(static_cast<int>(way.hints));
            NS_TEST_EXPECT_MSG_EQ(outcome.fingerprint, reference.fingerprint, name);
            NS_TEST_EXPECT_MSG_EQ(outcome.trims, reference.trims, name);
            NS_TEST_EXPECT_MSG_EQ(outcome.marks, reference.marks, name);
            NS_TEST_EXPECT_MSG_EQ(outcome.last, reference.last, name);
        }
    }
};

} // namespace

std::vector<TestCase*>
FabricLockstepCases()
{
    return {new LockstepTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
