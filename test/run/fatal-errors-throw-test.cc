/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"
#include "ns3/mrc-fatal-errors-throw.h"
#include "ns3/simulator.h"

#include <functional>
#include <gtest/gtest.h>
#include <iostream>
#include <string>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace ns3
{
namespace mrc
{
namespace
{

/** @return the words of a call's FatalError; "nothing" if there is none */
std::string
Said(const std::function<void()>& call)
{
    try
    {
        call();
    }
    catch (const FatalError& error)
    {
        return error.what();
    }
    return "nothing";
}

/** Schedules an event in the past: ns-3 never gives back the event that it made before the look at
 * the time.
 */
void
ScheduleInThePast()
{
#ifdef __SANITIZE_ADDRESS__
    const __lsan::ScopedDisabler expected;
#endif
    Simulator::Schedule(Seconds(-1), [] {});
}

TEST(FatalErrorsThrow, ErrorsOfNs3AndOfTheModuleAreExceptions)
{
    const FatalErrorsThrow thrower;
    testing::internal::CaptureStderr();
    for (int i = 0; i < 3; ++i) // also the second time
    {
        EXPECT_EQ(Said([] { NS_FATAL_ERROR("one " << 2 << "\nlines, \"quoted\", of it"); }),
                  "one 2\nlines, \"quoted\", of it");
        EXPECT_EQ(Said([] { NS_ABORT_MSG("no way"); }), "no way");
        EXPECT_EQ(Said([] { NS_ABORT_MSG_IF(true, "a reason"); }), "a reason");
        EXPECT_NE(Said([] { NS_ABORT_IF(1 < 2); }).find("1 < 2"), std::string::npos);
    }
    const Ptr<Network> network = test::MakeNetwork();
    EXPECT_EQ(Said([&] { network->Connect(0, 0); }), "NIC 0 cannot be connected to itself");
    EXPECT_EQ(Said([&] { network->SetAttribute("None", EmptyAttributeValue()); }).find("Attribute"),
              0);
    EXPECT_EQ(Said(ScheduleInThePast).find("event scheduled with a negative delay"), 0);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    Simulator::Destroy();
}

TEST(FatalErrorsThrow, OtherWordsGoOut)
{
    testing::internal::CaptureStderr();
    {
        const FatalErrorsThrow thrower;
        std::cerr << "msg" << std::flush;
        std::cerr << " of mine\nfilet\n";
        EXPECT_EQ(Said([] { NS_FATAL_ERROR("error"); }), "error");
        std::cerr << "and file=\n" << 7;
        std::cerr << "\nmsg=\"not over";
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "msg of mine\nfilet\nand file=\n7\nmsg=\"not over");
}

TEST(FatalErrorsThrowDeathTest, ErrorsEndTheProgramAgainAfterwards)
{
    {
        const FatalErrorsThrow thrower;
        EXPECT_EQ(Said([] { NS_FATAL_ERROR("error"); }), "error");
    }
    EXPECT_DEATH(NS_FATAL_ERROR("at last"), "msg=\"at last\"");
}

} // namespace
} // namespace mrc
} // namespace ns3
