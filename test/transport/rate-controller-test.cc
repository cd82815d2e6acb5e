/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A window and the bytes in flight, with NSCC and with the windows that heed nothing.

#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-rate-controller.h"
#include "ns3/string.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** 100 Gb/s, with trimming. */
constexpr NsccPath PATH_OF_12_US{Micros(12), 100000000000, 4096, true};

// Clauses: [nscc-trim], [nscc-vectors]
TEST(RateControllerTest, N12TrimNack)
{
    CcConfig config;
    RateController rate(config, PATH_OF_12_US);
    rate.OnSent(175000);
    rate.OnLoss({75000});
    EXPECT_EQ(rate.Window(), 150000);
    EXPECT_EQ(rate.InFlight(), 100000);
    CongestionEvent trim;
    trim.now = Instant() + Micros(1);
    trim.bytes = 4096;
    rate.OnCongestion(trim);
    EXPECT_EQ(rate.Window(), 145904);
    EXPECT_EQ(rate.InFlight(), 95904);
    EXPECT_EQ(rate.Allowance(), 50000);
}

// Clauses: [fixed-window]
TEST(RateControllerTest, FixedWindowHeedsNothing)
{
    CcConfig config;
    config.algorithm = CcAlgorithm::FIXED;
    config.maxWindow = 64000;
    RateController rate(config, PATH_OF_12_US);
    rate.OnSent(8192);
    rate.OnLoss({4096});
    CongestionEvent trim;
    trim.bytes = 4096;
    rate.OnCongestion(trim);
    EXPECT_EQ(rate.Window(), 64000);
    EXPECT_EQ(rate.InFlight(), 0);
}

// Clauses: [fixed-window]
TEST(RateControllerTest, FixedWindowIsAsLargeAsNsccsLargest)
{
    const Ptr<CcProfile> profile = CreateObject<CcProfile>();
    profile->SetAttribute("Algorithm", StringValue("fixed"));
    const RateController rate(profile->Get(), PATH_OF_12_US);
    EXPECT_EQ(rate.Window(), 225000) << "if no MaxWindow says otherwise";
}

// Clauses: [fixed-window]
TEST(RateControllerTest, WithoutAlgorithmNoWindowLimits)
{
    CcConfig config;
    config.algorithm = CcAlgorithm::NONE;
    RateController rate(config, PATH_OF_12_US);
    for (int i = 0; i < 255 * 128; ++i) // the largest MPR
    {
        rate.OnSent(4096);
    }
    rate.OnLoss({4096});
    EXPECT_GT(rate.Allowance(), 4096);
    EXPECT_EQ(rate.MaxWindow(), 225000); // by which gaps are judged, as with NSCC
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
