/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-older-ns3.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

class WithoutNames
{
};

TEST(OlderNs3Test, UidsAreThoseOfThisRelease)
{
    using Old = EventUidsOf<WithoutNames>; // as ns-3.35 has this
    EXPECT_EQ(+EventUid::INVALID, +Old::INVALID);
    EXPECT_EQ(+EventUid::DESTROY, +Old::DESTROY);
    EXPECT_EQ(+EventUid::VALID, +Old::VALID);
    EXPECT_EQ(+EventUid::VALID, +EventId::UID::VALID) << "named by this release";
}

} // namespace
} // namespace mrc
} // namespace ns3
