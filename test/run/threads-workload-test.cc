/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Workloads on several threads: transfers that start as others end come at the same instants as on
// one thread, and stop nobody.

#include "threads-tale.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-flow-list.h"
#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-goal-schedule.h"
#include "ns3/mrc-run-summary.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/mrc-workload-words.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

constexpr uint32_t SHARERS = 16;

/** A workload, and what goes wrong meanwhile. */
struct SharedWork
{
    std::string words; //!< or the text of a matrix, of a list of 5 flows, or of GOAL
    std::string transport{};
    std::string faults{};
    uint32_t repeat{1};
    bool endsSoon{false}; //!< gives up after the linear retries
    bool isTraced{false}; //!< a sink hears of each completion of one queue pair
    RunEnd end{RunEnd::FINISHED};
    uint32_t pairs{1}; //!< queue pairs of each transfer
};

ConnectionMatrix
MatrixOf(const SharedWork& work)
{
    if (work.words.rfind("5\n", 0) == 0)
    {
        return StreamFlows(std::make_shared<std::istringstream>(work.words), "flow.txt", SHARERS);
    }
    if (work.words.rfind("Nodes", 0) == 0)
    {
        std::istringstream text(work.words);
        return ReadConnectionMatrix(text, "some.cm");
    }
    if (work.words.rfind("num_ranks", 0) == 0)
    {
        std::istringstream text(work.words);
        return GoalMatrix(ReadGoal(text, "some.goal"));
    }
    return ReadWorkload(work.words, {SHARERS, 1});
}

ThreadsTale
TaleOf(const SharedWork& work, uint32_t threads)
{
    const Ptr<Network> network =
        NetworkOnThreads(SmallFabric(SHARERS, 4, 4, 2),
                         threads,
                         {work.transport, work.faults, work.endsSoon, work.pairs});
    std::ostringstream out;
    {
        WorkloadRun run(network, MatrixOf(work), work.repeat);
        run.WriteFlows(out);
        if (work.isTraced)
        {
            network->GetQueuePairs()[3]->TraceConnectWithoutContext(
                "Completed",
                CallbackOf<const Completion&>([&out, &network](const Completion& completion) {
                    out << "heard " << completion.at.Ps() << ' '
                        << network->GetQueuePairs()[5]->Counters().sentPackets << '\n';
                }));
        }
        EXPECT_EQ(run.Run(), work.end) << work.words << ": " << run.Explain();
        RunSummary summary;
        run.Summarize(summary);
        summary.WriteCsv(out);
        out << run.Explain() << '\n';
    }
    return EndedTale(*network, out);
}

void
ExpectTheSameTale(const SharedWork& work)
{
    const std::string one = TaleOf(work, 1).told;
    for (const uint32_t threads : {2, 3, 4})
    {
        EXPECT_EQ(TaleOf(work, threads).told, one) << work.words << " on " << threads;
    }
}

constexpr const char* ROCE = "ns3::mrc::RoceTransport[AckTimeoutExponent=8]";

// Clauses: [several-threads] [collective-transfers] [trigger-delay]
TEST(ThreadsWorkload, OperationsOfAllKindsAreTheSame)
{
    for (const char* words : {"ring-allreduce size=300KB",
                              "halving-doubling-allreduce size=1MiB",
                              "halving-doubling-allreduce size=1MiB rendezvous=1",
                              "tree-allreduce size=500KB pieces=3",
                              "rack-tree-allreduce rack=4 pieces=2 size=400KB",
                              "all-to-all size=500KB window=3",
                              "two-level-allreduce gpus=4 size=1MiB",
                              "permutation size=200KB",
                              "incast size=100KB senders=7 victims=0"})
    {
        ExpectTheSameTale({words});
    }
    ExpectTheSameTale({"ring-allreduce size=300KB", ROCE});
    ExpectTheSameTale({"all-to-all size=500KB window=3", ROCE});
    ExpectTheSameTale({"Nodes 16\nConnections 2\n0->8 id 1 start 0 size 90000\n"
                       "1->9 id 2 start 7000000 size 50000\n",
                       "",
                       "",
                       3});
}

