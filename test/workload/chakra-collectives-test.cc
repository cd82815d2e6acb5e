/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Collective operations of traces of Chakra, and the groups that do them.

#include "chakra-files.h"
#include "chakra-operations.h"

#include "ns3/mrc-json.h"

#include <gtest/gtest.h>
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

using Texts = std::vector<std::string>;

// Clauses: [chakra-collectives]
TEST(ChakraCollectivesTest, AnAllReduceIsARing)
{
    const ChakraNodeText reduce = ChakraCollective(3, 0, 10);
    const ConnectionMatrix matrix = ChakraMatrix({{reduce}, {reduce}, {reduce}});
    EXPECT_EQ(ChakraOperationsOf(matrix, 1),
              (Texts{"calc 0 2",
                     "send 3 to 2 after 0",
                     "recv 4 from 0",
                     "send 4 to 2 after 0 2",
                     "recv 3 from 0",
                     "send 3 to 2 after 0 4",
                     "recv 3 from 0",
                     "send 3 to 2 after 0 6",
                     "recv 4 from 0",
                     "calc 0 2 after 0 1 2 3 4 5 6 7 8"}));
}

// Clauses: [chakra-collectives]
TEST(ChakraCollectivesTest, CollectivesSendWhatTheySay)
{
    const auto first = [](uint64_t kind, uint64_t bytes) {
        const ChakraNodeText node = ChakraCollective(3, kind, bytes);
        Texts texts = ChakraOperationsOf(ChakraMatrix({{node}, {node}, {node}}), 0);
        texts.erase(texts.begin());
        texts.pop_back();
        return texts;
    };
    EXPECT_EQ(
        first(2, 7), // all-gather
        (Texts{"send 7 to 1 after 0", "recv 7 from 2", "send 7 to 1 after 0 2", "recv 7 from 2"}));
    EXPECT_EQ(
        first(7, 10), // reduce-scatter
        (Texts{"send 4 to 1 after 0", "recv 3 from 2", "send 3 to 1 after 0 2", "recv 3 from 2"}));
    EXPECT_EQ(first(8, 10), first(7, 10));
    EXPECT_EQ(
        first(6, 10), // all-to-all
        (Texts{"send 3 to 1 after 0", "recv 4 from 2", "send 3 to 2 after 0", "recv 4 from 1"}));
    EXPECT_EQ(
        first(9, 0), // barrier
        (Texts{"send 1 to 1 after 0", "recv 1 from 2", "send 1 to 2 after 0 2", "recv 1 from 1"}));
    EXPECT_EQ(first(5, 16).size(), 2U * 8) << "a broadcast: pieces for two children";
    EXPECT_EQ(first(5, 16)[3], "send 2 to 2 after 0");
    EXPECT_TRUE(
        ChakraOperationsOf(ChakraMatrix({{ChakraCollective(1, 0, 0)}, {ChakraCollective(1, 0, 0)}}),
                           1) == Texts{"calc 0 2"});
}

/** @return the messages of a rank, of so many that do a collective */
Texts
MessagesOf(uint64_t kind, uint64_t bytes, uint32_t ranks, uint32_t rank)
{
    const ChakraNodeText node = ChakraCollective(3, kind, bytes);
    Texts texts = ChakraOperationsOf(ChakraMatrix(ChakraRanks(ranks, {node})), rank);
    texts.erase(texts.begin());
    texts.pop_back();
    return texts;
}

