/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-kernel-program.h"

#include "ns3/config.h"
#include "ns3/mrc-fast-simulator-impl.h"
#include "ns3/mrc-select-simulator.h"
#include "ns3/mrc-tick.h"
#include "ns3/object-factory.h"
#include "ns3/simulator-impl.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <thread>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

const char* const FAST = "mrc::FastSimulatorImpl";
const char* const DEFAULT = "DefaultSimulatorImpl";
const char* const SCHEDULERS[] = {"MapScheduler",
                                  "HeapScheduler",
                                  "ListScheduler",
                                  "CalendarScheduler",
                                  "PriorityQueueScheduler"};
const std::pair<const char*, const char*> SIMULATORS[] = {{FAST, "MapScheduler"},
                                                          {FAST, "HeapScheduler"},
                                                          {FAST, "ListScheduler"},
                                                          {FAST, "CalendarScheduler"},
                                                          {FAST, "PriorityQueueScheduler"},
                                                          {DEFAULT, "MapScheduler"},
                                                          {DEFAULT, "HeapScheduler"},
                                                          {DEFAULT, "ListScheduler"},
                                                          {DEFAULT, "CalendarScheduler"},
                                                          {DEFAULT, "PriorityQueueScheduler"}};

/** Leaves ns-3's defaults behind whatever it did. */
class KernelTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  private:
    void DoTeardown() override
    {
        Config::SetDefault("ns3::mrc::FastSimulatorImpl::FirstUid",
                           UintegerValue(EventId::UID::VALID));
        UseSimulator(DEFAULT);
    }
};

/** A random program must run as it does under ns-3's default. */
class ProgramTestCase : public KernelTestCase
{
  public:
    ProgramTestCase(const std::string& name, const KernelProgramShape& shape, uint32_t firstUid)
        : KernelTestCase(name),
          m_shape(shape),
          m_firstUid(firstUid)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::mrc::FastSimulatorImpl::FirstUid", UintegerValue(m_firstUid));
        for (m_shape.seed = 1; m_shape.seed <= 8; ++m_shape.seed)
        {
            // ns-3's HeapScheduler loses its order in Remove.
            m_shape.removes = false;
            const auto expectedByHeap = Expected();
            m_shape.removes = true;
            const auto expected = Expected();
            for (const auto& [implementation, scheduler] : SIMULATORS)
            {
                if (m_shape.kernels == 0 && implementation != std::string(FAST))
                {
                    continue;
                }
                m_shape.removes = scheduler != std::string("HeapScheduler");
                UseSimulator(implementation, scheduler);
                NS_TEST_EXPECT_MSG_EQ(FirstDifference(m_shape.removes ? expected : expectedByHeap,
                                                      KernelProgram(m_shape).Run()),
                                      "",
                                      implementation << " " << scheduler << " seed "
                                                     << m_shape.seed);
            }
        }
    }

    /** @return the trace under ns-3's default */
    std::vector<std::string> Expected()
    {
        UseSimulator(DEFAULT);
        const auto trace = KernelProgram(m_shape).Run();
        NS_TEST_EXPECT_MSG_GT_OR_EQ(trace.size(), m_shape.events, "ended early");
        return trace;
    }

    KernelProgramShape m_shape;
    uint32_t m_firstUid;
};

/** In real time, too, a random program must run as it does under ns-3's default. */
class RealtimeTestCase : public KernelTestCase
{
  public:
    RealtimeTestCase()
        : KernelTestCase("in real time")
    {
    }

  private:
    void DoRun() override
    {
        for (uint64_t seed = 1; seed <= 4; ++seed)
        {
            KernelProgramShape shape{seed, 2, 1000, 0};
            shape.horizon = 2000000;
            UseSimulator(DEFAULT);
            const auto expected = KernelProgram(shape).Run();
            NS_TEST_EXPECT_MSG_GT_OR_EQ(expected.size(), 100, "ended early");
            UseSimulator("RealtimeSimulatorImpl");
            NS_TEST_EXPECT_MSG_EQ(FirstDifference(expected, KernelProgram(shape).Run()),
                                  "",
                                  "seed " << seed);
        }
    }
};

