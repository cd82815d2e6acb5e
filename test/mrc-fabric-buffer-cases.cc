/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Switches with ports that share a buffer.

#include "mrc-fabric-rig.h"
#include "mrc-test-cases.h"

#include "ns3/integer.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-port-state.h"
#include "ns3/uinteger.h"

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

/** @return queues of switches with so many bytes for all ports together */
Ptr<FabricProfile>
WithBuffer(uint64_t bytes, int dataThreshold)
{
    Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("BufferSize", UintegerValue(bytes));
    profile->SetAttribute("DataThreshold", IntegerValue(dataThreshold));
    return profile;
}

/**
 * A full buffer gives the same bits however its ports are served, and holds at each instant the
 * bytes that wait at them. The classes are served by priority and by weight.
 */
// Clauses: [shared-buffer], [class-weights]
class BufferLockstepTestCase : public TestCase
{
  public:
    BufferLockstepTestCase()
        : TestCase("a shared buffer: watched or not, and what waits is what the buffer holds")
    {
    }

  private:
    static constexpr uint32_t NICS = 16;
    static constexpr uint64_t SIZE = 150000;

    struct Outcome
    {
        uint64_t fingerprint;
        uint64_t trims;
        uint64_t marks;
        uint64_t peak;
    };

    struct Way
    {
        std::string implementation;
        uint8_t flags;
        uint32_t every; //!< ports watched: each of so many
        bool wireMode;
        bool weighted;
    };

    /** Compares the bytes of the buffers with those that wait at their ports. */
    void Compare(FabricRig& rig)
    {
        std::vector<uint64_t> waiting(rig.topology.NodeCount());
        const Instant now = rig.kernel.Now();
        const FabricWatch watch = rig.fabric.Onlookers();
        for (PortIndex p = 0; p < rig.topology.PortCount(); ++p)
        {
            for (const TrafficClass where : ALL_CLASSES)
            {
                waiting[rig.topology.NodeOf(p)] += watch.Backlog(p, where, now);
            }
        }
        for (PortIndex p = 0; p < rig.topology.PortCount(); ++p)
        {
            const uint32_t node = rig.topology.NodeOf(p);
            const SharedBuffer* buffer = watch.Buffer(p, now);
            NS_TEST_ASSERT_MSG_EQ((buffer == nullptr), (node < NICS), "switches have one");
            if (buffer != nullptr)
            {
                NS_TEST_ASSERT_MSG_EQ(buffer->Used(), waiting[node], "at " << now.Ps());
                NS_TEST_ASSERT_MSG_LT_OR_EQ(buffer->Used(), SIZE, "no more than there is");
            }
        }
    }

    /** @return the most that any buffer held */
    static uint64_t PeakOf(FabricRig& rig)
    {
        uint64_t peak = 0;
        for (PortIndex p = 0; p < rig.topology.PortCount(); ++p)
        {
            const SharedBuffer* buffer = rig.fabric.Onlookers().Buffer(p, rig.kernel.Now());
            peak = std::max(peak, buffer != nullptr ? buffer->Peak() : 0);
        }
        return peak;
    }

