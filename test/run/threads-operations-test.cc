/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Operations of GPUs on several threads: what signals, work and links inside nodes start comes at
// the instants of one thread. Rack trees stop nobody for that.

#include "../network/threads-turns.h"
#include "threads-tale.h"

#include "ns3/mrc-flow-course.h"
#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-flow-observer.h"
#include "ns3/mrc-group-collectives.h"
#include "ns3/mrc-operation-list.h"
#include "ns3/mrc-run-summary.h"
#include "ns3/mrc-transfer-pairs.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/mrc-workload-words.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
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

constexpr uint32_t OPERATION_NICS = 20;

/** A workload on five racks, and what goes on meanwhile. */
struct OperationsRun
{
    ConnectionMatrix matrix;
    std::string transport{};
    std::string faults{};
    Time stop{};          //!< the run is stopped then; 0: at its end
    Time turns{};         //!< threads take turns from then on; 0: never
    Time sample{};        //!< ends are counted so often; 0: never
    bool endsSoon{false}; //!< gives up after the linear retries
    RunEnd end{RunEnd::FINISHED};
    uint32_t repeat{1};
    Span cable{}; //!< of links between switches; 0: that of the preset
};

Ptr<Network>
NetworkOfOperations(const OperationsRun& work, uint32_t threads)
{
    TopologySpec spec = SmallFabric(OPERATION_NICS, 4, 4, 2);
    spec.fabricLinkDelay = std::max(spec.fabricLinkDelay, work.cable);
    const Ptr<Network> network =
        NetworkOnThreads(spec, threads, {work.transport, work.faults, work.endsSoon});
    if (!work.turns.IsZero())
    {
        network->GetFaces().Create();
        Simulator::Schedule(work.turns,
                            [network = PeekPointer(network)] { GiveModel(*network, 0.001); });
    }
    return network;
}

/** Writes how many transfers have ended, again and again, as samples of a run do. */
void
CountEnds(WorkloadRun& run, Time every, std::ostream& out)
{
    Simulator::Schedule(every, [&run, every, &out] {
        out << Simulator::Now().GetNanoSeconds() << ' ' << run.Driver().Counts().done << '\n';
        CountEnds(run, every, out);
    });
}

ThreadsTale
TaleOfOperations(const OperationsRun& work, uint32_t threads)
{
    const Ptr<Network> network = NetworkOfOperations(work, threads);
    std::ostringstream out;
    {
        WorkloadRun run(network, work.matrix, work.repeat);
        RunLimits limits;
        limits.stop = work.stop;
        run.SetLimits(limits);
        run.WriteFlows(out);
        if (!work.sample.IsZero())
        {
            CountEnds(run, work.sample, out);
        }
        EXPECT_EQ(run.Run(), work.end) << run.Explain();
        for (uint32_t i = 0; i < run.Driver().TransferCount(); ++i)
        {
            const FlowRecord record = run.Driver().LatestOf(i);
            out << i << ' ' << record.start.Ps() << ' ' << record.finish.Ps() << ' '
                << record.packets << '\n';
        }
        RunSummary summary;
        run.Summarize(summary);
        summary.WriteCsv(out);
        out << run.Explain() << '\n';
    }
    return EndedTale(*network, out);
}

void
ExpectTheSameOperations(const OperationsRun& work, const std::string& what)
{
    const std::string one = TaleOfOperations(work, 1).told;
    for (const uint32_t threads : {2, 3, 5})
    {
        const ThreadsTale tale = TaleOfOperations(work, threads);
        EXPECT_TRUE(tale.told == one) << what << " on " << threads;
        EXPECT_GT(tale.windows.windows, 0U) << what;
        EXPECT_EQ(tale.windows.merged > 0, !work.turns.IsZero()) << what;
    }
}

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

/** @return work of 30 us, and what waits for it */
ConnectionMatrix
RoundWork()
{
    OperationList list("round", OPERATION_NICS);
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        const uint32_t work = list.Work(nic, 30000, 0);
        list.After(list.Work(nic, 30000), work);
        list.After(list.Send(nic, (nic + 7) % OPERATION_NICS, 9000 + nic), work);
    }
    return list.Take();
}