// Clauses: [chakra-collectives], [binomial-steps]
TEST(ChakraCollectivesTest, GatherScatterAndReduceAreBinomialTrees)
{
    constexpr uint64_t REDUCE = 1;
    constexpr uint64_t GATHER = 3;
    constexpr uint64_t SCATTER = 4;
    EXPECT_EQ(MessagesOf(GATHER, 7, 6, 0),
              (Texts{"recv 7 from 1", "recv 14 from 2", "recv 14 from 4"}));
    EXPECT_EQ(MessagesOf(GATHER, 7, 6, 2), (Texts{"recv 7 from 3", "send 14 to 0 after 0 1"}));
    EXPECT_EQ(MessagesOf(GATHER, 7, 6, 5), (Texts{"send 7 to 4 after 0"}));
    EXPECT_EQ(MessagesOf(REDUCE, 7, 6, 0),
              (Texts{"recv 7 from 1", "recv 7 from 2", "recv 7 from 4"}));
    EXPECT_EQ(MessagesOf(REDUCE, 7, 8, 4),
              (Texts{"recv 7 from 5", "recv 7 from 6", "send 7 to 0 after 0 1 2"}));
    EXPECT_EQ(MessagesOf(SCATTER, 20, 6, 0), // parts of 4, 4, 3, 3, 3 and 3
              (Texts{"send 6 to 4 after 0", "send 6 to 2 after 0 1", "send 4 to 1 after 0 2"}));
    EXPECT_EQ(MessagesOf(SCATTER, 20, 6, 4), (Texts{"recv 6 from 0", "send 3 to 5 after 0 1"}));
    EXPECT_EQ(MessagesOf(SCATTER, 20, 6, 3), (Texts{"recv 3 from 2"}));
    EXPECT_EQ(ChakraErrorOf(ChakraRanks(3, {ChakraCollective(3, GATHER, 3ULL << 30)})), "no error");
    EXPECT_EQ(ChakraErrorOf(ChakraRanks(4, {ChakraCollective(3, GATHER, 3ULL << 30)})),
              "a.0.et:8: node 3: a message of 6442450944 bytes; expected at most 4294967295");
}

/** @return the messages of a rank, of six that do a collective with this root */
Texts
MessagesWithRoot(uint64_t kind, uint64_t bytes, uint64_t root, uint32_t rank)
{
    ChakraNodeText node = ChakraCollective(3, kind, bytes);
    node.numbers["root_rank"] = root;
    Texts texts = ChakraOperationsOf(ChakraMatrix(ChakraRanks(6, {node})), rank);
    texts.erase(texts.begin());
    texts.pop_back();
    return texts;
}

// Places are counted from the root. Clauses: [chakra-collectives]
TEST(ChakraCollectivesTest, ARootMayBeAnyRankOfTheGroup)
{
    EXPECT_EQ(MessagesWithRoot(3, 7, 2, 2), // gather
              (Texts{"recv 7 from 3", "recv 14 from 4", "recv 14 from 0"}));
    EXPECT_EQ(MessagesWithRoot(3, 7, 2, 4), (Texts{"recv 7 from 5", "send 14 to 2 after 0 1"}));
    EXPECT_EQ(MessagesWithRoot(1, 7, 5, 5), // reduce
              (Texts{"recv 7 from 0", "recv 7 from 1", "recv 7 from 3"}));
    EXPECT_EQ(MessagesWithRoot(4, 20, 1, 1), // scatter
              (Texts{"send 6 to 5 after 0", "send 6 to 3 after 0 1", "send 4 to 2 after 0 2"}));
    EXPECT_EQ(MessagesWithRoot(5, 16, 3, 3)[0], "send 2 to 4 after 0"); // broadcast
    EXPECT_EQ(MessagesWithRoot(5, 16, 3, 0)[0], "recv 2 from 4") << "3 ranks behind the root";
    EXPECT_EQ(MessagesWithRoot(2, 7, 4, 0), MessagesOf(2, 7, 6, 0)) << "an all-gather has none";
    const auto gather = [](uint64_t root, const std::string& group = "") {
        ChakraNodeText node = ChakraCollective(3, 3, 7, group);
        node.numbers["root_rank"] = root;
        return node;
    };
    EXPECT_EQ(ChakraErrorOf(gather(2)), "a.0.et:8: node 3: root_rank is 2; expected 0 .. 1");
    const std::string groups = R"({"1": [1, 2]})";
    EXPECT_EQ(ChakraErrorOf({{}, {gather(2, "1")}, {gather(2, "1")}}, groups), "no error");
    EXPECT_EQ(ChakraErrorOf({{}, {gather(0, "1")}, {gather(0, "1")}}, groups),
              "a.1.et:8: node 3: root_rank is 0; expected a rank of the group");
    EXPECT_EQ(ChakraErrorOf({{gather(0)}, {gather(1)}}),
              "a.1.et:8: node 3: collective 1 of its group has comm_type 3 and comm_size 7 and "
              "place 1 as the root; expected comm_type 3 and comm_size 7 and place 0 as the root, "
              "as of rank 0");
}

#ifdef MRC_HAS_JSON

