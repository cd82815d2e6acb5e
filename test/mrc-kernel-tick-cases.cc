/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The order within a tick, the value of Now(), and kernels that come and go.

#include "mrc-kernel-recorder.h"
#include "mrc-sanitized.h"
#include "mrc-test-cases.h"
#include "mrc-thrown-text.h"

#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-tick.h"
#include "ns3/simulator-impl.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** A case that a recorder writes down, the same under each simulator. */
class TickTestCase : public KernelTestCase
{
  public:
    using KernelTestCase::KernelTestCase;

  protected:
    /** Writes down what was said, and the time. */
    static void TellTime(Recorder& recorder, const std::string& what)
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        recorder.lines.push_back(what + " at " + std::to_string(now));
    }

  private:
    void DoRun() override
    {
        for (const auto& [implementation, scheduler] : SIMULATORS)
        {
            if (!MayRunUnder(implementation))
            {
                continue;
            }
            UseSimulator(implementation, scheduler);
            Recorder recorder;
            Observe(recorder);
            NS_TEST_EXPECT_MSG_EQ(FirstDifference(recorder.lines, Expected()),
                                  "",
                                  implementation << " " << scheduler);
        }
    }

    virtual bool MayRunUnder(const std::string&) const
    {
        return true;
    }

    virtual std::vector<std::string> Expected() const = 0;

    virtual void Observe(Recorder& recorder) const = 0;
};

/** The order within a tick, written out. */
class TickOrderTestCase : public TickTestCase
{
  public:
    TickOrderTestCase()
        : TickTestCase("ordinary events of a tick, then hot ones, then what these added")
    {
    }

  private:
    std::vector<std::string> Expected() const override
    {
        return {"early",
                "hot 4999 now 4",
                "late",           // of tick 5, scheduled after the hot events of tick 5
                "later",          // added to tick 5 by an ordinary event of tick 5
                "hot 5000 now 5", //
                "hot 5001 now 5", // added by the hot event before this one
                "hot 5999 now 5", //
                "run ended",      // stopped at 5000
                "added",          // by the hot event at 5000
                "hot 5999 now 5", // added by "added"
                "hot 6000 now 6", //
                "run ended"};
    }

    void Observe(Recorder& recorder) const override
    {
        recorder.Hot(5999);
        recorder.Hot(5000);
        recorder.Hot(6000);
        recorder.Hot(4999);
        recorder.Ordinary(0, "early");
        Simulator::Schedule(TimeStep(5), [&recorder]() {
            recorder.lines.push_back("late");
            recorder.Ordinary(0, "later");
        });
        recorder.onHot = [&recorder](const HotEvent& event) {
            if (event.at == Instant(5000))
            {
                recorder.Hot(5001);
                Simulator::Stop();
                Simulator::ScheduleNow([&recorder]() {
                    recorder.lines.push_back("added");
                    recorder.Hot(5999);
                });
            }
        };
        Simulator::Run();
        recorder.lines.push_back("run ended");
        Simulator::Run();
        recorder.lines.push_back("run ended");
    }
};

/** A hot event that stops ends the run with its tick, whatever waits behind it. */
class HotStopTestCase : public TickTestCase
{
  public:
    HotStopTestCase()
        : TickTestCase("a hot event that calls Simulator::Stop ends the run with its tick")
    {
    }

  private:
    std::vector<std::string> Expected() const override
    {
        return {"hot 5000 now 5",
                "hot 5999 now 5",
                "run ended at 5",
                "hot 6000 now 6",
                "hot 6001 now 6",
                "hot 700000 now 700",
                "run ended at 700"};
    }

    void Observe(Recorder& recorder) const override
    {
        for (const int64_t ps : {700000, 6001, 5000, 6000, 5999})
        {
            recorder.Hot(ps);
        }
        recorder.onHot = [](const HotEvent& event) {
            if (event.at == Instant(5000))
            {
                Simulator::Stop();
            }
        };
        for (int run = 0; run < 2; ++run)
        {
            Simulator::Run();
            TellTime(recorder, "run ended");
        }
    }
};

/** A hot event that throws ends the run, and the next run goes on where that one was. */
class HotErrorTestCase : public TickTestCase
{
  public:
    HotErrorTestCase()
        : TickTestCase("a run goes on behind an error of a hot event")
    {
    }

  private:
    /** ns-3's own simulator never gives an event back that throws. */
    bool MayRunUnder(const std::string& implementation) const override
    {
        return implementation != DEFAULT || Times(1, 0) != 0;
    }

    std::vector<std::string> Expected() const override
    {
        return {"hot 5000 now 5",
                "an error at 5",
                "added",
                "hot 5999 now 5",
                "behind the error",
                "hot 700000 now 700",
                "run ended at 700"};
    }

