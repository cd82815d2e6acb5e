/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Operations on several threads: a stop, or a sample, comes in the tick in which something ends.

#include "threads-operations.h"

#include "ns3/mrc-flow-course.h"
#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-flow-list-driver.h"
#include "ns3/mrc-flow-observer.h"
#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-operation-list.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-transfer-pairs.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

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
        list.After(list.Work(from, 1), send); // ends a tick behind the stop
    }
    return list.Take();
}

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

/** @return a network that completes sends of 9,000 bytes as a tick begins */
Ptr<Network>
NetworkOfTicks(uint32_t threads)
{
    Simulator::Destroy();
    OperationsRun work;
    work.cable = Nanos(600) + Span(110);
    return NetworkOfOperations(work, threads);
}

/** @return how two workloads end, of which the first one, of NIC `ending`, ends the run */
std::string
TaleOfTwoWorkloads(uint32_t ending, uint32_t other, uint32_t threads)
{
    const Ptr<Network> network = NetworkOfTicks(threads);
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
        for (const char* const run : {"run", "next run"})
        {
            Simulator::Run();
            out << run << " until " << Simulator::Now().GetNanoSeconds() << ':';
            for (uint32_t i = 0; i < second.TransferCount(); ++i)
            {
                out << ' ' << static_cast<int>(second.PhaseOf(i));
            }
            out << '\n';
        }
    }
    Simulator::Destroy();
    return out.str();
}

// Both sends are complete at the same instant, and what is behind them ends in one tick. One thread
// calls nobody any more in a tick with a stop, until the script runs on.
// Clauses: [several-threads] [operation-triggers]
TEST(ThreadsOperations, NobodyActsBehindAStop)
{
    for (const auto& [ending, other] : {std::pair(0U, 4U), std::pair(4U, 0U)})
    {
        const std::string one = TaleOfTwoWorkloads(ending, other, 1);
        EXPECT_LT(one.find("second 1"), one.find("\nrun")) << "its send is complete: " << one;
        EXPECT_LT(one.find("\nrun"), one.find("second 3")) << "the rest comes later: " << one;
        for (const uint32_t threads : {2, 3, 5})
        {
            EXPECT_EQ(TaleOfTwoWorkloads(ending, other, threads), one) << threads;
        }
    }
}

/** @return a send, and behind it work without length, of which each waits for the one before */
ConnectionMatrix
ChainBehindSend(uint32_t from)
{
    OperationList list("chain", OPERATION_NICS);
    uint32_t last = list.Send(from, from + 5, 9000);
    for (uint32_t i = 0; i < 4; ++i)
    {
        const uint32_t next = list.Work(from, 0);
        list.After(next, last);
        last = next;
    }
    return list.Take();
}

/** Writes a word now, and without delay so many more, each from an event of the tick. */
void
Count(std::ostream& out, uint32_t more)
{
    out << "script " << more << ' ' << Simulator::Now().GetNanoSeconds() << '\n';
    if (more > 0)
    {
        Simulator::ScheduleNow([&out, more] { Count(out, more - 1); });
    }
}

/** @return in which order a workload of a NIC acts, and a sink of another NIC's queue pair */
std::string
TaleBesideASink(uint32_t of, uint32_t sink, uint32_t threads)
{
    const Ptr<Network> network = NetworkOfTicks(threads);
    std::ostringstream out;
    EndNotes notes("flow", out, false);
    {
        const Ptr<Qp> qp = network->Connect(sink, sink + 5);
        const auto hear = [&out](const Completion&) { Count(out, 5); };
        qp->TraceConnectWithoutContext("Completed", CallbackOf<const Completion&>(hear));
        qp->Write(9000);
        const ConnectionMatrix chain = ChainBehindSend(of);
        TransferPairs pairs(chain.node);
        const auto connect = [&network, &pairs](const Transfer& transfer) -> Requestor& {
            return pairs.Connect(*network, transfer, false);
        };
        FlowDriver driver(chain, 1, connect, notes, {});
        driver.Start();
        Simulator::Run();
    }
    out << network->Fingerprint();
    Simulator::Destroy();
    return out.str();
}

// Both are complete at the same instant. Events that the sink adds to the tick come between the
// acts behind the tick's hot events. Clauses: [several-threads] [operation-triggers]
TEST(ThreadsOperations, EventsOfSinksComeInTheOrderOfActs)
{
    for (const auto& [of, sink] : {std::pair(0U, 4U), std::pair(4U, 0U)})
    {
        const std::string one = TaleBesideASink(of, sink, 1);
        EXPECT_NE(one.find("flow", one.find("script")), std::string::npos) << one;
        EXPECT_NE(one.find("script", one.find("flow")), std::string::npos) << one;
        for (const uint32_t threads : {2, 3, 5})
        {
            EXPECT_EQ(TaleBesideASink(of, sink, threads), one) << threads;
        }
    }
}

/** Begins a list of flows as a workload ends, and stops the simulation. */
class ListStarter : public EndNotes
{
  public:
    ListStarter(std::ostream& out, FlowListDriver& list)
        : EndNotes("send", out, true),
          m_list(list)
    {
    }

    void WorkloadEnded() override
    {
        m_list.Start();
        EndNotes::WorkloadEnded();
    }

  private:
    FlowListDriver& m_list;
};

/** @return how a list goes on that begins in a tick with a stop */
std::string
TaleOfAList(uint32_t threads)
{
    Simulator::Destroy();
    const Ptr<Network> network = NetworkOfOperations({}, threads);
    std::ostringstream out;
    {
        const auto text = std::make_shared<std::istringstream>(
            "3\n4 9 3 9000 0\n2 7 3 50000 0.0000101\n4 9 3 8000 0.0001\n");
        const ConnectionMatrix flows = StreamFlows(text, "flow.txt", OPERATION_NICS);
        TransferPairs pairs(flows.node);
        const auto connect = [&network, &pairs](const Transfer& transfer) -> Requestor& {
            return pairs.Connect(*network, transfer, false);
        };
        EndNotes notes("flow", out, false);
        const auto calendar = network->Engine().shards.First().GetNews().calendar;
        FlowListDriver list(flows.list, connect, notes, calendar);
        ListStarter starter(out, list);
        OperationList send("send", OPERATION_NICS);
        send.Send(0, 5, 9000);
        FlowDriver driver(send.Take(), 1, connect, starter, {});
        driver.Start();
        Simulator::Run();
        EXPECT_EQ(list.Counts().done, 0U);
        Simulator::Run();
        EXPECT_EQ(list.Counts().done, 3U) << threads;
    }
    out << Simulator::Now().GetNanoSeconds();
    Simulator::Destroy();
    return out.str();
}

// Clauses: [several-threads] [flow-window]
TEST(ThreadsStops, ListsOfFlowsGoOnWithTheNextRun)
{
    const std::string one = TaleOfAList(1);
    for (const uint32_t threads : {2, 3})
    {
        EXPECT_EQ(TaleOfAList(threads), one) << threads;
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
