/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which transfer made a training step late, over which path, and by which fault?

#include "training-rows.h"

#include "ns3/double.h"

#include <gtest/gtest.h>
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

/** @return a job of three steps on eight NICs; the ring of sums crosses T1s from 3 to 4 */
TrainingJob
RingJob()
{
    TrainingJob job = SmallJob(1);
    job.data = 8;
    job.hidden = 512;
    job.feedForward = 2048;
    job.layerUs = 100;
    job.steps = 3;
    return job;
}

const std::string UPLINK = "p0.t0.0.up1"; // of the links from NIC 3 to 4 in plane 0 one of four

void
ExpectNothingKnown(const Row& step)
{
    EXPECT_EQ(step.at("late_packets"), "0");
    EXPECT_EQ(step.at("late_bad_evs"), "0");
    for (const char* column : {"plane", "path", "path_packets", "fault", "fault_packets"})
    {
        EXPECT_EQ(step.at(std::string("late_") + column), "") << column;
    }
}

// Clauses: [late-transfer]
TEST(LateTransferTest, NobodyIsBlamedOnAnIdleFabric)
{
    const TrainingLines lines = LinesOf(RingJob(), "", "mrc");
    const std::vector<Row> steps = RowsOf(lines.table);
    ASSERT_EQ(steps.size(), 3U);
    for (const Row& step : steps)
    {
        EXPECT_EQ(step.at("late_for"), "gradient");
        EXPECT_EQ(step.at("late_bytes"), "786432");
        EXPECT_NEAR(Of(step, "late_us"), 0, 0.1 * Of(step, "held_us"));
        ExpectNothingKnown(step);
    }
    EXPECT_EQ(lines.reasons, "");
}

// From the second step on an uplink is silent: the first transfer over that link is late, and says
// which link it was. Later ones avoid that link while the fault lasts: none of them is late.
// Clauses: [late-transfer]
TEST(LateTransferTest, ALastingFaultIsNamedWithTheLateTransfer)
{
    const std::vector<Row> clean = StepsOf(RingJob());
    const auto begin = static_cast<uint64_t>(Of(clean.at(0), "time_us") + 350);
    const std::string fault = "link:0.0.1/silent@" + std::to_string(begin) + "us";
    const TrainingLines lines = LinesOf(RingJob(), fault, "mrc");
    const std::vector<Row> steps = RowsOf(lines.table);
    ASSERT_EQ(steps.size(), 3U);
    ExpectNothingKnown(steps[0]);
    const Row& late = steps[1];
    EXPECT_EQ(late.at("late_source"), "3");
    EXPECT_EQ(late.at("late_destination"), "4");
    EXPECT_GT(Of(late, "late_bytes"), 0);
    EXPECT_GT(Of(late, "late_us"), 0.5 * (Of(late, "time_us") - Of(clean[1], "time_us")));
    EXPECT_LT(Of(late, "late_us"), Of(late, "time_us"));
    EXPECT_GT(Of(late, "late_packets"), 0);
    EXPECT_GT(Of(late, "late_bad_evs"), 0);
    EXPECT_EQ(late.at("late_plane"), "0");
    EXPECT_EQ(late.at("late_path"), "nic3.p0 " + UPLINK + " p0.t1.1.down1 p0.t0.1.down0");
    EXPECT_EQ(late.at("late_fault"), fault);
    EXPECT_EQ(late.at("late_fault_packets"), late.at("late_path_packets"));
    EXPECT_LT(Of(steps[2], "late_us"), Of(late, "late_us"));
    EXPECT_EQ(steps[2].at("late_fault"), "") << "the EVs of that link went out of use before";
    EXPECT_EQ(lines.reasons.find("step 0"), std::string::npos);
    EXPECT_EQ(lines.reasons.find("step 2"), std::string::npos);
    const std::size_t line = lines.reasons.find("step 1: +");
    ASSERT_NE(line, std::string::npos) << lines.reasons;
    for (const std::string& words : {std::string(" us, gradient 3->4 of "), UPLINK, fault})
    {
        EXPECT_NE(lines.reasons.find(words, line), std::string::npos) << lines.reasons;
    }
}

// The link that loses hardly any packet lies on all paths from NIC 3, so each packet met that fault
// too. Named is the one on fewer links, in whatever order the two stand. Clauses: [late-transfer]
TEST(LateTransferTest, OfTwoFaultsTheNarrowerIsNamed)
{
    const std::vector<Row> clean = StepsOf(RingJob());
    const auto begin = static_cast<uint64_t>(Of(clean.at(0), "time_us") + 350);
    const std::string narrow = "link:0.0.1/silent@" + std::to_string(begin) + "us";
    const std::string wide = "nic:3/loss=0.000001%@0ns";
    for (const std::string& faults : {wide + "," + narrow, narrow + "," + wide})
    {
        const std::vector<Row> steps = StepsOf(RingJob(), faults);
        EXPECT_EQ(steps.at(1).at("late_fault"), narrow) << faults;
        EXPECT_EQ(steps.at(1).at("late_fault_packets"), steps.at(1).at("late_path_packets"));
    }
}

