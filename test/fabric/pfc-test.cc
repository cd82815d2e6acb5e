/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfc-rig.h"

#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-pause-headroom.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Two NICs send 200 packets each to a third one on the same switch. */
void
TwoToOne(PfcRig& rig)
{
    for (const uint32_t nic : {0U, 1U})
    {
        rig.Stream(nic, 2, 200);
    }
    rig.RunTo();
}

// Clauses: [pfc-lossless], [pfc-accounting], [pfc-threshold]
TEST(Pfc, AnIncastLosesNothingAndPausesItsSenders)
{
    PfcWay way;
    way.xoff = 50000; // bytes that wait last until the paused senders are heard again
    PfcRig rig(SmallFabric(3, 3, 0), way);
    TwoToOne(rig);
    EXPECT_EQ(rig.hits.size(), 400U);
    EXPECT_EQ(rig.AllDrops(), 0U);
    EXPECT_EQ(rig.Sum(&PortCounters::trims), 0U);
    for (const uint32_t nic : {0U, 1U})
    {
        const PauseCounters told = rig.Pauses(rig.Down(nic));
        const PauseCounters obeyed = rig.Pauses(rig.Up(nic));
        EXPECT_GT(told.sent, 1U);
        EXPECT_EQ(told.ended * 2, told.sent) << "each pause ends by a frame";
        EXPECT_EQ(obeyed.received, told.sent);
        EXPECT_GT(obeyed.paused, Micros(20));
        EXPECT_LT(obeyed.paused, Micros(120));
        EXPECT_GT(rig.Use(rig.Up(nic)).peak, 0U);
    }
    EXPECT_EQ(rig.Pauses(rig.Down(2)).sent, 0U) << "nothing comes from there";
    EXPECT_EQ(rig.Pauses(rig.Up(2)).paused, Span());
    // The line to the third NIC was never idle: 400 packets, one behind the other.
    const Span whole = rig.hits.back().at - rig.hits.front().at;
    EXPECT_EQ(whole, PACKET_TIME * 399);
    rig.ExpectEmpty();
}

// Clauses: [pfc-lossless], [queue-limits]
TEST(Pfc, OtherDataIsDroppedOrTrimmedAsEver)
{
    for (const char* lossless : {"none", "27"})
    {
        PfcWay way;
        way.lossless = lossless;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        TwoToOne(rig);
        EXPECT_GT(rig.Drops(DropReason::DATA_OVERFLOW), 0U) << lossless;
        EXPECT_EQ(rig.Pauses(rig.Down(0)).sent, 0U) << lossless;
        EXPECT_EQ(rig.Pauses(rig.Up(0)).received, 0U) << lossless;
    }
}

// Clauses: [pfc-headroom], [pfc-response], [drop-reasons]
TEST(Pfc, HeadroomByHand)
{
    // The port to NIC 1 is paused for good, so all of NIC 0 stays in the switch.
    const auto run = [](const PfcWay& way) {
        auto rig = std::make_unique<PfcRig>(SmallFabric(3, 3, 0), way);
        rig->fabric.Faults().BeginStorm(rig->Up(1), Instant());
        for (uint32_t i = 0; i < 200; ++i)
        {
            rig->Shoot({Instant() + Micros(10) + PACKET_TIME * i, 0, 1, Ev::Of(0, 0), 4096, 26});
        }
        rig->RunTo(Micros(200));
        return rig;
    };
    PfcWay way;
    way.xoff = 10 * 4242;
    way.headroom = 1000000;
    const auto roomy = run(way);
    EXPECT_EQ(roomy->Use(roomy->Up(0)).shared, 10U * 4242);
    const PortConfig& up = roomy->fabric.State().ConfigOf(roomy->Up(0));
    // A pause of 84 bytes goes back as the 11th packet is admitted, and acts after 394 quanta.
    // Frames that the NIC has begun by then come, and so do those on the way. From the start of a
    // packet to its admission go by its line time, the propagation and the switch's latency.
    const Span round = up.rate.Serialize(84) + up.propagation * 2 + up.rate.Serialize(394 * 64) +
                       up.farLatency + PACKET_TIME;
    const uint64_t late = round.Ps() / PACKET_TIME.Ps() + 1; // the 11th is one of them
    EXPECT_EQ(roomy->Use(roomy->Up(0)).headroom, late * 4242);
    EXPECT_EQ(roomy->AllDrops(), 0U);
    EXPECT_LE(late * 4242, PauseHeadroom(up.rate, up.propagation, up.farLatency + Nanos(2018)));
    // Just enough, and a byte less.
    way.headroom = late * 4242;
    EXPECT_EQ(run(way)->AllDrops(), 0U);
    --way.headroom;
    const auto cut = run(way);
    EXPECT_EQ(cut->Drops(DropReason::HEADROOM_OVERFLOW), 1U);
    EXPECT_EQ(cut->AllDrops(), 1U);
    EXPECT_EQ(cut->fabric.Tally().DropsAt(cut->Down(1), DropReason::HEADROOM_OVERFLOW), 1U);
    EXPECT_EQ(cut->Use(cut->Up(0)).headroom, (late - 1) * 4242);
    way.headroom = 1; // without headroom every packet beyond is lost, up to the pause
    EXPECT_EQ(run(way)->AllDrops(), late);
}

