/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Traces of Chakra as schedules: which operations nodes become, and which traces are refused.

#include "../mrc-sanitized.h"
#include "../mrc-thrown-text.h"
#include "chakra-files.h"
#include "chakra-operations.h"
#include "data-file.h"

#include "ns3/mrc-chakra-message.h"
#include "ns3/mrc-chakra-names.h"
#include "ns3/mrc-chakra-translator.h"
#include "ns3/mrc-goal-binary-file.h"
#include "ns3/mrc-goal-stream.h"
#include "ns3/mrc-traffic-file.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using test::CHAKRA_COLL;
using test::CHAKRA_COMP;
using test::CHAKRA_RECV;
using test::CHAKRA_SEND;
using test::ChakraCollective;
using test::ChakraErrorOf;
using test::ChakraMatrix;
using test::ChakraNodeText;
using test::ChakraOperationsOf;
using test::ChakraRanks;
using test::ChakraTrace;

using Texts = std::vector<std::string>;

/** Counts dependencies, and keeps nothing but labels. */
class SilentSink : public GoalSink
{
  public:
    void SetRanks(uint32_t) override
    {
    }

    uint32_t Add(const GoalOperation&, const std::string& label) override
    {
        const auto place = static_cast<uint32_t>(m_labels.size());
        m_labels[label] = place;
        return place;
    }

    std::optional<uint32_t> PlaceOf(const std::string& label) const override
    {
        const auto found = m_labels.find(label);
        return found == m_labels.end() ? std::nullopt : std::optional(found->second);
    }

    uint32_t LineOf(uint32_t) const override
    {
        return 1;
    }

    void Wait(const GoalDependency&, TextPosition) override
    {
        ++waits;
    }

    void EndRank(uint32_t) override
    {
    }

    std::optional<uint32_t> Remembers() const override
    {
        return std::nullopt;
    }

    bool HasEnough() const override
    {
        return false;
    }

    uint64_t waits{0};

  private:
    std::unordered_map<std::string, uint32_t> m_labels;
};

// A node may wait for one that comes later. Clauses: [chakra-work]
TEST(ChakraFilesTest, NodesAreWorkAndMessages)
{
    const ConnectionMatrix matrix = ChakraMatrix(
        {{{7, CHAKRA_COMP, {9, 8, 9}, 3},
          {8, CHAKRA_COMP, {}, 5, {{"is_cpu_op", 1}}},
          {9, CHAKRA_SEND, {}, 0, {{"comm_dst", 1}, {"comm_size", 40}, {"comm_tag", 6}}},
          {1, 2, {7}}, // memory
          {2, CHAKRA_COMP, {1}, 5000000}},
         {{7, CHAKRA_RECV, {}, 0, {{"comm_src", 0}, {"comm_size", 40}, {"comm_tag", 6}}},
          {8, CHAKRA_RECV, {7}, 0, {{"comm_src", 2}}}},
         {{1, CHAKRA_SEND, {}, 0, {{"comm_src", 2}, {"comm_dst", 1}}}}});
    EXPECT_EQ(matrix.nodes, 3U);
    EXPECT_TRUE(matrix.sharesPairs);
    EXPECT_EQ(ChakraOperationsOf(matrix, 0),
              (Texts{"calc 3000 0 after 1 2",
                     "calc 5000 1",
                     "send 40 to 1",
                     "calc 0 2 after 0",
                     "calc 4000000000 0 after 3",
                     "calc 1000000000 0 after 4"}));
    EXPECT_EQ(ChakraOperationsOf(matrix, 1), (Texts{"recv 40 from 0", "recv 1 from 2 after 0"}));
    EXPECT_EQ(ChakraOperationsOf(matrix, 2), (Texts{"send 1 to 1"}));
}

// Clauses: [chakra-work]
TEST(ChakraFilesTest, OperationsLastAsLongAsTheRateSays)
{
    const ChakraRanks ranks{{{1, CHAKRA_COMP, {}, 0, {{"num_ops", 3000000000}}},
                             {2, CHAKRA_COMP, {}, 7, {{"num_ops", 3000000000}}},
                             {3, CHAKRA_COMP}},
                            {}};
    test::ChakraAsked asked;
    asked.gpuTflops = 400;
    EXPECT_EQ(ChakraOperationsOf(ChakraMatrix(ranks, asked), 0),
              (Texts{"calc 7500 0", "calc 7000 0", "calc 0 0"}));
    asked.gpuTflops = 1e-6;
    const std::string error = test::ThrownText([&] { ChakraMatrix(ranks, asked); });
    EXPECT_EQ(error, "no error") << "3000 s";
    asked.gpuTflops = 1e-7;
    EXPECT_EQ(test::ThrownText([&] { ChakraMatrix(ranks, asked); }),
              "a.0.et:8: node 1: work of 30000000000 us; expected at most 3600000000");
}

