/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Traces of Chakra over an idle fabric, beside closed forms.

#include "../mrc-test-network.h"
#include "../workload/chakra-files.h"
#include "../workload/data-file.h"
#include "message-way.h"

#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/mrc-workload-words.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
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

/** What became of a workload. */
struct ChakraEnd
{
    double ps{0};                  //!< of the whole run
    std::vector<std::string> rows; //!< of messages, without their numbers, as they end
};

/** @return the end of a workload on four NICs below a T0 of two planes */
ChakraEnd
RunChakra(const ConnectionMatrix& matrix)
{
    const Ptr<Network> network = MakeNetwork(SmallFabric(8, 4, 4, 2));
    std::ostringstream out;
    ChakraEnd end;
    {
        WorkloadRun run(network, matrix, 1);
        run.WriteFlows(out);
        EXPECT_EQ(run.Run(), RunEnd::FINISHED) << run.Explain();
        end.ps = static_cast<double>(Simulator::Now().GetNanoSeconds()) * 1000;
    }
    Simulator::Destroy();
    std::istringstream in(out.str());
    for (std::string row; std::getline(in, row);)
    {
        end.rows.push_back(row.substr(row.find(',')));
    }
    return end;
}

// 30 us of work, a message, 20 us of work behind it. Clauses: [chakra-work]
TEST(ChakraRunTest, TwoRanksTakeTheirClosedForm)
{
    constexpr uint64_t BYTES = 1 << 22;
    const ConnectionMatrix matrix = ChakraMatrix(
        {{{1, CHAKRA_COMP, {}, 30},
          {2, CHAKRA_SEND, {1}, 0, {{"comm_dst", 1}, {"comm_size", BYTES}, {"comm_tag", 3}}}},
         {{1, CHAKRA_RECV, {}, 0, {{"comm_src", 0}, {"comm_size", BYTES}, {"comm_tag", 3}}},
          {2, CHAKRA_COMP, {1}, 20}}});
    const double line = (BYTES / 4096. / Way::PLANES - 1) * Way::PACKET * Way::BYTE;
    const double message = Way::HOST + line + Way::Local().OneWay(Way::PACKET) + Way::HOST;
    const double time = 30e6 + message + 20e6;
    EXPECT_NEAR(RunChakra(matrix).ps, time, 0.01 * time);
}

// A ring of four, which starts behind 25 us of work; the same transfers as the generator's.
// Clauses: [chakra-collectives]
TEST(ChakraRunTest, ARingOfFourTakesItsClosedForm)
{
    constexpr uint64_t BYTES = 1 << 22;
    const std::vector<ChakraNodeText> rank = {
        {1, CHAKRA_COMP, {}, 25},
        {2, CHAKRA_COLL, {1}, 0, {{"comm_type", 0}, {"comm_size", BYTES}}}};
    const ChakraEnd end = RunChakra(ChakraMatrix({rank, rank, rank, rank}));
    const double time =
        25e6 + 6 * Way::Local().Step(BYTES / 4 / 4096.) + Way::Local().OneWay(Way::SACK);
    EXPECT_NEAR(end.ps, time, 0.01 * time);
    EXPECT_EQ(end.rows.size(), 1U + 4 * 6);
}

// Clauses: [chakra-collectives], [ring-steps]
TEST(ChakraRunTest, ARingIsThatOfTheGenerator)
{
    const std::vector<ChakraNodeText> rank = {
        {2, CHAKRA_COLL, {}, 0, {{"comm_type", 0}, {"comm_size", 1 << 20}}}};
    const ChakraEnd traces = RunChakra(ChakraMatrix({rank, rank, rank, rank}));
    const ChakraEnd words = RunChakra(ReadWorkload("ring-allreduce ranks=4 size=1MiB", {4, 1, {}}));
    EXPECT_EQ(traces.rows, words.rows);
}

// The second one has its messages as nodes of their own. Clauses: [chakra-files], [gzip-files]
TEST(ChakraRunTest, SamplesOfAstraSimAreRings)
{
    const ChakraEnd four = RunChakra(ReadTrafficFile(DataFile("all_reduce.0.et")));
    const ChakraEnd ring = RunChakra(ReadWorkload("ring-allreduce ranks=4 size=1MiB", {4, 1, {}}));
    EXPECT_EQ(four.rows, ring.rows);
    const ChakraEnd eight = RunChakra(ReadTrafficFile(DataFile("custom_allreduce.0.et.gz")));
    const ChakraEnd words = RunChakra(ReadWorkload("ring-allreduce ranks=8 size=1MiB", {8, 1, {}}));
    EXPECT_EQ(eight.rows.size(), words.rows.size());
    // 7 us of work behind each step of the first round, and sends that wait for sends before them.
    EXPECT_GT(eight.ps, words.ps + 7 * 7e6);
    EXPECT_LT(eight.ps, 1.25 * (words.ps + 7 * 7e6));
}