// Clauses: [pfc-frame], [class-weights]
TEST(Pfc, PausesAreAheadOfClassesWithWeightsToo)
{
    // The line to NIC 0 is full of data as the switch has NIC 0 stop.
    const auto peak = [](uint32_t weight) {
        PfcWay way;
        way.weight = weight;
        way.headroom = 1000000;
        PfcRig rig(SmallFabric(4, 4, 0), way);
        rig.fabric.Faults().BeginStorm(rig.Up(1), Instant());
        rig.Stream(2, 0, 200);
        rig.Stream(3, 0, 200);
        rig.Stream(0, 1, 200);
        rig.RunTo(Micros(100));
        const uint32_t most = rig.Use(rig.Up(0)).peak;
        rig.fabric.Faults().EndStorm(rig.Up(1));
        rig.RunTo();
        return most;
    };
    EXPECT_GT(peak(0), 0U);
    EXPECT_EQ(peak(200), peak(0));
}

// Clauses: [pfc-response]
TEST(Pfc, ResponsesAreThoseOfTheRate)
{
    EXPECT_EQ(PeerResponse(LineRate(25000000000)).Ps(), 80 * 20480);
    EXPECT_EQ(PeerResponse(LineRate(100000000000)).Ps(), 394 * 5120);
    EXPECT_EQ(PeerResponse(LineRate(400000000000)).Ps(), 905 * 1280);
    EXPECT_EQ(PeerResponse(LineRate(800000000000)).Ps(), 905 * 1280) << "no row is beyond";
}

// Clauses: [pfc-headroom], [pfc-frame]
TEST(Pfc, APauseForWhatFindsNoHeadroomEnds)
{
    PfcWay way;
    way.xoff = 1000; // less than a frame
    way.headroom = 1;
    way.quanta = 1000;
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.fabric.Faults().BeginStorm(rig.Up(1), Instant());
    rig.Stream(0, 1, 20);
    rig.RunTo(Micros(100));
    EXPECT_GT(rig.Drops(DropReason::HEADROOM_OVERFLOW), 0U);
    rig.fabric.Faults().EndStorm(rig.Up(1));
    Simulator::Stop(MilliSeconds(10)); // no pause may last so long
    rig.RunTo();
    EXPECT_TRUE(rig.kernel.IsEmpty());
    EXPECT_EQ(rig.HitsOf(1) + rig.AllDrops(), 20U);
    rig.ExpectEmpty();
}

/** The headroom that three senders took behind a storm, and what became of their packets. */
struct PooledRun
{
    uint64_t most{0};                  //!< bytes that the links of the switch had at once
    std::vector<uint64_t> headrooms{}; //!< by sender, while the storm lasts
    uint64_t drops{0};
    uint64_t fingerprint{0};
};

