/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A script says how many threads share a run, and how they divide the fabric.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-shard-set.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <thread>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return the threads of a network of many NICs, as a helper makes it */
template <typename Threads>
std::size_t
SharersWith(const Threads& threads)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SmallFabric(128, 1, 2));
    helper.SetThreads(threads);
    return helper.Install()->Engine().shards.All().size();
}

// Clauses: [several-threads]
TEST(ShareHelper, SetsThreads)
{
    const std::size_t cores = std::clamp(std::thread::hardware_concurrency(), 1U, 64U);
    EXPECT_EQ(SharersWith(1), 1U);
    EXPECT_EQ(SharersWith(3), 3U);
    EXPECT_EQ(SharersWith(0), cores);
    EXPECT_EQ(SharersWith("1"), 1U);
    EXPECT_EQ(SharersWith(std::string("3")), 3U);
    EXPECT_EQ(SharersWith("auto"), cores);
    for (const char* wrong : {"", "two", "-1", "2x", "4000000000", "Auto"})
    {
        const std::string said = ThrownText<std::invalid_argument>([&] { SharersWith(wrong); });
        EXPECT_NE(said.find("expected auto, or 0 .. 64"), std::string::npos) << said;
    }
    for (const uint32_t wrong : {65U, 4000000000U})
    {
        const std::string said = ThrownText<std::invalid_argument>([&] { SharersWith(wrong); });
        EXPECT_NE(said.find("Threads = '" + std::to_string(wrong)), std::string::npos) << said;
    }
}

// Clauses: [several-threads]
TEST(ShareHelper, TheLastWordCounts)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SixNics());
    helper.SetThreads(3);
    const FabricHelper copy = helper;
    helper.SetFabricAttribute("Threads", UintegerValue(2));
    EXPECT_EQ(helper.Install()->Engine().shards.All().size(), 2U);
    Simulator::Destroy();
    EXPECT_EQ(copy.Install()->Engine().shards.All().size(), 3U) << "a copy has its own";
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
