/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "data-file.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-text-reader.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

ConnectionMatrix
Parse(const std::string& text)
{
    std::istringstream in(text);
    return ReadConnectionMatrix(in, "m.cm");
}

std::string
ErrorOf(const std::string& text)
{
    return test::ThrownText<ParseError>([&] { Parse(text); });
}

struct ShippedFile
{
    const char* name;
    uint32_t nodes;
    size_t transfers;
    size_t triggers;
};

const ShippedFile SHIPPED[] = {
    {"alltoall_serial_16n.cm", 16, 240, 224},
    {"bidir.cm", 16, 2, 0},
    {"incast.cm", 16, 15, 0},
    {"incast4_32.cm", 32, 4, 0},
    {"incast7_32.cm", 32, 7, 0},
    {"incast8_32.cm", 32, 8, 0},
    {"incast_128.cm", 128, 127, 0},
    {"one.cm", 16, 1, 0},
    {"outcast_incast.cm", 128, 21, 0},
    {"perm_1024n_1024c_0u_2000000b.cm", 1024, 1024, 0},
    {"perm_16n_16c_2MB.cm", 16, 16, 0},
    {"perm_32n_32c_2MB.cm", 32, 32, 0},
};

TEST(TextReaderTest, WordsAreQuotedWithWhatCanBePrinted)
{
    EXPECT_EQ(Quoted(" a~\x7f"
                     "b\t"),
              "' a~?b?'");
}

TEST(TextReaderTest, AByteOrderMarkIsABlank)
{
    std::istringstream in("\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo\n");
    TextReader reader(in, "t");
    std::vector<Token> words;
    ASSERT_TRUE(reader.NextLine(words));
    EXPECT_EQ(words[0].text, "one");
    EXPECT_EQ(words[0].at.column, 4U) << "columns count bytes";
    ASSERT_TRUE(reader.NextLine(words));
    EXPECT_EQ(Quoted(words[0].text), "'???two'") << "the first line alone may have one";
}

TEST(TextReaderTest, WhatGzipMadeIsNamed)
{
    EXPECT_EQ(ErrorOf("\x1F\x8B\b"),
              "m.cm:1:1: a file that gzip made; expected what gunzip makes of it");
}

// Clauses: [htsim-files]
TEST(ConnectionMatrixTest, ReadsTheShippedFiles)
{
    for (const auto& file : SHIPPED)
    {
        const ConnectionMatrix matrix = ReadConnectionMatrixFile(DataFile(file.name));
        EXPECT_EQ(matrix.nodes, file.nodes) << file.name;
        EXPECT_EQ(matrix.transfers.size(), file.transfers) << file.name;
        EXPECT_EQ(matrix.triggers.size(), file.triggers) << file.name;
        EXPECT_EQ(matrix.name, DataFile(file.name));
    }
}

// Clauses: [htsim-files]
TEST(ConnectionMatrixTest, HonoursIdsStartsAndTriggers)
{
    const ConnectionMatrix matrix = Parse("# comment\n"
                                          "Nodes 4\n"
                                          "Connections 4\n"
                                          "Triggers 3\n"
                                          "Failures 0\n"
                                          "\n"
                                          "0->1 id 7 start 1500 size 2000000 send_done_trigger 2\n"
                                          "  # indented comment\n"
                                          "1->2 trigger 2  size\t5 prio 0 recv_done_trigger 9\r\n"
                                          "trigger id 2 oneshot\n"
                                          "trigger barrier count 3 id 9\n"
                                          "3->0 size 4294967295 start 4611686018427387904 id 1\n"
                                          "trigger id 4 multishot\n"
                                          "2->0 start 0 size 1");
    EXPECT_EQ(matrix.nodes, 4u);
    ASSERT_EQ(matrix.transfers.size(), 4u);
    const auto& t = matrix.transfers;
    EXPECT_EQ(t[0].id, 7u);
    EXPECT_EQ(t[0].source, 0u);
    EXPECT_EQ(t[0].destination, 1u);
    EXPECT_EQ(t[0].bytes, 2000000u);
    EXPECT_EQ(t[0].start.Ps(), 1500) << "start is in picoseconds";
    EXPECT_FALSE(t[0].startTrigger);
    EXPECT_EQ(t[0].sendDoneTrigger, 2u);
    EXPECT_FALSE(t[0].recvDoneTrigger);
    EXPECT_EQ(t[0].line, 7u);
    EXPECT_EQ(t[1].id, 2u) << "the smallest free number";
    EXPECT_EQ(t[1].startTrigger, 2u);
    EXPECT_EQ(t[1].recvDoneTrigger, 9u);
    EXPECT_FALSE(t[1].sendDoneTrigger);
    EXPECT_EQ(t[2].id, 1u);
    EXPECT_EQ(t[2].bytes, 4294967295u);
    EXPECT_EQ(t[2].start.Ps(), 4611686018427387904);
    EXPECT_EQ(t[3].id, 3u);
    ASSERT_EQ(matrix.triggers.size(), 3u);
    EXPECT_EQ(matrix.triggers[0].id, 2u);
    EXPECT_EQ(matrix.triggers[0].kind, TriggerKind::ONESHOT);
    EXPECT_EQ(matrix.triggers[1].id, 9u);
    EXPECT_EQ(matrix.triggers[1].kind, TriggerKind::BARRIER);
    EXPECT_EQ(matrix.triggers[1].count, 3u);
    EXPECT_EQ(matrix.triggers[1].line, 11u);
    EXPECT_EQ(matrix.triggers[2].kind, TriggerKind::MULTISHOT);
}

