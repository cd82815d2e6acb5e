/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Operations on several threads: an act before a tick's hot events adds an event to the tick,
// or stops the run.

#include "threads-operations.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-flow-observer.h"
#include "ns3/mrc-operation-list.h"
#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/mrc-transfer-pairs.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

/** @return work that ends as a tick begins, and a send that ends later */
ConnectionMatrix
WorkAndMore()
{
    OperationList list("work", OPERATION_NICS);
    list.Work(3, 20005);
    const uint32_t send = list.Send(0, 9, 1500000);
    list.After(list.Work(0, 10), send);
    return list.Take();
}

/** Runs a simulation with a workload. @param caller hears of its flows */
void
RunWork(Network& network, const ConnectionMatrix& work, EndCaller& caller)
{
    TransferPairs pairs(work.node);
    const auto connect = [&](const Transfer& transfer) -> Requestor& {
        return pairs.Connect(network, transfer, false);
    };
    FlowDriver driver(work, 1, connect, caller, {});
    driver.Start();
    Simulator::Run();
}

/**
 * @param next an ordinary event comes so long behind the end of the work, if it is above 0
 * @param delay of the events that look; the first of them is asked for as the work ends
 * @return what they see
 */
std::string
TaleOfLooks(uint32_t threads, Time next, Time delay)
{
    const Ptr<Network> network = NetworkOfOperations({}, threads);
    std::ostringstream out;
    {
        std::vector<Ptr<Qp>> writes;
        for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
        {
            writes.push_back(network->Connect(nic, (nic + 7) % OPERATION_NICS));
            writes.back()->Write(2000000);
        }
        if (next.IsStrictlyPositive())
        {
            Simulator::Schedule(NanoSeconds(20005) + next, [] {});
        }
        const auto look = [&] {
            out << Simulator::Now().GetNanoSeconds();
            for (const Ptr<Qp>& write : writes)
            {
                const Requestor& requestor = *write;
                out << ' ' << requestor.Counters().sentPackets << ' '
                    << requestor.PeerCounters().receivedPackets;
            }
            out << '\n';
        };
        EndCaller caller([&] { Simulator::Schedule(delay, look); });
        RunWork(*network, WorkAndMore(), caller);
    }
    Simulator::Destroy();
    return out.str();
}

// One thread has the event before the tick's hot events. Others have fired these when the act
// comes, so the run ends, also where a window goes no further than the tick.
// Clauses: [several-threads] [node-links]
TEST(ThreadsBegins, AnEventWithoutDelayIsRefused)
{
    for (const Time& next : {Time(), NanoSeconds(1)})
    {
        EXPECT_NE(TaleOfLooks(1, next, Time()).find("20005 "), std::string::npos);
        for (const uint32_t threads : {2, 3, 5})
        {
            std::string told;
            try
            {
                TaleOfLooks(threads, next, Time());
            }
            catch (const std::runtime_error& error)
            {
                told = error.what();
            }
            EXPECT_NE(told.find("too early for other threads"), std::string::npos) << threads;
        }
    }
}

// Clauses: [several-threads] [node-links]
TEST(ThreadsBegins, AnEventOfTheNextTickIsTheSameWhereAWindowEnds)
{
    const std::string one = TaleOfLooks(1, NanoSeconds(1), NanoSeconds(1));
    for (const uint32_t threads : {2, 3, 5})
    {
        EXPECT_EQ(TaleOfLooks(threads, NanoSeconds(1), NanoSeconds(1)), one) << threads;
    }
}

/**
 * @param next as of TaleOfLooks
 * @return how far sends are once the run is over, which the end of work stops
 */
std::string
TaleOfAStop(uint32_t threads, Time next)
{
    const Ptr<Network> network = NetworkOfOperations({}, threads);
    std::ostringstream out;
    {
        for (uint32_t nic = 0; nic < OPERATION_NICS; ++nic)
        {
            network->Connect(nic, (nic + 7) % OPERATION_NICS)->Write(2000000);
        }
        Simulator::Schedule(NanoSeconds(20005) + next, [] {});
        EndCaller caller([] { Simulator::Stop(); });
        RunWork(*network, WorkAndMore(), caller);
        out << Simulator::Now().GetNanoSeconds() << ' ' << network->Fingerprint();
    }
    Simulator::Destroy();
    return out.str();
}

// One thread fires none of the tick's hot events then. Others have fired these, however soon behind
// the act their window has ended. Clauses: [several-threads] [node-links]
TEST(ThreadsBegins, AStopIsRefused)
{
    for (const Time& next : {NanoSeconds(1), MicroSeconds(5)})
    {
        EXPECT_EQ(TaleOfAStop(1, next).find("20005 "), 0U);
        for (const uint32_t threads : {2, 3, 5})
        {
            std::string told;
            try
            {
                told = TaleOfAStop(threads, next);
            }
            catch (const std::runtime_error& error)
            {
                told = error.what();
            }
            EXPECT_NE(told.find("stopped the run"), std::string::npos) << threads << ' ' << told;
        }
    }
}

/**
 * @param ns work ends then
 * @param hasEvent whether its end has an event come without delay
 * @return in which order that comes, and a sink that hears of a send
 */
std::string
TaleOfWorkAndSink(uint32_t threads, uint64_t ns, bool hasEvent)
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
        const uint32_t before = list.Work(12, 100000);
        list.After(list.Send(12, 17, 9000), before);
        EndCaller caller([&note, hasEvent] {
            note("act");
            if (hasEvent)
            {
                Simulator::ScheduleNow([&note] { note("event"); });
            }
        });
        try
        {
            RunWork(*network, list.Take(), caller);
        }
        catch (const std::runtime_error&)
        {
            out << "refused\n"; // the work of 100 us
        }
    }
    Simulator::Destroy();
    return out.str().substr(0, out.str().find("act 100000"));
}

// The sink hears at the very begin of the tick, so nobody has passed that.
// Clauses: [several-threads] [node-links]
TEST(ThreadsBegins, ASinkHearsBehindTheActsOfItsInstant)
{
    const std::string first = TaleOfWorkAndSink(1, 50000, false);
    const uint64_t ns = std::stoul(first.substr(first.find("sink ") + 5));
    const std::string at = std::to_string(ns) + '\n';
    for (const bool hasEvent : {false, true})
    {
        const std::string one = TaleOfWorkAndSink(1, ns, hasEvent);
        EXPECT_EQ(one, "act " + at + (hasEvent ? "event " + at : "") + "sink " + at);
        for (const uint32_t threads : {2, 3, 5})
        {
            EXPECT_EQ(TaleOfWorkAndSink(threads, ns, hasEvent), one) << threads;
        }
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
