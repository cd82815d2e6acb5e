/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rig.h"

#include "ns3/enum.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-port-state.h"
#include "ns3/mrc-trim-queue.h"
#include "ns3/test.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The treatment of a queue's newest packet by the queue itself. */
// Clauses: [trim-victim]
class TradeTestCase : public TestCase
{
  public:
    TradeTestCase()
        : TestCase("the newest data packet makes room only if it may be trimmed and is long enough")
    {
    }

  private:
    /** @return a frame of this size and DSCP */
    FrameIndex Make(uint16_t size, uint8_t dscp)
    {
        const FrameIndex index = m_pool.Allocate();
        m_pool.At(index) = Frame();
        m_pool.At(index).size = size;
        m_pool.At(index).dscp = dscp;
        return index;
    }

    /** @return whether a packet of 1,000 bytes could take the place of one like this */
    bool CanTrade(uint16_t size, uint8_t dscp)
    {
        PortState port;
        const TrimQueue queue(port, m_config, m_pool);
        const FrameIndex newest = Make(size, dscp);
        queue.Push(newest, m_pool.At(newest), TrafficClass::DATA);
        return queue.CanTradeNewest(m_pool.At(Make(1000, 1)), m_classes);
    }

    void DoRun() override
    {
        m_config.Limit(TrafficClass::DATA) = 1500;
        m_config.Limit(TrafficClass::TRIMMED) = 146;
        NS_TEST_EXPECT_MSG_EQ(CanTrade(1000, 1), true, "as long");
        NS_TEST_EXPECT_MSG_EQ(CanTrade(1000, 2), true, "a retransmission");
        NS_TEST_EXPECT_MSG_EQ(CanTrade(1000, 0), false, "not trimmable");
        NS_TEST_EXPECT_MSG_EQ(CanTrade(600, 1), true, "shorter, but there is room");
        m_config.Limit(TrafficClass::DATA) = 999;
        NS_TEST_EXPECT_MSG_EQ(CanTrade(600, 1), false, "too long for an empty queue");
        m_config.Limit(TrafficClass::TRIMMED) = 145;
        m_config.Limit(TrafficClass::DATA) = 1500;
        NS_TEST_EXPECT_MSG_EQ(CanTrade(1000, 1), false, "no room for its header");

        PortState port;
        const TrimQueue queue(port, m_config, m_pool);
        NS_TEST_EXPECT_MSG_EQ(queue.CanTradeNewest(m_pool.At(Make(1000, 1)), m_classes),
                              false,
                              "nothing waits");
        const FrameIndex waiting[] = {Make(100, 1), Make(200, 1), Make(300, 1)};
        for (const FrameIndex frame : waiting)
        {
            queue.Push(frame, m_pool.At(frame), TrafficClass::DATA);
        }
        for (int i = 2; i >= 0; --i)
        {
            NS_TEST_EXPECT_MSG_EQ(queue.TakeNewest(), waiting[i], "the last one first");
        }
        NS_TEST_EXPECT_MSG_EQ(port.IsBacklogged(), false, "none is left");
        NS_TEST_EXPECT_MSG_EQ(port.bytes[TrafficClass::DATA], 0, "nor its bytes");
        queue.Push(waiting[1], m_pool.At(waiting[1]), TrafficClass::DATA);
        NS_TEST_EXPECT_MSG_EQ(queue.Pop(TrafficClass::DATA), waiting[1], "it goes on");
    }

    FramePool m_pool;
    PortConfig m_config;
    const TrimQueue::Classes m_classes{DscpPlan()};
};

/** Two senders at line rate into one full queue, one a little behind the other. */
// Clauses: [trim-victim]
class PhaseTestCase : public TestCase
{
  public:
    PhaseTestCase()
        : TestCase(
              "who comes just before a slot gets free is trimmed more often, unless chance decides")
    {
    }

  private:
    struct Outcome
    {
        uint32_t trims[3]{}; //!< by sender
        uint64_t fingerprint{0};
    };

    Outcome Run(TrimVictim victim, uint8_t watched)
    {
        Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        profile->SetAttribute("TrimVictim", EnumValue(victim));
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        FabricRig rig(SmallFabric(3, 3, 0), profile);
        rig.WatchAll(watched);
        constexpr uint32_t EACH = 1000;
        for (uint32_t k = 0; k < EACH; ++k)
        {
            rig.Shoot({Instant(k * 340960), 1, 0, Ev::Of(0, 0)}); // 4,262 B at 100 Gb/s
            rig.Shoot({Instant(k * 340960 + 100000), 2, 0, Ev::Of(0, 0)});
        }
        Simulator::Run();
        const PortIndex last = rig.topology.Peer(rig.topology.NicPort(0, 0));
        NS_TEST_EXPECT_MSG_EQ(rig.hits.size(), 2 * EACH, "every packet arrives, once");
        Outcome outcome;
        std::vector<bool> seen(2 * EACH);
        for (const Hit& hit : rig.hits)
        {
            NS_TEST_EXPECT_MSG_EQ(seen[hit.shot], false, "not twice");
            seen[hit.shot] = true;
            const bool cut = hit.frame.dscp == 21;
            NS_TEST_EXPECT_MSG_EQ(hit.frame.size, (cut ? 146 : 4242), "whole or trimmed");
            outcome.trims[hit.frame.source] += cut;
        }
        NS_TEST_EXPECT_MSG_EQ(outcome.trims[1] + outcome.trims[2],
                              rig.fabric.Tally().Counters(last).trims,
                              "counted at the port");
        if ((watched & PORT_WATCHED) != 0)
        {
            NS_TEST_EXPECT_MSG_EQ(rig.observer.trimmed,
                                  rig.fabric.Tally().Counters(last).trims,
                                  "each trim is told of");
            NS_TEST_EXPECT_MSG_EQ(rig.observer.enqueued,
                                  rig.observer.transmitting,
                                  "each frame enters and leaves each queue once");
        }
        outcome.fingerprint = rig.fabric.Tally().Fingerprint();
        Simulator::Destroy();
        return outcome;
    }

