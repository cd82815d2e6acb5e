/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Lists of flows that are read as a run goes on: the same flows as in memory, a part of them at a
// time.

#include "../mrc-thrown-text.h"
#include "data-file.h"

#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-parse-error.h"
#include "ns3/mrc-traffic-file.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

ConnectionMatrix
Stream(const std::string& text, uint32_t nics = 0, uint64_t most = 0)
{
    return StreamFlows(std::make_shared<std::istringstream>(text), "flow.txt", nics, most);
}

std::string
Written(const ConnectionMatrix& matrix)
{
    std::ostringstream out;
    WriteFlowList(out, matrix);
    return out.str();
}

/** @return numbers of the flows that a stream takes */
std::vector<uint32_t>
IdsOf(const ConnectionMatrix& matrix)
{
    FlowStreamReader reader(*matrix.list);
    std::vector<uint32_t> ids;
    for (Transfer flow; reader.Next(flow);)
    {
        ids.push_back(flow.id);
    }
    return ids;
}

/** A text that counts how far it was read, and cannot be read from another place. */
class OnceReadable : public std::stringbuf
{
  public:
    using std::stringbuf::stringbuf;

  protected:
    pos_type seekpos(pos_type, std::ios_base::openmode) override
    {
        return {off_type(-1)};
    }
};

/** @return a file of flows from NIC 0 to 1, which the caller removes */
std::string
LongFile(uint64_t flows)
{
    const std::string path = testing::TempDir() + "mrc-flow-stream-test.txt";
    std::ofstream out(path);
    out << flows << '\n';
    for (uint64_t i = 0; i < flows; ++i)
    {
        out << "0 1 3 100 64 0\n";
    }
    return path;
}

// Clauses: [flow-window], [hpcc-flows]
TEST(FlowStreamTest, HasTheFlowsOfTheListInMemory)
{
    const std::string text = "# two\n2\n2 1 3 100 200000000 2\n5 1 3 100 15 2.5\n";
    const ConnectionMatrix matrix = Stream(text);
    EXPECT_EQ(matrix.name, "flow.txt");
    EXPECT_EQ(matrix.nodes, 6U) << "as many as the flows need";
    EXPECT_TRUE(matrix.transfers.empty());
    EXPECT_FALSE(matrix.sharesPairs);
    ASSERT_TRUE(matrix.list);
    EXPECT_EQ(matrix.list->flows, 2U);
    EXPECT_EQ(matrix.list->bytes, 200000015U);
    FlowStreamReader reader(*matrix.list);
    Transfer flow;
    ASSERT_TRUE(reader.Next(flow));
    EXPECT_EQ(flow.id, 1U);
    EXPECT_EQ(flow.source, 2U);
    EXPECT_EQ(flow.destination, 1U);
    EXPECT_EQ(flow.start.Ps(), 2000000000000);
    ASSERT_TRUE(reader.Next(flow));
    EXPECT_EQ(flow.bytes, 15U);
    EXPECT_EQ(flow.line, 4U);
    EXPECT_FALSE(reader.Next(flow));
    EXPECT_EQ(IdsOf(matrix), (std::vector<uint32_t>{1, 2})) << "from the begin again";
    EXPECT_EQ(Stream(text, 8).nodes, 8U);
}

// Clauses: [flow-window]
TEST(FlowStreamTest, TheWholeListIsCheckedBeforeTheRun)
{
    const auto error = [](const std::string& text, uint32_t nics = 0) {
        return test::ThrownText<ParseError>([&] { Stream(text, nics); });
    };
    EXPECT_EQ(error("2\n0 1 3 1 9 0\n0 1 3 1 9 x"),
              "flow.txt:3:11: start in seconds is 'x'; expected a number, 0 .. 1000000");
    EXPECT_EQ(error("3\n0 1 3 1 9 0\n0 1 3 1 9 0"),
              "flow.txt:3:12: the first line announces 3 flows, the file has 2; expected the same "
              "number");
    EXPECT_EQ(error("1\n0 4 3 1 9 0", 4),
              "flow.txt:2:3: destination is '4'; expected a whole number, 0 .. 3");
    OnceReadable text("1\n0 1 3 1 9 0");
    EXPECT_EQ(test::ThrownText<ParseError>(
                  [&] { StreamFlows(std::make_shared<std::istream>(&text), "flow.txt", 0); }),
              "flow.txt:1:1: no regular file; expected one, as long lists of flows are read twice");
}

