/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Schedules in GOAL that are read as the run goes on end when those in memory do.

#include "../mrc-test-network.h"
#include "../workload/data-file.h"
#include "../workload/goal-bytes.h"

#include "ns3/mrc-goal-schedule.h"
#include "ns3/mrc-goal-stream.h"
#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/mrc-workload-words.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
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

/** @return the rows of the messages' flows on six NICs, without their numbers, sorted */
std::vector<std::string>
FlowsOf(const ConnectionMatrix& matrix)
{
    const Ptr<Network> network = MakeNetwork();
    std::ostringstream out;
    {
        WorkloadRun run(network, matrix, 1);
        run.WriteFlows(out);
        EXPECT_EQ(run.Run(), RunEnd::FINISHED) << run.Explain();
    }
    Simulator::Destroy();
    std::istringstream in(out.str());
    std::vector<std::string> rows;
    for (std::string row; std::getline(in, row);)
    {
        rows.push_back(row.substr(row.find(',')));
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

ConnectionMatrix
Streamed(const GoalSchedule& schedule)
{
    return StreamGoal(std::make_shared<std::istringstream>(BinaryOf(schedule)), "a.bin");
}

/** @return ranks that do one operation after the other, some once the one before has started */
std::string
Drawn(uint32_t seed)
{
    constexpr uint32_t RANKS = 6;
    std::mt19937 draw(seed);
    std::vector<std::string> ranks(RANKS);
    std::vector<uint32_t> counts(RANKS);
    const auto add = [&](uint32_t rank, const std::string& statement) {
        const uint32_t label = counts[rank]++;
        const std::string name = "l" + std::to_string(label);
        ranks[rank] += name + ": " + statement + " cpu " + std::to_string(draw() % 3) + "\n";
        if (label > 0)
        {
            const std::string verb = draw() % 4 == 0 ? " irequires l" : " requires l";
            ranks[rank] += name + verb + std::to_string(label - 1) + "\n";
        }
        if (label > 1 && draw() % 2 == 0)
        {
            const uint32_t before = label - 2 - draw() % std::min(label - 1, 5U);
            ranks[rank] += name + " requires l" + std::to_string(before) + "\n";
        }
    };
    for (uint32_t i = 0; i < 120; ++i)
    {
        const uint32_t from = draw() % RANKS;
        const uint32_t to = from ^ 1U; // pairs: messages of others are not in the way
        if (draw() % 3 == 0)
        {
            add(from, "calc " + std::to_string(draw() % 3000));
            continue;
        }
        const std::string size = std::to_string(3000 + 37 * i) + "b ";
        const std::string tag = std::to_string(from < to ? draw() % 3 : 0);
        add(from, "send " + size + "to " + std::to_string(to) + " tag " + tag);
        add(to,
            "recv " + size + "from " + std::to_string(from) + " tag " + (from < to ? tag : "-1"));
    }
    std::string text = "num_ranks " + std::to_string(RANKS) + "\n";
    for (uint32_t rank = 0; rank < RANKS; ++rank)
    {
        text += "rank " + std::to_string(rank) + " {\n" + ranks[rank] + "}\n";
    }
    return text;
}

/** @return nanoseconds of the end of each flow, by its bytes */
std::map<std::string, double>
EndsOf(const ConnectionMatrix& matrix)
{
    std::map<std::string, double> ends;
    for (const std::string& row : FlowsOf(matrix))
    {
        std::istringstream in(row);
        std::vector<std::string> columns;
        for (std::string column; std::getline(in, column, ',');)
        {
            columns.push_back(column);
        }
        if (columns[3] != "bytes")
        {
            ends[columns[3]] = std::stod(columns[5]);
        }
    }
    return ends;
}

// Clauses: [goal-window], [goal-messages], [ring-steps]
TEST(GoalStreamRunTest, ARingTakesAsLongAsThatOfTheGenerator)
{
    const auto in = std::make_shared<std::ifstream>(DataFile("ring_4.bin"), std::ios::binary);
    const std::vector<std::string> rows = FlowsOf(StreamGoal(in, "ring_4.bin"));
    EXPECT_EQ(rows, FlowsOf(ReadWorkload("ring-allreduce ranks=4 size=1MiB", {4, 1, {}})));
    EXPECT_EQ(rows, FlowsOf(ReadTrafficFile(DataFile("ring_4.bin"))));
    EXPECT_EQ(rows.size(), 1U + 4 * 6);
}

// In memory, signals join what an operation waits for, and end at whole nanoseconds.
// Clauses: [goal-window], [goal-messages], [goal-processors]
TEST(GoalStreamRunTest, DrawnSchedulesEndWhenThoseInMemoryDo)
{
    constexpr double SIGNALS = 30; // ns: that many behind each other are rounded up
    uint32_t others = 0;
    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        std::istringstream in(Drawn(seed));
        const GoalSchedule schedule = ReadGoal(in, "a.goal");
        const std::map<std::string, double> streamed = EndsOf(Streamed(schedule));
        const std::map<std::string, double> held = EndsOf(GoalMatrix(schedule));
        ASSERT_EQ(streamed.size(), held.size());
        for (const auto& [bytes, end] : held)
        {
            const double difference = std::abs(streamed.at(bytes) - end);
            EXPECT_LT(difference, 3000) << seed << ", " << bytes << " bytes: as long as any work";
            others += difference > SIGNALS ? 1 : 0;
        }
    }
    EXPECT_LE(others, 2U) << "of 1,600; a processor had two of them at the same nanosecond";
}

// Clauses: [goal-window]
TEST(GoalStreamRunTest, AStreamIsToldInWords)
{
    std::istringstream in("num_ranks 2\nrank 0 { a: send 9000b to 1; calc 700 }\n"
                          "rank 1 { recv 9000b from 0 }\n");
    const ConnectionMatrix matrix = Streamed(ReadGoal(in, "a.goal"));
    const Ptr<Network> network = MakeNetwork();
    WorkloadRun run(network, matrix, 1);
    RunLimits limits;
    limits.stop = NanoSeconds(300);
    run.SetLimits(limits);
    EXPECT_EQ(run.Run(), RunEnd::STOP_TIME);
    EXPECT_EQ(run.Explain(),
              "0 of 2 flows are complete; 2 flows are under way: flow 2 (NIC 0 -> 0) lacks 400 of "
              "700 bytes; flow 1 (NIC 0 -> 1) lacks 9000 of 9000 bytes");
    std::ostringstream out;
    EXPECT_THROW(WriteFlowList(out, matrix), std::invalid_argument);
}

// Looks visit all that has come, so they become rarer as more comes.
TEST(GoalStreamRunTest, LooksAreFewerWithMoreOperationsUnderWay)
{
    constexpr uint32_t WORKS = 1000; // ready at once, so that each has a place of its own
    std::string text =
        "num_ranks 2\nrank 1 {\nl: recv 1000b from 0\n}\nrank 0 {\nl: send 1000b to 1\n";
    for (uint32_t i = 0; i < WORKS; ++i)
    {
        text += "l" + std::to_string(i) + ": calc 1 cpu 1\n";
    }
    std::istringstream in(text + "}\n");
    const ConnectionMatrix matrix = Streamed(ReadGoal(in, "a.goal"));
    const Ptr<Network> network = MakeNetwork();
    network->ScheduleFaults("nic:1/silent@0ns");
    {
        WorkloadRun run(network, matrix, 1);
        RunLimits limits;
        limits.stall = MilliSeconds(2);
        run.SetLimits(limits);
        EXPECT_EQ(run.Run(), RunEnd::STALLED) << run.Explain();
        EXPECT_GE(Simulator::Now(), limits.stall);
        EXPECT_LT(Simulator::Now(), limits.stall * 1.1);
        EXPECT_LT(Simulator::GetEventCount(), 10000U); // 2,000 looks, and not 20,000
    }
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
