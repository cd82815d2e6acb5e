/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Priority flow control is the same however its ports are served.

#include "pfc-rig.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

// Clauses: [pfc-lossless], [same-seed], [wire-mode]
TEST(Pfc, IsTheSameWatchedAndInWireMode)
{
    for (const uint32_t buffer : {0U, 400000U})
    {
        uint64_t first = 0;
        for (const uint8_t flags : {uint8_t{0}, uint8_t{PORT_WATCHED}, uint8_t{PORT_EAGER}})
        {
            for (const bool wireMode : {false, true})
            {
                PfcWay way;
                way.flags = flags;
                way.wireMode = wireMode;
                way.buffer = buffer;
                way.xoff = buffer == 0 ? 20000 : 0;
                PfcRig rig(SmallFabric(8, 4, 1), way);
                for (uint32_t nic = 0; nic < 7; ++nic)
                {
                    rig.Stream(nic, 7, 60, nic % 3 == 0 ? 1 : LOSSLESS);
                }
                rig.RunTo();
                rig.ExpectEmpty();
                EXPECT_GT(rig.Sum(&PortCounters::trims), 0U) << "of other data";
                EXPECT_EQ(rig.AllDrops(), 0U);
                EXPECT_GT(rig.Pauses(rig.Down(1)).sent, 0U);
                const uint64_t print = rig.fabric.Tally().Fingerprint();
                first = first == 0 ? print : first;
                EXPECT_EQ(print, first) << +flags << wireMode;
                EXPECT_EQ(rig.observer.outOfOrder, 0U);
            }
        }
    }
}

/** @return bytes in the buffers of all switches and of all links, at many instants; then the peaks
 */
std::vector<uint64_t>
FillOverTime(uint8_t flags, bool looks)
{
    PfcWay way;
    way.flags = flags;
    way.buffer = 400000;
    way.xoff = 0;
    PfcRig rig(SmallFabric(8, 4, 1), way);
    for (uint32_t nic = 0; nic < 7; ++nic)
    {
        rig.Stream(nic, 7, 60, nic % 3 == 0 ? 1 : LOSSLESS);
    }
    std::vector<uint64_t> seen;
    const auto look = [&rig, &seen](bool ofPeaks) {
        for (PortIndex port = 0; port < rig.topology.PortCount(); ++port)
        {
            const SharedBuffer* buffer = rig.fabric.Onlookers().Buffer(port, rig.kernel.Now());
            if (buffer != nullptr)
            {
                seen.push_back(ofPeaks ? buffer->Peak() : buffer->Used());
                seen.push_back(ofPeaks ? 0 : rig.Use(rig.topology.Peer(port)).shared);
            }
        }
    };
    for (int64_t ns = 1003; looks && ns < 200000; ns += 7000)
    {
        Simulator::Schedule(NanoSeconds(ns), [look] { look(false); });
    }
    rig.RunTo();
    if (looks)
    {
        EXPECT_GT(*std::max_element(seen.begin(), seen.end()), 100000U);
    }
    look(true);
    rig.ExpectEmpty();
    return seen;
}

// Clauses: [pfc-accounting], [shared-buffer]
TEST(Pfc, WhatWaitsIsTheSameHoweverPortsAreServed)
{
    for (const bool looks : {false, true})
    {
        EXPECT_EQ(FillOverTime(0, looks), FillOverTime(PORT_WATCHED, looks));
    }
    const std::vector<uint64_t> peaks = FillOverTime(0, false);
    const std::vector<uint64_t> all = FillOverTime(0, true);
    EXPECT_TRUE(std::equal(peaks.rbegin(), peaks.rend(), all.rbegin())) << "a look changes nothing";
}

// Clauses: [pfc-accounting]
TEST(Pfc, AHopTakesOneEventUntilASenderIsPaused)
{
    const auto events = [](const char* lossless, uint32_t xoff, bool pauses) {
        PfcWay way;
        way.lossless = lossless;
        way.xoff = xoff;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        for (const uint32_t nic : {0U, 1U})
        {
            rig.Stream(nic, 2, 10);
        }
        rig.RunTo();
        EXPECT_EQ(rig.hits.size(), 20U);
        EXPECT_EQ(rig.Pauses(rig.Down(0)).sent != 0, pauses);
        return rig.kernel.FiredCount();
    };
    const uint64_t lossy = events("none", 0, false);
    EXPECT_EQ(events("26", 100000, false), lossy);
    EXPECT_GT(events("26", 10000, true), lossy);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
