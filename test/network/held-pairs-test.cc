/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Clauses of this file: [several-threads]

// What a shard keeps of queue pairs that other shards have, in bytes.

#include "../mrc-allocated-bytes.h"
#include "threads-crowd.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

constexpr uint32_t COUNT = 4096; //!< connections: memory of lists that grow is whole then

/** @return bytes of a connection that has sent nothing, with so many threads */
double
BytesOfAConnection(uint32_t threads)
{
    Crowd crowd(SmallFabric(32, 4, 4), threads);
    const auto connect = [&crowd](uint32_t count) {
        for (uint32_t i = 0; i < count; ++i)
        {
            crowd.network->Connect(i % 32, (i + 1 + i / 32 % 31) % 32);
        }
    };
    connect(COUNT); // brings tables of NICs and ways
    const uint64_t before = AllocatedBytes();
    connect(COUNT);
    return static_cast<double>(AllocatedBytes() - before) / COUNT;
}

// Of each end a shard has a slot of 64 bytes and a seat of 40. With objects both ends took 470.
TEST(HeldPairs, AShardHasNoObjectsOfQueuePairsOfOthers)
{
    if (AllocatedBytes() == 0)
    {
        GTEST_SKIP() << "the allocator does not count";
    }
    const double one = BytesOfAConnection(1);
    EXPECT_LT(one, 800);
    for (const uint32_t threads : {2U, 4U, 8U})
    {
        EXPECT_LT(BytesOfAConnection(threads) - one, (threads - 1) * 240.0) << threads;
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
