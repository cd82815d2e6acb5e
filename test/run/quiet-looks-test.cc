/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How often is a run looked at while nothing can change?

#include "../mrc-test-network.h"
#include "../network/no-audit.h"

#include "ns3/mrc-operation-list.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** How a run is done. */
struct QuietManner
{
    Time stall{MicroSeconds(20)}; //!< a workload must not stand still for so long; 0: it may
    uint32_t threads{1};
    bool isStock{false};  //!< ns-3's own simulator fires the events
    std::string faults{}; //!< of the network
    Time wedge{};         //!< when all events of the network are gone; 0: never
    Time stop{};          //!< of the run; 0: at its end
};

/** How a run ended. */
struct QuietEnd
{
    RunEnd end;
    Time at;
    uint64_t events; //!< ordinary ones and hot ones
};

Ptr<Network>
NetworkOf(const QuietManner& manner)
{
    Simulator::Destroy();
    FabricHelper helper =
        manner.isStock ? HelperUnder("ns3::DefaultSimulatorImpl") : FabricHelper();
    helper.AssignStreams(7);
    helper.SetTopology(SixNics());
    helper.SetFabricAttribute("Threads", UintegerValue(manner.threads));
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults(manner.faults);
    if (!manner.wedge.IsZero())
    {
        Simulator::Schedule(manner.wedge, [&set = network->Engine().shards] {
            for (const auto& shard : set.All())
            {
                shard->GetKernel().End();
            }
        });
    }
    return network;
}

/** @return how a workload ends */
QuietEnd
EndOf(const ConnectionMatrix& matrix, const QuietManner& manner)
{
    const Ptr<Network> network = NetworkOf(manner);
    QuietEnd quiet{};
    {
        WorkloadRun run(network, matrix, 1);
        RunLimits limits;
        limits.stall = manner.stall;
        limits.stop = manner.stop;
        run.SetLimits(limits);
        quiet.end = run.Run();
        quiet.at = Simulator::Now();
        quiet.events = Simulator::GetEventCount();
    }
    Simulator::Destroy();
    return quiet;
}

/** @return a matrix of these lines */
ConnectionMatrix
Parsed(const std::string& lines)
{
    std::istringstream text(lines);
    return ReadConnectionMatrix(text, "quiet.cm");
}

/** @return one flow of a packet that starts so late */
ConnectionMatrix
OneFlow(Time start)
{
    return Parsed("Nodes 6\nConnections 1\n1->5 id 1 start " +
                  std::to_string(start.GetPicoSeconds()) + " size 1000\n");
}

/** @return work of so long at one NIC, and nothing else */
ConnectionMatrix
Work(Time length)
{
    OperationList list("work", 6);
    list.Work(0, length.GetNanoSeconds());
    return list.Take();
}

/**
 * Expects few looks at a workload that waits for 40 ms.
 *
 * @param rest that the workload takes behind the 40 ms, at most
 */
void
ExpectFewLooks(const ConnectionMatrix& matrix, Time rest)
{
    for (const uint32_t threads : {1, 2})
    {
        QuietManner manner;
        manner.threads = threads;
        const QuietEnd quiet = EndOf(matrix, manner);
        EXPECT_EQ(quiet.end, RunEnd::FINISHED);
        EXPECT_GE(quiet.at, MilliSeconds(40));
        EXPECT_LE(quiet.at, MilliSeconds(40) + rest);
        EXPECT_LT(quiet.events, 30000U);
    }
}

// Verdicts may come each nanosecond with such a limit. Between two events they find the same.
TEST(QuietLooks, AreFewWhileAllWaitForTheirTime)
{
    ExpectFewLooks(OneFlow(MilliSeconds(40)), MicroSeconds(20));
}

// Clauses: [node-links]
TEST(QuietLooks, AreFewWhileProcessorsWork)
{
    ExpectFewLooks(Work(MilliSeconds(40)), Time());
}

// The link is dead, and the sender waits for its timers. The verdict comes at the same time.
TEST(QuietLooks, AreThereWhenAFlowHasStoodTooLong)
{
    for (const uint32_t threads : {1, 2})
    {
        QuietManner manner;
        manner.threads = threads;
        manner.faults = "nic:5/silent@0ns";
        const QuietEnd quiet = EndOf(OneFlow(MilliSeconds(1)), manner);
        EXPECT_EQ(quiet.end, RunEnd::STALLED);
        EXPECT_EQ(quiet.at.GetNanoSeconds(), 1020000);
    }
}

// Nothing can move the flow, and no event comes behind which a verdict would find that.
TEST(QuietLooks, FindAWedgeWithoutEventsAtOnce)
{
    const NoAudit lossy; // the packet's event is gone, and the audit misses the packet
    for (const bool isStock : {false, true})
    {
        for (const uint32_t threads : {1, 2})
        {
            QuietManner manner;
            manner.isStock = isStock;
            manner.threads = threads;
            manner.wedge = NanoSeconds(4600); // the packet is under way
            const QuietEnd wedge = EndOf(OneFlow(Time()), manner);
            EXPECT_EQ(wedge.end, RunEnd::NO_EVENTS);
            // The stock simulator still has an event of its own for the next one of the network.
            EXPECT_GE(wedge.at.GetNanoSeconds(), 4600);
            EXPECT_LE(wedge.at.GetNanoSeconds(), isStock ? 6000 : 4600);
            manner.stall = Time(); // with looks of a limit of 2 s
            const QuietEnd endless = EndOf(OneFlow(Time()), manner);
            EXPECT_EQ(endless.end, RunEnd::NO_EVENTS);
            EXPECT_EQ(endless.at, MicroSeconds(100));
        }
    }
}

// A run without a limit has looks for wedges, and no verdict that names a flow.
TEST(QuietLooks, AreFewestWithoutALimit)
{
    QuietManner manner;
    manner.stall = Time();
    const QuietEnd late = EndOf(OneFlow(Seconds(40)), manner);
    EXPECT_EQ(late.end, RunEnd::FINISHED);
    EXPECT_GT(late.at, Seconds(40));
    EXPECT_LT(late.events, 1000U) << "400,000 looks at multiples of 100 us";
    manner.faults = "nic:5/silent@0ns";
    manner.stop = MilliSeconds(30);
    EXPECT_EQ(EndOf(OneFlow(MilliSeconds(1)), manner).end, RunEnd::STOP_TIME) << "nobody gives up";
}

// ns-3's own simulator does not tell of the next event. So looks are many, and ends the same.
TEST(QuietLooks, EndRunsOfTheStockSimulatorAtTheSameTimes)
{
    const std::string silent = "nic:5/silent@0ns";

    const struct
    {
        ConnectionMatrix matrix;
        std::string faults;
        RunEnd end;
    } rows[] = {{OneFlow(MilliSeconds(4)), "", RunEnd::FINISHED},
                {Work(MilliSeconds(4)), "", RunEnd::FINISHED},
                {OneFlow(MilliSeconds(4)), silent, RunEnd::STALLED}};

    for (const auto& row : rows)
    {
        QuietManner manner;
        manner.stall = MilliSeconds(2); // looks at multiples of 100 ns
        manner.faults = row.faults;
        const QuietEnd fast = EndOf(row.matrix, manner);
        EXPECT_EQ(fast.end, row.end);
        EXPECT_LT(fast.events, 3000U);
        manner.isStock = true;
        const QuietEnd stock = EndOf(row.matrix, manner);
        EXPECT_EQ(stock.end, row.end);
        EXPECT_EQ(stock.at, fast.at);
        EXPECT_GT(stock.events, 40000U);
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
