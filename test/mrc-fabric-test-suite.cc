/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rig.h"

#include "ns3/double.h"
#include "ns3/test.h"
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

/** Frames that no table knows, whose carrier ends early, or whose hop limit runs out. */
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
            {"same node twice (V15)", {me, me, next}, 64, true, {}},
            {"unknown uSID (V13)", {me, unknown}, 64, false, DropReason::UNKNOWN_USID},
            {"other plane", {me, otherPlane}, 64, false, DropReason::UNKNOWN_USID},
            {"end of carrier (V12)", {me}, 64, false, DropReason::END_OF_CARRIER},
            {"zero inside (V11)", {me, 0, next}, 64, false, DropReason::UNKNOWN_USID},
            {"only the last bit (V11)", {me, 0, 0, 0, 0, 1}, 64, false, DropReason::UNKNOWN_USID},
            {"hop limit 2 (V14)", {me, next}, 2, true, {}},
            {"hop limit 1 (V14)", {me, next}, 1, false, DropReason::HOP_LIMIT},
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
        Frame foreign;
        foreign.destination =
            UsidCarrier::OfBlock(0x20010db8).With(0, Usid{me}).With(1, Usid{next});
        NS_TEST_EXPECT_MSG_EQ(forwarder.Decide(foreign, table.data()).port,
                              NO_PORT,
                              "another block is not ours");
    }
};

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

/** What a link and a switch take with them when they go down. */
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
            rig.fabric.SetLink(rig.topology.NicPort(0, 0), false, reason, rig.kernel.Now());
        });
        Simulator::Run();
        const uint32_t arrived = rig.hits.size();
        const bool counted = rig.fabric.Drops(reason) == 1 - arrived;
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
            for (const bool up : {false, true})
            {
                Simulator::Schedule(NanoSeconds(up ? 110 : 100), [&flap, line, up] {
                    flap.fabric.SetLink(line, up, DropReason::LINK_DOWN, flap.kernel.Now());
                });
            }
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
        Simulator::Schedule(NanoSeconds(2100), [&rig, port] {
            rig.fabric.SetLink(port, false, DropReason::LINK_DOWN, rig.kernel.Now());
        });
        Simulator::Schedule(NanoSeconds(5500), [&rig, port] {
            rig.fabric.SetLink(port, true, DropReason::LINK_DOWN, rig.kernel.Now());
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(rig.hits.size(), 6, "0, 1 before, 6 to 9 after");
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.DropsAt(port, DropReason::LINK_DOWN), 4, "2 to 5");
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.Pool().Live(), 0, "nothing is left over");
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

/** The trimmed class' share of the line when data waits as well. */
class ShareTestCase : public TestCase
{
  public:
    ShareTestCase()
        : TestCase("TrimmedShare divides the line between trimmed packets and data")
    {
    }

  private:
    void DoRun() override
    {
        FramePool pool;
        PortState port;
        PortConfig config;
        config.trimmedShare = 64; // a quarter
        const TrimQueue queue(port, config, pool);
        for (uint32_t i = 0; i < 4000; ++i)
        {
            const FrameIndex index = pool.Allocate();
            Frame& frame = pool.At(index);
            frame = Frame();
            frame.size = i % 2 == 0 ? 146 : 1460;
            queue.Push(index, frame, i % 2 == 0 ? TrafficClass::TRIMMED : TrafficClass::DATA);
        }
        uint64_t bytes[TRAFFIC_CLASSES] = {};
        while (port.head[1] != NO_FRAME && port.head[2] != NO_FRAME)
        {
            const TrafficClass next = queue.Next();
            bytes[static_cast<unsigned>(next)] += pool.At(queue.Pop(next)).size;
        }
        const double share = static_cast<double>(bytes[1]) / (bytes[1] + bytes[2]);
        NS_TEST_EXPECT_MSG_EQ_TOL(share, 0.25, 0.01, "a quarter of the bytes");
        while (port.IsBacklogged())
        {
            queue.Pop(queue.Next());
        }
        NS_TEST_EXPECT_MSG_EQ(port.bytes[1] + port.bytes[2], 0, "work conserving to the end");
    }
};

/**
 * The tie rule: a lockstep fabric with thousands of equal times, marks and trims gives the same
 * bits lazily and eagerly, in fast and wire mode, under every implementation and scheduler.
 */
class LockstepTestCase : public TestCase
{
  public:
    LockstepTestCase()
        : TestCase("lockstep: watched or not, any implementation, scheduler and mode")
    {
    }

  private:
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
        bool prefetch;
    };

    Outcome Run(const Way& way)
    {
        UseSimulator(way.implementation, way.scheduler);
        Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        profile->SetAttribute("WireMode", BooleanValue(way.wireMode));
        profile->SetAttribute("DataLimit", DoubleValue(0.5));
        FabricRig rig(SmallFabric(16, 4, 3, 2), profile);
        rig.prefetch = way.prefetch;
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
        for (const bool up : {false, true})
        {
            Simulator::Schedule(NanoSeconds(up ? 9001 : 3003), [&rig, port, up] {
                rig.fabric.SetLink(port, up, DropReason::LINK_DOWN, rig.kernel.Now());
            });
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
        Outcome outcome{rig.fabric.Fingerprint(),
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
        const Outcome reference = Run({fast, "ns3::MapScheduler", 0, false, false});
        NS_TEST_ASSERT_MSG_GT(reference.trims, 50, "the case has trims");
        NS_TEST_ASSERT_MSG_GT(reference.marks, 50, "the case has marks");
        const uint8_t all = PORT_WATCHED | PORT_RX_WATCHED;
        std::vector<Way> ways = {
            {fast, "ns3::MapScheduler", 0, false, true},
            {fast, "ns3::MapScheduler", PORT_WATCHED, false, false},
            {fast, "ns3::MapScheduler", PORT_RX_WATCHED, false, false},
            {fast, "ns3::MapScheduler", all, false, false},
            {fast, "ns3::MapScheduler", 0, true, false},
            {fast, "ns3::MapScheduler", all, true, false},
            {stock, "ns3::MapScheduler", all, true, false},
        };
        for (const char* scheduler : {"Map", "Heap", "List", "Calendar", "PriorityQueue"})
        {
            const std::string type = std::string("ns3::") + scheduler + "Scheduler";
            ways.push_back({fast, type, 0, false, false});
            ways.push_back({stock, type, 0, false, false});
            ways.push_back({stock, type, all, false, false});
        }
        for (const Way& way : ways)
        {
            const Outcome outcome = Run(way);
            const std::string name = way.implementation + " " + way.scheduler + " watched " +
                                     std::to_string(way.flags) + " wire " +
                                     std::to_string(way.wireMode);
            NS_TEST_EXPECT_MSG_EQ(outcome.fingerprint, reference.fingerprint, name);
            NS_TEST_EXPECT_MSG_EQ(outcome.trims, reference.trims, name);
            NS_TEST_EXPECT_MSG_EQ(outcome.marks, reference.marks, name);
            NS_TEST_EXPECT_MSG_EQ(outcome.last, reference.last, name);
        }
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
        AddTestCase(new TrimTestCase);
        AddTestCase(new MarkTestCase);
        AddTestCase(new OutageTestCase);
        AddTestCase(new FairTiesTestCase);
        AddTestCase(new ShareTestCase);
        AddTestCase(new LockstepTestCase);
    }
};

FabricTestSuite g_fabricTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