// A translator counts the waits for nodes to come; those that are over are none of them, even
// behind one that is not. Clauses: [chakra-files]
TEST(ChakraFilesTest, WaitsThatAreOverDoNotCount)
{
    if (test::Times(1, 0) == 0)
    {
        GTEST_SKIP() << "a million waits take long under a sanitizer, and run the code of a few";
    }
    constexpr uint64_t WAITS = 1100; // of each node for the next ones
    constexpr uint64_t ROUNDS = 910;
    constexpr uint64_t LAST = 1U << 20;
    ASSERT_GT(WAITS * ROUNDS, GOAL_MOST_EARLY);
    const ChakraGroups groups(2);
    SilentSink sink;
    ChakraTranslator translator({2, 4U << 20, 0}, groups, sink);
    translator.Begin(0, "a.0.et");
    const auto add = [&](uint64_t id, const std::vector<uint64_t>& before) {
        ChakraNode node;
        node.id = id;
        node.kind = ChakraKind::METADATA;
        node.before = before;
        translator.Add(node, 1);
    };
    add(0, {LAST});
    for (uint64_t round = 0, id = 1; round < ROUNDS; ++round)
    {
        std::vector<uint64_t> next;
        for (uint64_t i = 1; i <= WAITS; ++i)
        {
            next.push_back(id + i);
        }
        add(id, next);
        for (const uint64_t one : next)
        {
            add(one, {});
        }
        id += WAITS + 1;
    }
    add(LAST, {});
    translator.End();
    EXPECT_EQ(sink.waits, WAITS * ROUNDS + 1);
}

// Clauses: [chakra-work], [chakra-collectives]
TEST(ChakraFilesTest, NodesThatCannotBeDoneAreRefused)
{
    const auto with = [](uint32_t kind, const std::map<std::string, uint64_t>& numbers) {
        return ChakraErrorOf(ChakraNodeText{3, kind, {}, 0, numbers}).substr(17);
    };
    EXPECT_EQ(with(CHAKRA_SEND, {}), " no comm_dst; expected a number, 0 .. 1");
    EXPECT_EQ(with(CHAKRA_SEND, {{"comm_dst", 2}}), " comm_dst is 2; expected 0 .. 1");
    EXPECT_EQ(with(CHAKRA_SEND, {{"comm_dst", 0}}),
              " a message to the rank itself; expected another rank");
    EXPECT_EQ(with(CHAKRA_SEND, {{"comm_dst", 1}, {"comm_src", 1}}),
              " comm_src is 1; expected 0, the rank of the trace");
    EXPECT_EQ(with(CHAKRA_SEND, {{"comm_dst", 1}, {"comm_size", 1ULL << 32}}),
              " comm_size is 4294967296; expected 0 .. 4294967295");
    EXPECT_EQ(with(CHAKRA_SEND, {{"comm_dst", 1}, {"comm_tag", UINT64_MAX}}),
              " comm_tag is -1; expected 0 .. 2147483647");
    EXPECT_EQ(with(CHAKRA_COMP, {{"num_ops", 9}}),
              " num_ops without duration_micros; expected the time of the work, or the rate of a "
              "GPU in 10^12 operations a second (gpuTflops)");
    EXPECT_EQ(with(CHAKRA_COLL, {}), " no comm_type; expected a number, 0 .. 9");
    EXPECT_EQ(with(CHAKRA_COLL, {{"comm_type", 10}}), " comm_type is 10; expected 0 .. 9");
    EXPECT_EQ(with(CHAKRA_COLL, {{"comm_type", 2}, {"comm_size", 1ULL << 32}}),
              " a message of 4294967296 bytes; expected at most 4294967295");
    EXPECT_EQ(with(8, {}), " type 8; expected 1 .. 7, of metadata, memory, work and communication");
    EXPECT_EQ(ChakraErrorOf({3, CHAKRA_COMP, {}, 3600000001}),
              "a.0.et:8: node 3: work of 3600000001 us; expected at most 3600000000");
    EXPECT_EQ(ChakraErrorOf({3, CHAKRA_COMP, {3}}),
              "a.0.et:8: node 3: the node waits for itself; expected another one");
    EXPECT_EQ(ChakraErrorOf({{{3, CHAKRA_COMP}, {3, CHAKRA_COMP}}, {}}),
              "a.0.et:17: node 3: the id again; expected another one");
    EXPECT_EQ(ChakraErrorOf(ChakraRanks{{}, {{3, CHAKRA_COMP, {4}}}}),
              "a.1.et:8: node 3 waits for node 4; expected one of rank 1, at most 1000000 "
              "operations away");
}

