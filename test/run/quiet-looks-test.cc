/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How often is a run looked at while nothing can change?

#include "../mrc-test-network.h"

#include "ns3/mrc-operation-list.h"
#include "ns3/mrc-workload-run.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** How a run ended. */
struct QuietEnd
{
    RunEnd end;
    Time at;
    uint64_t events; //!< ordinary ones and hot ones
};

/** @return how a workload ends that must not stand still for 20 us */
QuietEnd
EndOf(const ConnectionMatrix& matrix, const std::string& faults)
{
    const Ptr<Network> network = MakeNetwork();
    network->ScheduleFaults(faults);
    QuietEnd quiet{};
    {
        WorkloadRun run(network, matrix, 1);
        RunLimits limits;
        limits.stall = MicroSeconds(20);
        run.SetLimits(limits);
        quiet.end = run.Run();
        quiet.at = Simulator::Now();
        quiet.events = Simulator::GetEventCount();
    }
    Simulator::Destroy();
    return quiet;
}

/** @return a matrix of these lines */
ConnectionMatrix
Parsed(const std::string& lines)
{
    std::istringstream text(lines);
    return ReadConnectionMatrix(text, "quiet.cm");
}

// Verdicts may come each nanosecond with such a limit. Between two events they find the same.
TEST(QuietLooks, AreFewWhileAllWaitForTheirTime)
{
    const QuietEnd quiet =
        EndOf(Parsed("Nodes 6\nConnections 1\n1->5 id 1 start 40000000000 size 1000\n"), "");
    EXPECT_EQ(quiet.end, RunEnd::FINISHED);
    EXPECT_GT(quiet.at, MilliSeconds(40));
    EXPECT_LT(quiet.events, 30000U);
}

// Clauses: [node-links]
TEST(QuietLooks, AreFewWhileProcessorsWork)
{
    OperationList list("work", 6);
    list.Work(0, 40'000'000);
    const QuietEnd quiet = EndOf(list.Take(), "");
    EXPECT_EQ(quiet.end, RunEnd::FINISHED);
    EXPECT_EQ(quiet.at, MilliSeconds(40));
    EXPECT_LT(quiet.events, 30000U);
}

// The link is dead, and the sender waits for its timers. The verdict comes at the same time.
TEST(QuietLooks, AreThereWhenAFlowHasStoodTooLong)
{
    const QuietEnd quiet =
        EndOf(Parsed("Nodes 6\nConnections 1\n1->5 id 1 start 1000000000 size 1000\n"),
              "nic:5/silent@0ns");
    EXPECT_EQ(quiet.end, RunEnd::STALLED);
    EXPECT_EQ(quiet.at.GetNanoSeconds(), 1020000);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