PooledRun
RunWithPool(uint32_t pool, bool wireMode)
{
    PfcWay way;
    way.headroom = 60000;
    way.pool = pool;
    way.wireMode = wireMode;
    PfcRig rig(SmallFabric(4, 4, 0), way);
    rig.fabric.Faults().BeginStorm(rig.Up(3), Instant());
    for (const uint32_t nic : {0U, 1U, 2U})
    {
        rig.Stream(nic, 3, 40);
    }
    rig.RunTo(Micros(100));
    PooledRun run;
    uint64_t sum = 0;
    for (const uint32_t nic : {0U, 1U, 2U})
    {
        run.headrooms.push_back(rig.Use(rig.Up(nic)).headroom);
        sum += run.headrooms.back();
    }
    const HeadroomPool& all = rig.fabric.State().pauses.Pool(rig.Up(0));
    EXPECT_EQ(all.used, sum) << "a pool is its links' headroom";
    run.most = all.peak;
    run.drops = rig.Drops(DropReason::HEADROOM_OVERFLOW);
    EXPECT_EQ(run.drops, rig.AllDrops());
    rig.fabric.Faults().EndStorm(rig.Up(3));
    rig.RunTo();
    EXPECT_EQ(rig.HitsOf(3) + rig.AllDrops(), 120U);
    rig.ExpectEmpty();
    run.fingerprint = rig.fabric.Tally().Fingerprint();
    return run;
}

// Clauses: [pfc-headroom-pool], [wire-mode]
TEST(Pfc, LinksOfASwitchShareTheHeadroomOfAPool)
{
    const PooledRun alone = RunWithPool(0, false);
    EXPECT_EQ(alone.drops, 0U) << "each has enough of its own";
    ASSERT_GT(alone.headrooms[0], 4242U);
    EXPECT_EQ(alone.most, alone.headrooms[0] * 3) << "all take as much at once";

    const auto needed = static_cast<uint32_t>(alone.most);
    const PooledRun enough = RunWithPool(needed, false);
    EXPECT_EQ(enough.headrooms, alone.headrooms);
    EXPECT_EQ(enough.drops, 0U);
    EXPECT_EQ(enough.fingerprint, alone.fingerprint);

    const PooledRun less = RunWithPool(needed - 1, false);
    EXPECT_EQ(less.drops, 1U) << "one frame more than there is room for";
    EXPECT_LE(less.most, needed - 1);
    EXPECT_EQ(RunWithPool(needed - 1, true).fingerprint, less.fingerprint);
}

// Clauses: [pfc-headroom]
TEST(Pfc, HeadroomByTheFormulaOfSonic)
{
    const LineRate rate(100000000000);
    EXPECT_EQ(PeerResponse(rate), Span(394 * 64 * 80));
    EXPECT_EQ(PeerResponse(LineRate(10000000000)), Span(80 * 64 * 800)) << "as 25 Gb/s";
    EXPECT_EQ(PeerResponse(LineRate(25000000000)), Span(80 * 64 * 320));
    EXPECT_EQ(PeerResponse(LineRate(40000000000)), Span(118 * 64 * 200));
    EXPECT_EQ(PeerResponse(LineRate(50000000000)), Span(147 * 64 * 160));
    EXPECT_EQ(PeerResponse(LineRate(200000000000)), Span(453 * 64 * 40));
    EXPECT_EQ(PeerResponse(LineRate(400000000000)), Span(905 * 64 * 20));
    EXPECT_EQ(PeerResponse(LineRate(800000000000)), PeerResponse(LineRate(400000000000)));
    // three frames of 9,216 bytes, the pause's 84, and 1 us + 2 us of 12.5 bytes a nanosecond
    EXPECT_EQ(PauseHeadroom(rate, Nanos(500), Micros(2)), 27648U + 84 + 37500);
    EXPECT_EQ(PauseHeadroom(rate, Span(), Span(1)), 27648U + 84 + 1) << "rounded up";
}

