/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-conservation.h"

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-faces.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-preset-switches.h"
#include "ns3/mrc-switch.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return bytes of the buffer of a switch of the paper's cluster D */
uint64_t
BufferOf(const std::string& profile)
{
    FabricHelper helper;
    helper.SetTopology("leaf-spine-16x400g", 16);
    helper.SetFabricAttribute("SwitchProfile", StringValue(profile));
    const Ptr<Network> network = test::Audited(helper.Install());
    const Ptr<Switch> t0 = network->GetFaces().NodeAt(16)->GetObject<Switch>();
    UintegerValue size;
    t0->GetAttribute("BufferSize", size);
    Simulator::Destroy();
    return size.Get();
}

// Clauses: [switch-profiles], [cluster-presets]
TEST(PresetSwitchesTest, EachPresetNamesItsSwitches)
{
    for (const std::string& name : TopologyPresetNames())
    {
        // Those of three or four tiers, and in rails, are no cluster's.
        const std::string kind = name.substr(0, 5);
        const bool isCluster = kind != "clos3" && kind != "clos4" && kind != "rails";
        EXPECT_EQ(PresetSwitches(PresetTopology(name, 16)) != SWITCHES_UEC, isCluster) << name;
    }
    EXPECT_EQ(PresetSwitches(TopologySpec()), SWITCHES_UEC);
}

// Clauses: [switch-profiles], [shared-buffer]
TEST(PresetSwitchesTest, TheyAreTakenWhereAskedFor)
{
    EXPECT_EQ(BufferOf("uec"), 0);
    EXPECT_EQ(BufferOf("preset"), 165335712);
    EXPECT_EQ(BufferOf("sn6600-sonic"), 216778752);
}

} // namespace
} // namespace mrc
} // namespace ns3