// Clauses: [flow-window]
TEST(FlowStreamTest, AFileThatChangesIsNoticed)
{
    const auto text = std::make_shared<std::istringstream>("2\n0 1 3 1 9 0\n0 1 3 1 9 0");
    const ConnectionMatrix matrix = StreamFlows(text, "flow.txt", 0);
    text->str("1\n0 1 3 1 9 0");
    EXPECT_EQ(test::ThrownText<ParseError>([&] { IdsOf(matrix); }),
              "flow.txt:1:1: the file has changed since it was checked: it has 1 flows to take; "
              "expected 2");
    text->str("2\n0 1 3 1 9 0\n0 2 3 1 9 0");
    EXPECT_EQ(test::ThrownText<ParseError>([&] { IdsOf(matrix); }),
              "flow.txt:3:3: destination is '2'; expected a whole number, 0 .. 1");
}

// Clauses: [first-sends]
TEST(FlowStreamTest, TakesTheFirstSendsOfEachNic)
{
    const std::string text = "5\n0 1 3 10 0\n0 2 3 20 0\n2 1 3 30 1\n0 1 3 40 1\n2 0 3 50 2\n";
    EXPECT_EQ(IdsOf(Stream(text, 3, 1)), (std::vector<uint32_t>{1, 3}));
    EXPECT_EQ(IdsOf(Stream(text, 3, 2)), (std::vector<uint32_t>{1, 2, 3, 5}));
    EXPECT_EQ(Stream(text, 3, 2).list->flows, 4U);
    EXPECT_EQ(Stream(text, 3, 2).list->bytes, 110U);
    EXPECT_EQ(IdsOf(Stream(text, 3, 3)).size(), 5U);
}

// Clauses: [flow-window], [hpcc-flows]
TEST(FlowStreamTest, IsWrittenAsTheListInMemory)
{
    const ConnectionMatrix held = ReadTrafficFile(DataFile("flow_32n.txt"));
    const auto in = std::make_shared<std::ifstream>(DataFile("flow_32n.txt"));
    EXPECT_EQ(Written(StreamFlows(in, "flow_32n.txt", 32)), Written(held));
}

// Clauses: [flow-window], [traffic-loops]
TEST(FlowStreamTest, ALongFileIsAStream)
{
    for (const uint64_t flows : {FLOWS_MOST_HELD, FLOWS_MOST_HELD + 1})
    {
        const std::string path = LongFile(flows);
        const bool isLong = flows > FLOWS_MOST_HELD;
        const ConnectionMatrix matrix = ReadTrafficFile(path);
        EXPECT_EQ(matrix.nodes, 2U);
        EXPECT_EQ(matrix.list != nullptr, isLong);
        EXPECT_EQ(matrix.list ? matrix.list->flows : matrix.transfers.size(), flows);
        TrafficChoices first;
        first.mostSends = 7;
        const ConnectionMatrix cut = ReadTrafficFile(path, first);
        EXPECT_EQ(cut.list ? cut.list->flows : cut.transfers.size(), 7U);
        EXPECT_EQ(cut.mostSends, 7U);
        TrafficChoices closed;
        closed.loop = TrafficLoop::CLOSED;
        EXPECT_EQ(test::ThrownText<std::invalid_argument>([&] { ReadTrafficFile(path, closed); }),
                  isLong ? path + ": a closed loop of 100001 flows; expected an open loop, or at "
                                  "most 100000 flows"
                         : "no error");
    }
    std::remove(LongFile(1).c_str());
}

constexpr const char* MATRIX_HEAD = "Nodes 8\nConnections 3\n";

/** @return the stream of a matrix of these lines, if there is one */
std::optional<ConnectionMatrix>
StreamedMatrix(const std::string& lines, uint64_t most = 0)
{
    return StreamMatrix(std::make_shared<std::istringstream>(MATRIX_HEAD + lines), "a.cm", most);
}

