/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Errors of sinks and of a user's own parts: when they come, and how a script goes on behind them.

#include "../mrc-thrown-text.h"
#include "no-audit.h"
#include "threads-turns.h"

#include "ns3/mrc-own-factories.h"
#include "ns3/mrc-queue-policy.h"
#include "ns3/mrc-tick.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
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

/** @return a run with sinks that throw and faults that last; links may have an ErrorModel */
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

/** Fails at the tenth packet. */
class Failing : public AdmissionPolicy
{
  public:
    explicit Failing(uint32_t name)
        : m_name(name)
    {
    }

    Verdict::Kind Admit(const DataArrival&) override
    {
        if (++m_packets == 10)
        {
            throw std::invalid_argument("of policy " + std::to_string(m_name));
        }
        return Verdict::Kind::QUEUED;
    }

  private:
    uint32_t m_name;
    uint32_t m_packets{0};
};

/** Makes these. */
struct FailingFactory : AdmissionFactory
{
    std::unique_ptr<AdmissionPolicy> Create(const PolicySeat& seat) const override
    {
        return std::make_unique<Failing>(seat.draws.Below(1000000000, 0));
    }

    bool SharesNothing() const override
    {
        return true;
    }
};

/** When NICs post. */
struct Posts
{
    uint32_t first;     //!< the NIC that posts first
    uint32_t apart;     //!< ns between one NIC and the next
    uint32_t stream{7}; //!< of the seed, which names policies and orders ties
};

/** @return the first error of policies, and its time */
std::string
FirstErrorOn(uint32_t threads, const Posts& posts)
{
    Simulator::Destroy();
    const NoAudit lossy;
    FabricHelper helper;
    helper.AssignStreams(posts.stream);
    helper.SetTopology(TurnsFabric());
    helper.SetFabricAttribute("AdmissionFactory", PointerValue(CreateObject<FailingFactory>()));
    helper.SetFabricAttribute("Threads", UintegerValue(threads));
    const Ptr<Network> network = helper.Install();
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        const Ptr<Qp> qp = network->Connect(nic, (nic + 6) % 12);
        Simulator::Schedule(NanoSeconds(posts.apart * ((nic + 12 - posts.first) % 12)),
                            [qp] { qp->Write(200000); });
    }
    const std::string text = ThrownText<std::invalid_argument>([] { Simulator::Run(); });
    const int64_t at = Simulator::Now().GetTimeStep();
    Simulator::Destroy(); // the network goes before audits come back
    return text + " at " + std::to_string(at);
}

/** Expects several threads to tell the error of one. */
void
ExpectErrorOfOne(const Posts& posts)
{
    const std::string one = FirstErrorOn(1, posts);
    EXPECT_NE(one.find("of policy"), std::string::npos) << one;
    for (const uint32_t threads : {2, 3, 5})
    {
        EXPECT_EQ(FirstErrorOn(threads, posts), one)
            << threads << " threads, stream " << posts.stream;
    }
}

// Within a window several threads may fail, also at one instant: the error is that of one thread.
// Clauses: [several-threads]
TEST(ThreadsErrors, TheFirstErrorOfAWindowIsToldWithItsTime)
{
    for (const uint32_t first : {0, 3, 6, 9})
    {
        ExpectErrorOfOne({first, 30});
    }
    for (uint32_t stream = 1; stream <= 12; ++stream)
    {
        ExpectErrorOfOne({0, 0, stream});
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
