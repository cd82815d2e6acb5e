/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "data-file.h"
#include "play-transfers.h"

#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-workload-words.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <sys/inotify.h>
#include <unistd.h>

namespace ns3
{
namespace mrc
{
namespace
{

ConnectionMatrix
ReadWords(const std::string& words, uint32_t ranks = 8)
{
    return ReadWorkload(words, {ranks, 1});
}

/** @return the error in the words, of which a place is told */
std::string
WordsErrorOf(const std::string& words, uint32_t ranks = 8)
{
    return test::ThrownText<ParseError>([&] { ReadWords(words, ranks); });
}

/** @return the folder of the files that are shipped */
std::string
DataFolder()
{
    return std::filesystem::path(DataFile("one.cm")).parent_path();
}

const char* const NAMES =
    "ring-allreduce, ring-reducescatter, ring-allgather, halving-doubling-allreduce, "
    "tree-allreduce, tree-broadcast, all-to-all, permutation, tornado, incast, "
    "two-level-allreduce, rack-tree-allreduce, send-receive, pairs, all-to-all-v, poisson";

// Clauses: [collective-transfers]
TEST(WorkloadWordsTest, KeysHaveDefaultsAndMayComeInAnyOrder)
{
    const ConnectionMatrix few = ReadWords("ring-allreduce size=64KiB");
    EXPECT_EQ(few.name, "ring-allreduce");
    EXPECT_EQ(few.nodes, 8U);
    EXPECT_EQ(few.transfers.size(), 14 * 8U);
    EXPECT_EQ(few.transfers[0].bytes, 8192U);
    const ConnectionMatrix all = ReadWords("\n ring-allreduce\tchannels=2 size=64KiB\n  ranks=4\n");
    EXPECT_EQ(all.nodes, 4U);
    EXPECT_EQ(all.transfers.size(), 2 * 6 * 4U);
    EXPECT_EQ(ReadWords("incast senders=3 victims=1 size=1").transfers.size(), 4U);
    EXPECT_EQ(ReadWords("all-to-all window=7 size=80").triggers.size(), 0U);
}

// Clauses: [collective-transfers]
TEST(WorkloadWordsTest, SizesHaveUnits)
{
    const auto bytes = [](const std::string& size) {
        return ReadWords("tornado size=" + size).transfers[0].bytes;
    };
    EXPECT_EQ(bytes("4096"), 4096U);
    EXPECT_EQ(bytes("4096B"), 4096U);
    EXPECT_EQ(bytes("64KB"), 64000U);
    EXPECT_EQ(bytes("3MB"), 3000000U);
    EXPECT_EQ(bytes("2GB"), 2000000000U);
    EXPECT_EQ(bytes("64KiB"), 65536U);
    EXPECT_EQ(bytes("1MiB"), 1048576U);
    EXPECT_EQ(bytes("3GiB"), 3221225472U);
}

// Factors by nccl-tests, of four ranks.
// Clauses: [bus-bandwidth]
TEST(WorkloadWordsTest, CollectivesHaveABufferAndABusFactor)
{
    const auto factor = [](const std::string& name) {
        const ConnectionMatrix matrix = ReadWords(name + " size=4000", 4);
        EXPECT_EQ(matrix.collective.bytes, 4000U) << name;
        return matrix.collective.busFactor;
    };
    EXPECT_EQ(factor("ring-allreduce"), 1.5);
    EXPECT_EQ(factor("halving-doubling-allreduce"), 1.5);
    EXPECT_EQ(factor("tree-allreduce"), 1.5);
    EXPECT_EQ(factor("ring-reducescatter"), 0.75);
    EXPECT_EQ(factor("ring-allgather"), 0.75);
    EXPECT_EQ(factor("all-to-all"), 0.75);
    EXPECT_EQ(factor("tree-broadcast"), 1);
    EXPECT_EQ(factor("two-level-allreduce gpus=2"), 1.5);
    EXPECT_EQ(factor("rack-tree-allreduce rack=2 pieces=1"), 1.5);
    EXPECT_EQ(factor("send-receive"), 1);
    EXPECT_EQ(factor("pairs"), 1);
    EXPECT_EQ(factor("permutation"), 0) << "no collective operation";
    EXPECT_EQ(factor("tornado"), 0);
    EXPECT_EQ(factor("incast senders=2"), 0);
}

// Clauses: [node-links]
TEST(WorkloadWordsTest, CollectivesMayHaveNodes)
{
    const NodeModel none = ReadWords("ring-allreduce size=64KiB").node;
    EXPECT_EQ(none.gpus, 1U);
    const NodeModel node = ReadWords("all-to-all size=64KiB gpus=4 gpu-gbps=800 gpu-ns=500").node;
    EXPECT_EQ(node.gpus, 4U);
    EXPECT_EQ(node.bitsPerSecond, 800'000'000'000U);
    EXPECT_EQ(node.latency, Nanos(500));
    EXPECT_EQ(ReadWords("two-level-allreduce size=64KiB").node.gpus, 8U);
    EXPECT_EQ(WordsErrorOf("tornado size=1 gpus=2"),
              "--workload:1:16: 'gpus=2'; expected one of ranks=, size=");
}

// Clauses: [unequal-sizes], [poisson-arrivals]
TEST(WorkloadWordsTest, SizesMayComeFromAFile)
{
    const ConnectionMatrix drawn = ReadWords("all-to-all-v size=64KiB spread=0");
    EXPECT_EQ(drawn.transfers.size(), 56U);
    EXPECT_EQ(drawn.transfers[0].bytes, 8192U);
    EXPECT_EQ(WordsErrorOf("all-to-all-v sizes=/nowhere"),
              "/nowhere:1:1: cannot open the file; expected a readable text");
    EXPECT_EQ(WordsErrorOf("all-to-all-v"),
              "--workload:1:13: no size; expected size=BYTES, such as size=64MiB");
    EXPECT_EQ(WordsErrorOf("poisson load=30"), "--workload:1:16: no cdf; expected cdf=FILE");
    EXPECT_EQ(WordsErrorOf("poisson size=3"),
              "--workload:1:9: 'size=3'; expected one of ranks=, load=, gbps=, us=, cdf=");
    const auto flows = [](const std::string& words) {
        const ConnectionMatrix matrix =
            ReadWorkload("poisson cdf=websearch.cdf " + words, {32, 1, DataFolder()});
        EXPECT_FALSE(matrix.sharesPairs);
        return static_cast<double>(matrix.transfers.size());
    };
    const double few = flows("load=20 us=100000");
    EXPECT_NEAR(flows("load=80 us=100000"), 4 * few, 0.1 * few * 4);
    EXPECT_NEAR(flows("load=20 us=100000 gbps=400"), 4 * few, 0.1 * few * 4);
}

TEST(WorkloadWordsTest, AFileIsNamedAsTheUserDoes)
{
    EXPECT_EQ(test::ThrownText<ParseError>([] {
                  ReadWorkload("all-to-all-v sizes=nowhere.sizes", {4, 1, DataFolder()});
              }),
              "nowhere.sizes:1:1: cannot open the file; expected a readable text");
}

TEST(WorkloadWordsTest, AFileIsOpenedOnce)
{
    const std::string path = testing::TempDir() + "mrc-workload-words-test.sizes";
    std::ofstream(path) << "0 7\n5 0\n";
    const int watch = inotify_init1(IN_NONBLOCK);
    ASSERT_GE(inotify_add_watch(watch, path.c_str(), IN_OPEN | IN_CLOSE), 0);
    const ConnectionMatrix matrix =
        ReadWorkload("all-to-all-v sizes=" + path, {2, 1, DataFolder()});
    alignas(inotify_event) char events[4096];
    const ssize_t read = ::read(watch, events, sizeof(events));
    close(watch);
    std::remove(path.c_str());
    EXPECT_EQ(matrix.transfers.size(), 2U);
    // A pipe that is opened twice has lost its writer by then, and the reader waits for ever.
    EXPECT_EQ(read, 2 * static_cast<ssize_t>(sizeof(inotify_event))) << "one is opened, one closed";
}

// Clauses: [traffic-patterns]
TEST(WorkloadWordsTest, TheKeySaysWhatIsDrawn)
{
    const auto destinations = [](uint64_t key) {
        std::string text;
        for (const Transfer& t : ReadWorkload("permutation size=1", {32, key}).transfers)
        {
            text += std::to_string(t.destination) + " ";
        }
        return text;
    };
    EXPECT_EQ(destinations(3), destinations(3));
    EXPECT_NE(destinations(3), destinations(4));
}

// Clauses: [collective-transfers]
TEST(WorkloadWordsTest, WhatIsWrongIsToldWithItsPlace)
{
    const std::string keys = "; expected one of ranks=, size=";
    EXPECT_EQ(WordsErrorOf(""), std::string("--workload:1:1: no workload; expected ") + NAMES);
    EXPECT_EQ(WordsErrorOf("# ring-allreduce"),
              std::string("--workload:1:1: no workload; expected ") + NAMES);
    EXPECT_EQ(WordsErrorOf("  rings size=1"),
              std::string("--workload:1:3: 'rings'; expected ") + NAMES);
    EXPECT_EQ(WordsErrorOf("tornado size=1 channels=2"),
              "--workload:1:16: 'channels=2'; expected one of ranks=, size=");
    EXPECT_EQ(
        WordsErrorOf("ring-allreduce size"),
        "--workload:1:16: 'size'; expected one of ranks=, size=, channels=, gpus=, gpu-gbps=, "
        "gpu-ns=");
    EXPECT_EQ(WordsErrorOf("incast\nsize=1 =3"),
              "--workload:2:8: '=3'; expected one of ranks=, size=, senders=, victims=");
    EXPECT_EQ(WordsErrorOf("tornado size=1 size=1"),
              "--workload:1:16: size again; expected it once");
    EXPECT_EQ(WordsErrorOf("tornado ranks=4"),
              "--workload:1:16: no size; expected size=BYTES, such as size=64MiB");
    EXPECT_EQ(WordsErrorOf("tornado size=1", 0),
              "--workload:1:15: no ranks; expected ranks=N, or --nics=N");
}

// Clauses: [collective-transfers]
TEST(WorkloadWordsTest, WrongNumbersAreToldWithTheirPlace)
{
    EXPECT_EQ(WordsErrorOf("tornado size=1 ranks=1"),
              "--workload:1:22: ranks is '1'; expected a whole number, 2 .. 1048576");
    EXPECT_EQ(WordsErrorOf("tornado size=1 ranks=-2"),
              "--workload:1:22: ranks is '-2'; expected a whole number, 2 .. 1048576");
    EXPECT_EQ(WordsErrorOf("ring-allreduce size=64 channels=0"),
              "--workload:1:33: channels is '0'; expected a whole number, 1 .. 1048576");
    EXPECT_EQ(WordsErrorOf("incast size=64 victims=2"),
              "--workload:1:24: victims is '2'; expected a whole number, 0 .. 1");
    EXPECT_EQ(WordsErrorOf("tornado size=4k"),
              "--workload:1:14: '4k'; expected a size such as 4096, 64KB or 1GiB");
    EXPECT_EQ(WordsErrorOf("tornado size=MiB"),
              "--workload:1:14: 'MiB'; expected a size such as 4096, 64KB or 1GiB");
    EXPECT_EQ(WordsErrorOf("tornado size="),
              "--workload:1:14: size, B is ''; expected a whole number, 1 .. 17592186044416");
    EXPECT_EQ(WordsErrorOf("tornado size=0MiB"),
              "--workload:1:14: size, MiB is '0'; expected a whole number, 1 .. 16777216");
    EXPECT_EQ(WordsErrorOf("tornado size=16385GiB"),
              "--workload:1:14: size, GiB is '16385'; expected a whole number, 1 .. 16384");
}

// Clauses: [collective-transfers]
TEST(WorkloadWordsTest, WhatNoGeneratorCanMakeIsRefusedByName)
{
    EXPECT_EQ(
        test::ThrownText([] { ReadWords("halving-doubling-allreduce size=64 ranks=6"); }),
        "halving-doubling-allreduce: 6 ranks in 1 pieces; expected a power of 2 in one piece");
    EXPECT_EQ(test::ThrownText([] { ReadWords("incast size=64 senders=8"); }),
              "incast: 8 senders and 0 victims among 8 ranks; expected 1 or more, 0 or 1, and a "
              "rank for each end");
}

// Clauses: [collective-transfers]
TEST(WorkloadWordsTest, TheHelpHasALineForEachThatCanBeAsked)
{
    std::istringstream help(WorkloadHelp());
    std::size_t found = 0;
    for (std::string line; std::getline(help, line);)
    {
        if (line[0] == ' ')
        {
            continue;
        }
        ++found;
        std::string words = line;
        words.replace(words.find("=N"), 2, "=8");
        if (words.find("=BYTES") != std::string::npos)
        {
            words.replace(words.find("=BYTES"), 6, "=64KiB");
        }
        if (words.find("=FILE") != std::string::npos)
        {
            words.replace(words.find("=FILE"), 5, "=websearch.cdf");
        }
        EXPECT_NO_THROW(test::PlayTransfers(ReadWorkload(words, {8, 1, DataFolder()}))) << line;
    }
    EXPECT_EQ(found, 16U);
}

} // namespace
} // namespace mrc
} // namespace ns3