/** @return a send, and work without length behind it. @param hasMore a send waits for its begin */
ConnectionMatrix
WorkBehindSend(uint32_t from, bool hasMore)
{
    OperationList list("ends", OPERATION_NICS);
    const uint32_t send = list.Send(from, from + 5, 9000);
    const uint32_t work = hasMore ? list.Work(from, 0, 0) : list.Work(from, 0);
    list.After(work, send);
    if (hasMore)
    {
        list.AfterBegin(list.Send(from, from + 6, 5000), work);
    }
    return list.Take();
}

// The stop was scheduled before the work, or the work's end before the stop.
// Clauses: [several-threads] [goal-processors]
TEST(ThreadsOperations, RunsThatAreStoppedAsWorkEndsAreTheSame)
{
    OperationsRun work{RoundWork()};
    work.end = RunEnd::STOP_TIME;
    for (const int64_t us : {30, 60})
    {
        work.stop = MicroSeconds(us);
        work.end = us == 60 ? RunEnd::FINISHED : RunEnd::STOP_TIME;
        ExpectTheSameOperations(work, std::to_string(us));
    }
}

// The last end falls on a sample. Samples of 30 us were scheduled before work that ends then, and
// others behind it. Clauses: [several-threads] [node-links]
TEST(ThreadsOperations, SamplesAsWorkEndsAreTheSame)
{
    for (const int64_t us : {10, 30})
    {
        OperationsRun work{RoundWork()};
        work.sample = MicroSeconds(us);
        ExpectTheSameOperations(work, std::to_string(us) + " us");
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

// Clauses: [several-threads] [operation-triggers]
TEST(ThreadsOperations, ShortWorkWithAStartOfItsOwnIsTheSame)
{
    OperationList list("timed", OPERATION_NICS);
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        const uint32_t work = list.Work(nic, 100 + 10 * nic);
        list.After(list.Send(nic, (nic + 5) % OPERATION_NICS, 9000), work);
    }
    ConnectionMatrix matrix = list.Take();
    for (uint32_t i = 0; i < matrix.transfers.size(); ++i)
    {
        if (matrix.transfers[i].source == matrix.transfers[i].destination)
        {
            matrix.transfers[i].start = Instant(3'000'000 + 130'250 * i);
        }
    }
    ExpectTheSameOperations({matrix}, "work with starts");
}

// Completions come amid a tick. Signals join them behind all hot events of the tick, at the time of
// the last one of any NIC. Clauses: [several-threads] [operation-triggers]
TEST(ThreadsOperations, CompletionsThatSignalsJoinAreTheSame)
{
    OperationList list("sent", OPERATION_NICS);
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        const auto send = [&list, nic](uint32_t ahead, uint64_t bytes) {
            return list.Send(nic, (nic + ahead) % OPERATION_NICS, bytes);
        };
        uint32_t before = send(1, 30000 + 1000 * nic);
        for (uint32_t round = 0; round < 60; ++round)
        {
            const uint32_t beside = send(7, 4000 * (round + 1));
            const uint32_t next = send(3 + round % 5, 9000);
            const uint32_t other = send(11, 5000);
            for (const uint32_t waits : {next, other}) // both are at a barrier of their own
            {
                list.After(waits, before);
                list.After(waits, beside);
            }
            list.After(other, next);
            before = next;
        }
    }
    ExpectTheSameOperations({list.Take()}, "sends");
}

/** @return per NIC a send, work or a send inside its node behind that, and sends behind both */
ConnectionMatrix
StartedAmidTicks(bool isWork)
{
    OperationList list("amid", OPERATION_NICS);
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        uint32_t before = list.Send(nic, (nic + 7) % OPERATION_NICS, 30000 + 1000 * nic);
        for (uint32_t round = 0; round < 5; ++round)
        {
            const uint32_t inside =
                isWork ? list.Work(nic, 30000) : list.Send(nic, nic ^ 1, 9000 + round);
            list.After(inside, before);
            before = list.Send(nic, (nic + 5 + 2 * round) % OPERATION_NICS, 20000 + 777 * nic);
            list.After(before, inside);
        }
    }
    return list.Take();
}

