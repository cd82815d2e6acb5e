/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests that need a process of their own: ns-3's resolution, which can be set once, and fatal
// errors.

#include "../mrc-kernel-program.h"

#include "ns3/mrc-tick.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"

#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr int64_t MAX = std::numeric_limits<int64_t>::max();

/** An instant and a time at a resolution. */
struct TickCase
{
    Time::Unit unit;
    const char* name;
    int64_t ps;        // an instant
    int64_t tick;      // tick of the instant
    int64_t backPs;    // where that tick begins, to the next ps
    int64_t nextPs;    // where the next tick begins
    int64_t lastTick;  // the last one with an instant of its own
    int64_t programPs; // how long random programs take a tick to be
};

void
PrintTo(const TickCase& tick, std::ostream* os)
{
    *os << tick.name;
}

class Resolution : public testing::TestWithParam<TickCase>
{
  protected:
    void SetUp() override
    {
        // Each test starts the program again, so that no earlier test has used a Time.
        testing::FLAGS_gtest_death_test_style = "threadsafe";
    }
};

/** Ends the process with a message and 1 unless a and b are equal. */
void
Require(int64_t a, int64_t b, const char* what)
{
    if (a != b)
    {
        std::cerr << what << ": " << a << " is not " << b << "\n";
        std::exit(1);
    }
}

[[noreturn]] void
Convert(const TickCase& tick)
{
    Time::SetResolution(tick.unit);
    const Instant at(tick.ps);
    Require(TickOf(at), tick.tick, "TickOf");
    Require(ToTime(at).GetTimeStep(), tick.tick, "ToTime(Instant)");
    Require(ToTime(Span(tick.ps)).GetTimeStep(), tick.tick, "ToTime(Span)");
    Require(StartOfTick(tick.tick).Ps(), tick.backPs, "StartOfTick");
    Require(StartOfTick(tick.tick + 1).Ps(), tick.nextPs, "StartOfTick of the next");
    Require(ToInstant(TimeStep(static_cast<uint64_t>(tick.tick))).Ps(), tick.backPs, "ToInstant");
    Require(ToSpan(TimeStep(static_cast<uint64_t>(tick.tick))).Ps(), tick.backPs, "ToSpan");
    Require(StartOfTick(MAX).Ps(), tick.unit == Time::FS ? MAX / 1000 + 1 : MAX, "the last tick");
    Require(TickOf(Instant(MAX)), tick.lastTick, "tick of the last instant");
    std::exit(0);
}

[[noreturn]] void
Compare(const TickCase& tick)
{
    Time::SetResolution(tick.unit);
    for (uint64_t seed = 1; seed <= 4; ++seed)
    {
        const KernelProgramShape shape{seed, 2, 1000, 5, tick.programPs};
        UseSimulator("DefaultSimulatorImpl");
        const auto expected = KernelProgram(shape).Run();
        UseSimulator("mrc::FastSimulatorImpl");
        const std::string difference = FirstDifference(expected, KernelProgram(shape).Run());
        if (!difference.empty() || expected.size() < 1000)
        {
            std::cerr << "seed " << seed << " " << difference << "\n";
            std::exit(1);
        }
    }
    std::exit(0);
}

TEST_P(Resolution, ConvertsTicks)
{
    EXPECT_EXIT(Convert(GetParam()), testing::ExitedWithCode(0), "");
}

TEST_P(Resolution, RunsProgramsAsNs3DefaultDoes)
{
    EXPECT_EXIT(Compare(GetParam()), testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(
    Kernel,
    Resolution,
    testing::Values(
        TickCase{Time::S, "S", 3999999999999, 3, 3000000000000, 4000000000000, 9223372, 1000000000},
        TickCase{Time::MS,
                 "MS",
                 3999999999,
                 3,
                 3000000000,
                 4000000000,
                 MAX / 1000000000,
                 1000000000},
        TickCase{Time::US, "US", 3999999, 3, 3000000, 4000000, MAX / 1000000, 1000000},
        TickCase{Time::NS, "NS", 3999, 3, 3000, 4000, MAX / 1000, 1000},
        TickCase{Time::PS, "PS", 3999, 3999, 3999, 4000, MAX, 1},
        TickCase{Time::FS, "FS", 3999, 3999000, 3999, 4000, MAX, 1}),
    testing::PrintToStringParamName());

/** Runs an event that is scheduled, under FastSimulatorImpl, a while before it is current. */
void
ScheduleBack()
{
    UseSimulator("mrc::FastSimulatorImpl");
    Simulator::Schedule(TimeStep(5),
                        []() { Simulator::Schedule(TimeStep(0) - TimeStep(1), []() {}); });
    Simulator::Run();
}

void
ScheduleBeyond()
{
    UseSimulator("mrc::FastSimulatorImpl");
    Simulator::Schedule(TimeStep(5), []() { Simulator::Schedule(TimeStep(MAX - 4), []() {}); });
    Simulator::Run();
}

TEST(KernelDeathTest, SaysWhatIsWrongWithATime)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_DEATH(ScheduleBack(), "negative delay of -1 ticks at tick 5");
    EXPECT_DEATH(ScheduleBeyond(), "beyond the maximum simulation time");
}

/** Tells Simulator of another type of scheduler. */
void
SetSchedulerTo(const char* type)
{
    UseSimulator("mrc::FastSimulatorImpl");
    ObjectFactory factory;
    if (type != nullptr)
    {
        factory.SetTypeId(type);
    }
    Simulator::SetScheduler(factory);
}

/** Runs an event. */
void
RunWith(void (*event)())
{
    UseSimulator("mrc::FastSimulatorImpl");
    Simulator::Schedule(TimeStep(5), event);
    Simulator::Run();
}

void
DestroyTwice()
{
    RunWith([] { Simulator::ScheduleDestroy([] { Simulator::Destroy(); }); });
    Simulator::Destroy();
}

TEST(KernelDeathTest, SaysWhatNs3WouldCrashOn)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const std::string noEvent = "a null event was scheduled; expected";
    const std::string tooEarly = "Simulator::Destroy was called from within an event; expected";
    EXPECT_DEATH(SetSchedulerTo(nullptr), "SetScheduler = '' is no scheduler; expected");
    EXPECT_DEATH(SetSchedulerTo("ns3::Object"), "SetScheduler = 'ns3::Object' is no scheduler");
    EXPECT_DEATH(SetSchedulerTo("ns3::Scheduler"), "SetScheduler = 'ns3::Scheduler' is no sched");
    EXPECT_DEATH(RunWith([] { Simulator::Destroy(); }), tooEarly);
    EXPECT_DEATH(DestroyTwice(), tooEarly);
    EXPECT_DEATH(RunWith([] { Simulator::Schedule(TimeStep(1), Ptr<EventImpl>()); }), noEvent);
    EXPECT_DEATH(RunWith([] { Simulator::ScheduleNow(Ptr<EventImpl>()); }), noEvent);
    EXPECT_DEATH(RunWith([] { Simulator::ScheduleDestroy(Ptr<EventImpl>()); }), noEvent);
}

TEST(KernelProcessTest, MayBeDestroyedAfterAnEventThrew)
{
    EXPECT_THROW(RunWith([] { throw std::runtime_error("an event's own"); }), std::runtime_error);
    Simulator::Destroy();
    bool ran = false;
    Simulator::Schedule(TimeStep(1), [&ran] { ran = true; });
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_TRUE(ran);
    UseSimulator("DefaultSimulatorImpl");
}

} // namespace
} // namespace mrc
} // namespace ns3