// Clauses: [pfc-threshold], [shared-buffer]
TEST(Pfc, DynamicThresholdsComeToRestWhereTheFormulaSays)
{
    struct Row
    {
        int exponent;
        uint32_t senders;
        uint64_t each;
    };

    for (const Row& row :
         {Row{0, 1, 500000}, Row{0, 2, 333333}, Row{-3, 1, 111111}, Row{-3, 2, 100000}})
    {
        PfcWay way;
        way.xoff = 0;
        way.buffer = 1000000;
        way.threshold = row.exponent;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        rig.fabric.Faults().BeginStorm(rig.Up(2), Instant());
        for (uint32_t nic = 0; nic < row.senders; ++nic)
        {
            rig.Stream(nic, 2, 300);
        }
        rig.RunTo(Micros(300));
        uint64_t used = 0;
        for (uint32_t nic = 0; nic < row.senders; ++nic)
        {
            EXPECT_NEAR(rig.Use(rig.Up(nic)).shared, row.each, 2 * 4242) << row.exponent;
            EXPECT_GT(rig.Use(rig.Up(nic)).headroom, 0U);
            EXPECT_TRUE(rig.Use(rig.Up(nic)).paused);
            used += rig.Use(rig.Up(nic)).shared;
        }
        // Headroom lies beside the buffer.
        EXPECT_EQ(rig.fabric.Onlookers().Buffer(rig.Down(2), rig.kernel.Now())->Used(), used);
        EXPECT_EQ(rig.AllDrops(), 0U);
        rig.fabric.Faults().EndStorm(rig.Up(2));
        rig.RunTo();
        EXPECT_EQ(rig.hits.size(), 300U * row.senders);
        rig.ExpectEmpty();
    }
}

// Clauses: [pfc-threshold]
TEST(Pfc, APauseEndsBelowTheThreshold)
{
    // With an offset of 0 a pause ends as soon as one packet has left, with a large one at the end.
    const auto ends = [](uint32_t offset) {
        PfcWay way;
        way.offset = offset;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        TwoToOne(rig);
        EXPECT_EQ(rig.hits.size(), 400U);
        rig.ExpectEmpty();
        return rig.Pauses(rig.Down(0)).ended;
    };
    const uint64_t early = ends(0);
    const uint64_t late = ends(1 << 20);
    EXPECT_GT(early, late);
    EXPECT_GT(late, 0U);
}

// Clauses: [pfc-lossless], [same-seed], [wire-mode]
TEST(Pfc, IsTheSameWatchedAndInWireMode)
{
    for (const uint32_t buffer : {0U, 400000U})
    {
        uint64_t first = 0;
        for (const uint8_t flags : {uint8_t{0}, uint8_t{PORT_WATCHED}, uint8_t{PORT_EAGER}})
        {
            for (const bool wireMode : {false, true})
            {
                PfcWay way;
                way.flags = flags;
                way.wireMode = wireMode;
                way.buffer = buffer;
                way.xoff = buffer == 0 ? 20000 : 0;
                PfcRig rig(SmallFabric(8, 4, 1), way);
                for (uint32_t nic = 0; nic < 7; ++nic)
                {
                    rig.Stream(nic, 7, 60, nic % 3 == 0 ? 1 : LOSSLESS);
                }
                rig.RunTo();
                rig.ExpectEmpty();
                EXPECT_GT(rig.Sum(&PortCounters::trims), 0U) << "of other data";
                EXPECT_EQ(rig.AllDrops(), 0U);
                EXPECT_GT(rig.Pauses(rig.Down(1)).sent, 0U);
                const uint64_t print = rig.fabric.Tally().Fingerprint();
                first = first == 0 ? print : first;
                EXPECT_EQ(print, first) << +flags << wireMode;
                EXPECT_EQ(rig.observer.outOfOrder, 0U);
            }
        }
    }
}

/** @return bytes in the buffers of all switches and of all links, at many instants; then the peaks
 */
std::vector<uint64_t>
FillOverTime(uint8_t flags, bool looks)
{
    PfcWay way;
    way.flags = flags;
    way.buffer = 400000;
    way.xoff = 0;
    PfcRig rig(SmallFabric(8, 4, 1), way);
    for (uint32_t nic = 0; nic < 7; ++nic)
    {
        rig.Stream(nic, 7, 60, nic % 3 == 0 ? 1 : LOSSLESS);
    }
    std::vector<uint64_t> seen;
    const auto look = [&rig, &seen](bool ofPeaks) {
        for (PortIndex port = 0; port < rig.topology.PortCount(); ++port)
        {
            const SharedBuffer* buffer = rig.fabric.Onlookers().Buffer(port, rig.kernel.Now());
            if (buffer != nullptr)
            {
                seen.push_back(ofPeaks ? buffer->Peak() : buffer->Used());
                seen.push_back(ofPeaks ? 0 : rig.Use(rig.topology.Peer(port)).shared);
            }
        }
    };
    for (int64_t ns = 1003; looks && ns < 200000; ns += 7000)
    {
        Simulator::Schedule(NanoSeconds(ns), [look] { look(false); });
    }
    rig.RunTo();
    if (looks)
    {
        EXPECT_GT(*std::max_element(seen.begin(), seen.end()), 100000U);
    }
    look(true);
    rig.ExpectEmpty();
    return seen;
}

