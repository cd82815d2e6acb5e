/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Presets of queue pairs: a network has their values, unless the user asks for others.

#include "../mrc-conservation.h"
#include "../mrc-test-topology.h"

#include "ns3/config.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/mrc-qp-preset.h"
#include "ns3/mrc-qp-profile.h"
#include "ns3/mrc-qp.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return the receive window of a queue pair, in units of 128 PSNs */
unsigned
MprOfQueuePair()
{
    FabricHelper helper;
    helper.SetTopology(test::SmallFabric(8, 4, 4, 2));
    UintegerValue mpr;
    test::Audited(helper.Install())->Connect(0, 4)->GetAttribute("Mpr", mpr);
    Simulator::Destroy();
    return static_cast<unsigned>(mpr.Get());
}

// Clauses: [qp-presets]
TEST(QpPresets, AreDefaultsThatLaterOnesReplace)
{
    FabricHelper::SetQpDefaults("api");
    EXPECT_EQ(MprOfQueuePair(), 8U);
    FabricHelper::SetQpDefaults("nccl");
    EXPECT_EQ(MprOfQueuePair(), 4U);
    Config::SetDefault("ns3::mrc::QpProfile::Mpr", UintegerValue(8)); // as a command line does
    EXPECT_EQ(MprOfQueuePair(), 8U);
    Config::Reset();
    EXPECT_EQ(MprOfQueuePair(), 8U);
}

// Clauses: [qp-presets]
TEST(QpPresets, HaveTheValuesOfNcclPlugins)
{
    const Ptr<QpProfile> profile = CreateObject<QpProfile>();
    for (const auto& [name, value] : QpPreset("nccl"))
    {
        ASSERT_EQ(name.rfind("QpProfile::", 0), 0U);
        profile->SetAttribute(name.substr(11), StringValue(value));
    }
    const QpConfig config = profile->Get();
    EXPECT_EQ(config.AckTimeout(), Nanos(1073741824));
    EXPECT_EQ(config.WindowPsns(), 512U);
    EXPECT_TRUE(QpPreset("api").empty());
    EXPECT_THROW(QpPreset("ib"), std::invalid_argument);
}

} // namespace
} // namespace mrc
} // namespace ns3
