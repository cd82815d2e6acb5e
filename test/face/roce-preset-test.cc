/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// RoCEv2 on the fabric that it is run on, by one call.

#include "../mrc-test-network.h"
#include "../mrc-test-topology.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/mrc-dcqcn-config.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-roce-transport.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint64_t G = 1000000000;

/** @return the profile of a fabric that a transport with a set of DCQCN has shaped */
FabricConfig
Shaped(const std::string& preset, const Ptr<FabricProfile>& fabric, uint64_t rate = 400 * G)
{
    const Ptr<RoceTransport> transport = CreateObject<RoceTransport>();
    transport->SetAttribute("Switches", StringValue("Dcqcn"));
    transport->SetAttribute("DcqcnPreset", StringValue(preset));
    transport->ShapeFabric(*fabric, rate);
    return fabric->Config();
}

// Clauses: [dcqcn-marks]
TEST(RocePreset, EachSetHasThePublishedMarks)
{
    struct Row
    {
        DcqcnPreset preset;
        uint64_t rate;
        uint32_t minimum;
        uint32_t maximum;
        double probability;
    };

    const Row rows[] = {
        {DCQCN_NS3_RDMA, 40 * G, 40000, 1000000, 1},
        {DCQCN_NS3_RDMA, 400 * G, 40000, 1000000, 1},
        {DCQCN_CONWEAVE, 100 * G, 100000, 400000, 0.2},
        {DCQCN_CONWEAVE, 400 * G, 100000, 400000, 0.2},
        {DCQCN_HPCC, 10 * G, 100000, 400000, 0.2},
        {DCQCN_HPCC, 25 * G, 100000, 400000, 0.2},
        {DCQCN_HPCC, 50 * G, 200000, 800000, 0.2},
        {DCQCN_HPCC, 100 * G, 400000, 1600000, 0.2},
        {DCQCN_HPCC, 199 * G, 400000, 1600000, 0.2},
        {DCQCN_HPCC, 200 * G, 300000, 1200000, 0.8},
        {DCQCN_HPCC, 400 * G, 800000, 3200000, 0.2},
        {DCQCN_HPCC, 800 * G, 800000, 3200000, 0.2},
        {DCQCN_ATTRIBUTE_DEFAULTS, 100 * G, 400000, 1600000, 0.2},
    };
    for (const Row& row : rows)
    {
        const DcqcnMarks marks = DcqcnMarksOf(row.preset, row.rate);
        EXPECT_EQ(marks.minimum, row.minimum) << row.preset << " at " << row.rate;
        EXPECT_EQ(marks.maximum, row.maximum) << row.preset << " at " << row.rate;
        EXPECT_EQ(marks.probability, row.probability) << row.preset << " at " << row.rate;
    }
}

// A switch profile has marks of its own, which are those of MRC's switches.
// Clauses: [roce-fabric], [dcqcn-marks]
TEST(RocePreset, MarksTakeThePlaceOfDefaultsAlone)
{
    for (const char* switches : {"uec", "tomahawk5-sonic"})
    {
        const auto fabric = CreateObject<FabricProfile>();
        fabric->SetAttribute("SwitchProfile", StringValue(switches));
        const FabricConfig config = Shaped("ns3-rdma", fabric);
        EXPECT_EQ(config.ecnMinimumBytes, 40000U);
        EXPECT_EQ(config.ecnMaximumBytes, 1000000U);
        EXPECT_EQ(config.ecnMaximumBytesT1, 1000000U);
        EXPECT_DOUBLE_EQ(config.ecnProbability, 1);
    }
    const auto own = CreateObject<FabricProfile>();
    own->SetAttribute("EcnMaximum", DoubleValue(2));
    EXPECT_EQ(Shaped("hpcc", own).ecnMinimumBytes, 0U);
    const auto bytes = CreateObject<FabricProfile>();
    bytes->SetAttribute("EcnMinimumBytes", UintegerValue(5000));
    EXPECT_EQ(Shaped("hpcc", bytes).ecnMinimumBytes, 5000U);
    EXPECT_EQ(Shaped("hpcc", bytes).ecnMaximumBytes, 0U);
}

// Clauses: [roce-fabric]
TEST(RocePreset, LosslessQueuesHaveABuffer)
{
    const auto lossy = CreateObject<FabricProfile>();
    EXPECT_EQ(Shaped("hpcc", lossy).bufferSize, 0U);
    const auto lossless = CreateObject<FabricProfile>();
    lossless->SetAttribute("LosslessDscps", StringValue("26"));
    EXPECT_EQ(Shaped("hpcc", lossless).bufferSize, uint64_t{32} << 20);
    lossless->SetAttribute("BufferSize", UintegerValue(9000000));
    EXPECT_EQ(Shaped("hpcc", lossless).bufferSize, 9000000U);
    const auto profile = CreateObject<FabricProfile>();
    profile->SetAttribute("LosslessDscps", StringValue("26"));
    profile->SetAttribute("SwitchProfile", StringValue("tomahawk5-sonic"));
    EXPECT_EQ(Shaped("hpcc", profile).bufferSize, 165335712U) << "the switch's own";
    const auto fixed = CreateObject<FabricProfile>();
    fixed->SetAttribute("LosslessDscps", StringValue("26"));
    fixed->SetAttribute("PfcXoff", UintegerValue(100000));
    EXPECT_EQ(Shaped("hpcc", fixed).bufferSize, 0U) << "a threshold that needs no buffer";
}

/** The outcome of an incast of seven. */
struct Outcome
{
    uint64_t drops{0};
    uint64_t cnps{0};
    uint64_t placed{0};
};

Outcome
RunIncast(const std::string& preset)
{
    FabricHelper::SetQpDefaults(preset);
    FabricHelper fabric;
    fabric.AssignStreams(3);
    fabric.SetTopology(test::SmallFabric(8, 4, 2, 1));
    const Ptr<Network> network = test::Audited(fabric.Install());
    std::vector<Ptr<Qp>> pairs;
    for (uint32_t source = 1; source < 8; ++source)
    {
        pairs.push_back(network->Connect(source, 0));
        pairs.back()->Write(2000000);
    }
    Simulator::Run();
    Outcome outcome;
    for (const Ptr<Qp>& qp : pairs)
    {
        const Requestor& ends = *qp;
        outcome.cnps += ends.PeerRoce()->cnpsSent;
        outcome.placed += ends.PeerCounters().placedBytes;
    }
    outcome.drops = test::SumOf(*network, &PortCounters::drops);
    Simulator::Destroy();
    Config::Reset();
    return outcome;
}

// Clauses: [roce-fabric]
TEST(RocePreset, OneCallMakesAWholeFabric)
{
    const Outcome lossy = RunIncast("roce");
    EXPECT_EQ(lossy.placed, 14000000U);
    EXPECT_GT(lossy.cnps, 0U) << "the last hop marks";
    EXPECT_GT(lossy.drops, 0U);
    const Outcome lossless = RunIncast("roce-lossless");
    EXPECT_EQ(lossless.placed, 14000000U);
    EXPECT_GT(lossless.cnps, 0U);
    EXPECT_EQ(lossless.drops, 0U);
}

} // namespace
} // namespace mrc
} // namespace ns3