// Clauses: [chakra-work], [chakra-files]
TEST(ChakraFilesTest, WhatNeverStartsIsTold)
{
    const ChakraNodeText send{5, CHAKRA_SEND, {}, 0, {{"comm_dst", 1}, {"comm_size", 7}}};
    EXPECT_EQ(ChakraErrorOf({{{1, CHAKRA_COMP}, send}, {}}),
              "a.0.et:17: node 5: nobody receives the send to rank 1, tag 0; expected one more "
              "recv there");
    EXPECT_EQ(ChakraErrorOf({{{1, CHAKRA_COMP}, send},
                             {{2, CHAKRA_RECV, {}, 0, {{"comm_src", 0}, {"comm_size", 6}}}}}),
              "a.1.et:8: node 2: a recv of 6 bytes for the send in node 5 of rank 0; expected its "
              "7, or more");
    EXPECT_EQ(ChakraErrorOf({{{1, CHAKRA_COMP}}, {{6, CHAKRA_COMP, {7}}, {7, CHAKRA_COMP, {6}}}})
                  .substr(0, 56),
              "a.1.et:8: node 6: this operation waits for others withou");
    EXPECT_EQ(ChakraErrorOf(ChakraRanks{{}, {}}), "a.0.et:0: no nodes; expected some");
    EXPECT_EQ(ChakraErrorOf(ChakraRanks{{send}}),
              "a.1.et: no such file; expected traces of two ranks or more");
}

// Names of nodes are for a timeline alone. Clauses: [chakra-files], [chakra-timeline]
TEST(ChakraFilesTest, NamesAreWrittenWhenSomebodyAsks)
{
    uint32_t files = 0;
    const std::vector<ChakraNodeText> nodes{{5, CHAKRA_COMP}, {6, CHAKRA_COMP}};
    ChakraFiles found;
    found.name = "a.%d.et";
    found.ranks = 2;
    found.open = [&nodes](uint32_t) {
        return std::make_shared<std::istringstream>(ChakraTrace(nodes));
    };
    const ConnectionMatrix matrix = StreamChakra(found, {[&files] {
                                                     ++files;
                                                     return std::make_shared<std::stringstream>();
                                                 }});
    const uint32_t before = files;
    EXPECT_EQ(before, 5U) << "those of a schedule";
    const auto names = matrix.stream->nodes();
    EXPECT_EQ(files, before + 1);
    EXPECT_EQ(ReadChakraName(*names, 4).id, 6U) << "of rank 1";
}

// Clauses: [chakra-files]
TEST(ChakraFilesTest, FilesAreFoundByTheirNames)
{
    for (const char* name : {"step_4.0.et", "step_4.%d.et"})
    {
        const ConnectionMatrix matrix = ReadTrafficFile(
            DataFile("step_4.0.et")
                .substr(0, DataFile("step_4.0.et").size() - std::string("step_4.0.et").size()) +
            name);
        EXPECT_EQ(matrix.nodes, 4U);
        ASSERT_TRUE(matrix.stream);
    }
    EXPECT_EQ(test::ThrownText([] { ReadTrafficFile("none.et"); }),
              "none.et: expected PREFIX.%d.et for the traces of all ranks, or the first of them, "
              "PREFIX.0.et");
    EXPECT_EQ(test::ThrownText([] { ReadTrafficFile("none.0.et"); }),
              "none.0.et: no such file; expected traces of two ranks or more");
}

// Clauses: [chakra-files]
TEST(ChakraFilesTest, FilesThatCannotBeReadAreNamed)
{
    const std::filesystem::path folder = testing::TempDir() + "mrc-chakra-files-test";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    const auto copy = [&folder](int from, int to) {
        std::filesystem::copy_file(DataFile("step_4." + std::to_string(from) + ".et"),
                                   folder / ("a." + std::to_string(to) + ".et"));
    };
    const std::string prefix = folder / "a.";
    const auto told = [&prefix] {
        return test::ThrownText([&prefix] { ReadTrafficFile(prefix + "0.et"); });
    };
    copy(0, 0);
    copy(1, 1);
    copy(3, 10);
    copy(3, 3);
    std::ofstream(folder / "a.07.et");
    EXPECT_EQ(told(),
              prefix + "2.et: no such file, but " + prefix +
                  "3.et is there; expected the trace of each rank, from 0");
    std::filesystem::remove(folder / "a.10.et");
    const std::string irregular = ":0: no regular file; expected one, as traces are read twice";
    std::filesystem::create_directory(folder / "a.2.et");
    std::filesystem::copy_file(DataFile("step_4.json"), folder / "a.json");
    EXPECT_EQ(told(), prefix + "2.et" + irregular);
    std::filesystem::remove(folder / "a.2.et");
    ASSERT_EQ(mkfifo((prefix + "2.et").c_str(), 0600), 0);
    EXPECT_EQ(told(), prefix + "2.et" + irregular);
    std::filesystem::remove(folder / "a.2.et");
    copy(2, 2);
    EXPECT_EQ(told(), "no error");
    std::filesystem::create_symlink("nowhere", folder / "a.4.et");
    EXPECT_EQ(told(), prefix + "4.et: cannot read the file; expected the trace of a rank");
    std::filesystem::remove(folder / "a.4.et");
    std::filesystem::remove(folder / "a.json");
    std::filesystem::create_directory(folder / "a.json");
    EXPECT_EQ(told(), prefix + "json:1:1: cannot read the file; expected a readable text");
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace mrc
} // namespace ns3
