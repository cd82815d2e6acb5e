/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfc-rig.h"

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** A hidden fault, and the reason that frames which it takes get. */
struct HiddenWay
{
    HiddenLoss loss;
    DropReason reason;
};

constexpr uint64_t ALL = UINT64_MAX; //!< odds that take every frame

// Clauses: [drop-reasons], [silent-fault]
TEST(LinkFaults, WhatAHiddenFaultTakesHasOneReason)
{
    for (const auto& [loss, reason] : {HiddenWay{{true, 0, 0}, DropReason::SILENT_FAULT},
                                       HiddenWay{{false, ALL, 0}, DropReason::RANDOM_LOSS},
                                       HiddenWay{{true, ALL, 0}, DropReason::SILENT_FAULT}})
    {
        PfcRig rig(SmallFabric(3, 3, 0), PfcWay());
        rig.fabric.Faults().SetHiddenLoss(rig.Down(1), loss);
        rig.Stream(0, 1, 5);
        rig.Stream(2, 0, 3); // another link, which loses nothing
        rig.RunTo();
        EXPECT_EQ(rig.HitsOf(1), 0U) << DropReasonName(reason);
        EXPECT_EQ(rig.HitsOf(0), 3U) << DropReasonName(reason);
        EXPECT_EQ(rig.Drops(reason), 5U) << DropReasonName(reason);
        EXPECT_EQ(rig.AllDrops(), 5U) << DropReasonName(reason);
        EXPECT_EQ(rig.fabric.Tally().DropsAt(rig.Down(1), reason), 5U) << DropReasonName(reason);
        rig.ExpectEmpty();
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
