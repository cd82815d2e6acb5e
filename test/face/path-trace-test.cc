/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The states of EVs as a script sees them: trace source PathState of queue pairs.

#include "../mrc-test-network.h"
#include "../transport/path-log.h"

#include "ns3/config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <map>

namespace ns3
{
namespace mrc
{
namespace
{

const char* const SOURCES = "/NodeList/*/$ns3::mrc::Nic/QueuePairs/*/PathState";

/** Counts transitions by where they were seen. */
struct Counts
{
    void Count(std::string context, const PathTransition& transition)
    {
        ++all[context];
        skips += transition.to == PathState::SKIP && transition.from == PathState::GOOD;
        late += transition.at < latest;
        latest = transition.at;
    }

    std::map<std::string, uint32_t> all;
    uint32_t skips{0};
    uint32_t late{0};
    Instant latest;
};

TEST(PathTrace, ConfigPathsReachTheStatesOfEvs)
{
    Ptr<Network> network = test::MakeNetwork();
    const std::vector<Ptr<Qp>> qps = test::PostIncast(*network);
    Counts counts;
    Config::Connect(SOURCES, MakeCallback(&Counts::Count, &counts));
    Simulator::Run();
    EXPECT_EQ(counts.all.size(), 3U); // those beside NIC 0 share no uplink with anybody
    EXPECT_EQ(counts.all.count("/NodeList/5/$ns3::mrc::Nic/QueuePairs/0/PathState"), 1U);
    EXPECT_EQ(counts.late, 0U);
    uint64_t reasons = 0;
    for (const Ptr<Qp>& qp : qps)
    {
        reasons += qp->Counters().markedSacks + qp->Counters().trimNacks;
    }
    EXPECT_GT(counts.skips, 5U);
    EXPECT_LE(counts.skips, reasons);
    Simulator::Destroy();
}

TEST(PathTrace, WhoDisconnectsHearsNoMoreAndChangesNothing)
{
    uint64_t fingerprints[2];
    for (const bool traced : {false, true})
    {
        Ptr<Network> network = test::MakeNetwork();
        test::PostIncast(*network);
        Counts counts;
        if (traced)
        {
            Config::Connect(SOURCES, MakeCallback(&Counts::Count, &counts));
        }
        Simulator::Stop(MicroSeconds(200));
        Simulator::Run();
        EXPECT_EQ(counts.skips != 0, traced);
        const uint32_t before = counts.skips;
        if (traced)
        {
            Config::Disconnect(SOURCES, MakeCallback(&Counts::Count, &counts));
        }
        Simulator::Run();
        EXPECT_EQ(counts.skips, before);
        fingerprints[traced] = network->Engine().fabric.Tally().Fingerprint();
        Simulator::Destroy();
    }
    EXPECT_EQ(fingerprints[0], fingerprints[1]);
}

} // namespace
} // namespace mrc
} // namespace ns3