// Clauses: [pfc-accounting], [shared-buffer]
TEST(Pfc, WhatWaitsIsTheSameHoweverPortsAreServed)
{
    for (const bool looks : {false, true})
    {
        EXPECT_EQ(FillOverTime(0, looks), FillOverTime(PORT_WATCHED, looks));
    }
    const std::vector<uint64_t> peaks = FillOverTime(0, false);
    const std::vector<uint64_t> all = FillOverTime(0, true);
    EXPECT_TRUE(std::equal(peaks.rbegin(), peaks.rend(), all.rbegin())) << "a look changes nothing";
}

// Clauses: [pfc-accounting]
TEST(Pfc, AHopTakesOneEventUntilASenderIsPaused)
{
    const auto events = [](const char* lossless, uint32_t xoff, bool pauses) {
        PfcWay way;
        way.lossless = lossless;
        way.xoff = xoff;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        for (const uint32_t nic : {0U, 1U})
        {
            rig.Stream(nic, 2, 10);
        }
        rig.RunTo();
        EXPECT_EQ(rig.hits.size(), 20U);
        EXPECT_EQ(rig.Pauses(rig.Down(0)).sent != 0, pauses);
        return rig.kernel.FiredCount();
    };
    const uint64_t lossy = events("none", 0, false);
    EXPECT_EQ(events("26", 100000, false), lossy);
    EXPECT_GT(events("26", 10000, true), lossy);
}

/** NICs 0 and 5 send to NIC 4, and NIC 2 a little to NIC 6, by the same links as NIC 0. */
Instant
EndOfVictim(const char* lossless)
{
    PfcWay way;
    way.lossless = lossless;
    PfcRig rig(SmallFabric(8, 4, 1), way);
    for (uint32_t nic : {0U, 5U})
    {
        rig.Stream(nic, 4, 300);
    }
    for (uint32_t i = 0; i < 20; ++i)
    {
        rig.Shoot({Instant() + Micros(20) + Micros(2) * i, 2, 6, Ev::Of(0, 0), 1024, LOSSLESS});
    }
    rig.RunTo();
    EXPECT_EQ(rig.HitsOf(6), 20U);
    const bool hasPfc = std::string(lossless) != "none";
    EXPECT_EQ(rig.AllDrops() == 0, hasPfc);
    if (hasPfc)
    {
        const PortIndex uplink = rig.topology.NicPort(0, 0);
        EXPECT_GT(rig.Pauses(uplink).paused, Span()) << "it spreads to the sender's own rack";
        EXPECT_EQ(rig.HitsOf(4), 600U);
        rig.ExpectEmpty();
    }
    return rig.LastOf(2);
}

// Clauses: [pfc-response]
TEST(Pfc, AVictimWaitsBehindThoseWhoArePaused)
{
    const Instant alone = EndOfVictim("none");
    const Instant behind = EndOfVictim("26");
    EXPECT_GT(behind - alone, Micros(5)) << "head-of-line blocking";
}

// Clauses: [pfc-response], [class-order]
TEST(Pfc, ControlAndTrimmedPacketsGoOn)
{
    PfcRig rig(SmallFabric(3, 3, 0), PfcWay{});
    rig.fabric.Faults().BeginStorm(rig.Up(1), Instant());
    const DscpPlan dscp;
    for (const uint8_t code : {LOSSLESS, dscp.control, dscp.trimmed, dscp.noTrim})
    {
        rig.Shoot({Instant() + Micros(20), 0, 1, Ev::Of(0, 0), 0, code});
    }
    rig.RunTo(Micros(100));
    ASSERT_EQ(rig.hits.size(), 2U);
    EXPECT_EQ(rig.hits[0].frame.dscp, dscp.control);
    EXPECT_EQ(rig.hits[1].frame.dscp, dscp.trimmed);
    EXPECT_EQ(rig.fabric.Onlookers().Backlog(rig.Down(1), TrafficClass::DATA, rig.kernel.Now()),
              2U * 146);
    rig.fabric.Faults().EndStorm(rig.Up(1));
    rig.RunTo();
    EXPECT_EQ(rig.hits.size(), 4U) << "the rest is not lost";
    EXPECT_EQ(rig.hits[2].frame.dscp, LOSSLESS) << "in the order of the data class";
    rig.ExpectEmpty();
}

