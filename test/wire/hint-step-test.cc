/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-hint-step.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

std::string g_steps; // that were taken

/** A way of as many steps as its name has letters. */
HintStep
StepOf(const void* name, uint32_t place)
{
    const std::string& letters = *static_cast<const std::string*>(name);
    g_steps += letters[place];
    return place + 1 < letters.size() ? HintStep{&StepOf, name, place + 1} : HintStep();
}

/** @return the steps of two ways, and of one that has none, in their order */
std::string
GoBoth(const std::string& a, const std::string& b)
{
    g_steps.clear();
    HintBatch<2> batch;
    batch.Add({&StepOf, &a});
    batch.Add({});
    batch.Add({&StepOf, &b});
    batch.Go();
    batch.Go(); // all have ended
    return g_steps;
}

// Only so do waits for memory go on side by side.
TEST(HintStep, WaysAreGoneSideBySide)
{
    EXPECT_EQ(GoBoth("abc", "xyz"), "axbycz");
    EXPECT_EQ(GoBoth("a", "xyz"), "axyz");
    EXPECT_EQ(GoBoth("abc", "x"), "axbc");
}

TEST(HintStep, HintsAtAnything)
{
    HintAt(nullptr);
    const int own = 5;
    HintAt(&own);
    EXPECT_EQ(HintStep().Next().go, nullptr);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