// Completions come amid a tick, and start at the next one with no signal between.
// Clauses: [several-threads] [node-links]
TEST(ThreadsOperations, WhatCompletionsStartInsideNodesIsTheSame)
{
    ExpectTheSameOperations({StartedAmidTicks(true)}, "work");
    OperationsRun sends{StartedAmidTicks(false)};
    sends.matrix.node.gpus = 2;
    ExpectTheSameOperations(sends, "sends");
}

// Clauses: [several-threads] [node-links] [goal-processors]
TEST(ThreadsOperations, WorkAndLinksInsideNodesAreTheSame)
{
    OperationList list("mixed", OPERATION_NICS);
    uint32_t before = list.Work(0, 30000, 0);
    for (uint32_t round = 0; round < 40; ++round)
    {
        const uint32_t nic = round % OPERATION_NICS;
        const uint32_t next = (round + 1) % OPERATION_NICS;
        const uint32_t work = list.Work(nic, round % 3 == 0 ? 200 : 7000 * (round % 5), round % 2);
        const uint32_t send = list.Send(nic, next, 20000 + 5000 * (round % 7));
        const uint32_t far = list.Send(nic, (nic + 9) % OPERATION_NICS, 9000);
        list.After(work, before);
        list.After(send, before);
        list.After(send, work);
        list.AfterBegin(far, work);
        const uint32_t none = list.Work(next, round % 4 == 0 ? 0 : 12000);
        list.After(none, send);
        before = send;
    }
    OperationsRun work{list.Take()};
    for (const uint32_t gpus : {1, 2, 4})
    {
        work.matrix.node.gpus = gpus;
        ExpectTheSameOperations(work, std::to_string(gpus) + " GPUs");
    }
}

// Members come up to 400 us after each other, when much has arrived. Gates open by work, which ends
// on a tick, and by a completion, which comes amid one.
// Clauses: [several-threads] [own-part]
TEST(ThreadsOperations, MembersOfARingThatComeLateAreTheSame)
{
    for (const bool isWork : {true, false})
    {
        OperationList list("late", OPERATION_NICS);
        Group group;
        for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
        {
            const uint32_t size = 1000 + 20000 * (nic * 7 % OPERATION_NICS);
            group.ranks.push_back(nic);
            group.before.push_back({isWork
                                        ? list.Work(nic, size)
                                        : list.Send(nic, (nic + 9) % OPERATION_NICS, 10 * size)});
        }
        const Frontier done = AddRing(list, group, 400000, RingSteps::REDUCE_SCATTER);
        for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
        {
            const uint32_t work = list.Work(nic, 5000);
            for (const uint32_t before : done[nic])
            {
                list.After(work, before);
            }
        }
        OperationsRun late{list.Take()};
        for (const uint32_t gpus : {1, 4})
        {
            late.matrix.node.gpus = gpus;
            ExpectTheSameOperations(late, std::to_string(gpus) + " GPUs");
        }
        late.faults = "link:0.0.0/loss=2%@10us";
        ExpectTheSameOperations(late, "with losses");
    }
}

// Each repetition is posted as the one before it ends. Clauses: [several-threads] [node-links]
TEST(ThreadsOperations, RepetitionsInsideNodesAreTheSame)
{
    OperationList list("again", OPERATION_NICS);
    for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
    {
        const uint32_t far = list.Send(nic, (nic + 7) % OPERATION_NICS, 30000 + 1000 * nic);
        const uint32_t quick = list.Work(nic, 200 + nic);
        const uint32_t work = list.Work(nic, 200 + nic, 1);
        const uint32_t inside = list.Send(nic, nic ^ 1, 9000);
        for (const uint32_t waits : {quick, work, inside})
        {
            list.After(waits, far);
        }
    }
    OperationsRun again{list.Take()};
    again.matrix.node.gpus = 2;
    again.matrix.sharesPairs = false; // as in a file of connections
    again.repeat = 3;
    for (const int64_t ns : {100, 1000})
    {
        again.matrix.node.latency = Nanos(ns);
        ExpectTheSameOperations(again, std::to_string(ns));
    }
}

