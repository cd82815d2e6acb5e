/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A network on several threads does what it does on one.

#include "../mrc-sanitized.h"
#include "pods-of-four.h"
#include "threads-crowd.h"

#include "ns3/mrc-shard-set.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
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

/** @return what threads tell of Writes from each NIC to the next one */
std::string
NeighboursTell(const TopologySpec& spec, uint32_t threads)
{
    Crowd crowd(spec, threads);
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        crowd.Post(nic, (nic + 1) % spec.nics, 200000, 2);
    }
    return crowd.Run();
}

/** @return what threads tell of an incast that trims and marks */
std::string
IncastTells(const TopologySpec& spec, uint32_t threads)
{
    Crowd crowd(spec, threads);
    for (uint32_t nic = 1; nic < spec.nics; ++nic)
    {
        crowd.Post(nic, 0, 1000000);
    }
    return crowd.Run();
}

/** @return fabrics of two and three tiers, with one and more planes */
std::vector<TopologySpec>
Fabrics()
{
    const TopologySpec pods = PodsOfFour(8);
    return {SmallFabric(2, 1, 1), SixNics(), SmallFabric(12, 2, 3), pods};
}

// Clauses: [several-threads]
TEST(ThreadsTest, TellWhatOneTells)
{
    for (const TopologySpec& spec : Fabrics())
    {
        const std::string neighbours = NeighboursTell(spec, 1);
        const std::string incast = IncastTells(spec, 1);
        for (const uint32_t threads : {2, 3, 5})
        {
            EXPECT_EQ(NeighboursTell(spec, threads), neighbours) << threads << " threads";
            EXPECT_EQ(IncastTells(spec, threads), incast) << threads << " threads";
        }
    }
}

/** @return what threads tell of Writes to and fro over links with faults */
std::string
FaultsTell(const TopologySpec& spec, uint32_t threads, const std::string& faults)
{
    Crowd crowd(spec, threads);
    crowd.network->ScheduleFaults(faults);
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        crowd.Post(nic, (nic + spec.nics / 2) % spec.nics, 400000, 2);
    }
    Simulator::Stop(MilliSeconds(30)); // amid retries of those that have no path
    return crowd.Run();
}

// Clauses: [several-threads] [link-outage] [silent-fault] [bit-errors]
TEST(ThreadsTest, FaultsTellWhatOneTells)
{
    const TopologySpec spec = SmallFabric(12, 2, 3, 2);
    uint32_t turn = 0;
    for (const char* faults : {"link:0.0.0@20us..60us,link:1.1.2@30us",
                               "t1:0.1@20us..80us,t1:0.1@40us..60us",
                               "t0:0.1@25us,plane:1@90us",
                               "link:0.0.0/loss=2%@0us,link:1.1.1/silent@10us..70us",
                               "link:0.0.0/rate=10%@10us..100us,link-up:0.1.1/ber=1e-6@0us",
                               "link:0.0.0@20us..20001ns,link:0.1.0/flap=10us@15us..200us",
                               "port:0.0@20us..70us,nic:3@30us"})
    {
        const std::string one = FaultsTell(spec, 1, faults);
        // A sanitizer makes each run long: there the counts of threads take turns.
        for (uint32_t i = Times(0, turn++ % 3); i < 3; i += Times(1, 3))
        {
            const uint32_t threads = std::array<uint32_t, 3>{2, 3, 5}[i];
            EXPECT_EQ(FaultsTell(spec, threads, faults), one) << threads << " threads, " << faults;
        }
    }
}

/** @return by thread, the frames that arrived whole at its nodes */
std::vector<uint64_t>
HopsOf(Network& network, uint32_t threads)
{
    const Fabric& fabric = network.Engine().fabric;
    const FabricCuts& cuts = *fabric.State().cuts->Cuts();
    const FabricTally tally = fabric.Tally();
    std::vector<uint64_t> hops(threads);
    for (PortIndex port = 0; port < tally.PortCount(); ++port)
    {
        hops.at(cuts.receivers[port]) += tally.Counters(port).frames;
    }
    return hops;
}