    Outcome Run(const Way& way, bool compared)
    {
        UseSimulator(way.implementation, "ns3::MapScheduler");
        Ptr<FabricProfile> profile = WithBuffer(SIZE, 0);
        profile->SetAttribute("WireMode", BooleanValue(way.wireMode));
        if (way.weighted)
        {
            profile->SetAttribute("ControlWeight", UintegerValue(22));
            profile->SetAttribute("TrimmedWeight", UintegerValue(22));
            profile->SetAttribute("DataWeight", UintegerValue(8));
        }
        FabricRig rig(SmallFabric(NICS, 4, 3, 2), profile);
        for (PortIndex p = 0; p < rig.topology.PortCount(); p += way.every)
        {
            rig.fabric.Onlookers().Watch(p, way.flags, rig.kernel.Now());
        }
        for (uint32_t n = 0; n < NICS; ++n)
        {
            for (uint32_t k = 0; k < 80; ++k)
            {
                const uint32_t to = k % 3 == 0 ? (n < 8 ? 15 : 0) : (n + 5) % NICS;
                // some control packets among them
                const uint8_t dscp = k % 5 == 4 ? 48 : 1;
                rig.Shoot({Instant((k / 2) * 340960), n, to, Ev::Of(k % 2, k / 2 + n), 4096, dscp});
            }
        }
        // Ports that lose their queues, one of them in the middle of its backlog.
        rig.Cut(rig.topology.PortAt({PortKind::T0_UP, 0, 1, 2}),
                NanoSeconds(3003),
                NanoSeconds(9001));
        rig.Cut(rig.topology.Peer(rig.topology.NicPort(15, 0)),
                NanoSeconds(9100),
                NanoSeconds(9150));
        for (uint32_t i = 1; compared && i < 60; ++i)
        {
            Simulator::Schedule(NanoSeconds(i * 511), [this, &rig] { Compare(rig); });
        }
        Simulator::Run();
        Compare(rig);
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.Pool().Live(), 0, "nothing is left over");
        NS_TEST_EXPECT_MSG_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops),
                              NICS * 80,
                              "all end");
        const Outcome outcome{rig.fabric.Tally().Fingerprint(),
                              rig.Sum(&PortCounters::trims),
                              rig.Sum(&PortCounters::marks),
                              PeakOf(rig)};
        Simulator::Destroy();
        return outcome;
    }

    void DoRun() override
    {
        const uint64_t byPriority = RunWays(false);
        const uint64_t byWeight = RunWays(true);
        NS_TEST_EXPECT_MSG_NE(byPriority, byWeight, "weights change the order");
    }

    /** @return the fingerprint that all ways have */
    uint64_t RunWays(bool weighted)
    {
        const std::string fast = "ns3::mrc::FastSimulatorImpl";
        const std::string stock = "ns3::DefaultSimulatorImpl";
        const Outcome reference = Run({fast, 0, 1, false, weighted}, false);
        NS_TEST_EXPECT_MSG_GT(reference.trims, 50, "the case has trims");
        NS_TEST_EXPECT_MSG_GT(reference.marks, 50, "the case has marks");
        NS_TEST_EXPECT_MSG_GT(reference.peak, SIZE / 2, "more than one queue fills a buffer");
        constexpr uint8_t all = PORT_WATCHED | PORT_RX_WATCHED;
        const Way ways[] = {{fast, 0, 1, false, weighted},
                            {fast, PORT_WATCHED, 1, false, weighted},
                            {fast, PORT_WATCHED, 2, false, weighted},
                            {fast, PORT_RX_WATCHED, 3, false, weighted},
                            {fast, all, 1, true, weighted},
                            {stock, 0, 1, false, weighted},
                            {stock, all, 1, false, weighted}};
        for (const Way& way : ways)
        {
            const Outcome outcome = Run(way, true);
            const std::string name = way.implementation + " watched " + std::to_string(way.flags);
            NS_TEST_EXPECT_MSG_EQ(outcome.fingerprint, reference.fingerprint, name);
            NS_TEST_EXPECT_MSG_EQ(outcome.trims, reference.trims, name);
            NS_TEST_EXPECT_MSG_EQ(outcome.marks, reference.marks, name);
            NS_TEST_EXPECT_MSG_EQ(outcome.peak, reference.peak, name);
        }
        return reference.fingerprint;
    }
};

/** Thresholds of ports that fill a buffer: those of one queue, and of two. */
// Clauses: [shared-buffer]
class BufferThresholdTestCase : public TestCase
{
  public:
    BufferThresholdTestCase()
        : TestCase("a shared buffer: one port fills what its threshold leaves, two less each")
    {
    }

  private:
    static constexpr uint64_t SIZE = 400000;

    /** @return the deepest data queue, bytes, when so many NICs have an incast each */
    uint32_t Deepest(int exponent, uint32_t incasts)
    {
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        FabricRig rig(SmallFabric(18, 18, 0), WithBuffer(SIZE, exponent));
        for (uint32_t k = 0; k < 40; ++k)
        {
            for (uint32_t n = 2; n < 18; ++n)
            {
                rig.Shoot({Instant(n + k * 340960), n, n % incasts, Ev::Of(0, 0)});
            }
        }
        uint32_t deepest = 0;
        for (uint32_t i = 1; i < 45; ++i)
        {
            Simulator::Schedule(NanoSeconds(i * 341), [&rig, &deepest] {
                const PortIndex port = rig.topology.Peer(rig.topology.NicPort(0, 0));
                const Instant now = rig.kernel.Now();
                deepest = std::max(deepest,
                                   rig.fabric.Onlookers().Backlog(port, TrafficClass::DATA, now));
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(rig.Sum(&PortCounters::trims), 0, "too much for the buffer");
        Simulator::Destroy();
        return deepest;
    }

    void DoRun() override
    {
        constexpr uint32_t frame = 4242;

        // Trimmed packets wait in the same buffer, so the queues stay somewhat below.
        struct Row
        {
            int exponent;
            uint32_t incasts;
            uint64_t most;
        };

        const Row rows[] = {
            {0, 1, SIZE / 2},
            {0, 2, SIZE * 6 / 13}, // the second begins when the first has filled
            {-2, 1, SIZE / 5},
            {-3, 1, SIZE / 9},
        };
        for (const Row& row : rows)
        {
            const uint32_t deepest = Deepest(row.exponent, row.incasts);
            // The last frame is admitted by the room that was free without the frame.
            NS_TEST_EXPECT_MSG_LT_OR_EQ(deepest, row.most + frame, "2^" << row.exponent);
            NS_TEST_EXPECT_MSG_GT(deepest + 4 * frame, row.most * 7 / 10, "2^" << row.exponent);
        }
    }
};

} // namespace

std::vector<TestCase*>
FabricBufferCases()
{
    return {new BufferLockstepTestCase, new BufferThresholdTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