struct ErrorCase
{
    const char* text;
    const char* error;
};

/** A text that goes on for ever. */
class Endless : public std::streambuf
{
  public:
    /** @param begin the beginning of the text @param block what comes then, again and again */
    Endless(std::string begin, std::string block)
        : m_begin(std::move(begin)),
          m_block(std::move(block))
    {
        setg(m_begin.data(), m_begin.data(), m_begin.data() + m_begin.size());
    }

  private:
    int_type underflow() override
    {
        if (++m_blocks == 100000)
        {
            ADD_FAILURE() << "it is read on and on";
            return traits_type::eof();
        }
        setg(m_block.data(), m_block.data(), m_block.data() + m_block.size());
        return traits_type::to_int_type(m_block[0]);
    }

    std::string m_begin;
    std::string m_block;
    int m_blocks{0};
};

/** @return the error in an endless text */
std::string
ErrorOfEndless(const std::string& begin, const std::string& block)
{
    Endless endless(begin, block);
    std::istream in(&endless);
    try
    {
        ReadConnectionMatrix(in, "m.cm");
    }
    catch (const ParseError& error)
    {
        return error.what();
    }
    return "no error";
}

TEST(ConnectionMatrixTest, ReadsNoEndlessText)
{
    EXPECT_EQ(ErrorOfEndless("", std::string(100, '\0')),
              "m.cm:1:1: a line of more than 65536 bytes; expected a text with shorter ones");
    EXPECT_EQ(ErrorOfEndless("Nodes 4\nConnections 2\n", "0->1 start 0 size 1\n"),
              "m.cm:5:1: Connections announces 2, the file has more; expected the same number");
    const std::string longest = "Nodes 4 #" + std::string(65536 - 9, 'x') + "\nConnections 1\n";
    EXPECT_EQ(ErrorOf(longest.c_str()), "m.cm:1:9: 'Nodes' with 2 values; expected one");
}

