/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "data-file.h"

#include "ns3/mrc-flow-list.h"
#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-workload-words.h"

#include <csignal>
#include <cstdio>
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <sys/stat.h>

namespace ns3
{
namespace mrc
{
namespace
{

ConnectionMatrix
Read(const std::string& text, uint32_t nics = 0)
{
    std::istringstream in(text);
    return ReadFlowList(in, "flow.txt", nics);
}

std::string
ErrorOf(const std::string& text, uint32_t nics = 4)
{
    return test::ThrownText<ParseError>([&] { Read(text, nics); });
}

std::string
Written(const ConnectionMatrix& matrix)
{
    std::ostringstream out;
    WriteFlowList(out, matrix);
    return out.str();
}

/** @return the picoseconds of a start as it stands in a file */
int64_t
StartOf(const std::string& seconds)
{
    return Read("1\n0 1 3 100 1 " + seconds).transfers[0].start.Ps();
}

// The lines are those of the family's own flow.txt, with NICs from 1. Clauses: [hpcc-flows]
TEST(FlowListTest, ReadsFlowsInTheOrderOfTime)
{
    const ConnectionMatrix matrix = Read("2\n2 1 3 100 200000000 2\n3 1 3 100 150000000 2.5\n");
    EXPECT_EQ(matrix.name, "flow.txt");
    EXPECT_EQ(matrix.nodes, 4U) << "as many as the flows need";
    EXPECT_FALSE(matrix.sharesPairs) << "a queue pair each";
    EXPECT_TRUE(matrix.triggers.empty());
    ASSERT_EQ(matrix.transfers.size(), 2U);
    const Transfer& first = matrix.transfers[0];
    EXPECT_EQ(first.id, 1U);
    EXPECT_EQ(first.source, 2U);
    EXPECT_EQ(first.destination, 1U);
    EXPECT_EQ(first.bytes, 200000000U);
    EXPECT_EQ(first.start.Ps(), 2000000000000);
    EXPECT_FALSE(first.startTrigger);
    const Transfer& second = matrix.transfers[1];
    EXPECT_EQ(second.id, 2U);
    EXPECT_EQ(second.start.Ps(), 2500000000000);
    EXPECT_EQ(second.line, 3U);
    EXPECT_EQ(second.column, 21U);
}

// Clauses: [hpcc-flows]
TEST(FlowListTest, PortsAndTheLastLineEndMayBeMissing)
{
    const ConnectionMatrix matrix =
        Read("# ConWeave\r\n2 \r\n\r\n0 1 3 10 1\r\n1 0 3 4294967295 1");
    EXPECT_EQ(matrix.nodes, 2U);
    ASSERT_EQ(matrix.transfers.size(), 2U);
    EXPECT_EQ(matrix.transfers[0].bytes, 10U);
    EXPECT_EQ(matrix.transfers[1].bytes, 4294967295U);
    EXPECT_EQ(Read("1\n0 1 3 10 1", 8).nodes, 8U);
}

// Clauses: [hpcc-flows]
TEST(FlowListTest, StartsAreExactToThePicosecond)
{
    EXPECT_EQ(StartOf("0"), 0);
    EXPECT_EQ(StartOf("0.000000000001"), 1);
    EXPECT_EQ(StartOf("2.000001234"), 2000001234000);
    EXPECT_EQ(StartOf("999999.999999999999"), 999999999999999999);
    EXPECT_EQ(StartOf("1000000"), 1000000000000000000);
    EXPECT_EQ(StartOf(".5"), 500000000000);
    EXPECT_EQ(StartOf("7."), 7000000000000);
    EXPECT_EQ(StartOf("1e-06"), 1000000) << "as Python writes short times";
    EXPECT_EQ(StartOf("1.25E+1"), 12500000000000);
    EXPECT_EQ(StartOf("12.5e-13"), 1) << "the rest is cut off";
    EXPECT_EQ(StartOf("1e-30"), 0);
    EXPECT_EQ(StartOf("0.0000000000019"), 1);
}

// Clauses: [hpcc-flows]
TEST(FlowListTest, WrongStartsAreTold)
{
    for (const char* wrong : {"-1",
                              "+1",
                              "1000000.1",
                              "1e7",
                              "nan",
                              "inf",
                              "0x1",
                              "1,5",
                              "1.2.3",
                              "1e",
                              "e5",
                              "1e+-5",
                              "1e5.5",
                              "1e31",
                              "1e-31",
                              "1e99999999999",
                              ".",
                              "99999999999999999999",
                              "1e-2147483648"})
    {
        EXPECT_EQ(ErrorOf("1\n0 1 3 100 1 " + std::string(wrong)),
                  "flow.txt:2:13: start in seconds is '" + std::string(wrong) +
                      "'; expected a number, 0 .. 1000000");
    }
    EXPECT_EQ(ErrorOf("2\n0 1 3 100 1 2\n0 1 3 100 1 1.999999999999"),
              "flow.txt:3:13: start in seconds is '1.999999999999', before the flow above; "
              "expected flows in the order of time");
}

struct ErrorCase
{
    const char* text;
    const char* error;
};

// Clauses: [hpcc-flows]
TEST(FlowListTest, WrongNumbersOfFlowsAreTold)
{
    const ErrorCase cases[] = {
        {"", "1:1: an empty file; expected a number of flows"},
        {"\n\n", "2:1: an empty file; expected a number of flows"},
        {"Nodes 4", "1:1: number of flows is 'Nodes'; expected a whole number, 1 .. 4294967294"},
        {"0", "1:1: number of flows is '0'; expected a whole number, 1 .. 4294967294"},
        {"4294967295",
         "1:1: number of flows is '4294967295'; expected a whole number, 1 .. 4294967294"},
        {"1 flows", "1:3: 'flows' behind the number of flows; expected the end of the line"},
        {"2\n0 1 3 100 1 0\n",
         "2:14: the first line announces 2 flows, the file has 1; expected the same number"},
        {"1\n0 1 3 100 1 0\n # but\n 0 1 3 100 1 0\n",
         "4:2: more than the 1 flows that the first line announces; expected the end"},
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(ErrorOf(c.text), std::string("flow.txt:") + c.error);
    }
}

// Clauses: [hpcc-flows]
TEST(FlowListTest, WrongFlowsAreTold)
{
    const std::string words = "words; expected SOURCE DESTINATION PRIORITY PORT BYTES SECONDS, or "
                              "all lines without PORT";
    const std::pair<const char*, std::string> cases[] = {
        {"4 0 3 100 1 0", "1: source is '4'; expected a whole number, 0 .. 3"},
        {"0 4 3 100 1 0", "3: destination is '4'; expected a whole number, 0 .. 3"},
        {"-1 0 3 100 1 0", "1: source is '-1'; expected a whole number, 0 .. 3"},
        {"2 2 3 100 1 0", "3: a flow to its source; expected another NIC"},
        {"0 1 8 100 1 0", "5: priority is '8'; expected a whole number, 0 .. 7"},
        {"0 1 4 100 1 0",
         "5: priority is '4'; expected 3, as of the flows before: all have the same here"},
        {"0 1 3 65536 1 0", "7: port is '65536'; expected a whole number, 0 .. 65535"},
        {"0 1 3 100 0 0", "11: size in bytes is '0'; expected a whole number, 1 .. 4294967295"},
        {"0 1 3 100 4294967296 0",
         "11: size in bytes is '4294967296'; expected a whole number, 1 .. 4294967295"},
        {"0 1 3 100 2.0 9", "11: size in bytes is '2.0'; expected a whole number, 1 .. 4294967295"},
        {"0 1 3 1 0", "10: a flow of 5 " + words},
        {"0 1 3 100 1 0 0", "15: a flow of 7 " + words},
        {"0", "2: a flow of 1 " + words},
        {"\x01\xff 1 3 100 1 0", "1: source is '?\?'; expected a whole number, 0 .. 3"},
    };
    for (const auto& [text, error] : cases)
    {
        EXPECT_EQ(ErrorOf("2\n3 2 3 100 1 0\n" + std::string(text)), "flow.txt:3:" + error);
    }
    EXPECT_EQ(ErrorOf("1\n0 4194304 3 1 0", 0),
              "flow.txt:2:3: destination is '4194304'; expected a whole number, 0 .. 4194303");
    EXPECT_EQ(ErrorOf("1\n0 1 3 100 1 0 " + std::string(65536, '0')),
              "flow.txt:2:1: a line of more than 65536 bytes; expected a text with shorter ones");
}

TEST(FlowListTest, SurvivesDamagedTexts)
{
    std::ifstream in(DataFile("flow_32n.txt"));
    const std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    ASSERT_EQ(Read(whole, 32).transfers.size(), 40U);
    std::minstd_rand draw(5);
    size_t refused = 0;
    for (int i = 0; i < 300; ++i)
    {
        std::string text = whole.substr(0, i % 3 == 0 ? draw() % whole.size() : whole.size());
        for (int changes = 0; changes < 1 + i % 4 && !text.empty(); ++changes)
        {
            text[draw() % text.size()] = static_cast<char>(draw());
        }
        try
        {
            EXPECT_EQ(Read(text, 32).transfers.size(), 40U);
        }
        catch (const ParseError& e)
        {
            EXPECT_GE(e.At().line, 1U);
            EXPECT_GE(e.At().column, 1U);
            ++refused;
        }
    }
    EXPECT_GT(refused, 200U);
}

// Clauses: [hpcc-flows], [htsim-files]
TEST(TrafficFileTest, TheEndingSaysTheFormat)
{
    const ConnectionMatrix flows = ReadTrafficFile(DataFile("flow_32n.txt"));
    EXPECT_EQ(flows.nodes, 32U);
    EXPECT_EQ(flows.transfers.size(), 40U);
    EXPECT_EQ(ReadTrafficFile(DataFile("flow_32n.txt"), 64).nodes, 64U);
    EXPECT_EQ(ReadTrafficFile(DataFile("one.cm"), 64).nodes, 16U) << "a matrix says it";
    EXPECT_EQ(test::ThrownText<ParseError>([] { ReadTrafficFile("no/such.txt"); }),
              "no/such.txt:1:1: cannot open the file; expected a list of flows (flow.txt)");
    EXPECT_EQ(test::ThrownText<ParseError>([] { ReadTrafficFile("txt"); }),
              "txt:1:1: cannot open the file; expected a traffic matrix (.cm)");
}

// Clauses: [hpcc-flows]
TEST(TrafficFileTest, AListMayComeOutOfAPipe)
{
    const auto begin = std::signal(SIGPIPE, SIG_IGN); // of a reader that gives up
    const std::string path = testing::TempDir() + "mrc-flow-list-test-pipe.txt";
    std::remove(path.c_str());
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    const auto piped = [&path](const std::string& text) {
        const auto writer =
            std::async(std::launch::async, [&] { std::ofstream(path, std::ios::binary) << text; });
        return ReadTrafficFile(path);
    };
    std::ifstream in(DataFile("flow_32n.txt"));
    const std::string flows{std::istreambuf_iterator<char>(in), {}};
    const std::size_t all = ReadTrafficFile(DataFile("flow_32n.txt")).transfers.size();
    for (const char* front : {"", "\xEF\xBB\xBF", "# a comment\n\n"})
    {
        EXPECT_EQ(piped(front + flows).transfers.size(), all) << front;
    }
    std::string many = "100001\n";
    for (uint32_t flow = 0; flow < 100001; ++flow)
    {
        many += "0 1 3 100 1000 0\n";
    }
    const ConnectionMatrix matrix = piped(many);
    ASSERT_TRUE(matrix.list);
    EXPECT_EQ(matrix.list->flows, 100001U);
    std::remove(path.c_str());
    std::signal(SIGPIPE, begin);
}

// Clauses: [hpcc-flows]
TEST(TrafficFileTest, WhatIsWrittenReadsTheSame)
{
    const std::string folder = DataFile("").substr(0, DataFile("").size() - 1);
    const ConnectionMatrix matrices[] = {
        ReadConnectionMatrixFile(DataFile("perm_32n_32c_2MB.cm")),
        ReadConnectionMatrixFile(DataFile("outcast_incast.cm")),
        ReadWorkload("poisson cdf=websearch.cdf load=30 us=500", {32, 1, folder}),
        ReadWorkload("permutation size=2MB", {32, 1, {}}),
    };
    for (const ConnectionMatrix& matrix : matrices)
    {
        const std::string text = Written(matrix);
        const ConnectionMatrix again = Read(text, matrix.nodes);
        EXPECT_EQ(again.nodes, matrix.nodes);
        ASSERT_EQ(again.transfers.size(), matrix.transfers.size()) << matrix.name;
        for (size_t i = 0; i < again.transfers.size(); ++i)
        {
            EXPECT_EQ(again.transfers[i].source, matrix.transfers[i].source);
            EXPECT_EQ(again.transfers[i].destination, matrix.transfers[i].destination);
            EXPECT_EQ(again.transfers[i].bytes, matrix.transfers[i].bytes);
            EXPECT_EQ(again.transfers[i].start, matrix.transfers[i].start);
        }
        EXPECT_EQ(Written(again), text);
    }
}

// Clauses: [hpcc-flows]
TEST(TrafficFileTest, FlowsAreWrittenInTheOrderOfTime)
{
    ConnectionMatrix matrix = Read("2\n0 1 3 7 0.000000000002\n2 3 3 8 12.5", 4);
    std::swap(matrix.transfers[0], matrix.transfers[1]);
    EXPECT_EQ(Written(matrix), "2\n0 1 3 100 7 0.000000000002\n2 3 3 100 8 12.500000000000\n");
}

// Clauses: [hpcc-flows]
TEST(TrafficFileTest, WhatIsNoListOfFlowsIsRefused)
{
    const std::string expected = "; expected transfers over the fabric that start at times of "
                                 "their own";
    const auto error = [](const std::string& words) {
        return test::ThrownText<std::invalid_argument>([&] {
            Written(ReadWorkload(words, {8, 1, {}}));
        });
    };
    EXPECT_EQ(error("ring-allreduce size=64KiB"),
              "ring-allreduce: transfer 9 waits for others" + expected);
    EXPECT_EQ(error("pairs size=64KiB gpus=2"), "pairs: transfer 1 is inside a node" + expected);
}

} // namespace
} // namespace mrc
} // namespace ns3
