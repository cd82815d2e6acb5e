/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Packets that a fault takes while the link looks up: each ends once, with one reason.

#include "../mrc-fabric-rig.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Sends five packets to a NIC whose last link loses them so, and compares what is counted. */
void
ExpectLoss(const HiddenLoss& loss, DropReason reason)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    FabricRig rig(SmallFabric(2, 2, 0), CreateObject<FabricProfile>());
    const PortIndex last = rig.topology.Peer(rig.topology.NicPort(1, 0));
    rig.fabric.Faults().SetHiddenLoss(last, loss);
    for (int packet = 0; packet < 5; ++packet)
    {
        rig.Shoot({Instant(), 0, 1, Ev::Of(0, 0)});
    }
    Simulator::Run();
    EXPECT_TRUE(rig.hits.empty());
    EXPECT_EQ(rig.fabric.Tally().DropsAt(last, reason), 5U);
    EXPECT_EQ(rig.Sum(&PortCounters::drops), 5U) << "there is no other reason";
    EXPECT_EQ(rig.fabric.Pool().Live(), 0U) << "what is lost is given back";
    Simulator::Destroy();
}

// Clauses: [drop-reasons]
TEST(HiddenLoss, EndsEachPacketOnceWithOneReason)
{
    HiddenLoss random;
    random.odds = UINT64_MAX;
    ExpectLoss(random, DropReason::RANDOM_LOSS);
    HiddenLoss silent;
    silent.silent = true;
    ExpectLoss(silent, DropReason::SILENT_FAULT);
    HiddenLoss both = random;
    both.silent = true;
    ExpectLoss(both, DropReason::SILENT_FAULT);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
