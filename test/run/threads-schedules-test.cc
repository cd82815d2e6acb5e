/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Schedules in GOAL and lists of flows, read as the run goes on. Several threads hear and post as
// one does, and hardly ever stop.

#include "../mrc-allocated-bytes.h"
#include "threads-operations.h"

#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-goal-stream.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <iomanip>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Writes statements of ranks, each with a label of its own. */
class GoalScript
{
  public:
    GoalScript()
        : m_ranks(OPERATION_NICS),
          m_counts(OPERATION_NICS)
    {
    }

    /** @return the number of a statement that waits for others of its rank, none: -1 */
    int Add(uint32_t rank, const std::string& statement, const std::vector<int>& before)
    {
        const std::string name = "l" + std::to_string(m_counts[rank]);
        m_ranks[rank] += name + ": " + statement + "\n";
        for (const int one : before)
        {
            m_ranks[rank] += one < 0 ? "" : name + " requires l" + std::to_string(one) + "\n";
        }
        return m_counts[rank]++;
    }

    /** Has the latest statement of a rank wait for the start of another one. */
    void AfterStart(uint32_t rank, int before)
    {
        m_ranks[rank] += "l" + std::to_string(m_counts[rank] - 1) + " irequires l" +
                         std::to_string(before) + "\n";
    }

    int Count(uint32_t rank) const
    {
        return m_counts[rank];
    }

    /** @return the schedule, read as a run goes on */
    ConnectionMatrix Streamed() const
    {
        std::string text = "num_ranks " + std::to_string(OPERATION_NICS) + "\n";
        for (uint32_t rank = 0; rank < OPERATION_NICS; ++rank)
        {
            text += "rank " + std::to_string(rank) + " {\n" + m_ranks[rank] + "}\n";
        }
        std::istringstream in(text);
        return StreamGoalText(in, "a.goal", [] { return std::make_shared<std::stringstream>(); });
    }

  private:
    std::vector<std::string> m_ranks;
    std::vector<int> m_counts;
};

/** @return steps of training: work, and a ring over all racks with short work for each piece */
ConnectionMatrix
StreamedJob(uint32_t steps, bool sharesProcessor)
{
    constexpr uint32_t STRIDE = 7; // to another rack
    const std::string messages = sharesProcessor ? " cpu 0" : " cpu 1";
    GoalScript script;
    for (uint32_t rank = 0; rank < OPERATION_NICS; ++rank)
    {
        const std::string next = std::to_string((rank + STRIDE) % OPERATION_NICS);
        const std::string last = std::to_string((rank + OPERATION_NICS - STRIDE) % OPERATION_NICS);
        int before = -1;
        for (uint32_t step = 0; step < steps; ++step)
        {
            const int work =
                script.Add(rank, "calc " + std::to_string(9000 + 70 * rank) + " cpu 0", {before});
            before = work;
            for (uint32_t piece = 0; piece < 2 * (OPERATION_NICS - 1); ++piece)
            {
                const std::string tag = " tag " + std::to_string(piece) + messages;
                script.Add(rank, "send 20000b to " + next + tag, {before});
                before = script.Add(rank, "recv 20000b from " + last + tag, {work});
                if (piece < OPERATION_NICS - 1)
                {
                    before = script.Add(rank, "calc 300 cpu 0", {before});
                }
            }
        }
    }
    return script.Streamed();
}

/** @return operations of a rank one after the other, some once the one before has started */
ConnectionMatrix
DrawnStream(uint32_t seed)
{
    std::mt19937 draw(seed);
    GoalScript script;
    const auto add = [&](uint32_t rank, const std::string& statement) {
        const int last = script.Count(rank) - 1;
        const bool isStart = last >= 0 && draw() % 4 == 0;
        const int early = last - 1 - static_cast<int>(draw() % 5);
        script.Add(rank,
                   statement + " cpu " + std::to_string(draw() % 3),
                   {isStart ? -1 : last, draw() % 2 == 0 ? std::max(early, -1) : -1});
        if (isStart)
        {
            script.AfterStart(rank, last);
        }
    };
    for (uint32_t i = 0; i < 400; ++i)
    {
        const uint32_t from = draw() % OPERATION_NICS;
        const uint32_t to = draw() % 4 == 0 ? from ^ 1U : (from + 10) % OPERATION_NICS;
        if (draw() % 3 == 0)
        {
            add(from, "calc " + std::to_string(draw() % 3000));
            continue;
        }
        const std::string size = std::to_string(3000 + 37 * i) + "b ";
        add(from, "send " + size + "to " + std::to_string(to));
        add(to, "recv " + size + "from " + std::to_string(from));
    }
    return script.Streamed();
}

/**
 * @return rounds that begin at one instant. Two ranks of each node send as far, and then to a third
 *         one of their node, and its processor does short work for both
 */