// Clauses: [pfc-response]
TEST(Pfc, APacketThatHasBegunGoesOnAndTheNextWaits)
{
    // The pause of NIC 1 acts at the switch's port in the middle of a packet.
    PfcWay way;
    way.quanta = 1000; // 5.12 us
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.Stream(0, 1, 40);
    rig.Shoot({Instant(), 1, 2, Ev::Of(0, 0), 4096, LOSSLESS});
    Simulator::Schedule(NanoSeconds(3000), [&rig] {
        rig.fabric.Faults().BeginStorm(rig.Up(1), rig.kernel.Now());
        rig.fabric.Faults().EndStorm(rig.Up(1)); // a single pause of 65,535 quanta: 335.5 us
    });
    rig.RunTo();
    ASSERT_EQ(rig.HitsOf(1), 40U);
    const PortConfig& up = rig.fabric.State().ConfigOf(rig.Up(1));
    const Instant acts = Instant() + Nanos(3000) + up.rate.Serialize(84) + up.propagation +
                         std::max(up.rate.Serialize(394 * 64), up.farLatency);
    std::vector<Instant> begins; // of transmissions to NIC 1
    for (const Hit& hit : rig.hits)
    {
        if (hit.nic == 1)
        {
            const PortConfig& down = rig.fabric.State().ConfigOf(rig.Down(1));
            begins.push_back(hit.at - PACKET_TIME - down.propagation - down.farLatency);
        }
    }
    uint32_t before = 0;
    while (before < begins.size() && begins[before] <= acts)
    {
        ++before;
    }
    ASSERT_GT(before, 0U);
    ASSERT_LT(before, 40U);
    EXPECT_LT(acts - begins[before - 1], PACKET_TIME) << "it was sending up to then";
    EXPECT_EQ(begins[before], acts + Span(65535LL * 64 * 80)) << "to the picosecond";
    EXPECT_EQ(rig.Pauses(rig.Down(1)).paused, Span(65535LL * 64 * 80));
    rig.ExpectEmpty();
}

// Clauses: [pfc-frame]
TEST(Pfc, APauseIsRepeatedBeforeItRunsOut)
{
    PfcWay way;
    way.quanta = 100; // 512 ns
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.fabric.Faults().BeginStorm(rig.Up(2), Instant()); // for 335.5 us
    rig.fabric.Faults().EndStorm(rig.Up(2));
    rig.Stream(0, 2, 100);
    rig.RunTo(Micros(300));
    EXPECT_TRUE(rig.Use(rig.Up(0)).paused);
    EXPECT_GT(rig.Pauses(rig.Down(0)).sent, 500U) << "one each 256 ns";
    EXPECT_GT(rig.Pauses(rig.Up(0)).paused, Micros(250)) << "without a gap";
    EXPECT_EQ(rig.AllDrops(), 0U);
    rig.RunTo();
    EXPECT_EQ(rig.hits.size(), 100U);
    rig.ExpectEmpty();
}

// Clauses: [pfc-frame]
TEST(Pfc, APauseWhoseRepetitionsAreLostRunsOut)
{
    PfcWay way;
    way.quanta = 2000; // 10.24 us
    way.headroom = 1;
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.fabric.Faults().BeginStorm(rig.Up(2), Instant());
    rig.fabric.Faults().EndStorm(rig.Up(2));
    rig.Stream(0, 2, 100);
    Simulator::Schedule(MicroSeconds(20), [&rig] {
        EXPECT_TRUE(rig.fabric.State().pauses.Port(rig.Up(0)).held);
        HiddenLoss loss;
        loss.silent = true; // from now on nothing comes back to NIC 0
        rig.fabric.Faults().SetHiddenLoss(rig.Down(0), loss);
    });
    rig.RunTo(Micros(100));
    EXPECT_FALSE(rig.fabric.State().pauses.Port(rig.Up(0)).held);
    EXPECT_GT(rig.Drops(DropReason::HEADROOM_OVERFLOW), 50U) << "the NIC sends again";
    EXPECT_GT(rig.Drops(DropReason::SILENT_FAULT), 5U) << "the pauses";
    EXPECT_TRUE(rig.Use(rig.Up(0)).paused);
    rig.fabric.Faults().SetHiddenLoss(rig.Down(0), HiddenLoss());
    rig.RunTo();
    EXPECT_EQ(rig.hits.size() + rig.Drops(DropReason::HEADROOM_OVERFLOW), 100U);
    rig.ExpectEmpty();
}