    void DoRun() override
    {
        const Outcome arriving = Run(TRIM_VICTIM_ARRIVING, 0);
        const auto [fewer, more] = std::minmax(arriving.trims[1], arriving.trims[2]);
        // the headers of trimmed packets shift the moments when a slot gets free, so both lose some
        NS_TEST_EXPECT_MSG_LT(fewer * 2, more, "one comes when there is room more often");
        const Outcome either = Run(TRIM_VICTIM_EITHER, 0);
        const uint32_t all = either.trims[1] + either.trims[2];
        NS_TEST_EXPECT_MSG_EQ_TOL(either.trims[1], all / 2.0, all * 0.05, "half of them each");
        NS_TEST_EXPECT_MSG_EQ(Run(TRIM_VICTIM_EITHER, PORT_WATCHED).fingerprint,
                              either.fingerprint,
                              "the same when somebody listens");
    }
};

/** Hears which packets ports admit, and whether a port may serve a packet by now. */
class AdmissionFollower : public PacketFollower
{
  public:
    void Sent(PortIndex, FrameIndex) override
    {
    }

    void Forwarded(PortIndex, FrameIndex) override
    {
        ++forwarded;
    }

    void Received(PortIndex, FrameIndex) override
    {
    }

    void Lost(PortIndex, FrameIndex, DropReason) override
    {
    }

    uint64_t forwarded{0};
};

/** A packet that takes the place of the newest is admitted as any other, by ports with one flag. */
// Clauses: [trim-victim]
class TakesPlaceTestCase : public TestCase
{
  public:
    TakesPlaceTestCase()
        : TestCase("who takes the place of the newest packet is followed and promoted")
    {
    }

  private:
    /** Fills the port to NIC 0 from two NICs; every eighth packet of each is a retransmission. */
    void Fill(FabricRig& rig)
    {
        for (uint32_t k = 0; k < EACH; ++k)
        {
            const uint8_t dscp = k % 8 == 7 ? 2 : 1;
            rig.Shoot({Instant(k * 340960), 1, 0, Ev::Of(0, 0), 4096, dscp});
            rig.Shoot({Instant(k * 340960 + 100000), 2, 0, Ev::Of(0, 0), 4096, dscp});
        }
        Simulator::Run();
    }

    Ptr<FabricProfile> Profile(bool retxFirst)
    {
        UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
        Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        profile->SetAttribute("TrimVictim", EnumValue(TRIM_VICTIM_EITHER));
        profile->SetAttribute("RetxFirst", BooleanValue(retxFirst));
        return profile;
    }

    void Followed()
    {
        FabricRig rig(SmallFabric(3, 3, 0), Profile(false));
        AdmissionFollower follower;
        rig.fabric.Onlookers().SetFollower(&follower);
        const PortIndex last = rig.topology.Peer(rig.topology.NicPort(0, 0));
        rig.fabric.Onlookers().Watch(last, PORT_HOP_FOLLOWED, rig.kernel.Now());
        Fill(rig);
        NS_TEST_EXPECT_MSG_GT(rig.fabric.Tally().Counters(last).trims,
                              EACH / 2,
                              "many are trimmed");
        NS_TEST_EXPECT_MSG_EQ(follower.forwarded, 2 * EACH, "each is admitted once");
        Simulator::Destroy();
    }

    void Promoted()
    {
        FabricRig rig(SmallFabric(3, 3, 0), Profile(true));
        Fill(rig);
        Span longest;
        uint32_t whole = 0;
        for (const Hit& hit : rig.hits)
        {
            if (hit.frame.dscp == 2)
            {
                ++whole;
                longest = std::max(longest, hit.at - rig.shots[hit.shot].at);
            }
        }
        // two hops of 340,960 ps, 640 ns on the way: without queue 1.32 us; behind some 26 frames
        // 10
        NS_TEST_EXPECT_MSG_GT(whole, EACH / 16, "some retransmissions pass whole");
        NS_TEST_EXPECT_MSG_LT(longest.Ps(), 4000000, "none of them waits behind data");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Followed();
        Promoted();
    }

    static constexpr uint32_t EACH = 1000;
};

/** The suite of trimmed packets. */
class TrimVictimTestSuite : public TestSuite
{
  public:
    TrimVictimTestSuite()
        : TestSuite("mrc-trim-victim", TestSuite::Type::UNIT)
    {
        AddTestCase(new TradeTestCase);
        AddTestCase(new PhaseTestCase);
        AddTestCase(new TakesPlaceTestCase);
    }
};

static TrimVictimTestSuite g_trimVictimTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
