/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-overflow-watch.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

constexpr Span MEMORY = Micros(500);

// Clauses: [overflow-losses]
TEST(OverflowWatch, KnowsWhichPlanesTrim)
{
    OverflowWatch watch(MEMORY);
    EXPECT_EQ(watch.Trimming(Instant()), 0U);
    watch.OnTrim(1, Instant() + Micros(3));
    EXPECT_EQ(watch.Trimming(Instant() + Micros(4)), 0b10U);
    watch.OnTrim(3, Instant() + Micros(5));
    EXPECT_EQ(watch.Trimming(Instant() + Micros(5)), 0b1010U);
}

TEST(OverflowWatch, ForgetsSoLongAfterTheLatestTrim)
{
    OverflowWatch watch(MEMORY);
    watch.OnTrim(1, Instant() + Micros(1));
    watch.OnTrim(0, Instant() + Micros(5));
    const Instant end = Instant() + Micros(5) + MEMORY;
    EXPECT_EQ(watch.Trimming(end - Span(1)), 0b11U);
    EXPECT_EQ(watch.Trimming(end), 0U);
    watch.OnTrim(0, end);
    EXPECT_EQ(watch.Trimming(end), 0b1U); // of plane 1 nothing is known any more
}

} // namespace