// Clauses: [pfc-response], [link-outage]
TEST(Pfc, ALinkThatGoesDownWhilePausedForgets)
{
    for (const uint32_t buffer : {0U, 400000U})
    {
        PfcWay way;
        way.buffer = buffer;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        rig.fabric.Faults().BeginStorm(rig.Up(2), Instant());
        rig.fabric.Faults().EndStorm(rig.Up(2));
        rig.Stream(0, 2, 100);
        for (const PortIndex port : {rig.Up(2), rig.Down(2)})
        {
            rig.Cut(port, MicroSeconds(60), MicroSeconds(70));
        }
        rig.RunTo(Micros(65));
        EXPECT_FALSE(rig.fabric.State().pauses.Port(rig.Down(2)).held);
        EXPECT_GT(rig.Drops(DropReason::LINK_DOWN), 5U) << "what waited there";
        EXPECT_EQ(rig.Use(rig.Up(0)).shared + rig.Use(rig.Up(0)).headroom, 0U);
        rig.RunTo();
        // NIC 0 was let go on; some of its packets met the port while the port was down.
        EXPECT_EQ(rig.hits.size() + rig.Drops(DropReason::LINK_DOWN), 100U);
        EXPECT_GT(rig.hits.size(), 10U);
        EXPECT_EQ(rig.AllDrops(), rig.Drops(DropReason::LINK_DOWN));
        rig.ExpectEmpty();
    }
}

// Clauses: [pfc-frame], [link-outage]
TEST(Pfc, ALinkThatComesUpIsToldAgain)
{
    PfcWay way;
    way.headroom = 1000000;
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.fabric.Faults().BeginStorm(rig.Up(2), Instant());
    rig.Stream(0, 2, 100);
    for (const PortIndex port : {rig.Up(0), rig.Down(0)})
    {
        rig.Cut(port, MicroSeconds(20), MicroSeconds(21));
    }
    rig.RunTo(Micros(20) + Nanos(500));
    EXPECT_TRUE(rig.Use(rig.Up(0)).paused);
    EXPECT_FALSE(rig.fabric.State().pauses.Port(rig.Up(0)).held);
    rig.RunTo(Micros(30));
    EXPECT_TRUE(rig.fabric.State().pauses.Port(rig.Up(0)).held) << "long before the repetition";
    EXPECT_EQ(rig.Drops(DropReason::HEADROOM_OVERFLOW), 0U);
    rig.fabric.Faults().EndStorm(rig.Up(2));
    rig.RunTo();
    EXPECT_EQ(rig.hits.size() + rig.Drops(DropReason::LINK_DOWN), 100U);
    rig.ExpectEmpty();
}

// Clauses: [pfc-lossless], [wred-drops]
TEST(Pfc, LosslessPacketsAreNotDroppedEarly)
{
    const Ptr<FabricProfile> profile = PfcProfile(PfcWay{});
    profile->SetAttribute("DataWredMinimum", UintegerValue(1000));
    profile->SetAttribute("DataWredMaximum", UintegerValue(1000));
    profile->SetAttribute("WredDropsEct", BooleanValue(true));
    FabricRig rig(SmallFabric(3, 3, 0), profile);
    for (uint32_t nic = 0; nic < 2; ++nic)
    {
        for (int i = 0; i < 10; ++i)
        {
            rig.Shoot({Instant(), nic, 2, Ev::Of(0, 0), 4096, LOSSLESS});
            rig.Shoot({Instant(), nic, 2, Ev::Of(0, 0), 4096, 1});
        }
    }
    Simulator::Run();
    EXPECT_GT(rig.fabric.Tally().Drops(DropReason::WRED), 0U);
    uint32_t lossless = 0;
    for (const Hit& hit : rig.hits)
    {
        lossless += hit.frame.dscp == LOSSLESS;
    }
    EXPECT_EQ(lossless, 20U);
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
