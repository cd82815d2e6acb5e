/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Rack trees on several threads: results are those of one, and signals stop nobody.

#include "threads-operations.h"

#include "ns3/mrc-workload-words.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

ConnectionMatrix
RackTree(const std::string& more)
{
    return ReadWorkload("rack-tree-allreduce rack=4 " + more, {OPERATION_NICS, 1});
}

// Clauses: [several-threads] [rack-trees] [operation-triggers]
TEST(ThreadsOperations, RackTreesAreTheSame)
{
    for (const char* more : {"pieces=2 size=400KB", "pieces=1 size=4KB", "pieces=7 size=1MiB"})
    {
        ExpectTheSameOperations({RackTree(more)}, more);
    }
    OperationsRun work{RackTree("pieces=2 size=400KB")};
    work.transport = "ns3::mrc::RoceTransport[AckTimeoutExponent=8]";
    ExpectTheSameOperations(work, "of RoCEv2");
}

// Clauses: [several-threads] [rack-trees] [silent-fault]
TEST(ThreadsOperations, RackTreesWithFaultsAreTheSame)
{
    OperationsRun work{RackTree("pieces=2 size=400KB")};
    work.faults = "link:0.0.0/loss=2%@10us,t1:0.1@20us..200us";
    ExpectTheSameOperations(work, "losses");
    work.faults = "t0:0.1@30us,t0:1.1@30us";
    work.endsSoon = true;
    work.end = RunEnd::FLOW_FAILED;
    ExpectTheSameOperations(work, "flows that fail");
}

// Stops at odd times, which may lie amid a tick with signals. Clause: [several-threads]
TEST(ThreadsOperations, RackTreesThatAreStoppedAreTheSame)
{
    OperationsRun work{RackTree("pieces=2 size=400KB")};
    work.end = RunEnd::STOP_TIME;
    for (const int64_t ns : {20001, 31337, 50000})
    {
        work.stop = NanoSeconds(ns);
        ExpectTheSameOperations(work, std::to_string(ns));
    }
}

// What was entered for later becomes ordinary events then. Clause: [several-threads]
TEST(ThreadsOperations, ThreadsThatBeginToTakeTurnsAreTheSame)
{
    OperationsRun work{RackTree("pieces=2 size=400KB")};
    for (const int64_t us : {12, 25, 40})
    {
        work.turns = MicroSeconds(us);
        ExpectTheSameOperations(work, std::to_string(us));
        EXPECT_GT(TaleOfOperations(work, 2).windows.merged, 0U);
    }
}

// All threads stopped for each signal before, and for each end of a transfer.
// Clauses: [several-threads] [rack-trees]
TEST(ThreadsOperations, RackTreesLeaveWindowsLong)
{
    ExpectLongWindows(TaleOfOperations({RackTree("pieces=2 size=4MiB")}, 2), "rack trees");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
