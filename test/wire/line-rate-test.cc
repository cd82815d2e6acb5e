/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-line-rate.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint64_t GIGABITS = 1000000000;

struct SerializeCase
{
    uint64_t rate;
    uint32_t bytes;
    int64_t ps; // by hand: bytes * 8e12 / rate
};

// Clauses: [link-rates]
TEST(LineRateTest, SerializesExactlyAtEthernetSpeeds)
{
    const SerializeCase cases[] = {
        {100 * GIGABITS, 4262, 340960}, // a full data frame: 4096 + 166
        {100 * GIGABITS, 178, 14240},   // SACK
        {800 * GIGABITS, 114, 1140},    // the 1.14 ns that nanoseconds get 12 % wrong
        {400 * GIGABITS, 1, 20},        //
        {200 * GIGABITS, 146, 5840},    // Transport ACK
        {10 * GIGABITS, 1538, 1230400}, //
        {3200 * GIGABITS, 1, 3},        // 2.5 ps, half up
        {3200 * GIGABITS, 3, 8},        // 7.5 ps, half up
        {3200 * GIGABITS, 2, 5},        //
        {1000000, 1, 8000000},          // slowest
        {1000000, 65535, 524280000000},
        {100 * GIGABITS, 0, 0},
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(LineRate(c.rate).Serialize(c.bytes).Ps(), c.ps)
            << c.bytes << " B at " << c.rate << " bit/s";
    }
}

TEST(LineRateTest, StaysWithinTwoPartsInTenThousand)
{
    for (uint64_t rate = LineRate::MIN_BITS_PER_SECOND; rate <= LineRate::MAX_BITS_PER_SECOND;
         rate += rate / 7 + 13)
    {
        const double exact = 9000.0 * 8e12 / static_cast<double>(rate);
        const auto got = static_cast<double>(LineRate(rate).Serialize(9000).Ps());
        EXPECT_LE(std::abs(got - exact), exact * 2e-4 + 0.5) << rate;
    }
}

TEST(LineRateTest, RejectsRatesOutsideItsRange)
{
    EXPECT_THROW(LineRate(0), std::invalid_argument);
    EXPECT_THROW(LineRate(999999), std::invalid_argument);
    EXPECT_NO_THROW(LineRate(1000000));
    EXPECT_NO_THROW(LineRate(3200000000000));
    EXPECT_THROW(LineRate(3200000000001), std::invalid_argument);
}

TEST(LineRateTest, IsConstexpr)
{
    static_assert(LineRate(100 * GIGABITS).Serialize(125).Ps() == 10000, "10 ns");
    static_assert(LineRate(100 * GIGABITS).PsPerByteQ10() == 81920, "80 ps per byte");
}

} // namespace
} // namespace mrc
} // namespace ns3