ConnectionMatrix
SymmetricStream(uint32_t seed)
{
    constexpr uint32_t GPUS = 4;
    std::mt19937 draw(seed);
    GoalScript script;
    std::vector<int> clocks(OPERATION_NICS, -1);
    for (uint32_t round = 0; round < 12; ++round)
    {
        const std::string tag = " tag " + std::to_string(round);
        const std::string size = std::to_string(1000 + draw() % 3000) + "b ";
        for (uint32_t rank = 0; rank < OPERATION_NICS; ++rank)
        {
            clocks[rank] = script.Add(rank, "calc 40000 cpu 1", {clocks[rank]});
        }
        const auto send = [&](uint32_t from, uint32_t to, int before) {
            script.Add(to, "recv " + size + "from " + std::to_string(from) + tag, {});
            return script.Add(from, "send " + size + "to " + std::to_string(to) + tag, {before});
        };
        for (uint32_t node = 0; node < OPERATION_NICS; node += GPUS)
        {
            const uint32_t third = node + draw() % GPUS;
            for (uint32_t i = 1; i < 3; ++i)
            {
                const uint32_t rank = node + (third + i) % GPUS;
                const uint32_t far = (rank + GPUS) % OPERATION_NICS;
                send(rank, third, send(rank, far, clocks[rank]));
                const int heard = script.Count(third) - 1;
                const std::string work = "calc " + std::to_string(200 * i) + " cpu 0";
                send(third, (third + i * GPUS) % OPERATION_NICS, script.Add(third, work, {heard}));
            }
        }
    }
    return script.Streamed();
}

/** @return sends to one NIC at once, of `burst` or less, again and again */
ConnectionMatrix
BurstyStream(uint32_t burst)
{
    std::mt19937 draw(burst);
    GoalScript script;
    for (uint32_t rank = 0; rank < OPERATION_NICS; rank += 5)
    {
        const uint32_t to = (rank + 7) % OPERATION_NICS;
        int before = -1;
        for (uint32_t round = 0; round < 6; ++round)
        {
            const int start = script.Add(rank, "calc " + std::to_string(draw() % 9000), {before});
            for (uint32_t i = round % 2 == 0 ? burst : 1 + draw() % burst; i > 0; --i)
            {
                const std::string size = std::to_string(2000 + draw() % 20000) + "b ";
                before = script.Add(rank, "send " + size + "to " + std::to_string(to), {start});
                script.Add(to, "recv " + size + "from " + std::to_string(rank), {});
            }
        }
    }
    return script.Streamed();
}

/** Expects windows as long as they may be, but for those that end as queue pairs are made. */
void
ExpectFewStops(const OperationsRun& work, const std::string& what)
{
    ExpectTheSameOperations(work, what);
    const ThreadsTale tale = TaleOfOperations(work, 2);
    const double mean = static_cast<double>(tale.windows.length.Ps()) / tale.windows.windows;
    EXPECT_GE(mean, 0.9 * static_cast<double>(tale.lookAhead.Ps())) << what;
    EXPECT_LE(tale.windows.meetings + tale.windows.ordinary, 4 * OPERATION_NICS) << what;
}

/** @return flows that each NIC sends one after the other. @param apart ns from flow to flow */
ConnectionMatrix
ListedFlows(uint32_t flows, uint32_t apart)
{
    std::ostringstream text;
    text << flows << "\n";
    for (uint32_t i = 0; i < flows; ++i)
    {
        const uint32_t from = i % OPERATION_NICS;
        text << from << ' ' << (from + 7) % OPERATION_NICS << " 3 100 " << 3000 + i % 900 << " 0."
             << std::setw(9) << std::setfill('0') << i / 2 * apart << "\n";
    }
    return StreamFlows(std::make_shared<std::istringstream>(text.str()), "a.txt", OPERATION_NICS);
}

/** Threads come to what one does with faults, where they take turns, and up to a stop. */
void
ExpectTheSameAmidTrouble(const ConnectionMatrix& matrix, Time stop)
{
    OperationsRun faulty{matrix};
    faulty.faults = "link:0.0.0/loss=2%@10us,t1:0.1@20us..90us";
    ExpectTheSameOperations(faulty, "faults");
    OperationsRun turning{matrix};
    turning.turns = MicroSeconds(60);
    ExpectTheSameOperations(turning, "turns");
    OperationsRun stopped{matrix};
    stopped.stop = stop;
    stopped.end = RunEnd::STOP_TIME;
    ExpectTheSameOperations(stopped, "stopped");
}

/** Threads come to what one does where a NIC is silent from some time on. */
void
ExpectTheSameFailures(const ConnectionMatrix& matrix, const std::string& time)
{
    OperationsRun failing{matrix};
    failing.faults = "nic:3/silent@" + time;
    failing.endsSoon = true;
    failing.end = RunEnd::FLOW_FAILED;
    ExpectTheSameOperations(failing, "a NIC is silent");
}

