/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What ranks send each other: values as bytes.

#include "ns3/mrc-hot-event.h"
#include "ns3/mrc-rank-link.h"

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

TEST(RankReader, TakesWhatWasPut)
{
    RankBytes bytes;
    PutValue(bytes, uint8_t{7});
    PutValue(bytes, HotEvent{Instant(1000), 3, 4});
    PutValue(bytes, -1.5);
    EXPECT_EQ(bytes.size(), 1 + sizeof(HotEvent) + sizeof(double));
    RankReader reader(bytes);
    EXPECT_EQ(reader.Take<uint8_t>(), 7);
    const auto event = reader.Take<HotEvent>();
    EXPECT_EQ(event.at, Instant(1000));
    EXPECT_EQ(event.key, 3U);
    EXPECT_EQ(event.arg, 4U);
    EXPECT_TRUE(reader.HasMore());
    EXPECT_EQ(reader.Take<double>(), -1.5);
    EXPECT_FALSE(reader.HasMore());
}

TEST(RankReader, RefusesBytesThatEndTooEarly)
{
    RankBytes bytes;
    PutValue(bytes, uint32_t{7});
    RankReader reader(bytes);
    reader.Take<uint16_t>();
    EXPECT_THROW(reader.Take<uint32_t>(), std::out_of_range);
    EXPECT_EQ(reader.Take<uint16_t>(), 0); // nothing was taken
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