// Clauses: [several-threads] [silent-fault]
TEST(ThreadsWorkload, LossesAndFlowsThatFailAreTheSame)
{
    ExpectTheSameTale({"ring-allreduce size=300KB", "", "link:0.0.0/loss=2%@10us"});
    ExpectTheSameTale({"all-to-all size=300KB window=2", "", "t1:0.1@20us..200us"});
    SharedWork failing{"ring-allreduce size=300KB", "", "t0:0.1@30us,t0:1.1@30us"};
    failing.endsSoon = true;
    failing.end = RunEnd::FLOW_FAILED;
    ExpectTheSameTale(failing);
}

// A transfer ends with the last of its pieces, and its queue pairs lose different ones.
// Clauses: [several-threads] [queue-pairs-per-pair]
TEST(ThreadsWorkload, SeveralQueuePairsForEachTransferAreTheSame)
{
    for (const char* words : {"ring-allreduce size=300KB",
                              "all-to-all size=500KB window=3",
                              "rack-tree-allreduce rack=4 pieces=2 size=400KB",
                              "permutation size=200KB"})
    {
        SharedWork work{words};
        work.pairs = 3;
        ExpectTheSameTale(work);
    }
    SharedWork again{"Nodes 16\nConnections 2\n0->8 id 1 start 0 size 9000\n"
                     "1->9 id 2 start 7000000 size 5000\n",
                     ROCE};
    again.pairs = 4; // more than packets
    again.repeat = 20;
    ExpectTheSameTale(again);
    SharedWork losing{"all-to-all size=300KB window=2", "", "link:0.0.0/loss=2%@10us"};
    losing.pairs = 2;
    ExpectTheSameTale(losing);
    SharedWork failing{"ring-allreduce size=300KB", "", "t0:0.1@30us,t0:1.1@30us"};
    failing.pairs = 2;
    failing.endsSoon = true;
    failing.end = RunEnd::FLOW_FAILED;
    ExpectTheSameTale(failing);
    SharedWork list{"5\n0 9 3 90000 0\n2 9 3 400000 0\n3 9 3 400000 0.0000000005\n"
                    "9 0 3 7 0.000001\n0 9 3 50000 0.00002\n"};
    list.pairs = 2;
    ExpectTheSameTale(list);
}

// Triggers that both ends of transfers activate one by one, and those at another NIC, are not known
// beforehand. Clauses: [several-threads] [trigger-delay]
TEST(ThreadsWorkload, TriggersOfFilesAreTheSame)
{
    ExpectTheSameTale({"Nodes 16\nConnections 5\nTriggers 2\n"
                       "0->8 id 1 start 0 size 90000 recv_done_trigger 1\n"
                       "1->8 id 2 start 0 size 90000 recv_done_trigger 1\n"
                       "8->3 id 3 trigger 1 size 50000 send_done_trigger 2\n"
                       "8->4 id 4 trigger 1 size 50000\n"
                       "8->3 id 5 trigger 2 size 70000\n"
                       "trigger id 1 barrier count 2\ntrigger id 2 oneshot\n"});
    ExpectTheSameTale({"Nodes 16\nConnections 4\nTriggers 1\n"
                       "0->8 id 1 start 0 size 90000 recv_done_trigger 1\n"
                       "1->8 id 2 start 0 size 90000 recv_done_trigger 1\n"
                       "8->3 id 3 trigger 1 size 50000\n"
                       "8->4 id 4 trigger 1 size 50000\n"
                       "trigger id 1 multishot\n"});
    ExpectTheSameTale({"Nodes 16\nConnections 4\nTriggers 1\n"
                       "0->8 id 1 start 0 size 90000 recv_done_trigger 1\n"
                       "8->1 id 2 start 0 size 90000 send_done_trigger 1\n"
                       "8->3 id 3 trigger 1 size 50000\n"
                       "8->4 id 4 trigger 1 size 50000\n"
                       "trigger id 1 multishot\n"});
    ExpectTheSameTale({"Nodes 16\nConnections 3\nTriggers 1\n"
                       "0->8 id 1 start 0 size 90000 send_done_trigger 1\n"
                       "1->8 id 2 start 0 size 90000 recv_done_trigger 1\n"
                       "9->3 id 3 trigger 1 size 50000\n"
                       "trigger id 1 barrier count 2\n"});
}

