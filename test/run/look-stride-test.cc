/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// At which looks ranks ask each other for the time.

#include "ns3/mrc-look-stride.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return looks until ranks ask, each behind so many events more */
uint32_t
LooksUntilAsked(LookStride& stride, uint64_t& fired, uint64_t events)
{
    uint32_t looks = 1;
    for (fired += events; !stride.Asks(fired); fired += events)
    {
        ++looks;
    }
    return looks;
}

/** Has a run with nothing to do come so far that ranks ask at few looks. */
void
IdleForLong(LookStride& stride, uint64_t& fired)
{
    for (uint32_t expected = 1; expected <= LookStride::MOST; expected *= 2)
    {
        EXPECT_EQ(LooksUntilAsked(stride, fired, 10), expected);
        stride.Note(true);
    }
    EXPECT_EQ(LooksUntilAsked(stride, fired, 10), LookStride::MOST) << "and no more than that";
    stride.Note(true);
}

TEST(LookStride, GrowsWhileLooksAreQuickAndShrinksBehindSlowOnes)
{
    LookStride stride;
    uint64_t fired = 0;
    IdleForLong(stride, fired);
    EXPECT_EQ(LooksUntilAsked(stride, fired, 10), 64U);
    stride.Note(false);
    EXPECT_EQ(LooksUntilAsked(stride, fired, 10), 32U);
}

// A user's signal would wait for 64 looks, each a thousand times as long as before.
TEST(LookStride, AsksAtOnceBehindManyEvents)
{
    LookStride stride;
    uint64_t fired = 0;
    IdleForLong(stride, fired);
    EXPECT_EQ(LooksUntilAsked(stride, fired, LookStride::MANY), 1U);
    stride.Note(true);
    EXPECT_LE(LooksUntilAsked(stride, fired, 10), 2U) << "it learns anew";
}

// However looks and events are spread, few events pass unasked but those behind one look.
TEST(LookStride, LetsFewEventsPassUnasked)
{
    LookStride stride;
    uint64_t fired = 0;
    IdleForLong(stride, fired);
    const uint64_t before = fired;
    const uint64_t events = LookStride::MANY / 10;
    LooksUntilAsked(stride, fired, events);
    EXPECT_LE(fired - before, LookStride::MANY + events);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