/** Writes down what comes up. */
class Recorder
{
  public:
    void Fire(HotEvent event)
    {
        std::ostringstream line;
        line << "hot " << event.at.Ps() << " now " << Simulator::Now().GetTimeStep();
        lines.push_back(line.str());
        if (Simulator::GetContext() != Simulator::NO_CONTEXT)
        {
            lines.push_back("with a context");
        }
        if (onHot)
        {
            onHot(event);
        }
    }

    bool WantsPrefetch() const
    {
        return false;
    }

    void Prefetch(const HotEvent*, std::size_t)
    {
    }

    /** Schedules an ordinary event that only writes its name. */
    void Ordinary(int64_t ticks, const std::string& name)
    {
        Simulator::ScheduleWithContext(7, TimeStep(static_cast<uint64_t>(ticks)), [this, name]() {
            lines.push_back(name);
        });
    }

    void Hot(int64_t ps)
    {
        kernel.Schedule({Instant(ps), 0, 0});
    }

    std::vector<std::string> lines;
    std::function<void(const HotEvent&)> onHot;
    HotKernel kernel{*this};
};

/** The order within a tick, written out. */
class TickOrderTestCase : public KernelTestCase
{
  public:
    TickOrderTestCase()
        : KernelTestCase("ordinary events of a tick, then hot ones, then what these added")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [implementation, scheduler] : SIMULATORS)
        {
            UseSimulator(implementation, scheduler);
            NS_TEST_EXPECT_MSG_EQ(FirstDifference(Observe(), Expected()),
                                  "",
                                  implementation << " " << scheduler);
        }
    }

    static std::vector<std::string> Expected()
    {
        return {"early",
                "hot 4999 now 4",
                "late",           // of tick 5, scheduled after the hot events of tick 5
                "later",          // added to tick 5 by an ordinary event of tick 5
                "hot 5000 now 5", //
                "hot 5001 now 5", // added by the hot event before it
                "hot 5999 now 5", //
                "run ended",      // stopped at 5000
                "added",          // by the hot event at 5000
                "hot 5999 now 5", // added by "added"
                "hot 6000 now 6", //
                "run ended"};
    }

    std::vector<std::string> Observe()
    {
        Recorder recorder;
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
        return recorder.lines;
    }
};

/** What Now() of a kernel is. */
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

/** Events from another thread reach a simulator that is busy with hot events only. */
class ThreadTestCase : public KernelTestCase
{
  public:
    ThreadTestCase()
        : KernelTestCase("ScheduleWithContext from another thread")
    {
    }

  private:
    static constexpr uint32_t COUNT = 2000;

    void DoRun() override
    {
        for (const char* implementation : {FAST, DEFAULT})
        {
            UseSimulator(implementation);
            Recorder recorder;
            uint32_t received = 0;
            uint32_t disorder = 0;
            recorder.onHot = [&](const HotEvent& event) {
                recorder.lines.clear();
                if (received < COUNT)
                {
                    recorder.Hot(event.at.Ps() + 700);
                }
            };
            recorder.Hot(0);
            std::thread sender([&]() {
                for (uint32_t i = 0; i < COUNT; ++i)
                {
                    Simulator::ScheduleWithContext(i, TimeStep(0), [&received, &disorder, i]() {
                        disorder += Simulator::GetContext() != i || received != i;
                        ++received;
                    });
                }
            });
            Simulator::Run();
            sender.join();
            NS_TEST_EXPECT_MSG_EQ(received, COUNT, implementation);
            NS_TEST_EXPECT_MSG_EQ(disorder, 0, implementation);
        }
    }
};

/** Small promises of FastSimulatorImpl. */
class FastSimulatorTestCase : public KernelTestCase
{
  public:
    FastSimulatorTestCase()
        : KernelTestCase("FastSimulatorImpl itself")
    {
    }

