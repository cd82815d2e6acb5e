/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Operations on several threads: an act comes before a tick's hot events.

#include "threads-operations.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-flow-observer.h"
#include "ns3/mrc-operation-list.h"
#include "ns3/mrc-transfer-pairs.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Calls a function as each flow ends. */
class EndCaller : public FlowObserver
{
  public:
    explicit EndCaller(std::function<void()> call)
        : m_call(std::move(call))
    {
    }

    void FlowEnded(const FlowRecord&) override
    {
        m_call();
    }

    void WorkloadEnded() override
    {
        // events end by themselves
    }

  private:
    std::function<void()> m_call;
};

/** @param ns work ends then @return in which order that comes, and a sink that hears of a send */
std::string
TaleOfWorkAndSink(uint32_t threads, uint64_t ns)
{
    Simulator::Destroy();
    OperationsRun quiet;
    quiet.cable = Nanos(600) + Span(110); // sends of 9,000 bytes are complete as a tick begins
    const Ptr<Network> network = NetworkOfOperations(quiet, threads);
    std::ostringstream out;
    {
        const auto note = [&out](const char* what) {
            out << what << ' ' << Simulator::Now().GetNanoSeconds() << '\n';
        };
        const Ptr<Qp> qp = network->Connect(0, 5);
        const auto hear = [&note](const Completion&) { note("sink"); };
        qp->TraceConnectWithoutContext("Completed", CallbackOf<const Completion&>(hear));
        qp->Write(9000);
        OperationList list("work", OPERATION_NICS);
        list.Work(3, ns);
        list.After(list.Send(12, 17, 9000), list.Work(12, 100000));
        const ConnectionMatrix work = list.Take();
        EndCaller caller([&note] { note("act"); });
        TransferPairs pairs(work.node);
        const auto connect = [&](const Transfer& transfer) -> Requestor& {
            return pairs.Connect(*network, transfer, false);
        };
        FlowDriver driver(work, 1, connect, caller, {});
        driver.Start();
        Simulator::Run();
    }
    Simulator::Destroy();
    return out.str().substr(0, out.str().find("act 100000")); // work of 100 us
}

// The sink hears at the very begin of the tick, before which the work's end comes.
// Clauses: [several-threads] [node-links]
TEST(ThreadsBegins, ASinkHearsBehindTheActsOfItsInstant)
{
    const std::string first = TaleOfWorkAndSink(1, 50000);
    const uint64_t ns = std::stoul(first.substr(first.find("sink ") + 5));
    const std::string at = std::to_string(ns) + '\n';
    const std::string one = TaleOfWorkAndSink(1, ns);
    EXPECT_EQ(one, "act " + at + "sink " + at);
    for (const uint32_t threads : {2, 3, 5})
    {
        EXPECT_EQ(TaleOfWorkAndSink(threads, ns), one) << threads;
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