// All threads stopped for each signal before, and for each end of a transfer.
/** Notes ends of flows, and may stop the simulation with the last one. */
class EndNotes : public FlowObserver
{
  public:
    EndNotes(const std::string& name, std::ostream& out, bool isStopping)
        : m_name(name),
          m_out(out),
          m_isStopping(isStopping)
    {
    }

    void FlowEnded(const FlowRecord& record) override
    {
        m_out << m_name << ' ' << record.flow << ' ' << record.finish.Ps() << '\n';
    }

    void WorkloadEnded() override
    {
        if (m_isStopping)
        {
            Simulator::Stop();
        }
    }

  private:
    std::string m_name;
    std::ostream& m_out;
    bool m_isStopping;
};

/** @return how two workloads end, of which the first one, of NIC `ending`, ends the run */
std::string
TaleOfTwoWorkloads(uint32_t ending, uint32_t other, uint32_t threads)
{
    Simulator::Destroy();
    OperationsRun round;
    round.cable = Nanos(600) + Span(110); // sends of 9,000 bytes are complete as a tick begins
    const Ptr<Network> network = NetworkOfOperations(round, threads);
    const TriggerTimes times{network->Unloaded().HostDelay(), network->Unloaded().TriggerDelay()};
    std::ostringstream out;
    EndNotes firstNotes("first", out, true);
    EndNotes secondNotes("second", out, false);
    {
        const ConnectionMatrix one = WorkBehindSend(ending, false);
        const ConnectionMatrix two = WorkBehindSend(other, true);
        TransferPairs firstPairs(one.node);
        TransferPairs secondPairs(two.node);
        const auto connect = [&network](TransferPairs& pairs) {
            return [&network, &pairs](const Transfer& transfer) -> Requestor& {
                return pairs.Connect(*network, transfer, false);
            };
        };
        FlowDriver first(one, 1, connect(firstPairs), firstNotes, times);
        FlowDriver second(two, 1, connect(secondPairs), secondNotes, times);
        first.Start();
        second.Start();
        Simulator::Run();
        for (uint32_t i = 0; i < second.TransferCount(); ++i)
        {
            out << static_cast<int>(second.PhaseOf(i)) << ' ';
        }
    }
    out << Simulator::Now().GetNanoSeconds();
    Simulator::Destroy();
    return out.str();
}

// Both sends are complete at the same instant, and what is behind them ends in one tick. One thread
// calls nobody any more in a tick with a stop. Clauses: [several-threads] [operation-triggers]
TEST(ThreadsOperations, NobodyActsBehindAStop)
{
    for (const auto& [ending, other] : {std::pair(0U, 4U), std::pair(4U, 0U)})
    {
        const std::string one = TaleOfTwoWorkloads(ending, other, 1);
        EXPECT_NE(one.find("second 1"), std::string::npos) << "its send is complete: " << one;
        for (const uint32_t threads : {2, 3, 5})
        {
            EXPECT_EQ(TaleOfTwoWorkloads(ending, other, threads), one) << threads;
        }
    }
}

// Clauses: [several-threads] [rack-trees]
TEST(ThreadsOperations, RackTreesLeaveWindowsLong)
{
    ExpectLongWindows(TaleOfOperations({RackTree("pieces=2 size=4MiB")}, 2), "rack trees");
}

// A window is longer than the latency of the link, and shorter than that and the time of the bytes.
// Clauses: [several-threads] [node-links]
TEST(ThreadsOperations, LinksInsideNodesLeaveWindowsLong)
{
    OperationsRun sends{StartedAmidTicks(false)};
    sends.matrix.node.gpus = 2;
    sends.cable = Nanos(400);
    const ThreadsTale tale = TaleOfOperations(sends, 2);
    ExpectLongWindows(tale, "links");
    EXPECT_GT(tale.lookAhead, sends.matrix.node.latency);
    ExpectTheSameOperations(sends, "long links");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