// Clauses: [chakra-groups]
TEST(ChakraCollectivesTest, GroupsAreRanksInTheirOrder)
{
    const ChakraNodeText gather = ChakraCollective(3, 2, 5, "1");
    const ConnectionMatrix matrix = ChakraMatrix(
        {{gather}, {ChakraCollective(3, 2, 6, "b")}, {gather}, {ChakraCollective(3, 2, 6, "b")}},
        "{\"1\": [2, 0], \"b\": [3, 1]}");
    EXPECT_EQ(ChakraOperationsOf(matrix, 0)[1], "send 5 to 2 after 0");
    EXPECT_EQ(ChakraOperationsOf(matrix, 1)[2], "recv 6 from 3");
    EXPECT_EQ(
        ChakraErrorOf({{gather}, {gather}}),
        "a.0.et:8: node 3: pg_name is '1'; expected a group of PREFIX.json beside the traces");
    EXPECT_EQ(ChakraErrorOf({{gather}, {gather}}, "{\"1\": [0]}"),
              "a.1.et:8: node 3: a collective of group '1'; expected one with rank 1");
    EXPECT_EQ(ChakraErrorOf({{}, {}}, "{\"1\": [0, 2]}"),
              "a.json:1:11: group '1' has the rank '2'; expected 0 .. 1");
    EXPECT_EQ(ChakraErrorOf({{}, {}}, "{\"1\": [0, 0]}"),
              "a.json:1:11: group '1' has rank 0 twice; expected it once");
    EXPECT_EQ(ChakraErrorOf({{}, {}}, "{\"1\": {\"a\": 0}}"),
              "a.json:1:13: group '1' is no list of numbers; expected one as [0, 1]");
    EXPECT_EQ(ChakraErrorOf({{}, {}}, "{\"1\": []}"),
              "a.json:1:7: group '1' has no ranks; expected a list, such as [0, 1]");
    EXPECT_EQ(ChakraErrorOf({{}, {}}, "{\"1\": [0], \"1\": [1]}"),
              "a.json:1:12: group '1' again; expected each once");
    for (const auto& [text, what] : {std::pair("7", "1:1: '7'"),
                                     std::pair("[[0]]", "1:2: no name"),
                                     std::pair("{ \"\": [0]}", "1:3: no name")})
    {
        EXPECT_EQ(ChakraErrorOf({{}, {}}, text),
                  std::string("a.json:") + what +
                      "; expected groups by name, such as {\"1\": [0, 1]}");
    }
    EXPECT_EQ(ChakraErrorOf({{}, {}}, "{\n \"1\": [0,\n  x]}"), "a.json:3:3: expected value");
    EXPECT_EQ(ChakraErrorOf({{}, {}}, "{\n \"1\": [1],\n \"b\": [0,\n  -1]}"),
              "a.json:4:3: group 'b' has the rank '-1'; expected 0 .. 1");
}

#endif

// Clauses: [chakra-groups]
TEST(ChakraCollectivesTest, ACollectiveHasAllDimensions)
{
    ChakraNodeText reduce = ChakraCollective(3, 0, 10);
    reduce.dimensions = {1, 1, 1};
    EXPECT_EQ(ChakraErrorOf({{reduce}, {reduce}}), "no error");
    reduce.dimensions = {1, 0, 1};
    EXPECT_EQ(ChakraErrorOf({{reduce}, {reduce}}),
              "a.0.et:8: node 3: involved_dim leaves dimensions out; expected all of them, or a "
              "group of ranks (pg_name)");
}

// Clauses: [chakra-collectives]
TEST(ChakraCollectivesTest, RanksOfAGroupDoTheSame)
{
    EXPECT_EQ(ChakraErrorOf({{ChakraCollective(3, 0, 5), ChakraCollective(4, 2, 5)},
                             {ChakraCollective(3, 0, 5), ChakraCollective(9, 2, 6)}}),
              "a.1.et:47: node 9: collective 2 of its group has comm_type 2 and comm_size 6; "
              "expected comm_type 2 and comm_size 5, as of rank 0");
    EXPECT_EQ(ChakraErrorOf({{ChakraCollective(3, 0, 5)}, {}}),
              "a.1.et:0: 0 collectives of a group; expected 1, as rank 0 has");
    EXPECT_EQ(ChakraErrorOf({{ChakraCollective(3, 0, 5)},
                             {ChakraCollective(3, 0, 5), ChakraCollective(4, 0, 5)}}),
              "a.1.et:47: node 4: collective 2 of its group; expected 1 of them, as rank 0 has");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
