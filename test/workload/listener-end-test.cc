/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Listeners of queue pairs may end before their network: nobody calls them then.

#include "../mrc-test-network.h"
#include "mrc-incast-benchmark.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-write-stream.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>

namespace ns3
{
namespace mrc
{
namespace
{

/**
 * Runs the simulation to its end. @return whether the simulation came to its end, and was not
 * stopped
 */
bool
RunsToItsEnd()
{
    bool isEnd = false;
    Simulator::Schedule(MilliSeconds(10), [&isEnd] { isEnd = true; });
    Simulator::Run();
    return isEnd;
}

void
RunTo(Time at)
{
    Simulator::Stop(at);
    Simulator::Run();
}

/** Counts the reports that the counter hears. */
class Counter : public FlowObserver
{
  public:
    void FlowEnded(const FlowRecord&) override
    {
        ++flows;
    }

    void WorkloadEnded() override
    {
        ++workloads;
    }

    uint32_t flows{0};
    uint32_t workloads{0};
};

/** A driver of two Writes, the second at 50 us. */
std::unique_ptr<FlowDriver>
MakeDriver(Network& network, FlowObserver& observer)
{
    std::istringstream text("Nodes 6\nConnections 2\n"
                            "1->0 start 0 size 100000\n"
                            "2->0 start 50000000 size 100000\n");
    const ConnectionMatrix matrix = ReadConnectionMatrix(text, "two.cm");
    const auto connect = [&network](const Transfer& transfer) -> Requestor& {
        return *network.Connect(transfer.source, transfer.destination);
    };
    auto driver = std::make_unique<FlowDriver>(matrix, 1, connect, observer, TriggerTimes());
    driver->Start();
    return driver;
}

TEST(ListenerEndTest, AnIncastBenchmarkMayGoBeforeItsNetwork)
{
    const Ptr<Network> network = test::MakeNetwork();
    IncastLoad load;
    load.senders = {1, 2};
    auto benchmark = std::make_unique<IncastBenchmark>(network, load);
    RunTo(MicroSeconds(20));
    benchmark = nullptr;
    EXPECT_TRUE(RunsToItsEnd());
    EXPECT_EQ(network->GetQueuePairs()[1]->Peer()->Counters().placedBytes, load.bytes);
    Simulator::Destroy();
}

TEST(ListenerEndTest, AFlowDriverMayGoBeforeItsNetwork)
{
    const Ptr<Network> network = test::MakeNetwork();
    Counter counter;
    auto driver = MakeDriver(*network, counter);
    RunTo(MicroSeconds(10)); // the first Write is under way
    driver = nullptr;
    EXPECT_TRUE(RunsToItsEnd());
    EXPECT_EQ(network->GetQueuePairs()[0]->Peer()->Counters().placedBytes, 100000U);
    EXPECT_EQ(network->GetQueuePairs()[1]->Counters().sentPackets, 0U);
    EXPECT_EQ(counter.flows, 0U);
    EXPECT_EQ(counter.workloads, 0U);
    Simulator::Destroy();
}

TEST(ListenerEndTest, AWriteStreamMayGoBeforeItsNetwork)
{
    const Ptr<Network> network = test::MakeNetwork();
    const Ptr<Qp> qp = network->Connect(0, 5);
    auto stream = std::make_unique<WriteStream>(*qp, 100000);
    stream->Start(2);
    RunTo(MicroSeconds(5)); // both Writes are under way
    EXPECT_EQ(stream->CompletedCount(), 0U);
    stream = nullptr;
    EXPECT_TRUE(RunsToItsEnd());
    EXPECT_EQ(qp->Peer()->Counters().placedBytes, 200000U) << "no other takes their place";
    Simulator::Destroy();
}

TEST(ListenerEndTest, AFlowDriverThatStaysIsTold)
{
    const Ptr<Network> network = test::MakeNetwork();
    Counter counter;
    const auto driver = MakeDriver(*network, counter);
    EXPECT_TRUE(RunsToItsEnd());
    EXPECT_EQ(counter.flows, 2U);
    EXPECT_EQ(counter.workloads, 1U);
    Simulator::Destroy();
}

} // namespace
} // namespace mrc
} // namespace ns3
