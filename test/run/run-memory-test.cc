/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a run keeps of transfers that are done. A step of training has millions of them.

#include "../mrc-allocated-bytes.h"
#include "../mrc-conservation.h"
#include "../mrc-test-topology.h"

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-operation-list.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

TEST(RunMemoryTest, AFinishedRunNotesNoTransferForStalls)
{
    if (AllocatedBytes() == 0)
    {
        GTEST_SKIP() << "the allocator does not count";
    }
    constexpr uint32_t COUNT = 50000;
    OperationList works("works", 2); // one behind the other
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        const uint32_t work = works.Work(0, 1);
        if (i > 0)
        {
            works.After(work, i - 1);
        }
    }
    const ConnectionMatrix matrix = works.Take();
    FabricHelper helper;
    helper.SetTopology(SmallFabric(2, 1, 1));
    const Ptr<Network> network = Audited(helper.Install());
    {
        WorkloadRun run(network, matrix, 1);
        const uint64_t before = AllocatedBytes();
        EXPECT_EQ(run.Run(), RunEnd::FINISHED);
        EXPECT_LT(AllocatedBytes(), before + COUNT * uint64_t{8}) << "to note one takes 16";
    }
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
