/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Operations that cross no fabric: transfers inside nodes, and work.

#include "../mrc-test-network.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-node-links.h"
#include "ns3/mrc-operation-list.h"
#include "ns3/mrc-workload-run.h"

#include <gtest/gtest.h>
#include <sstream>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** @return when each operation ends, in ns, on six NICs in nodes of three */
std::vector<int64_t>
EndsOf(OperationList& list)
{
    const Ptr<Network> network = MakeNetwork();
    ConnectionMatrix matrix = list.Take();
    matrix.node = {3, 80'000'000'000, Nanos(300)}; // 10 bytes in a nanosecond
    std::vector<int64_t> ends;
    {
        WorkloadRun run(network, matrix, 1);
        std::ostringstream flows;
        run.WriteFlows(flows);
        EXPECT_EQ(run.Run(), RunEnd::FINISHED) << run.Explain();
        EXPECT_EQ(flows.str().find('\n'), flows.str().size() - 1) << "they have no rows";
        for (uint32_t i = 0; i < matrix.transfers.size(); ++i)
        {
            ends.push_back((run.Driver().LatestOf(i).finish - Instant()).Ps() / 1000);
        }
    }
    Simulator::Destroy();
    return ends;
}

// Clauses: [node-links]
TEST(NodeLinksTest, AGpuSendsOneTransferAfterTheOther)
{
    OperationList list("node", 6);
    list.Send(0, 1, 10000);
    list.Send(0, 2, 20000);
    list.Send(1, 2, 10000);
    list.After(list.Send(2, 0, 5000), 1);
    EXPECT_EQ(EndsOf(list), (std::vector<int64_t>{1300, 3300, 1300, 3300 + 800}))
        << "no host's overhead on the way";
}

// Clauses: [node-links], [operation-triggers]
TEST(NodeLinksTest, WorkTakesItsTimeAndSignalsNone)
{
    OperationList list("node", 6);
    const uint32_t first = list.Work(0, 7000);
    const uint32_t other = list.Work(0, 9000);
    const uint32_t brief = list.Work(0, 50);
    const uint32_t third = list.Work(0, 100);
    const uint32_t fourth = list.Work(0, 0);
    for (const uint32_t late : {third, fourth})
    {
        list.After(late, first);
        list.After(late, other);
    }
    list.After(fourth, brief); // so that the two wait at barriers of their own
    EXPECT_EQ(EndsOf(list),
              (std::vector<int64_t>{7000, 9000, 50, 9100, 9000, 7000, 7000, 9000, 9000}));
}

// A stall is simulated time without a byte: work of 50 ms is none.
// Clauses: [node-links]
TEST(NodeLinksTest, LongWorkIsNoStall)
{
    const Ptr<Network> network = MakeNetwork();
    OperationList list("node", 6);
    list.Work(0, 50'000'000);
    {
        WorkloadRun run(network, list.Take(), 1);
        RunLimits limits;
        limits.stall = MilliSeconds(2);
        run.SetLimits(limits);
        EXPECT_EQ(run.Run(), RunEnd::FINISHED) << run.Explain();
    }
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