/** @return the time of one collective of four ranks with that much from each */
double
CollectiveTime(uint64_t kind, uint64_t bytes)
{
    const std::vector<ChakraNodeText> rank = {
        {2, CHAKRA_COLL, {}, 0, {{"comm_type", kind}, {"comm_size", bytes}}}};
    return RunChakra(ChakraMatrix({rank, rank, rank, rank})).ps;
}

// Two steps: of each sender's half of the ranks, and of a single one. Clauses: [binomial-steps]
TEST(ChakraRunTest, BinomialTreesTakeTheirClosedForms)
{
    constexpr uint64_t BYTES = 1 << 22;
    constexpr double PACKETS = BYTES / 4096.;
    const Way way = Way::Local();
    const auto message = [&way](double packets) {
        const double line = (packets / Way::PLANES - 1) * Way::PACKET * Way::BYTE;
        return 2 * Way::HOST + line + way.OneWay(Way::PACKET);
    };
    const double reduce = message(PACKETS) + message(PACKETS);
    EXPECT_NEAR(CollectiveTime(1, BYTES), reduce, 0.01 * reduce);
    const double gather = message(PACKETS) + message(2 * PACKETS);
    EXPECT_NEAR(CollectiveTime(3, BYTES), gather, 0.01 * gather);
    // The root's second send waits for the completion of the first.
    const double scatter = message(PACKETS / 2) + message(PACKETS / 4) + 2 * way.OneWay(Way::SACK);
    EXPECT_NEAR(CollectiveTime(4, BYTES), scatter, 0.01 * scatter);
}

// A rank that comes late lets the others wait, at a barrier of no data too.
// Clauses: [chakra-collectives]
TEST(ChakraRunTest, NobodyLeavesABarrierBeforeAllAreThere)
{
    std::vector<std::vector<ChakraNodeText>> ranks;
    for (uint64_t rank = 0; rank < 4; ++rank)
    {
        ranks.push_back({{1, CHAKRA_COMP, {}, 100 * rank},
                         {2, CHAKRA_COLL, {1}, 0, {{"comm_type", 9}}},
                         {3, CHAKRA_COMP, {2}, 40}});
    }
    const double time = 300e6 + 2 * (2 * Way::HOST + Way::Local().OneWay(170)) + 40e6;
    EXPECT_NEAR(RunChakra(ChakraMatrix(ranks)).ps, time, 0.01 * time);
}

// Clauses: [chakra-timeline]
TEST(ChakraRunTest, ATimelineSaysWhenNodesStartAndEnd)
{
    ConnectionMatrix matrix =
        ChakraMatrix({{{1, CHAKRA_COMP, {}, 30},
                       {2, 1, {1}}, // metadata
                       {3, CHAKRA_COLL, {1}, 0, {{"comm_type", 6}, {"comm_size", 8000}}}},
                      {{4, CHAKRA_COLL, {}, 0, {{"comm_type", 6}, {"comm_size", 8000}}},
                       {5, CHAKRA_COMP, {4}, 20},
                       {6, 2, {5}}}}); // memory
    std::ostringstream out;
    WriteChakraTimeline(matrix, out);
    const double end = RunChakra(matrix).ps / 1000;
    std::istringstream in(out.str());
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
    {
        lines.push_back(line);
    }
    ASSERT_EQ(lines.size(), 10U) << out.str();
    EXPECT_EQ(lines[0], "issue,npu=0,cycle=0,node=1,name=COMP_NODE_");
    EXPECT_EQ(lines[1], "issue,npu=1,cycle=0,node=4,name=COMM_COLL_NODE_");
    EXPECT_EQ(lines[2], "callback,npu=0,cycle=30000,node=1,name=COMP_NODE_");
    EXPECT_EQ(lines[3], "issue,npu=0,cycle=30000,node=3,name=COMM_COLL_NODE_");
    const std::string last = std::to_string(static_cast<uint64_t>(end));
    EXPECT_EQ(lines[9],
              "callback,npu=1,cycle=" + last + ",node=6,name=MEM_LOAD_NODE_LOCAL_MEMORY_");
    EXPECT_EQ(lines[8], "issue,npu=1,cycle=" + last + ",node=6,name=MEM_LOAD_NODE_LOCAL_MEMORY_");
    ConnectionMatrix other = ReadWorkload("ring-allreduce ranks=4 size=1MiB", {4, 1, {}});
    EXPECT_THROW(WriteChakraTimeline(other, out), std::invalid_argument);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