    void Observe(Recorder& recorder) const override
    {
        for (const int64_t ps : {700000, 5000, 5999})
        {
            recorder.Hot(ps);
        }
        recorder.onHot = [&recorder](const HotEvent& event) {
            if (event.at == Instant(5000))
            {
                recorder.Ordinary(0, "added");
                throw std::runtime_error("an error");
            }
        };
        TellTime(recorder, ThrownText<std::runtime_error>([] { Simulator::Run(); }));
        recorder.Ordinary(1, "behind the error");
        Simulator::Run();
        TellTime(recorder, "run ended");
    }
};

/** The value of Now() of a kernel. */
class NowTestCase : public KernelTestCase
{
  public:
    NowTestCase()
        : KernelTestCase("a kernel's time")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [implementation, scheduler] : SIMULATORS)
        {
            UseSimulator(implementation, scheduler);
            Recorder recorder;
            const HotKernel& kernel = recorder.kernel;
            std::vector<int64_t> seen{kernel.Now().Ps()};
            recorder.Hot(2500);
            Simulator::Schedule(TimeStep(2), [&]() { seen.push_back(kernel.Now().Ps()); });
            Simulator::Schedule(TimeStep(3), [&]() { seen.push_back(kernel.Now().Ps()); });
            recorder.onHot = [&](const HotEvent&) {
                seen.push_back(kernel.Now().Ps());
                Simulator::ScheduleNow([&]() { seen.push_back(kernel.Now().Ps()); });
            };
            Simulator::Run();
            const std::vector<int64_t> expected{0, 2000, 2500, 2500, 3000};
            NS_TEST_EXPECT_MSG_EQ((seen == expected), true, implementation << " " << scheduler);
            NS_TEST_EXPECT_MSG_EQ(kernel.FiredCount(), 1, "fired");
            NS_TEST_EXPECT_MSG_EQ(kernel.IsEmpty(), true, "left");
        }
    }
};

/** Kernels come and go. */
class KernelLifeTestCase : public KernelTestCase
{
  public:
    KernelLifeTestCase()
        : KernelTestCase("kernels that come, go and outlive the simulator")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [implementation, scheduler] : SIMULATORS)
        {
            UseSimulator(implementation, scheduler);
            Merge(implementation);
            Come(implementation);
            Outlive(implementation);
        }
    }

    /** Two kernels interleave within a tick; one goes with events waiting. */
    void Merge(const std::string& implementation)
    {
        Recorder first;
        auto second = std::make_unique<Recorder>();
        std::string order;
        first.onHot = [&](const HotEvent&) { order += "a"; };
        second->onHot = [&](const HotEvent&) { order += "b"; };
        for (int64_t ps = 1000; ps < 2000; ps += 250)
        {
            second->Hot(ps);
            first.Hot(ps + ps % 500);
        }
        second->Hot(5000);
        Simulator::Schedule(TimeStep(3), [&]() { second.reset(); });
        first.Hot(6000);
        Simulator::Run();
        // at 1000: a b, 1250: b, 1500: a a b, 1750: b, then 2000: a, and 6000: a
        NS_TEST_EXPECT_MSG_EQ(order, "abbaabbaa", implementation);
        Simulator::Destroy();
    }

    /** A kernel that a hot event makes takes part at once. */
    void Come(const std::string& implementation)
    {
        std::string order;
        Recorder first;
        std::unique_ptr<Recorder> second;
        first.onHot = [&](const HotEvent& event) {
            order += "a";
            if (event.at == Instant(100))
            {
                second = std::make_unique<Recorder>();
                second->onHot = [&](const HotEvent&) { order += "b"; };
                second->Hot(150);
            }
        };
        first.Hot(100);
        first.Hot(200);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(order, "aba", implementation);
        Simulator::Destroy();
    }

    /** Destroy drops the events; the next simulator begins at 0. */
    void Outlive(const std::string& implementation)
    {
        Recorder recorder;
        recorder.Hot(int64_t{1} << 50);
        Simulator::Stop(TimeStep(10));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(recorder.kernel.IsEmpty(), true, implementation);
        recorder.Hot(1234);
        recorder.Ordinary(1, "one");
        Simulator::Run();
        Simulator::Destroy();
        const std::vector<std::string> expected{"one", "hot 1234 now 1"};
        NS_TEST_EXPECT_MSG_EQ(FirstDifference(recorder.lines, expected), "", implementation);
    }
};

} // namespace

std::vector<TestCase*>
KernelTickCases()
{
    return {new TickOrderTestCase,
            new HotStopTestCase,
            new HotErrorTestCase,
            new NowTestCase,
            new KernelLifeTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
