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
    NicPlan plan;
    plan.isHere = [](uint32_t nic) { return nic == 0; };
    NicStore store(plan, rig.GetFabric());
    store.slots.resize(2); // of NIC 0, and of a NIC of another process
    store.slots[1].nic = 1;
    ShardNews news;
    store.news = &news;
    HostOutlook outlook(store, rig.GetNics().Seats());
    outlook.MeetAt(0, Instant() + Micros(5));
    EXPECT_EQ(news.hearings.size(), 1U);
    for (int flow = 0; flow < 100; ++flow)
    {
        outlook.MeetAt(1, Instant() + Micros(6));
    }
    EXPECT_EQ(news.hearings.size(), 1U);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
