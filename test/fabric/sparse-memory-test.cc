/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Clauses of this file: [several-ranks]

// Which blocks of an array are there, and what it costs.

#include "ns3/mrc-shared-array.h"
#include "ns3/mrc-sparse-memory.h"

#include <atomic>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

TEST(SparseMemory, BlocksComeWhenTheyAreNeeded)
{
    SparseMemory memory(100 * 65536);
    const std::size_t block = memory.BlockBytes();
    EXPECT_EQ(memory.Taken(), 0U);
    std::vector<std::size_t> filled;
    const auto fill = [&filled](std::size_t begin, std::size_t end) {
        filled.push_back(begin);
        filled.push_back(end);
    };
    memory.Need(3 * block + 5, fill);
    memory.Need(3 * block, fill); // is there
    EXPECT_EQ(filled, (std::vector<std::size_t>{3 * block, 4 * block}));
    EXPECT_EQ(memory.Taken(), block);
    EXPECT_TRUE(memory.Has(4 * block - 1));
    EXPECT_FALSE(memory.Has(4 * block));
    EXPECT_FALSE(memory.Has(3 * block - 1));
}

TEST(SparseMemory, TheLastBlockEndsWithTheArray)
{
    SparseMemory memory(3 * 65536 + 8);
    std::size_t last = 0;
    memory.Need(3 * 65536, [&last](std::size_t, std::size_t end) { last = end; });
    EXPECT_EQ(last, 3U * 65536 + 8);
    EXPECT_EQ(SparseMemory(0).Taken(), 0U);
}

TEST(SparseMemory, ThreadsMakeABlockOnce)
{
    SparseMemory memory(64 * 65536);
    std::atomic<uint32_t> made{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
    {
        threads.emplace_back([&] {
            for (std::size_t at = 0; at < 64 * 65536; at += memory.BlockBytes())
            {
                memory.Need(at, [&](std::size_t begin, std::size_t) {
                    static_cast<char*>(memory.Data())[begin] = 7;
                    ++made;
                });
                EXPECT_EQ(static_cast<char*>(memory.Data())[at], 7);
            }
        });
    }
    for (std::thread& thread : threads)
    {
        thread.join();
    }
    EXPECT_EQ(made, 64 * 65536 / memory.BlockBytes());
}

// A value that nobody made must not become part of a result.
TEST(SparseMemoryDeathTest, NobodyReadsABlockThatIsNotThere)
{
    const SharedArray<uint64_t> array(100000, [](std::size_t i) { return uint64_t{i}; });
    EXPECT_DEATH(EXPECT_EQ(*const_cast<const volatile uint64_t*>(&array[5]), 5U), "");
}

TEST(SharedArray, CopiesShareThePartThatIsThere)
{
    SharedArray<uint64_t> array(100000, [](std::size_t i) { return uint64_t{i} + 1; });
    SharedArray<uint64_t> copy(array);
    EXPECT_EQ(array.size(), 100000U);
    EXPECT_EQ(array.Value(77777), 77778U);
    EXPECT_EQ(array.Bytes(), 0U) << "a look makes nothing";
    array.Need(77777);
    EXPECT_EQ(copy[77777], 77778U);
    copy[77777] = 5;
    EXPECT_EQ(array.Value(77777), 5U);
    copy.Need(77777);
    EXPECT_EQ(array[77777], 5U) << "made once";
    EXPECT_GT(array.Bytes(), 0U);
    EXPECT_LT(array.Bytes(), array.size() * sizeof(uint64_t));
}

TEST(SharedArray, OneProcessHasAll)
{
    const SharedArray<uint64_t> array(std::vector<uint64_t>{4, 5, 6});
    array.Need(2);
    EXPECT_EQ(array.Value(2), 6U);
    EXPECT_EQ(array.Bytes(), 24U);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
