/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-interrupt.h"
#include "ns3/mrc-stop-on-interrupt.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/simulator.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

int g_heard = 0; // by the handler that was there before

void
Hear(int)
{
    ++g_heard;
}

/** With a handler of somebody else's, as an interpreter has one. */
class StopOnInterruptTest : public testing::Test
{
  protected:
    StopOnInterruptTest()
    {
        g_heard = 0;
        std::signal(SIGINT, &Hear);
    }

    ~StopOnInterruptTest() override
    {
        Simulator::Destroy();
        std::signal(SIGINT, SIG_DFL);
    }
};

TEST_F(StopOnInterruptTest, StopsTheRunAndTellsTheOther)
{
    {
        StopOnInterrupt stopper;
        std::raise(SIGINT); // nothing runs, and no simulator is made for the signal
        EXPECT_EQ(g_heard, 1);
        const Ptr<Network> network = test::MakeNetwork();
        test::PostIncast(*network);
        Simulator::Schedule(MicroSeconds(5), [] { std::raise(SIGINT); });
        Simulator::Run();
        EXPECT_EQ(g_heard, 2);
        EXPECT_EQ(Simulator::Now(), MicroSeconds(5));
        Simulator::Run();
        EXPECT_GT(Simulator::Now(), MicroSeconds(5)) << "it can go on";
    }
    std::raise(SIGINT);
    EXPECT_EQ(g_heard, 3) << "as before";
}

TEST_F(StopOnInterruptTest, ArmsAgain)
{
    StopOnInterrupt stopper;
    std::signal(SIGINT, &Hear);
    stopper.Arm();
    stopper.Arm();
    const Ptr<Network> network = test::MakeNetwork();
    test::PostIncast(*network);
    Simulator::Schedule(MicroSeconds(5), [] { std::raise(SIGINT); });
    Simulator::Run();
    EXPECT_EQ(g_heard, 1);
    EXPECT_EQ(Simulator::Now(), MicroSeconds(5));
}

TEST_F(StopOnInterruptTest, AnInterruptTellsTheOtherAndGivesBack)
{
    const StopOnInterrupt stopper;
    {
        const Interrupt interrupt;
        std::raise(SIGINT);
        EXPECT_EQ(interrupt.Signal(), SIGINT);
        EXPECT_EQ(g_heard, 1);
    }
    std::raise(SIGINT);
    EXPECT_EQ(g_heard, 2);
}

TEST_F(StopOnInterruptTest, AWatchedRunIsInterrupted)
{
    const StopOnInterrupt stopper;
    const Ptr<Network> network = test::MakeNetwork();
    std::istringstream lines("Nodes 2\nConnections 1\n0->1 start 0 size 1000000\n");
    WorkloadRun run(network, ReadConnectionMatrix(lines, "one.cm"), 1);
    Simulator::Schedule(MicroSeconds(5), [] { std::raise(SIGINT); });
    EXPECT_EQ(RunEndName(run.Run()), std::string("interrupted"));
    EXPECT_EQ(run.ExitCode(), 128 + SIGINT);
    EXPECT_EQ(g_heard, 1);
}

} // namespace
} // namespace mrc
} // namespace ns3