  private:
    void DoRun() override
    {
        Select();
        Finish();
        ChangeScheduler();
        Count();
    }

    void Select()
    {
        UseSimulator(DEFAULT);
        Simulator::Now();
        NS_TEST_EXPECT_MSG_EQ(SelectFastSimulator(), false, "too late");
        UseSimulator("RealtimeSimulatorImpl");
        NS_TEST_EXPECT_MSG_EQ(SelectFastSimulator(), false, "the user chose another one");
        UseSimulator(DEFAULT);
        NS_TEST_EXPECT_MSG_EQ(SelectFastSimulator(), true, "there is still a choice");
        NS_TEST_EXPECT_MSG_EQ(SelectFastSimulator(), true, "chosen");
        Simulator::Now();
        NS_TEST_EXPECT_MSG_EQ(SelectFastSimulator(), true, "in use");
        NS_TEST_EXPECT_MSG_EQ(
            (DynamicCast<FastSimulatorImpl>(Simulator::GetImplementation()) != nullptr),
            true,
            "in use");
    }

    void Finish()
    {
        UseSimulator(FAST);
        NS_TEST_EXPECT_MSG_EQ(Simulator::IsFinished(), true, "nothing to do");
        Recorder recorder;
        recorder.Hot(1);
        NS_TEST_EXPECT_MSG_EQ(Simulator::IsFinished(), false, "a hot event waits");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::IsFinished(), true, "done");
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetMaximumSimulationTime().GetTimeStep(),
                              std::numeric_limits<int64_t>::max(),
                              "all of Time");
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetSystemId(), 0, "one process");
    }

    void ChangeScheduler()
    {
        UseSimulator(FAST);
        Recorder recorder;
        for (const char* scheduler : SCHEDULERS)
        {
            recorder.Ordinary(5, "five");
            recorder.Ordinary(3, "three");
            ObjectFactory factory;
            factory.SetTypeId(std::string("ns3::") + scheduler);
            Simulator::SetScheduler(factory);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(recorder.lines.size(), 10, "kept");
        NS_TEST_EXPECT_MSG_EQ(recorder.lines[4], "three", "in order");
        NS_TEST_EXPECT_MSG_EQ(recorder.lines[5], "five", "in order");
    }

    void Count()
    {
        UseSimulator(FAST);
        Recorder gone;
        gone.Hot(1);
        Simulator::Run();
        Simulator::Destroy();
        auto recorder = std::make_unique<Recorder>();
        gone.Hot(1);
        recorder->Hot(2);
        recorder->Ordinary(0, "one");
        Simulator::Run();
        recorder.reset();
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetEventCount(), 3, "ordinary and hot");
        NS_TEST_EXPECT_MSG_EQ(gone.kernel.FiredCount(), 2, "under both simulators");
    }
};

/** Nothing but what is named. */
class KernelTestSuite : public TestSuite
{
  public:
    KernelTestSuite()
        : TestSuite("mrc-kernel", TestSuite::Type::UNIT)
    {
        const uint32_t first = EventId::UID::VALID;
        const uint32_t wrap = std::numeric_limits<uint32_t>::max() - 300;
        AddTestCase(new ProgramTestCase("ordinary events", {0, 0, 3000}, first));
        AddTestCase(new ProgramTestCase("ordinary events, uids wrap", {0, 0, 3000}, wrap));
        AddTestCase(new ProgramTestCase("one kernel", {0, 1, 1500, 5}, first));
        AddTestCase(new ProgramTestCase("three kernels, uids wrap", {0, 3, 1500, 5}, wrap));
        AddTestCase(new RealtimeTestCase);
        AddTestCase(new TickOrderTestCase);
        AddTestCase(new NowTestCase);
        AddTestCase(new KernelLifeTestCase);
        AddTestCase(new ThreadTestCase);
        AddTestCase(new FastSimulatorTestCase);
    }
};

KernelTestSuite g_kernelTestSuite;

} // namespace
