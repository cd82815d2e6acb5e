/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-held-starts.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

// Clauses: [own-part]
TEST(HeldStartsTest, StartsComeOnceInTheirOrder)
{
    HeldStarts<uint32_t> held;
    held.Hold(3, {7});
    held.Hold(4, {6});
    held.Hold(3, {5, 9});
    EXPECT_EQ(held.Gates(), 2U);
    EXPECT_EQ(held.Take(3), (std::vector<uint32_t>{7, 5, 9}));
    EXPECT_EQ(held.Take(3), std::vector<uint32_t>{});
    EXPECT_EQ(held.Gates(), 1U);
}

// A barrier that waits for more starts nothing yet. A job has millions of gates.
// Clauses: [own-part]
TEST(HeldStartsTest, NothingIsKeptWhereNobodyWaits)
{
    HeldStarts<uint32_t> held;
    held.Hold(3, {});
    EXPECT_EQ(held.Gates(), 0U);
}

} // namespace
} // namespace mrc
} // namespace ns3