TEST(ConnectionMatrixTest, HeaderErrors)
{
    const ErrorCase cases[] = {
        {"", "m.cm:1:1: no 'Nodes' so far; expected 'Nodes N' in the header"},
        {"Nodes 4\n\n",
         "m.cm:2:1: no 'Connections' so far; expected 'Connections N' in the header"},
        {"Connections 1\n0->1 start 0 size 1\n",
         "m.cm:2:1: no 'Nodes' so far; expected 'Nodes N' in the header"},
        {"Nodes 4\n 0->1 start 0 size 1\n",
         "m.cm:2:2: no 'Connections' so far; expected 'Connections N' in the header"},
        {"Nodes\n", "m.cm:1:6: 'Nodes' with 0 values; expected one"},
        {"Nodes 4 4\n", "m.cm:1:9: 'Nodes' with 2 values; expected one"},
        {"Nodes 0\n", "m.cm:1:7: number of Nodes is '0'; expected a whole number, 1 .. 4194304"},
        {"Nodes 4194305\n",
         "m.cm:1:7: number of Nodes is '4194305'; expected a whole number, 1 .. 4194304"},
        {"Nodes -4\n", "m.cm:1:7: number of Nodes is '-4'; expected a whole number, 1 .. 4194304"},
        {"Nodes 4x\n", "m.cm:1:7: number of Nodes is '4x'; expected a whole number, 1 .. 4194304"},
        {"Nodes 4\nNodes 4\n", "m.cm:2:1: second 'Nodes'; expected one"},
        {"Nodes 4\nConnections 0\n",
         "m.cm:2:13: number of Connections is '0'; expected a whole number, 1 .. 8388608"},
        {"Nodes 4\nConnections 99999999999999999999\n",
         "m.cm:2:13: number of Connections is '99999999999999999999'; expected a whole number, "
         "1 .. 8388608"},
        {"Nodes 4\nFailures 1\n", "m.cm:2:10: number of Failures is '1'; expected 0"},
        {"nodes 4\n",
         "m.cm:1:1: unknown word 'nodes'; expected 'SOURCE->DESTINATION' or 'trigger', or "
         "'Nodes', 'Connections', 'Triggers', 'Failures'"},
        {"Nodes 4\nConnections 2\n0->1 start 0 size 1\n",
         "m.cm:2:13: Connections announces 2, the file has 1; expected the same number"},
        {"Nodes 4\nConnections 1\n0->1 start 0 size 1\n1->2 start 0 size 1\n",
         "m.cm:4:1: Connections announces 1, the file has more; expected the same number"},
        {"Nodes 4\nConnections 1\nTriggers 1\n0->1 start 0 size 1\n",
         "m.cm:3:10: Triggers announces 1, the file has 0; expected the same number"},
        {"Nodes 4\nConnections 1\n0->1 start 0 size 1\ntrigger id 1 oneshot",
         "m.cm:4:1: Triggers announces 0, the file has more; expected the same number"},
        {"Nodes 4\nConnections 1\n0->1 start 0 size 1\nTriggers 0\n",
         "m.cm:4:1: 'Triggers' in the body; expected it before connections and triggers"},
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(ErrorOf(c.text), c.error) << c.text;
    }
}

TEST(ConnectionMatrixTest, ConnectionErrors)
{
    const ErrorCase cases[] = {
        {"4->0 start 0 size 1", "1: source is '4'; expected a whole number, 0 .. 3"},
        {"0->4 start 0 size 1", "4: destination is '4'; expected a whole number, 0 .. 3"},
        {"->1 start 0 size 1", "1: source is ''; expected a whole number, 0 .. 3"},
        {"0-> start 0 size 1", "4: destination is ''; expected a whole number, 0 .. 3"},
        {"0->1->2 start 0 size 1", "4: destination is '1->2'; expected a whole number, 0 .. 3"},
        {"2->2 start 0 size 1", "4: a transfer to its source; expected another node"},
        {"0 -> 1 start 0 size 1",
         "1: unknown word '0'; expected 'SOURCE->DESTINATION' or 'trigger'"},
        {"failure switch_type TOR switch_id 0 link_id 1",
         "1: unknown word 'failure'; expected 'SOURCE->DESTINATION' or 'trigger'"},
        {"0->1 start 0 size 0",
         "19: size in bytes is '0', in matrices of htsim a flow without end; expected a whole "
         "number, 1 .. 4294967295"},
        {"0->1 start 0 size -1",
         "19: size in bytes is '-1'; expected a whole number, 1 .. 4294967295"},
        {"0->1 start 0 size 4294967296",
         "19: size in bytes is '4294967296'; expected a whole number, 1 .. 4294967295"},
        {"0->1 start 0 size 00",
         "19: size in bytes is '00'; expected a whole number, 1 .. 4294967295"},
        {"0->1 start 0", "13: no size; expected 'size BYTES'"},
        {"0->1 start 0 size", "18: 'size' without a value; expected a size in bytes"},
        {"0->1 start 0.5 size 1",
         "12: start in picoseconds is '0.5'; expected a whole number, 0 .. 4611686018427387904"},
        {"0->1 start 4611686018427387905 size 1",
         "12: start in picoseconds is '4611686018427387905'; expected a whole number, 0 .. "
         "4611686018427387904"},
        {"0->1 start 18446744073709551616 size 1",
         "12: start in picoseconds is '18446744073709551616'; expected a whole number, 0 .. "
         "4611686018427387904"},
        {"0->1 size 1", "12: no start; expected 'start PICOSECONDS' or 'trigger N'"},
        {"0->1 start 0 trigger 1 size 1",
         "1: both a start and a trigger; expected 'start PICOSECONDS' or 'trigger N'"},
        {"0->1 start 0 size 1 size 2", "21: second 'size'; expected one"},
        {"0->1 id 0 start 0 size 1", "9: flow id is '0'; expected a whole number, 1 .. 4294967295"},
        {"0->1 id 8 start 0 size 1", "9: id 8 a second time; expected a new one"},
        {"0->1 start 0 size 1 prio 3",
         "26: priority, of which only 0 is supported is '3'; expected 0"},
        {"0->1 start 0 size 1 msg 3",
         "21: unknown attribute 'msg'; expected one of 'id', 'start', 'size', 'trigger', "
         "'send_done_trigger', 'recv_done_trigger', 'prio'"},
        {"0->1 trigger 5 size 1",
         "14: trigger 5 is not defined; expected a line 'trigger id 5 oneshot' or the like"},
        {"0->1 start 0 size 1 send_done_trigger 6",
         "39: trigger 6 is not defined; expected a line 'trigger id 6 oneshot' or the like"},
        {"0->1 start 0 size 1 recv_done_trigger 6",
         "39: trigger 6 is not defined; expected a line 'trigger id 6 oneshot' or the like"},
        {"0->1 start 0 size 1 recv_done_trigger 0",
         "39: trigger id is '0'; expected a whole number, 1 .. 4294967295"},
        {"0->1\x01\xff start 0 size 1",
         "4: destination is '1?\?'; expected a whole number, 0 .. 3"},
        {"0->1 aaaaaaaaaabbbbbbbbbbccccccccccddddddddddE",
         "6: unknown attribute 'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd...'; expected one of "
         "'id', 'start', 'size', 'trigger', 'send_done_trigger', 'recv_done_trigger', 'prio'"},
    };
    for (const auto& c : cases)
    {
        const std::string text = std::string("Nodes 4\nConnections 2\nTriggers 1\n"
                                             "3->2 id 8 start 0 size 1\ntrigger id 1 oneshot\n") +
                                 c.text;
        EXPECT_EQ(ErrorOf(text), std::string("m.cm:6:") + c.error);
    }
}