// A packet that was trimmed has been answered, so a lossy link did not take that packet. Short
// queues and seven transfers at a time to each receiver make trims. Clauses: [late-transfer]
TEST(LateTransferTest, TrimsAreNotBlamedOnALossyLink)
{
    TrainingJob job = RingJob();
    job.tensor = 1;
    job.experts = 8;
    job.expert = 8;
    job.hidden = 1024;
    job.feedForward = 1024;
    job.sequence = 2048;
    Config::SetDefault("ns3::mrc::FabricProfile::DataLimit", DoubleValue(0.1));
    Config::SetDefault("ns3::mrc::FabricProfile::LastHopLimit", DoubleValue(0.1));
    std::string harmless = "nic:0/loss=0.000001%@0ns";
    for (const char* nic : {"1", "2", "3", "4", "5", "6", "7"})
    {
        harmless += ",nic:" + std::string(nic) + "/loss=0.000001%@0ns";
    }
    uint32_t resent = 0;
    for (const Row& step : StepsOf(job, harmless))
    {
        resent += step.at("late_packets") != "0" && step.at("late_packets") != "";
        EXPECT_EQ(step.at("late_fault"), "");
    }
    EXPECT_GT(resent, 0U) << "else nothing was tested";
}

/** Expects that of packets that a lossy NIC took the planes are known, and no paths. */
void
ExpectPlaneOnly(const std::string& transport)
{
    const std::string fault = "nic:5/loss=1%@0ns";
    const std::vector<Row> steps = RowsOf(LinesOf(RingJob(), fault, transport).table);
    ASSERT_EQ(steps.size(), 3U);
    const Row& late = steps[0];
    EXPECT_GT(Of(late, "late_packets"), 0);
    EXPECT_NE(late.at("late_plane"), "");
    EXPECT_EQ(late.at("late_path"), "");
    EXPECT_EQ(late.at("late_fault"), fault);
    EXPECT_EQ(late.at("late_fault_packets"), "0");
}

// With EVs that switches hash, the sender knows the plane and no path. Clauses: [late-transfer]
TEST(LateTransferTest, WithHashedEvsThePlaneIsKnown)
{
    ExpectPlaneOnly("udp");
}

// The NIC of rank 5 has one port left from the start. What it sends or gets takes twice as long,
// and no packet is late. Clauses: [late-transfer]
TEST(LateTransferTest, AFaultOnAPathIsNamedWithoutLatePackets)
{
    const std::vector<Row> steps = StepsOf(RingJob(), "port:5.1@0ns");
    const Row& late = steps.at(2);
    EXPECT_TRUE(late.at("late_source") == "5" || late.at("late_destination") == "5");
    EXPECT_GT(Of(late, "late_us"), 0.3 * Of(late, "held_us"));
    EXPECT_EQ(late.at("late_packets"), "0");
    EXPECT_EQ(late.at("late_path"), "");
    EXPECT_EQ(late.at("late_fault"), "port:5.1@0ns");
    EXPECT_EQ(late.at("late_fault_packets"), "0");
}

// A fault that is over, or on a link that the transfer cannot take, is not named.
// Clauses: [late-transfer]
TEST(LateTransferTest, FaultsOfOtherTimesAndPlacesAreNotNamed)
{
    const std::vector<Row> over = StepsOf(RingJob(), "port:5.1@0ns..1us,link:0.0.2@100ms");
    EXPECT_EQ(over.at(1).at("late_fault"), "");
    TrainingJob pair = RingJob();
    pair.data = 2;
    EXPECT_EQ(StepsOf(pair, "port:5.1@0ns,link:0.0.1@0ns").at(1).at("late_fault"), "");
}

// Switches choose the way of RoCEv2: its sender knows the plane of a packet, and no more.
// Clauses: [late-transfer]
TEST(LateTransferTest, OfRoceThePlaneIsKnown)
{
    ExpectPlaneOnly("roce");
}

// Clauses: [late-transfer], [node-links]
TEST(LateTransferTest, NothingIsLateInsideANode)
{
    TrainingJob job = SmallJob(2);
    job.tensor = 4;
    job.gpus = 4;
    EXPECT_EQ(StepsOf(job).at(0).at("late_for"), "none");
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
