/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Lives of jobs with given faults, as timelines.

#include "ns3/mrc-life-course.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** @return a job of 100 s: 20 s of work, 2 s to write, 5 s until it is started again, 3 s to load
 */
JobLife
HundredSeconds()
{
    JobLife life;
    life.length = 100;
    life.every = 20;
    life.write = 2;
    life.down = 5;
    life.load = 3;
    life.kinds.resize(2);
    life.kinds[0].slow = {1.25, 2};
    life.kinds[1].crashes = true;
    return life;
}

/** All time has a cause. */
void
ExpectSum(const LifeTimes& t, double length)
{
    EXPECT_NEAR(t.kept + t.rework + t.slow + t.write + t.stall + t.restart, length, 1e-9 * length);
}

// Four checkpoints end at 22, 44, 66 and 88 s. Clauses: [life-phases], [life-times]
TEST(LifeCourseTest, WithoutFaultsOnlyCheckpointsTakeTime)
{
    const LifeTimes times = CourseOf(HundredSeconds(), {});
    EXPECT_DOUBLE_EQ(times.kept, 92);
    EXPECT_DOUBLE_EQ(times.write, 8);
    EXPECT_EQ(times.crashes, 0U);
    ExpectSum(times, 100);
}

// A crash at 30 s loses the 8 s since the checkpoint; work goes on at 38 s. Checkpoints end at 60
// and 82 s. Clauses: [life-phases], [life-times]
TEST(LifeCourseTest, ACrashLosesWorkSinceTheLastCheckpoint)
{
    const LifeTimes times = CourseOf(HundredSeconds(), {{30, 1, 0, 0}});
    EXPECT_DOUBLE_EQ(times.rework, 8);
    EXPECT_DOUBLE_EQ(times.restart, 8);
    EXPECT_DOUBLE_EQ(times.write, 6);
    EXPECT_DOUBLE_EQ(times.kept, 78);
    EXPECT_EQ(times.crashes, 1U);
    ExpectSum(times, 100);
}

// By rounding, work may end a moment after the time that was computed for its end. Clauses:
// [life-phases], [life-times]
TEST(LifeCourseTest, NoSlowDownEndsALifeEarly)
{
    JobLife life = HundredSeconds();
    for (uint32_t i = 2; i < 2000; ++i)
    {
        life.kinds[0].slow = {i / 173.};
        ExpectSum(CourseOf(life, {{5, 0, 103, 0}}), 100);
    }
}

// A checkpoint that is not complete is none: a crash at 21 s loses all 20 s. Clauses: [life-phases]
TEST(LifeCourseTest, ACheckpointCountsOnceWritten)
{
    EXPECT_DOUBLE_EQ(CourseOf(HundredSeconds(), {{21.9, 1, 0, 0}}).rework, 20);
    EXPECT_NEAR(CourseOf(HundredSeconds(), {{22.1, 1, 0, 0}}).rework, 0.1, 1e-12);
}

// A fault while the job is down changes nothing, one while it loads has it start over.
// Clauses: [life-phases]
TEST(LifeCourseTest, ACrashWhileLoadingStartsOver)
{
    EXPECT_DOUBLE_EQ(CourseOf(HundredSeconds(), {{30, 1, 0, 0}, {34, 1, 0, 0}}).restart, 8);
    const LifeTimes times = CourseOf(HundredSeconds(), {{30, 1, 0, 0}, {37, 1, 0, 0}});
    EXPECT_DOUBLE_EQ(times.restart, 7 + 8);
    EXPECT_EQ(times.crashes, 2U);
    EXPECT_DOUBLE_EQ(times.rework, 8);
}

// Ten seconds at 5/4 of a step's time are 8 s of work. With two components down a step takes twice
// its time, with three 2.75 times. Clauses: [life-slow-down]
TEST(LifeCourseTest, ComponentsThatAreDownSlowSteps)
{
    EXPECT_DOUBLE_EQ(CourseOf(HundredSeconds(), {{5, 0, 10, 0}}).slow, 2);
    EXPECT_DOUBLE_EQ(CourseOf(HundredSeconds(), {{5, 0, 10, 0}, {5, 0, 10, 0}}).slow, 5);
    const LifeTimes three =
        CourseOf(HundredSeconds(), {{5, 0, 11, 0}, {5, 0, 11, 0}, {5, 0, 11, 0}});
    EXPECT_DOUBLE_EQ(three.slow, 7);
    ExpectSum(three, 100);
}

// What two kinds cost adds up, and a fault that lasts longer than the job slows all of it, but not
// its checkpoints. Clauses: [life-slow-down]
TEST(LifeCourseTest, KindsAddUpAndMayLast)
{
    JobLife life = HundredSeconds();
    life.every = 1000;
    life.kinds[1].crashes = false;
    life.kinds[1].slow = {1.75};
    const LifeTimes times = CourseOf(life, {{0, 0, 1000, 0}, {0, 1, 1000, 0}});
    EXPECT_DOUBLE_EQ(times.kept, 50);
    EXPECT_DOUBLE_EQ(times.slow, 50);
}

// Stalls overlap. They hold checkpoints too. Clauses: [life-faults]
TEST(LifeCourseTest, StallsHoldTheJob)
{
    const LifeTimes times =
        CourseOf(HundredSeconds(), {{10, 0, 0, 3}, {12, 0, 0, 4}, {27, 0, 0, 1}});
    EXPECT_DOUBLE_EQ(times.stall, 6 + 1);
    EXPECT_DOUBLE_EQ(times.kept, 85);
    ExpectSum(times, 100);
}

// A stall as long as the patience is survived, a longer one is not. The job then ends when patience
// does, and is started again once the stall is over.
// Clauses: [life-faults]
TEST(LifeCourseTest, PatienceJustSurvivesAndJustFails)
{
    JobLife life = HundredSeconds();
    life.patience = 4;
    EXPECT_EQ(CourseOf(life, {{10, 0, 0, 4}}).crashes, 0U);
    const LifeTimes times = CourseOf(life, {{10, 0, 0, 12}});
    EXPECT_EQ(times.crashes, 1U);
    EXPECT_DOUBLE_EQ(times.stall, 4);
    EXPECT_DOUBLE_EQ(times.rework, 10);
    EXPECT_DOUBLE_EQ(times.restart, 8 + 3); // 12 - 4 instead of 5, and loading
    ExpectSum(times, 100);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