// Queue pairs are made at the first posts alone, and all stop there.
// Clauses: [several-threads] [goal-window] [goal-processors]
TEST(ThreadsSchedules, AJobLeavesWindowsLong)
{
    for (const bool sharesProcessor : {true, false})
    {
        OperationsRun job{StreamedJob(3, sharesProcessor)};
        ExpectFewStops(job, sharesProcessor ? "one processor" : "two");
    }
}

// Clauses: [several-threads] [goal-window] [goal-messages] [goal-processors]
TEST(ThreadsSchedules, DrawnSchedulesAreTheSame)
{
    for (uint32_t seed = 1; seed <= 12; ++seed)
    {
        OperationsRun drawn{DrawnStream(seed)};
        drawn.matrix.node.gpus = 1 + seed % 2;
        drawn.matrix.node.latency = Nanos(100 + 300 * (seed % 4));
        ExpectTheSameOperations(drawn, std::to_string(seed));
    }
}

// NICs have completions at one instant in another order than acknowledgements arrived.
// Clauses: [several-threads] [goal-window] [goal-messages] [node-links]
TEST(ThreadsSchedules, SendsOfANodeThatEndAtOnceAreTheSame)
{
    for (uint32_t seed = 1; seed <= 8; ++seed)
    {
        OperationsRun drawn{SymmetricStream(seed)};
        drawn.matrix.node.gpus = 4;
        ExpectTheSameOperations(drawn, std::to_string(seed));
    }
}

// Clauses: [several-threads] [goal-window]
TEST(ThreadsSchedules, FaultsAndTurnsAreTheSame)
{
    ExpectTheSameAmidTrouble(StreamedJob(1, true), MicroSeconds(70));
}

// Many seats take one queue pair. Clauses: [several-threads] [goal-window]
TEST(ThreadsSchedules, BurstsToOneNicAreTheSame)
{
    for (const uint32_t burst : {3, 12, 40})
    {
        ExpectTheSameOperations({BurstyStream(burst)}, std::to_string(burst));
    }
}

/** @return sends to one NIC at once, one more in each round */
ConnectionMatrix
GrowingStream(int rounds)
{
    GoalScript script;
    int before = -1;
    for (int round = 0; round < rounds; ++round)
    {
        const int start = script.Add(0, "calc 9000", {before});
        for (int i = 0; i <= round; ++i)
        {
            before = script.Add(0, "send 3000b to 7", {start});
            script.Add(7, "recv 3000b from 0", {});
        }
    }
    return script.Streamed();
}

// All seats of a way share a queue pair, which the first one of them makes.
// Clauses: [several-threads] [goal-window]
TEST(ThreadsSchedules, SeatsOfAQueuePairStopNobody)
{
    const OperationsRun growing{GrowingStream(30)};
    ExpectTheSameOperations(growing, "growing");
    const WindowTally windows = TaleOfOperations(growing, 2).windows;
    EXPECT_LE(windows.meetings + windows.ordinary, 8U) << "for the queue pair, and the end";
}

// Posts of a burst ask for counters once each, and not for those of all seats.
// Clauses: [several-threads] [goal-window]
TEST(ThreadsSchedules, BurstsNeedLittleMemory)
{
    const OperationsRun bursts{BurstyStream(800)};
    std::vector<uint64_t> grown;
    for (const uint32_t threads : {1, 2})
    {
        {
            const Ptr<Network> network = NetworkOfOperations(bursts, threads);
            WorkloadRun run(network, bursts.matrix, 1);
            const uint64_t before = AllocatedBytes();
            EXPECT_EQ(run.Run(), RunEnd::FINISHED);
            grown.push_back(AllocatedBytes() - before);
        }
        Simulator::Destroy();
    }
    EXPECT_LE(grown[1], 2 * grown[0]);
}

// Once a flow has failed, any end may be the last. Clauses: [several-threads] [goal-window]
TEST(ThreadsSchedules, FlowsThatFailEndTheSame)
{
    ExpectTheSameFailures(StreamedJob(1, true), "50us");
}

// Starts are known from the list, in one tick and in others of one window.
// Clauses: [several-threads] [flow-window]
TEST(ThreadsSchedules, ListsOfFlowsLeaveWindowsLong)
{
    ExpectFewStops({ListedFlows(2000, 400)}, "400 ns apart");
    ExpectFewStops({ListedFlows(400, 7000)}, "7 us apart");
}

// Clauses: [several-threads] [flow-window]
TEST(ThreadsSchedules, ListsOfFlowsWithFaultsAndTurnsAreTheSame)
{
    ExpectTheSameAmidTrouble(ListedFlows(900, 300), MicroSeconds(50));
    ExpectTheSameFailures(ListedFlows(300, 300), "20us");
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
