/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Execution traces of Chakra: what is read, and what is refused.

#include "../mrc-thrown-text.h"
#include "chakra-bytes.h"

#include "ns3/mrc-chakra-reader.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using test::BytesField;
using test::ListField;
using test::LongBytes;
using test::NumberField;

const std::string METADATA = LongBytes(BytesField(1, "0.0.4")); // 8 bytes

std::vector<ChakraNode>
ReadChakraNodes(const std::string& bytes)
{
    std::istringstream in(bytes);
    ChakraReader reader(in, "a.0.et");
    std::vector<ChakraNode> nodes;
    while (std::optional<ChakraNode> node = reader.Next())
    {
        nodes.push_back(*node);
    }
    return nodes;
}

std::string
ChakraErrorOf(const std::string& bytes)
{
    return test::ThrownText<ChakraError>([&] { ReadChakraNodes(bytes); });
}

// Clauses: [chakra-nodes]
TEST(ChakraReaderTest, ReadsBytesWrittenByHand)
{
    const char bytes[] = "\x00"         // GlobalMetadata, empty
                         "\x0d"         // a node of 13 bytes
                         "\x08\xac\x02" // id: 300
                         "\x12\x02go"   // name
                         "\x18\x04"     // type: COMP_NODE
                         "\x22\x00"     // ctrl_deps: none
                         "\x38\x05";    // duration_micros
    const std::vector<ChakraNode> nodes = ReadChakraNodes({bytes, sizeof(bytes) - 1});
    ASSERT_EQ(nodes.size(), 1);
    EXPECT_EQ(nodes[0].at, 1);
    EXPECT_EQ(nodes[0].id, 300);
    EXPECT_EQ(nodes[0].name, "go");
    EXPECT_EQ(nodes[0].kind, ChakraKind::COMP);
    EXPECT_TRUE(nodes[0].before.empty());
    EXPECT_EQ(nodes[0].micros, 5);
}

// Clauses: [chakra-nodes]
TEST(ChakraReaderTest, DependenciesArePackedOrNot)
{
    const std::string node =
        NumberField(3, 7) + ListField(4, {1, 200}) + NumberField(5, 3) + NumberField(5, UINT64_MAX);
    const std::vector<ChakraNode> nodes = ReadChakraNodes(METADATA + LongBytes(node));
    ASSERT_EQ(nodes.size(), 1);
    EXPECT_EQ(nodes[0].at, METADATA.size());
    EXPECT_EQ(nodes[0].before, (std::vector<uint64_t>{1, 200, 3, UINT64_MAX}));
}

// Clauses: [chakra-nodes]
TEST(ChakraReaderTest, AttributesAreNumbersOrWords)
{
    const auto number = [](const std::string& name, uint32_t field, uint64_t value) {
        return BytesField(10, BytesField(1, name) + NumberField(field, value));
    };
    const std::string node =
        NumberField(3, 7) + number("comm_type", 9, 0) + number("comm_size", 13, 1U << 20) +
        number("comm_tag", 7, UINT64_MAX) + number("zigzag", 17, 3) + number("is_cpu_op", 27, 1) +
        BytesField(10, BytesField(1, "pg_name") + BytesField(29, "7")) +
        BytesField(10, BytesField(1, "list") + ListField(10, {1})) +
        BytesField(10, BytesField(1, "all") + BytesField(28, ListField(1, {1}))) +
        BytesField(10,
                   BytesField(1, "some") + BytesField(28, NumberField(1, 1) + NumberField(1, 0))) +
        BytesField(10, BytesField(1, "real") + "\x19" + std::string(8, 'x')) +
        BytesField(8, "inputs") + "\x9d\x01" + "four";
    const std::vector<ChakraNode> nodes = ReadChakraNodes(METADATA + LongBytes(node));
    ASSERT_EQ(nodes.size(), 1);
    EXPECT_EQ(nodes[0].numbers,
              (std::map<std::string, uint64_t>{{"comm_type", 0},
                                               {"comm_size", 1U << 20},
                                               {"comm_tag", UINT64_MAX},
                                               {"zigzag", UINT64_MAX - 1},
                                               {"is_cpu_op", 1}}));
    EXPECT_EQ(nodes[0].words, (std::map<std::string, std::string>{{"pg_name", "7"}}));
    EXPECT_EQ(nodes[0].allTrue, (std::map<std::string, bool>{{"all", true}, {"some", false}}));
}

