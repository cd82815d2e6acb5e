/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Errors of sinks: how a script goes on behind them.

#include "../mrc-thrown-text.h"
#include "threads-turns.h"

#include "ns3/mrc-tick.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
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

/** Posts Writes that end together, some of them badly, and throws at many ends. */
class Thrower
{
  public:
    explicit Thrower(Crowd& crowd)
        : m_crowd(crowd)
    {
        for (uint32_t nic = 0; nic < 12; ++nic)
        {
            const Ptr<Qp> qp = crowd.network->Connect(nic, (nic + 6) % 12);
            const auto hear = [this, nic](const Completion& end) { Hear(nic, end); };
            qp->TraceConnectWithoutContext("Completed", CallbackOf<const Completion&>(hear));
            for (const uint64_t bytes : {0, 0, 100000, 0, 0})
            {
                qp->Write(bytes);
                ++m_posted;
            }
        }
    }

    /** Runs on behind each error until nothing is left. */
    void Run()
    {
        std::string text;
        while (text != "no error")
        {
            text = ThrownText<std::invalid_argument>([] { Simulator::Run(); });
            m_crowd.told << text << " at " << Look() << '\n';
            const auto tell = [this] { m_crowd.told << "behind it at " << Look() << '\n'; };
            Simulator::Schedule(text == "no error" ? Time(0) : NanoSeconds(300), tell);
        }
        EXPECT_EQ(m_heard, m_posted);
        EXPECT_GT(m_threw, 20U);
    }

  private:
    void Hear(uint32_t nic, const Completion& end)
    {
        EXPECT_EQ(Look(), TickOf(end.at)) << "heard late of Write " << end.id << " of NIC " << nic;
        ++m_heard;
        m_crowd.told << nic << ' ' << end.id << ' ' << static_cast<int>(end.status) << ' '
                     << end.at.Ps() << '\n';
        if ((nic + end.id) % 3 != 0)
        {
            ++m_threw;
            Simulator::ScheduleNow([this] { m_crowd.told << "of the tick " << Look() << '\n'; });
            throw std::invalid_argument("of NIC " + std::to_string(nic));
        }
    }

    /** @return the time, which must not go back */
    int64_t Look()
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        EXPECT_GE(now, m_latest);
        m_latest = std::max(m_latest, now);
        return now;
    }

    Crowd& m_crowd;
    uint32_t m_posted{0};
    uint32_t m_heard{0};
    uint32_t m_threw{0};
    int64_t m_latest{0};
};

/** @return a run whose sinks throw, with faults that last; links may have an ErrorModel */
TurnsRun
ThrowingRun(bool isLossy)
{
    return [isLossy](uint32_t threads, Turns& turns) {
        Crowd crowd(TurnsFabric(), threads, [](FabricHelper& helper) {
            helper.SetQpAttribute("ExponentialRetries", UintegerValue(1));
            helper.SetQpAttribute("LinearRetries", UintegerValue(1));
        });
        crowd.network->GetFaces().Create();
        crowd.network->ScheduleFaults("nic:3/silent@6us,port-down:8.0/loss=100%@5us,t1:0.1@5us");
        if (isLossy)
        {
            GiveModel(*crowd.network, 0.02);
        }
        Thrower thrower(crowd);
        thrower.Run();
        crowd.Run();
        turns = TurnsOf(crowd);
        return crowd.told.str();
    };
}

// A sink may act, so all threads stand still as it throws.
// Clauses: [several-threads]
TEST(ThreadsErrors, RunsGoOnBehindErrorsOfSinks)
{
    ExpectTurns(Turns::NEVER, ThrowingRun(false), "errors of sinks");
    ExpectTurns(Turns::ALWAYS, ThrowingRun(true), "errors of sinks of threads in turns");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
