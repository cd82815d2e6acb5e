/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_DRAINED_MAINTENANCE_H
#define MRC_TEST_DRAINED_MAINTENANCE_H

#include "../mrc-sanitized.h"
#include "../mrc-test-network.h"

#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-network.h"
#include "ns3/uinteger.h"

#include <cstddef>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** A fabric, parts of which are taken away. */
struct MaintainedFabric
{
    TopologySpec spec;
    uint32_t trimSize{128}; //!< bytes that trimming leaves; more where paths have a header
};

/** @return packets that a permutation of a fabric's NICs loses while a part is taken away */
inline uint64_t
LossesOfMaintenance(const MaintainedFabric& maintained, const std::string& fault)
{
    const TopologySpec& spec = maintained.spec;
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(spec);
    helper.SetFabricAttribute("TrimSize", UintegerValue(maintained.trimSize));
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults(fault);
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        network->Connect(nic, spec.nics - 1 - nic)->Write(20000000);
    }
    Simulator::Stop(MicroSeconds(1400));
    Simulator::Run();
    const FabricTally tally = network->Engine().fabric.Tally();
    const uint64_t lost = tally.Drops(DropReason::SWITCH_DOWN) + tally.Drops(DropReason::LINK_DOWN);
    Simulator::Destroy();
    return lost;
}

/** Expects losses while each of these parts of a fabric is away, and none if it is drained before.
 */
inline void
ExpectDrainsToCostNothing(const MaintainedFabric& fabric, const std::vector<std::string>& places)
{
    for (std::size_t i = 0; i < places.size(); i += Times(1, 3))
    {
        const std::string& place = places[i];
        EXPECT_GT(LossesOfMaintenance(fabric, place + "@1300us..1600us"), 0U) << place;
        EXPECT_EQ(LossesOfMaintenance(fabric, place + "/drain=1200us@1300us..1600us"), 0U) << place;
    }
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_DRAINED_MAINTENANCE_H */