// Clauses: [several-threads]
TEST(ThreadsTest, AreUsed)
{
    for (const uint32_t threads : {2, 3, 5, 8})
    {
        Crowd crowd(SmallFabric(32, 2, 16, 2), threads);
        for (uint32_t nic = 0; nic < 32; ++nic)
        {
            crowd.Post(nic, (nic + 16) % 32, 1000000);
        }
        crowd.Run();
        const ShardSet& shards = crowd.network->Engine().shards;
        ASSERT_EQ(shards.All().size(), threads);
        EXPECT_GT(shards.Pace().Windows().windows, 20U);
        EXPECT_EQ(shards.Pace().Windows().merged, 0U);
        EXPECT_GT(shards.Pace().CutFrames(), 5000U);
        const std::vector<uint64_t> hops = HopsOf(*crowd.network, threads);
        const uint64_t all = std::accumulate(hops.begin(), hops.end(), uint64_t{0});
        EXPECT_GT(all, 32U * 4 * 1000000 / 4096);
        for (const uint64_t own : hops)
        {
            EXPECT_GT(own * threads * 10, all * 7) << threads << " threads"; // 0.7 of its share
        }
    }
}

/** @return what is told of a run that its first completion stops, and that goes on later */
std::string
StoppedTells(uint32_t threads)
{
    Crowd crowd(SixNics(), threads);
    crowd.Post(0, 4, 100000);
    crowd.Post(1, 5, 400000);
    crowd.network->GetQueuePairs()[0]->TraceConnectWithoutContext(
        "Completed",
        CallbackOf<const Completion&>([&crowd](const Completion&) {
            Simulator::Stop();
            Simulator::Schedule(NanoSeconds(0), [&crowd] { crowd.told << "at once\n"; });
            Simulator::Schedule(NanoSeconds(700), [&crowd] {
                // the other end is in another thread: its counter is the one of this instant
                const Requestor& ends = *crowd.network->GetQueuePairs()[1];
                crowd.told << "placed " << ends.PeerCounters().placedBytes << '\n';
                crowd.Post(5, 0, 50000);
            });
        }));
    crowd.Run();
    crowd.told << "goes on\n";
    return crowd.Run();
}

TEST(ThreadsTest, StopScheduleAndReadAtACompletion)
{
    const std::string one = StoppedTells(1);
    EXPECT_NE(one.find("goes on"), std::string::npos);
    EXPECT_EQ(StoppedTells(2), one);
    EXPECT_EQ(StoppedTells(3), one);
}

/** @return the most packets that the places of both shards ever held, for streams to and fro */
uint32_t
PlacesOfStreams(uint32_t threads)
{
    Crowd crowd(SmallFabric(2, 1, 1), threads);
    crowd.Post(0, 1, 20000000);
    crowd.Run();
    crowd.Post(1, 0, 20000000);
    crowd.Run();
    uint32_t places = 0;
    for (const auto& shard : crowd.network->Engine().shards.All())
    {
        places += shard->GetFabric().State().pool.Peak();
    }
    return places;
}

// The books have the frames of all threads.
TEST(ThreadsTest, ConserveFramesAtAnyStop)
{
    for (const uint32_t threads : {1, 2, 3})
    {
        Crowd crowd(SixNics(), threads);
        PostIncast(*crowd.network);
        for (unsigned stop = 0; stop < 100; ++stop)
        {
            Simulator::Stop(NanoSeconds(711));
            Simulator::Run();
            RequireConservationOf(crowd.network);
        }
    }
}

// Each shard hands places back, but for 256 that it may keep.
TEST(ThreadsTest, PlacesOfFramesComeBack)
{
    EXPECT_LT(PlacesOfStreams(2), 2 * PlacesOfStreams(1) + 1200) << "of some 10,000 packets";
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