TEST(ConnectionMatrixTest, TriggerErrors)
{
    const ErrorCase cases[] = {
        {"trigger oneshot",
         "1: no id; expected 'id N' and one of 'oneshot', 'multishot', 'barrier count N'"},
        {"trigger id 2",
         "1: 0 kinds; expected 'id N' and one of 'oneshot', 'multishot', 'barrier count N'"},
        {"trigger id 2 oneshot multishot",
         "1: 2 kinds; expected 'id N' and one of 'oneshot', 'multishot', 'barrier count N'"},
        {"trigger id 2 barrier",
         "1: a barrier without a count, or a count without a barrier; expected 'barrier count N'"},
        {"trigger id 2 oneshot count 2",
         "1: a barrier without a count, or a count without a barrier; expected 'barrier count N'"},
        {"trigger id 2 barrier count 0",
         "28: count of activations is '0'; expected a whole number, 1 .. 8388608"},
        {"trigger id 0 oneshot", "12: trigger id is '0'; expected a whole number, 1 .. 4294967295"},
        {"trigger id", "11: 'id' without a value; expected a trigger id"},
        {"trigger id 1 oneshot", "12: id 1 a second time; expected a new one"},
        {"trigger id 2 twice",
         "14: unknown attribute 'twice'; expected one of 'id', 'oneshot', 'multishot', 'barrier', "
         "'count'"},
    };
    for (const auto& c : cases)
    {
        const std::string text = std::string("Nodes 4\nConnections 1\nTriggers 2\n"
                                             "3->2 id 8 start 0 size 1\ntrigger id 1 oneshot\n") +
                                 c.text;
        EXPECT_EQ(ErrorOf(text), std::string("m.cm:6:") + c.error);
    }
}

TEST(ConnectionMatrixTest, NamesAFileThatCannotBeOpened)
{
    try
    {
        ReadConnectionMatrixFile("no/such.cm");
        FAIL();
    }
    catch (const ParseError& e)
    {
        EXPECT_STREQ(e.what(),
                     "no/such.cm:1:1: cannot open the file; expected a traffic matrix (.cm)");
    }
    EXPECT_THROW(ReadConnectionMatrixFile(DataFile("")), ParseError) << "a directory";
}

TEST(ConnectionMatrixTest, SurvivesDamagedFiles)
{
    std::ifstream in(DataFile("alltoall_serial_16n.cm"));
    const std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    ASSERT_FALSE(whole.empty());
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
            EXPECT_EQ(Parse(text).transfers.size(), 240u);
        }
        catch (const ParseError& e)
        {
            EXPECT_GE(e.At().line, 1u);
            EXPECT_GE(e.At().column, 1u);
            ++refused;
        }
    }
    EXPECT_GT(refused, 200u);
}

} // namespace
} // namespace mrc
} // namespace ns3
