/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Open and closed loops: which workload can have which.

#include "../mrc-thrown-text.h"
#include "data-file.h"

#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-trigger-graph.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return the error of a file that is read with a loop */
std::string
ErrorOf(const std::string& name, TrafficLoop loop)
{
    TrafficChoices choices;
    choices.loop = loop;
    return test::ThrownText<std::invalid_argument>(
        [&] { EXPECT_EQ(LoopOf(ReadTrafficFile(DataFile(name), choices)), loop) << name; });
}

// Clauses: [traffic-loops]
TEST(TrafficLoopTest, LoopsHaveNames)
{
    EXPECT_EQ(ReadTrafficLoop("open"), TrafficLoop::OPEN);
    EXPECT_EQ(ReadTrafficLoop("closed"), TrafficLoop::CLOSED);
    EXPECT_EQ(ReadTrafficLoop(""), TrafficLoop::AS_GIVEN);
    EXPECT_EQ(test::ThrownText<std::invalid_argument>([] { ReadTrafficLoop("Open"); }),
              "a loop is 'Open'; expected open, at times of their own, or closed, once others are "
              "done");
}

// Each format that has both, or refuses one of them by its name. Clauses: [traffic-loops]
TEST(TrafficLoopTest, EachFormatSaysWhichItCanHave)
{
    EXPECT_EQ(ErrorOf("flow_32n.txt", TrafficLoop::OPEN), "no error");
    EXPECT_EQ(ErrorOf("flow_32n.txt", TrafficLoop::CLOSED), "no error");
    EXPECT_EQ(ErrorOf("perm_32n_32c_2MB.cm", TrafficLoop::OPEN), "no error");
    for (const char* name :
         {"alltoall_serial_16n.cm", "ring_4.goal", "ring_4.bin", "step_4.0.et", "simai_8.txt"})
    {
        EXPECT_EQ(ErrorOf(name, TrafficLoop::CLOSED), "no error") << name;
        EXPECT_NE(
            ErrorOf(name, TrafficLoop::OPEN)
                .find(": an open loop, but transfers wait for others; expected a closed loop, "
                      "or transfers that start at times of their own"),
            std::string::npos)
            << name;
    }
}

// Clauses: [traffic-loops]
TEST(TrafficLoopTest, AClosedListSendsOneFlowOfANicAfterTheOther)
{
    std::istringstream in("Nodes 3\nConnections 4\n0->1 id 7 start 50 size 9\n"
                          "1->2 id 2 start 5 size 9\n0->2 id 3 start 10 size 9\n"
                          "0->1 id 4 start 70 size 9\n");
    const ConnectionMatrix matrix = ReadConnectionMatrix(in, "a.cm");
    const ConnectionMatrix closed = InLoop(matrix, TrafficLoop::CLOSED);
    ASSERT_EQ(closed.transfers.size(), 4U);
    EXPECT_FALSE(closed.transfers[1].startTrigger) << "the first of its NIC";
    EXPECT_EQ(closed.transfers[1].start.Ps(), 5);
    EXPECT_FALSE(closed.transfers[2].startTrigger) << "the first in time";
    EXPECT_EQ(closed.transfers[2].start.Ps(), 10);
    EXPECT_EQ(closed.transfers[0].startTrigger, closed.transfers[2].sendDoneTrigger);
    EXPECT_EQ(closed.transfers[3].startTrigger, closed.transfers[0].sendDoneTrigger);
    EXPECT_FALSE(closed.transfers[3].sendDoneTrigger);
    EXPECT_EQ(closed.triggers.size(), 2U);
    const TriggerGraph graph(closed.transfers, closed.triggers, "a.cm");
    EXPECT_EQ(graph.StartedByTime(), (std::vector<uint32_t>{1, 2}));
    EXPECT_EQ(graph.CountAcrossNics(), 0U);
}

} // namespace
} // namespace mrc
} // namespace ns3
