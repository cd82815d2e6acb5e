/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-memory-regions.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

bool
Allows(const MemoryRegions& regions, uint64_t address, uint32_t rkey, uint32_t payload)
{
    Reth reth;
    reth.address = address;
    reth.rkey = rkey;
    return regions.Allows(reth, payload);
}

// Clauses: [memory-keys]
TEST(MemoryRegions, KeyZeroOpensAllUntilItIsTakenAway)
{
    MemoryRegions regions;
    EXPECT_TRUE(Allows(regions, 0, 0, 4096));
    EXPECT_TRUE(Allows(regions, UINT64_MAX, 0, 1));
    EXPECT_FALSE(Allows(regions, UINT64_MAX, 0, 2)) << "beyond the last address";
    EXPECT_FALSE(Allows(regions, 0, 1, 1)) << "no such key";
    EXPECT_TRUE(regions.Deregister(0));
    EXPECT_FALSE(Allows(regions, 0, 0, 1));
    EXPECT_FALSE(regions.Deregister(0)) << "twice";
    EXPECT_TRUE(Allows(regions, 0, 0, 0)) << "no byte is touched";
    EXPECT_TRUE(Allows(regions, UINT64_MAX, 99, 0)) << "nor the key looked at";
}

// Clauses: [memory-keys]
TEST(MemoryRegions, RegionEndsWhereItWasRegistered)
{
    MemoryRegions regions;
    const uint32_t low = regions.Register(1000, 100);
    const uint32_t high = regions.Register(UINT64_MAX - 9, 10);
    EXPECT_NE(low, high);

    const struct
    {
        uint32_t rkey;
        uint64_t address;
        uint32_t payload;
        bool allowed;
    } table[] = {{low, 1000, 100, true},
                 {low, 1000, 101, false},
                 {low, 999, 1, false},
                 {low, 1099, 1, true},
                 {low, 1100, 1, false},
                 {high, 1000, 1, false},
                 {high, UINT64_MAX - 9, 10, true},
                 {high, UINT64_MAX - 9, 11, false},
                 {high, UINT64_MAX - 10, 1, false},
                 {high + 1, 1000, 1, false}};

    for (const auto& row : table)
    {
        EXPECT_EQ(Allows(regions, row.address, row.rkey, row.payload), row.allowed)
            << row.rkey << " " << row.address << " " << row.payload;
    }
    EXPECT_TRUE(regions.Deregister(low));
    EXPECT_FALSE(Allows(regions, 1000, low, 1));
    EXPECT_TRUE(Allows(regions, UINT64_MAX, high, 1)) << "the other one stays";
}

} // namespace
