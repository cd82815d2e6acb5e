/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"

#include "ns3/mrc-cut-waits.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Has a departure fail. */
void
Fail(FirstError& error, const HotEvent& event, const char* text)
{
    try
    {
        throw std::invalid_argument(text);
    }
    catch (...)
    {
        error.Note(event);
    }
}

// Ports are swept in no order, and the error of the departure that begins first is told.
// Clauses: [several-threads]
TEST(SweptDepartures, TellTheErrorOfTheFirstThatFailed)
{
    SweptDepartures swept;
    EXPECT_FALSE(swept.Error());
    EXPECT_NO_THROW(swept.Error().Rethrow());
    Fail(swept.Error(), {Instant(20), 3, 5}, "later");
    Fail(swept.Error(), {Instant(20), 3, 4}, "first");
    Fail(swept.Error(), {Instant(30), 0, 0}, "last");
    EXPECT_EQ(ThrownText<std::invalid_argument>([&] { swept.Error().Rethrow(); }), "first");
    ASSERT_TRUE(swept.Error());
    EXPECT_EQ(swept.Error().Event().at, Instant(20));
    EXPECT_EQ(swept.Error().Event().arg, 4U);
    swept.Clear();
    EXPECT_FALSE(swept.Error());
    EXPECT_NO_THROW(swept.Error().Rethrow());
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
