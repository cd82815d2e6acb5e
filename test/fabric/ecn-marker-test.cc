/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-ecn-marker.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

// Clauses: [ecn-marking]
TEST(EcnMarkerTest, EqualThresholdsLeaveNothingToChance)
{
    const EcnMarker marker(75000, 75000, 1);
    for (const uint32_t draw : {0U, UINT32_MAX / 2, UINT32_MAX})
    {
        EXPECT_EQ(marker.Minimum(), 75000); // up to which nobody asks
        EXPECT_TRUE(marker.Marks(75001, draw));
    }
}

// Clauses: [ecn-marking]
TEST(EcnMarkerTest, RisesToItsProbabilityAndThenToCertainty)
{
    const EcnMarker marker(1000, 2000, 0.05);
    const uint32_t justBelow = UINT32_MAX / 20;
    EXPECT_FALSE(marker.Marks(1001, justBelow));
    EXPECT_TRUE(marker.Marks(1999, justBelow / 2));
    EXPECT_FALSE(marker.Marks(1999, justBelow));
    EXPECT_TRUE(marker.Marks(2000, UINT32_MAX));
}

} // namespace
