/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-kernel-recorder.h"
#include "mrc-test-cases.h"

#include "ns3/boolean.h"
#include "ns3/mrc-fast-simulator-impl.h"
#include "ns3/mrc-older-ns3.h"
#include "ns3/mrc-select-simulator.h"
#include "ns3/object-factory.h"
#include "ns3/simulator-impl.h"

#include <algorithm>
#include <iostream>
#include <limits>
#include <sstream>
#include <thread>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

const char* const SCHEDULERS[] = {"MapScheduler",
                                  "HeapScheduler",
                                  "ListScheduler",
                                  "CalendarScheduler",
                                  "PriorityQueueScheduler"};

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

    /** @return the words of a SelectFastSimulator() with this result on standard error */
    std::string SaidBySelect(bool expected)
    {
        std::ostringstream said;
        std::streambuf* terminal = std::cerr.rdbuf(said.rdbuf());
        const bool isFast = SelectFastSimulator();
        std::cerr.rdbuf(terminal);
        NS_TEST_EXPECT_MSG_EQ(isFast, expected, "whether the fast one is the simulator");
        return said.str();
    }

    void Select()
    {
        UseSimulator(DEFAULT);
        Simulator::Now();
        const std::string warning = SaidBySelect(false);
        NS_TEST_EXPECT_MSG_NE(warning.find("ns3::mrc::FabricHelper before the first Node"),
                              std::string::npos,
                              "too late");
        NS_TEST_EXPECT_MSG_EQ(std::count(warning.begin(), warning.end(), '\n'), 1, "one line");
        GlobalValue::Bind("MrcFastSimulator", BooleanValue(false));
        NS_TEST_EXPECT_MSG_EQ(SaidBySelect(false), "", "the default is wanted, and in use");
        UseSimulator(DEFAULT);
        NS_TEST_EXPECT_MSG_EQ(SaidBySelect(false), "", "the default is wanted");
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetImplementation()->GetInstanceTypeId().GetName(),
                              "ns3::DefaultSimulatorImpl",
                              "the default is wanted");
        UseSimulator(FAST);
        NS_TEST_EXPECT_MSG_EQ(SaidBySelect(true), "", "the fast one is wanted by its name");
        GlobalValue::Bind("MrcFastSimulator", BooleanValue(true));
        UseSimulator("RealtimeSimulatorImpl");
        NS_TEST_EXPECT_MSG_EQ(SaidBySelect(false), "", "the user chose another one");
        Simulator::Now();
        NS_TEST_EXPECT_MSG_EQ(SaidBySelect(false), "", "the user's one is in use");
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

/** Only the cases that are named. */
class KernelTestSuite : public TestSuite
{
  public:
    KernelTestSuite()
        : TestSuite("mrc-kernel", TestSuite::Type::UNIT)
    {
        const uint32_t first = EventUid::VALID;
        const uint32_t wrap = std::numeric_limits<uint32_t>::max() - 300;
        AddTestCase(new ProgramTestCase("ordinary events", {0, 0, 3000}, first));
        AddTestCase(new ProgramTestCase("ordinary events, uids wrap", {0, 0, 3000}, wrap));
        AddTestCase(new ProgramTestCase("one kernel", {0, 1, 1500, 5}, first));
        AddTestCase(new ProgramTestCase("three kernels, uids wrap", {0, 3, 1500, 5}, wrap));
        AddTestCase(new RealtimeTestCase);
        AddTestCase(new ThreadTestCase);
        AddTestCase(new FastSimulatorTestCase);
        for (TestCase* testCase : KernelTickCases())
        {
            AddTestCase(testCase);
        }
    }
};

KernelTestSuite g_kernelTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
