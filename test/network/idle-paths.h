/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_IDLE_PATHS_H
#define MRC_TEST_IDLE_PATHS_H

#include "../mrc-fabric-rig.h"

#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-uneven-ideal.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/**
 * Sends one packet over each path, far apart, and compares its arrival with the closed form, to the
 * picosecond.
 */
inline void
CompareIdlePaths(const TopologySpec& spec, uint32_t source, uint32_t destination)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    FabricRig rig(spec, CreateObject<FabricProfile>());
    const uint32_t paths = rig.topology.Spec().PathsPerPlane();
    std::vector<Span> expected;
    for (uint32_t i = 0; i < spec.planes * paths; ++i)
    {
        const Ev ev = Ev::Of(static_cast<PlaneId>(i / paths), i % paths);
        const Shot shot{Instant() + Micros(100) * i, source, destination, ev};
        rig.Shoot(shot);
        Datagram full;
        full.bth.opcode = Opcode::WRITE_ONLY;
        full.bth.timestamped = true;
        full.payload = 4096;
        expected.push_back(
            PathTime(rig.topology, source, destination, ev, FrameSize(full) + LINE_OVERHEAD_BYTES));
    }
    Simulator::Run();
    ASSERT_EQ(rig.hits.size(), expected.size());
    for (const Hit& hit : rig.hits)
    {
        EXPECT_EQ((hit.at - rig.shots[hit.shot].at).Ps(), expected[hit.shot].Ps())
            << "path " << hit.shot << " of " << spec.name;
    }
    Simulator::Destroy();
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_IDLE_PATHS_H */