// Clauses: [chakra-nodes]
TEST(ChakraReaderTest, OneNodeIsReadAtATime)
{
    const std::string good = LongBytes(NumberField(1, 1) + NumberField(3, 5));
    std::istringstream in(METADATA + good + "\x05");
    ChakraReader reader(in, "a.0.et");
    EXPECT_EQ(reader.Next()->kind, ChakraKind::COMM_SEND);
    EXPECT_EQ(test::ThrownText<ChakraError>([&] { reader.Next(); }),
              "a.0.et:13: the file ends after 0 bytes of a message; expected 5");
}

// Clauses: [chakra-nodes]
TEST(ChakraReaderTest, ErrorsNameTheByte)
{
    EXPECT_EQ(ChakraErrorOf(""), "a.0.et:0: an empty file; expected GlobalMetadata");
    EXPECT_EQ(ChakraErrorOf("\x1f\x8b" + std::string(40, 'x')),
              "a.0.et:0: a file that gzip made; expected .gz behind its name, or what gunzip makes "
              "of it");
    EXPECT_EQ(ChakraErrorOf(LongBytes(NumberField(1, 4))),
              "a.0.et:1: field 1 has wire type 0; expected 2, bytes with a length");
    EXPECT_EQ(ChakraErrorOf(METADATA + "\x80"),
              "a.0.et:8: the message ends inside a number; expected more bytes");
    EXPECT_EQ(ChakraErrorOf(METADATA + std::string(10, '\xff')),
              "a.0.et:8: a number of more than 64 bits; expected at most ten bytes of a varint");
    EXPECT_EQ(ChakraErrorOf(METADATA + test::VarintBytes(CHAKRA_MOST_BYTES + 1)),
              "a.0.et:8: a message of 16777217 bytes; expected at most 16777216");
    EXPECT_EQ(ChakraErrorOf(METADATA + LongBytes(NumberField(1, 4))),
              "a.0.et:8: a node without a type; expected one from 1 to 10");
    EXPECT_EQ(ChakraErrorOf(METADATA + LongBytes(NumberField(1, 4) + NumberField(3, 11))),
              "a.0.et:11: a node of type 11; expected one from 1 to 10");
    EXPECT_EQ(ChakraErrorOf(METADATA + LongBytes(std::string("\x12\x09go"))),
              "a.0.et:9: field 2 has 9 bytes; expected at most 2, where the message ends");
    EXPECT_EQ(ChakraErrorOf(METADATA + LongBytes(BytesField(1, "x"))),
              "a.0.et:9: field 1 has wire type 2; expected 0, a number");
    EXPECT_EQ(ChakraErrorOf(METADATA + LongBytes("\x0b")),
              "a.0.et:9: wire type 3; expected 0, 1, 2 or 5");
    EXPECT_EQ(ChakraErrorOf(METADATA + LongBytes("\x05")),
              "a.0.et:9: field 0; expected one from 1 to 536870911");
    EXPECT_EQ(ChakraErrorOf(METADATA + LongBytes(BytesField(4, "\x80"))),
              "a.0.et:11: the message ends inside a number; expected more bytes");
}

// Clauses: [chakra-nodes]
TEST(ChakraReaderTest, EveryShorterFileEndsOrIsRefused)
{
    const std::string all =
        METADATA + LongBytes(NumberField(3, 7) + ListField(4, {1, 200}) + BytesField(2, "x")) +
        LongBytes(NumberField(3, 4) + BytesField(10, BytesField(1, "a") + NumberField(9, 1)));
    uint32_t whole = 0;
    for (std::size_t size = 0; size <= all.size(); ++size)
    {
        const std::string error = ChakraErrorOf(all.substr(0, size));
        whole += error == "no error" ? 1 : 0;
    }
    EXPECT_EQ(whole, 3); // behind each message
}

} // namespace
} // namespace mrc
} // namespace ns3
