/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A script asks how threads shared its run: frames, windows, and why some were short.

#include "../network/threads-turns.h"

#include "ns3/mrc-run-sharing.h"

#include <gtest/gtest.h>
#include <regex>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return what a script hears of its run on so many threads, with a model for links or without */
std::vector<std::string>
LinesOf(uint32_t threads, bool hasModel)
{
    Crowd crowd(TurnsFabric(), threads);
    if (hasModel)
    {
        crowd.network->GetFaces().Create();
        GiveModel(*crowd.network, 0.01);
    }
    PostAcross(crowd);
    Simulator::Stop(MilliSeconds(30));
    crowd.Run();
    const std::vector<std::string> lines = DescribeSharing(*crowd.network);
    std::string expected;
    for (const std::string& line : lines)
    {
        expected += "mrc: " + line + "\n";
    }
    testing::internal::CaptureStderr();
    TellSharing(*crowd.network);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), expected);
    return lines;
}

// Clauses: [several-threads]
TEST(RunSharing, OneThreadHasNothingToSay)
{
    EXPECT_TRUE(LinesOf(1, false).empty());
    EXPECT_TRUE(LinesOf(1, true).empty());
}

// Clauses: [several-threads]
TEST(RunSharing, ThreadsSayHowLongTheirWindowsWere)
{
    const std::vector<std::string> lines = LinesOf(3, false);
    ASSERT_EQ(lines.size(), 1U);
    const std::regex expected(
        "3 threads sent each other ([0-9]+) frames in ([0-9]+) windows of "
        "([0-9]+) ns on average, ([0-9]+) ns at most; ([0-9]+) windows? ended "
        "early at ordinary events, ([0-9]+) windows? as users heard of "
        "something; ([0-9]+) links? between them");
    std::smatch found;
    ASSERT_TRUE(std::regex_match(lines[0], found, expected)) << lines[0];
    EXPECT_GT(std::stoul(found[1]), 100U) << "a Write has 25 packets, and some 12 Writes cross";
    EXPECT_LE(std::stoul(found[3]), std::stoul(found[4]));
    EXPECT_GE(std::stoul(found[6]), 1U) << "the sinks of Completed";
    EXPECT_EQ(std::stoul(found[7]), 24U) << "of 36, as each of six T1s is with two of six T0s";
}

// Clauses: [several-threads]
TEST(RunSharing, ThreadsSayWhyTheyTookTurns)
{
    const std::vector<std::string> lines = LinesOf(2, true);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.back().find("one thread went through "), 0U) << lines.back();
    EXPECT_NE(lines.back().find("because of an ErrorModel of ns3::mrc::Link"), std::string::npos)
        << lines.back();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