// Clauses: [flow-window], [htsim-files]
TEST(FlowStreamTest, AMatrixInOrderIsAStream)
{
    const std::string lines =
        "0->1 start 5 size 100\n# two\n1->2 start 5 size 9\n0->7 start 6 size 8\n";
    const auto matrix = StreamedMatrix(lines);
    ASSERT_TRUE(matrix);
    EXPECT_EQ(matrix->name, "a.cm");
    EXPECT_EQ(matrix->nodes, 8U);
    EXPECT_TRUE(matrix->transfers.empty());
    EXPECT_EQ(matrix->list->flows, 3U);
    EXPECT_EQ(matrix->list->bytes, 117U);
    EXPECT_EQ(LoopOf(*matrix), TrafficLoop::OPEN);
    std::istringstream text(MATRIX_HEAD + lines);
    EXPECT_EQ(Written(*matrix), Written(ReadConnectionMatrix(text, "a.cm")));
    EXPECT_EQ(IdsOf(*matrix), (std::vector<uint32_t>{1, 2, 3}));
    EXPECT_EQ(IdsOf(*StreamedMatrix(lines, 1)), (std::vector<uint32_t>{1, 2}));
    const auto numbered = StreamedMatrix(
        "0->1 id 2 start 0 size 1\n0->1 id 4 start 0 size 1\n0->1 id 9 start 0 size 1\n");
    EXPECT_EQ(IdsOf(*numbered), (std::vector<uint32_t>{2, 4, 9}));
}

// Clauses: [flow-window]
TEST(FlowStreamTest, OtherMatricesAreInMemory)
{
    const std::string flow = "0->1 start 5 size 1\n";
    for (const std::string& lines :
         {flow + flow + "0->1 start 4 size 1\n",
          flow + flow + "0->1 id 7 start 5 size 1\n",
          flow + flow + "0->1 start 5 size 1 send_done_trigger 3\n",
          flow + "trigger id 3 oneshot\n",
          std::string("0->1 id 2 start 0 size 1\n0->1 id 2 start 0 size 1\n")})
    {
        EXPECT_FALSE(StreamedMatrix(lines)) << lines;
    }
}

// Clauses: [flow-window]
TEST(FlowStreamTest, AStreamedMatrixIsCheckedAsOneInMemory)
{
    const std::string flow = "0->1 start 5 size 1\n";
    for (const std::string& lines : {flow + flow,
                                     flow + flow + flow + flow,
                                     flow + "0->8 start 5 size 1\n",
                                     flow + "0->1 start 5 size 0\n",
                                     flow + "0->1 start 5\n",
                                     flow + "Nodes 3\n"})
    {
        const std::string error = test::ThrownText<ParseError>([&] { StreamedMatrix(lines); });
        std::istringstream text(MATRIX_HEAD + lines);
        EXPECT_EQ(error, test::ThrownText<ParseError>([&] { ReadConnectionMatrix(text, "a.cm"); }));
        EXPECT_NE(error, "no error") << lines;
    }
}

// Clauses: [flow-window]
TEST(FlowStreamTest, AMatrixThatChangesIsNoticed)
{
    const auto text = std::make_shared<std::istringstream>(
        "Nodes 2\nConnections 2\n0->1 start 0 size 1\n0->1 start 1 size 1\n");
    const auto matrix = StreamMatrix(text, "a.cm");
    text->str("Nodes 2\nConnections 2\n0->1 start 2 size 1\n0->1 start 1 size 1\n");
    EXPECT_EQ(test::ThrownText<ParseError>([&] { IdsOf(*matrix); }),
              "a.cm:4:1: a start before the one above; expected none: the file has changed");
}

/** @return the path of a matrix of so many flows, all of which start together */
std::string
LongMatrix(uint64_t flows)
{
    const std::string path = testing::TempDir() + "mrc-flow-stream-test.cm";
    std::ofstream out(path);
    out << "Nodes 4\nConnections " << flows << '\n';
    for (uint64_t i = 0; i < flows; ++i)
    {
        out << "0->1 start 0 size 64\n";
    }
    return path;
}

// Clauses: [flow-window], [traffic-loops]
TEST(FlowStreamTest, ALongMatrixIsAStreamUnlessItIsRepeatedOrClosed)
{
    const std::string path = LongMatrix(FLOWS_MOST_HELD + 1);
    EXPECT_TRUE(ReadTrafficFile(path).list);
    TrafficChoices choices;
    choices.isRepeated = true;
    EXPECT_EQ(ReadTrafficFile(path, choices).transfers.size(), FLOWS_MOST_HELD + 1);
    choices.isRepeated = false;
    choices.loop = TrafficLoop::CLOSED;
    EXPECT_EQ(ReadTrafficFile(path, choices).triggers.size(), FLOWS_MOST_HELD);
    EXPECT_FALSE(ReadTrafficFile(LongMatrix(FLOWS_MOST_HELD)).list);
    std::remove(path.c_str());
}

} // namespace
} // namespace mrc
} // namespace ns3
