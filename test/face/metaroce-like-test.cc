/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The preset of what is public of MetaRoCE, in a network: no trims, and hints instead of searching.

#include "../mrc-test-network.h"

#include "ns3/config.h"
#include "ns3/mrc-fabric.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** The outcome of a run. */
struct PresetOutcome
{
    uint32_t completed{0};
    Instant last; //!< the end of the last Write
    uint64_t trims{0};
    uint64_t drops{0};
};

/** @return the outcome of four Writes to one NIC, or of pairs, with a preset and words of faults */
PresetOutcome
WritesWith(const std::string& preset, bool incast, const std::string& faults = "")
{
    Simulator::Destroy();
    Config::Reset();
    FabricHelper::SetQpDefaults(preset);
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(test::SmallFabric(8, 4, 4, 2));
    const Ptr<Network> network = test::Audited(helper.Install());
    if (!faults.empty())
    {
        network->ScheduleFaults(faults);
    }
    PresetOutcome outcome;
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 4; nic < 8; ++nic)
    {
        qps.push_back(network->Connect(nic, incast ? 0 : nic - 4));
        test::CountSuccess(qps.back(), outcome.completed);
        test::NoteCompletion(qps.back(), outcome.last);
        qps.back()->Write(4000000);
    }
    Simulator::Run();
    outcome.trims = test::SumOf(*network, &PortCounters::trims);
    outcome.drops = test::SumOf(*network, &PortCounters::drops);
    Simulator::Destroy();
    Config::Reset();
    return outcome;
}

// Clauses: [metaroce-like]
TEST(MetaRoceLikePreset, AnIncastDropsInItsFirstRoundTripAlone)
{
    const PresetOutcome outcome = WritesWith("metaroce-like", true);
    EXPECT_EQ(outcome.completed, 4U);
    EXPECT_EQ(outcome.trims, 0U);
    // 16 MB over two links of 100 Gb/s take 640 us without headers.
    EXPECT_LT((outcome.last - Instant()).Ps() / 1000000, 800);
    EXPECT_LT(outcome.drops, 200U) << "the first windows are four times what fits";
}

// Clauses: [metaroce-like]
TEST(MetaRoceLikePreset, LossesOfOnePercentCostAPart)
{
    // Four links of a path, of which each loses a quarter.
    const std::string faults = "plane:0/loss=0.25%@0ns,plane:1/loss=0.25%@0ns";
    const PresetOutcome idle = WritesWith("metaroce-like", false);
    const PresetOutcome lossy = WritesWith("metaroce-like", false, faults);
    EXPECT_EQ(lossy.completed, 4U);
    EXPECT_GT(lossy.drops, 20U);
    EXPECT_GT((lossy.last - Instant()).Ps(), (idle.last - Instant()).Ps());
}

} // namespace
} // namespace mrc
} // namespace ns3