// Clauses: [several-threads] [flow-window]
TEST(ThreadsWorkload, ListsOfFlowsAreTheSame)
{
    ExpectTheSameTale({"5\n0 9 3 90000 0\n2 9 3 400000 0\n3 9 3 400000 0.0000000005\n"
                       "9 0 3 7 0.000001\n0 9 3 50000 0.00002\n"});
}

// What begins with an operation that begins at once is foreseen at the start of the run.
// Clauses: [several-threads] [goal-files]
TEST(ThreadsWorkload, SendsThatWaitForBeginsAreTheSame)
{
    ExpectTheSameTale({"num_ranks 4\n"
                       "rank 0 {\na: send 1000b to 2 tag 1\nb: send 2000b to 2 tag 2\n"
                       "c: send 3000b to 2 tag 3\nb irequires a\nc irequires b\n}\n"
                       "rank 1 {\n}\n"
                       "rank 2 {\nd: recv 1000b from 0 tag 1\ne: recv 2000b from 0 tag 2\n"
                       "f: recv 3000b from 0 tag 3\n}\nrank 3 {\n}\n"});
}

// A sink of a queue pair may act, so all stop for that one. Clause: [several-threads]
TEST(ThreadsWorkload, ASinkOfAQueuePairHearsInTime)
{
    SharedWork work{"ring-allreduce size=300KB"};
    work.isTraced = true;
    ExpectTheSameTale(work);
}

/** @return transfers of some packets that start one by one, at times off the grid of ticks too */
std::string
StaggeredStarts()
{
    constexpr uint32_t COUNT = 400;
    std::ostringstream text;
    text << "Nodes 16\nConnections " << COUNT << '\n';
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        text << i % SHARERS << "->" << (i % SHARERS + 5) % SHARERS << " id " << i + 1 << " start "
             << 300'250 * i / 2 << " size " << 9000 + 77 * i << '\n';
    }
    return text.str();
}

// Clause: [several-threads]
TEST(ThreadsWorkload, StartsAtGivenTimesAreTheSame)
{
    ExpectTheSameTale({StaggeredStarts(), "", "t1:0.1@15us..40us,link:0.0.0/loss=2%@150125ns"});
    SharedWork again{StaggeredStarts(), ROCE};
    again.repeat = 2;
    again.pairs = 2;
    ExpectTheSameTale(again);
}

// Windows of an all-to-all of 32 NICs were 266 ns on average while all threads stopped for each end
// of a transfer. Clauses: [several-threads] [ring-steps] [all-to-all-window]
TEST(ThreadsWorkload, TransfersThatWaitForOthersLeaveWindowsLong)
{
    for (const char* words : {"ring-allreduce size=2MiB", "all-to-all size=4MiB window=3"})
    {
        ExpectLongWindows(TaleOf({words}, 2), words);
    }
}

// All threads stopped for each start before. Clause: [several-threads]
TEST(ThreadsWorkload, StartsAtGivenTimesLeaveWindowsLong)
{
    ExpectLongWindows(TaleOf({StaggeredStarts()}, 2), "starts");
}

// All threads stopped for each piece of a transfer before.
// Clauses: [several-threads] [queue-pairs-per-pair]
TEST(ThreadsWorkload, SeveralQueuePairsForEachTransferLeaveWindowsLong)
{
    SharedWork work{"all-to-all size=4MiB window=3"};
    work.pairs = 4;
    ExpectLongWindows(TaleOf(work, 2), work.words);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
