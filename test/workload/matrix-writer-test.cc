/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "data-file.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-trigger-graph.h"
#include "ns3/mrc-workload-words.h"

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>

namespace ns3
{
namespace mrc
{
namespace
{

std::string
MatrixText(const ConnectionMatrix& matrix)
{
    std::ostringstream out;
    WriteConnectionMatrix(out, matrix);
    return out.str();
}

ConnectionMatrix
ReadMatrixText(const std::string& text)
{
    std::istringstream in(text);
    return ReadConnectionMatrix(in, "again.cm");
}

/** @return the numbers of a transfer that a matrix has */
auto
TransferNumbersOf(const Transfer& t)
{
    return std::make_tuple(t.id,
                           t.source,
                           t.destination,
                           t.bytes,
                           t.start.Ps(),
                           std::optional<uint32_t>(t.startTrigger),
                           std::optional<uint32_t>(t.sendDoneTrigger),
                           std::optional<uint32_t>(t.recvDoneTrigger));
}

void
ExpectSameMatrix(const ConnectionMatrix& a, const ConnectionMatrix& b)
{
    EXPECT_EQ(a.nodes, b.nodes);
    ASSERT_EQ(a.transfers.size(), b.transfers.size());
    for (std::size_t i = 0; i < a.transfers.size(); ++i)
    {
        EXPECT_EQ(TransferNumbersOf(a.transfers[i]), TransferNumbersOf(b.transfers[i])) << i;
    }
    ASSERT_EQ(a.triggers.size(), b.triggers.size());
    for (std::size_t i = 0; i < a.triggers.size(); ++i)
    {
        EXPECT_EQ(a.triggers[i].id, b.triggers[i].id) << i;
        EXPECT_EQ(a.triggers[i].kind, b.triggers[i].kind) << i;
        EXPECT_EQ(a.triggers[i].count, b.triggers[i].count) << i;
    }
}

/** @return why two transfers cannot be written, once they were changed */
template <typename Change>
std::string
MatrixRefusalOf(const Change& change)
{
    ConnectionMatrix matrix = ReadMatrixText("Nodes 4\nConnections 2\nTriggers 1\n"
                                             "0->1 id 1 start 0 size 5 send_done_trigger 1\n"
                                             "1->2 id 2 trigger 1 size 6\ntrigger id 1 oneshot\n");
    change(matrix);
    std::ostringstream out;
    const std::string text =
        test::ThrownText<std::invalid_argument>([&] { WriteConnectionMatrix(out, matrix); });
    EXPECT_EQ(out.str(), "") << "nothing is written";
    return text;
}

} // namespace

// Clauses: [htsim-files]
TEST(MatrixWriter, WritesALineForEachTransferAndTrigger)
{
    const std::string text = "Nodes 4\n"
                             "Connections 3\n"
                             "Triggers 3\n"
                             "0->1 id 1 start 123456789 size 2000000 send_done_trigger 7\n"
                             "2->3 id 9 trigger 7 size 1 send_done_trigger 8 recv_done_trigger 2\n"
                             "3->0 id 2 trigger 8 size 2147483647\n"
                             "trigger id 7 oneshot\n"
                             "trigger id 8 multishot\n"
                             "trigger id 2 barrier count 3\n";
    EXPECT_EQ(MatrixText(ReadMatrixText(text)), text);
}

TEST(MatrixWriter, ShippedFilesReadTheSameAgain)
{
    for (const char* name : {"alltoall_serial_16n.cm",
                             "outcast_incast.cm",
                             "perm_1024n_1024c_0u_2000000b.cm",
                             "incast.cm"})
    {
        SCOPED_TRACE(name);
        const ConnectionMatrix matrix = ReadConnectionMatrixFile(DataFile(name));
        ExpectSameMatrix(matrix, ReadMatrixText(MatrixText(matrix)));
    }
}

TEST(MatrixWriter, WorkloadsInWordsReadTheSameAgain)
{
    for (const char* words : {"permutation ranks=16 size=1MB",
                              "incast ranks=16 size=1MB",
                              "ring-allreduce ranks=8 size=1MB channels=2",
                              "halving-doubling-allreduce ranks=8 size=1MB",
                              "tree-allreduce ranks=7 size=1MB pieces=3",
                              "all-to-all ranks=8 size=1MB window=3"})
    {
        SCOPED_TRACE(words);
        const ConnectionMatrix matrix = ReadWorkload(words, {});
        const ConnectionMatrix again = ReadMatrixText(MatrixText(matrix));
        ExpectSameMatrix(matrix, again);
        EXPECT_NO_THROW(TriggerGraph(again.transfers, again.triggers, again.name));
    }
}

TEST(MatrixWriter, ALongListIsWrittenAsItIsRead)
{
    const auto in = std::make_shared<std::istringstream>("2\n0 1 3 100 5 0.000000000001\n"
                                                         "1 2 3 100 6 0.5\n");
    EXPECT_EQ(MatrixText(StreamFlows(in, "flow.txt", 4)),
              "Nodes 4\nConnections 2\n0->1 id 1 start 1 size 5\n"
              "1->2 id 2 start 500000000000 size 6\n");
}

TEST(MatrixWriter, WhatTheFormatCannotSayIsNamed)
{
    EXPECT_EQ(MatrixRefusalOf([](ConnectionMatrix& m) { m.transfers[1].destination = 1; }),
              "again.cm: transfer 2 is work of a GPU; expected bytes over the fabric");
    EXPECT_EQ(MatrixRefusalOf([](ConnectionMatrix& m) { m.node.gpus = 2; }),
              "again.cm: transfer 1 is inside a node; expected bytes over the fabric");
    EXPECT_EQ(MatrixRefusalOf([](ConnectionMatrix& m) { m.transfers[1].bytes = 0; }),
              "again.cm: transfer 2 is a signal without bytes, in matrices of htsim a flow without "
              "end; expected bytes over the fabric");
    EXPECT_EQ(MatrixRefusalOf([](ConnectionMatrix& m) { m.transfers[1].bytes = 1ULL << 31; }),
              "again.cm: the size of transfer 2 is 2147483648; expected at most 2147483647, as "
              "uet-htsim reads no more");
    EXPECT_EQ(MatrixRefusalOf([](ConnectionMatrix& m) { m.transfers[0].id = 1U << 31; }),
              "again.cm: the id of a transfer is 2147483648; expected at most 2147483647, as "
              "uet-htsim reads no more");
    EXPECT_EQ(MatrixRefusalOf([](ConnectionMatrix& m) { m.triggers[0].gate = 5; }),
              "again.cm: trigger 1 waits for trigger 5 too; expected transfers that wait for one "
              "trigger each");
}

TEST(MatrixWriter, SchedulesThatAreReadAsTheRunGoesOnAreNone)
{
    ConnectionMatrix matrix;
    matrix.name = "step.et";
    matrix.stream = ReadTrafficFile(DataFile("step_4.0.et"), 4).stream;
    ASSERT_TRUE(matrix.stream);
    EXPECT_EQ(test::ThrownText<std::invalid_argument>([&] { MatrixText(matrix); }),
              "step.et: operations that are read as the run goes on; expected transfers and "
              "triggers that are in memory, or a list of flows");
}

} // namespace mrc
} // namespace ns3
