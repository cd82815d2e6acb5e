/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Shards share nothing static: side by side each behaves as alone.

#include "../mrc-test-network.h"
#include "engine-rig.h"
#include "own-loop.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
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

constexpr Span END = Micros(20000);

/** Posts a Write of this many bytes; for a while this part of the packets is lost. */
struct Load
{
    uint64_t seed;
    uint32_t bytes;
    double loss;

    void Give(EngineRig& rig) const
    {
        Outage lossy;
        lossy.down = MicroSeconds(10);
        lossy.up = MicroSeconds(40);
        lossy.ports = {EngineRig::FROM_FIRST};
        lossy.impairment = {FaultEffect::LOSS, loss};
        rig.Break(lossy);
        rig.Post(seed, bytes);
    }
};

/** @return the stories of these loads, each in a shard of its own, fired by one loop */
std::vector<std::string>
StoriesOf(const std::vector<Load>& loads)
{
    OwnLoop loop;
    std::vector<std::unique_ptr<EngineRig>> rigs;
    for (const Load& load : loads)
    {
        rigs.push_back(std::make_unique<EngineRig>(load.seed, loop, loop));
        load.Give(*rigs.back());
    }
    loop.Run(Instant() + END);
    std::vector<std::string> stories;
    for (const auto& rig : rigs)
    {
        EXPECT_GT(rig->user.resent, 0U);
        EXPECT_EQ(rig->GetFabric().Pool().Live(), 0U);
        stories.push_back(rig->Story());
    }
    return stories;
}

/** Two loads that meet in time: both lose packets, and send them again. */
const Load FIRST{1, 1000000, 0.1};
const Load SECOND{2, 700000, 0.2};

TEST(Shard, SideBySideAsAlone)
{
    const std::string first = StoriesOf({FIRST}).front();
    const std::string second = StoriesOf({SECOND}).front();
    ASSERT_NE(first, second);
    EXPECT_EQ(StoriesOf({FIRST, SECOND}), (std::vector<std::string>{first, second}));
    EXPECT_EQ(StoriesOf({SECOND, FIRST}), (std::vector<std::string>{second, first}));
    // Of one seed: any shared state would be drawn, counted or numbered twice.
    EXPECT_EQ(StoriesOf({FIRST, FIRST}), (std::vector<std::string>{first, first}));
}

TEST(Shard, GoesOnWhenTheOtherIsGone)
{
    const std::string first = StoriesOf({FIRST}).front();
    OwnLoop loop;
    EngineRig rig(FIRST.seed, loop, loop);
    FIRST.Give(rig);
    {
        OwnLoop faults; // calls of this loop go with the other shard
        EngineRig other(SECOND.seed, loop, faults);
        SECOND.Give(other);
        loop.Run(Instant() + Micros(9));
        faults.Run(Instant() + Micros(11));
        loop.Run(Instant() + Micros(20)); // in the midst of both Writes, and of a fault
        EXPECT_GT(other.GetFabric().Pool().Live(), 0U);
        EXPECT_GT(other.GetFabric().Tally().Drops(DropReason::RANDOM_LOSS), 0U);
    }
    loop.Run(Instant() + END);
    EXPECT_EQ(rig.Story(), first);
}

/** A fabric with a shared buffer, jitter, losses and shared windows, which draw and hold state. */
struct Crowd
{
    int64_t stream;     //!< of all random decisions
    const char* faults; //!< that last

    Ptr<Network> Install() const
    {
        FabricHelper helper;
        helper.AssignStreams(stream);
        TopologySpec spec = SixNics();
        spec.links = ReadLinkRules("plane:1/jitter=300ns", spec);
        helper.SetTopology(spec);
        helper.SetFabricAttribute("BufferSize", UintegerValue(300000));
        helper.SetCcAttribute("Scope", StringValue("Destination"));
        Ptr<Network> network = Audited(helper.Install());
        network->ScheduleFaults(faults);
        PostIncast(*network);
        PostIncast(*network);
        return network;
    }
};

/** @return counts of a network, in words */
std::string
CountsOf(Network& network)
{
    const FabricTally tally = network.Engine().fabric.Tally();
    std::string text = "fingerprint " + std::to_string(network.Fingerprint()) + ", peak " +
                       std::to_string(network.Engine().fabric.Pool().Peak()) + ", events " +
                       std::to_string(network.Engine().kernel.FiredCount());
    for (uint8_t code = 0; code < DROP_REASONS; ++code)
    {
        const auto reason = static_cast<DropReason>(code);
        text += ' ' + std::to_string(tally.Drops(reason)) + '/' +
                std::to_string(tally.DropsAt(0, reason));
    }
    return text;
}

/** @return the stories of crowds in one simulation */
std::vector<std::string>
CrowdsTell(const std::vector<Crowd>& crowds)
{
    Simulator::Destroy();
    std::vector<Ptr<Network>> networks;
    for (const Crowd& crowd : crowds)
    {
        networks.push_back(crowd.Install());
    }
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    std::vector<std::string> told;
    for (const Ptr<Network>& network : networks)
    {
        uint64_t trims = 0;
        uint64_t marks = 0;
        for (PortIndex port = 0; port < network->Engine().fabric.Tally().PortCount(); ++port)
        {
            trims += network->Engine().fabric.Tally().Counters(port).trims;
            marks += network->Engine().fabric.Tally().Counters(port).marks;
        }
        EXPECT_GT(trims, 0U);
        EXPECT_GT(marks, 0U);
        told.push_back(CountsOf(*network));
    }
    networks.clear();
    Simulator::Destroy();
    return told;
}

TEST(Shard, OfNetworksSideBySideAsAlone)
{
    const Crowd first{3, "port-up:1.0/loss=1%@0ns,t1:0.1@50us"};
    const Crowd second{4, "link:0.0.0/silent@0ns"};
    const std::string alone = CrowdsTell({first}).front();
    const std::string other = CrowdsTell({second}).front();
    ASSERT_NE(alone, other);
    EXPECT_EQ(CrowdsTell({first, second}), (std::vector<std::string>{alone, other}));
    EXPECT_EQ(CrowdsTell({second, first}), (std::vector<std::string>{other, alone}));
    EXPECT_EQ(CrowdsTell({first, first}), (std::vector<std::string>{alone, alone}));
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
