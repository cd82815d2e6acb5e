/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Lists of flows that are read as the run goes on: their flows end when those in memory do, and
// queue pairs are used again.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-flow-list.h"
#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-workload-run.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** What became of a list. */
struct ListEnd
{
    std::string rows;  //!< of flows.csv
    std::size_t pairs; //!< queue pairs
    uint64_t print;    //!< of all events on links
};

ListEnd
RunList(const ConnectionMatrix& matrix)
{
    const Ptr<Network> network = MakeNetwork();
    std::ostringstream out;
    ListEnd end{};
    {
        WorkloadRun run(network, matrix, 1);
        run.WriteFlows(out);
        EXPECT_EQ(run.Run(), RunEnd::FINISHED) << run.Explain();
        end = {out.str(), network->GetQueuePairs().size(), network->Fingerprint()};
    }
    Simulator::Destroy();
    return end;
}

ConnectionMatrix
Streamed(const std::string& text)
{
    return StreamFlows(std::make_shared<std::istringstream>(text), "flow.txt", 6);
}

ConnectionMatrix
Held(const std::string& text)
{
    std::istringstream in(text);
    return ReadFlowList(in, "flow.txt", 6);
}

// Starts of one tick, and an incast, between pairs of their own. Clauses: [flow-window]
TEST(FlowListRunTest, FlowsEndWhenThoseInMemoryDo)
{
    const std::string text = "7\n0 1 3 90000 0\n2 1 3 400000 0\n3 1 3 400000 0.0000000005\n"
                             "1 0 3 7 0.000001\n0 5 3 50000 0.000001\n5 0 3 80000 0.0000301\n"
                             "4 5 3 1 0.1\n";
    const ListEnd streamed = RunList(Streamed(text));
    const ListEnd held = RunList(Held(text));
    EXPECT_EQ(streamed.rows, held.rows);
    EXPECT_EQ(streamed.print, held.print);
    EXPECT_EQ(streamed.pairs, 7U);
}

// Memory of a list follows from what is under way at a time. Clauses: [flow-window]
TEST(FlowListRunTest, AnIdleQueuePairIsUsedAgain)
{
    std::string text = "1000\n";
    for (int i = 0; i < 1000; ++i)
    {
        text += "0 1 3 6000 " + std::to_string(i * 1e-4) + "\n";
    }
    const ListEnd apart = RunList(Streamed(text));
    EXPECT_EQ(apart.pairs, 1U);
    EXPECT_NE(apart.rows.find("\n1000,0,1,6000,"), std::string::npos) << "each has its number";
    EXPECT_EQ(RunList(Held(text)).pairs, 1000U);
    const std::string together = "3\n0 1 3 900000 0\n0 1 3 900000 0\n1 0 3 900000 0\n";
    EXPECT_EQ(RunList(Streamed(together)).pairs, 3U);
}

// HPCC's flows start after 2 s, which is as long as a run may stand still. Clauses: [flow-window]
TEST(FlowListRunTest, AListMayBeginLate)
{
    const std::string text = "2\n0 1 3 6000 2\n0 1 3 6000 7.5\n";
    EXPECT_EQ(RunList(Streamed(text)).pairs, 1U);
}

// Clauses: [flow-window]
TEST(FlowListRunTest, AListIsToldInWords)
{
    const ConnectionMatrix matrix =
        Streamed("3\n0 1 3 9000 0\n2 3 3 8000 0.0000001\n4 5 3 9000 1\n");
    const Ptr<Network> network = MakeNetwork();
    {
        WorkloadRun run(network, matrix, 1);
        std::ostringstream progress;
        run.ShowProgress(progress, ProgressStyle::LINES);
        EXPECT_NE(progress.str().find("ranks 6, NICs 6: fits; open loop, transfers start at times "
                                      "of their own\n"),
                  std::string::npos)
            << progress.str();
        RunLimits limits;
        limits.stop = NanoSeconds(300);
        run.SetLimits(limits);
        EXPECT_EQ(run.Run(), RunEnd::STOP_TIME);
        EXPECT_EQ(run.Explain(),
                  "0 of 3 flows are complete; 2 flows are under way: flow 1 (NIC 0 -> 1) lacks "
                  "9000 of 9000 bytes; flow 2 (NIC 2 -> 3) lacks 8000 of 8000 bytes; 1 not posted");
        EXPECT_EQ(ThrownText<std::invalid_argument>([&] { WorkloadRun(network, matrix, 2); }),
                  "flow.txt: 2 repetitions of each flow; expected 1: a list of 3 flows is read as "
                  "the run goes on");
    }
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
