/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "engine-rig.h"
#include "own-loop.h"

#include "ns3/mrc-host-outlook.h"
#include "ns3/mrc-nic-plan.h"
#include "ns3/mrc-nic-store.h"
#include "ns3/mrc-shard-news.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

// The process of the NICs stops its windows there. Other ones would keep the instants for ever.
// Clauses: [several-ranks]
TEST(HostOutlook, MeetsInTheProcessOfTheNicsAlone)
{
    OwnLoop loop;
    EngineRig rig(1, loop, loop);
    NicStore store(NicPlan(), rig.GetFabric());
    ShardNews news;
    store.news = &news;
    HostOutlook outlook(store, rig.GetNics().Seats());
    outlook.MeetAt(Instant() + Micros(5));
    EXPECT_EQ(news.hearings.size(), 1U);
    news.isElsewhere = true;
    for (int flow = 0; flow < 100; ++flow)
    {
        outlook.MeetAt(Instant() + Micros(6));
    }
    EXPECT_EQ(news.hearings.size(), 1U);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
