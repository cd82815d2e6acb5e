/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What needs one thread is refused where there are several, and each refusal names what.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-fatal-errors-throw.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-thread-gate.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
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

/** @return a network on two threads */
Ptr<Network>
OnTwoThreads()
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SixNics());
    helper.SetFabricAttribute("Threads", UintegerValue(2));
    helper.SetFabricAttribute("Faces", StringValue("Named")); // nodes have ordinary events
    return Audited(helper.Install());
}

/** A listener that looks at a queue pair when a message has arrived. */
class Looker : public RequestorListener
{
  public:
    explicit Looker(Requestor& seat)
        : m_seat(seat)
    {
    }

    void Completed(const Completion&) override
    {
        m_seat.Counters(); // all threads stand still
    }

    void Delivered(const Delivery&) override
    {
        now = m_seat.Now();
        m_seat.PeerCounters();
    }

    Instant now;

  private:
    Requestor& m_seat;
};

// An arrival is told late, with the time of the arrival: state would be that of later.
TEST(ThreadsTest, RefuseToShowStateOfLater)
{
    const Ptr<Network> network = OnTwoThreads();
    const Ptr<Qp> qp = network->Connect(0, 4);
    Requestor& seat = *qp;
    Looker looker(seat);
    seat.Tell(looker);
    qp->Write(1000);
    const FatalErrorsThrow thrower;
    const std::string said = ThrownText<FatalError>([] { Simulator::Run(); });
    EXPECT_NE(said.find("told of an earlier event"), std::string::npos) << said;
    EXPECT_LT(Instant(), looker.now);
    seat.Forget(looker);
}

/** A listener that does something when a message has arrived. */
class Doer : public RequestorListener
{
  public:
    explicit Doer(std::function<void()> action)
        : m_action(std::move(action))
    {
    }

    void Completed(const Completion&) override
    {
    }

    void Delivered(const Delivery&) override
    {
        m_action();
    }

  private:
    std::function<void()> m_action;
};

/** @return the error of a run with a listener of a queue pair that does something */
template <typename Error>
std::string
SaidAt(const Ptr<Qp>& qp, const std::function<void()>& action)
{
    Requestor& seat = *qp;
    Doer doer(action);
    seat.Tell(doer);
    qp->Write(1000);
    const std::string said = ThrownText<Error>([] { Simulator::Run(); });
    seat.Forget(doer);
    return said;
}

std::string
SaidTo(const std::function<void()>& action)
{
    const Ptr<Network> network = OnTwoThreads();
    return SaidAt<std::runtime_error>(network->Connect(0, 4), action);
}

TEST(ThreadsTest, RefuseToActBeforeOthersHaveCome)
{
    const auto nothing = [] {};
    for (const std::function<void()>& action : std::vector<std::function<void()>>{
             [] { Simulator::Stop(); },
             [&] { Simulator::ScheduleNow(nothing); },
         })
    {
        EXPECT_NE(SaidTo(action).find("HostDelay later"), std::string::npos) << SaidTo(action);
    }
    EXPECT_EQ(SaidTo([&] { Simulator::Schedule(MicroSeconds(10), nothing); }), "no error");
}

// Some threads are beyond what failed, so what is left would come late or not at all.
TEST(ThreadsTest, RefuseToGoOnBehindAnError)
{
    const Ptr<Network> network = OnTwoThreads();
    const Ptr<Qp> qp = network->Connect(0, 4);
    Requestor& seat = *qp;
    uint32_t arrivals = 0;
    Doer doer([&arrivals] {
        if (++arrivals == 1)
        {
            throw std::invalid_argument("of a script");
        }
    });
    seat.Tell(doer);
    qp->Write(1000);
    qp->Write(1000);
    EXPECT_EQ(ThrownText<std::invalid_argument>([] { Simulator::Run(); }), "of a script");
    const std::string said = ThrownText<std::runtime_error>([] { Simulator::Run(); });
    EXPECT_NE(said.find("expected one thread, or a new network"), std::string::npos) << said;
    EXPECT_EQ(arrivals, 1U);
    seat.Forget(doer);
}

// EVs are those of later, also where a script has kept the way to them.
TEST(ThreadsTest, RefuseKeptPathsOfLater)
{
    const Ptr<Network> network = OnTwoThreads();
    const Ptr<Qp> other = network->Connect(1, 5);
    const Ptr<Qp> qp = network->Connect(0, 4);
    const QpPaths paths = other->Paths();
    const Ev ev = paths.List().front().ev;
    const FatalErrorsThrow thrower;
    const std::string said = SaidAt<FatalError>(qp, [&paths, ev] { paths.Deny(ev); });
    EXPECT_NE(said.find("told of an earlier event"), std::string::npos) << said;
}

// A sink that came then would miss what other threads have done already.
TEST(ThreadsTest, RefuseSinksBetweenTheTimes)
{
    const Ptr<Network> network = OnTwoThreads();
    const Ptr<Qp> other = network->Connect(1, 5);
    const Ptr<Qp> qp = network->Connect(0, 4);
    const FatalErrorsThrow thrower;
    const std::string said = SaidAt<FatalError>(qp, [&other] {
        other->TraceConnectWithoutContext("Rtt", CallbackOf<const RttSample&>([](auto&) {}));
    });
    EXPECT_NE(said.find("told of an earlier event"), std::string::npos) << said;
}

/** @return a network of six NICs beside others of this simulation */
Ptr<Network>
OneMore(uint32_t threads)
{
    FabricHelper helper;
    helper.SetTopology(SixNics());
    helper.SetThreads(threads);
    return helper.Install();
}

// Clauses: [several-threads]
TEST(ThreadsTest, RefuseASecondNetwork)
{
    for (const auto& [first, second] : {std::pair(2, 1), std::pair(1, 2), std::pair(3, 2)})
    {
        Simulator::Destroy();
        const Ptr<Network> network = OneMore(first);
        const std::string said =
            ThrownText<std::invalid_argument>([more = second] { OneMore(more); });
        EXPECT_NE(said.find("on several threads"), std::string::npos) << said;
        EXPECT_NE(said.find("expected one thread, or no other network"), std::string::npos) << said;
        const Ptr<Qp> qp = network->Connect(0, 4); // and the first one goes on
        qp->Write(100000);
        Simulator::Run();
        const Requestor& ends = *qp;
        EXPECT_EQ(ends.PeerCounters().placedBytes, 100000U);
    }
    Simulator::Destroy();
    const Ptr<Network> one = OneMore(1);
    EXPECT_EQ(ThrownText([] { OneMore(1); }), "no error") << "one thread serves both";
    Simulator::Destroy(); // and the next simulation may have threads
    EXPECT_EQ(ThrownText([] { OneMore(2); }), "no error");
}

// Threads that could not be started are excused, or those that were would wait for ever.
TEST(ThreadsTest, AGateDoesWithoutSomeThreads)
{
    ThreadGate gate(4);
    std::thread other([&gate] { gate.Wait(); });
    gate.Excuse(2);
    gate.Wait();
    other.join();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
