/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Priority flow control: the headroom of links, and the pool that they share.

#include "pfc-rig.h"

#include "ns3/mrc-pause-headroom.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

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

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
