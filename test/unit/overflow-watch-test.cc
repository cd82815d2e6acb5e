/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-overflow-watch.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3::mrc;

namespace
{

constexpr Span MEMORY = Micros(500);

/** @return a watch that has heard so: t, a trim on the last hop; a, an acknowledgement */
OverflowWatch
After(const std::string& answers, Instant now)
{
    OverflowWatch watch(MEMORY);
    for (char answer : answers)
    {
        answer == 't' ? static_cast<void>(watch.OnTrim(now)) : watch.OnAck();
    }
    return watch;
}

TEST(OverflowWatch, MoreThanHalfOfTheLatestAnswersAreTrims)
{
    const struct
    {
        const char* answers;
        bool on;
    } table[] = {{"", false},
                 {"tt", false},              // 0.44
                 {"ttt", true},              // 0.58
                 {"ttta", false},            // 0.43: the latest counts most
                 {"tttt", true},             // 0.68
                 {"tttta", true},            // 0.51
                 {"ttttt", true},            // 0.76
                 {"ttttta", true},           // 0.57
                 {"ttttaa", false},          // 0.38
                 {"tatatatatatata", false},  // every other one
                 {"attattattattatt", true}}; // two in three

    const Instant now = Instant() + Micros(7);
    for (const auto& row : table)
    {
        EXPECT_EQ(After(row.answers, now).IsOn(now), row.on) << row.answers;
    }
}

TEST(OverflowWatch, TellsWhenItBegins)
{
    OverflowWatch watch(MEMORY);
    EXPECT_FALSE(watch.OnTrim(Instant()));
    EXPECT_FALSE(watch.OnTrim(Instant()));
    EXPECT_TRUE(watch.OnTrim(Instant()));
    EXPECT_FALSE(watch.OnTrim(Instant()));         // it is on already
    EXPECT_TRUE(watch.OnTrim(Instant() + MEMORY)); // it was over
}

TEST(OverflowWatch, EndsSoLongAfterTheLatestTrim)
{
    OverflowWatch watch(MEMORY);
    for (int us : {1, 2, 3, 4, 5})
    {
        watch.OnTrim(Instant() + Micros(us));
    }
    const Instant end = Instant() + Micros(5) + MEMORY;
    EXPECT_TRUE(watch.IsOn(end - Span(1)));
    EXPECT_FALSE(watch.IsOn(end));
}

TEST(OverflowWatch, LastsWhenItHasBeenOnForAQuarterOfTheMemory)
{
    OverflowWatch watch(MEMORY);
    const Instant begin = Instant() + Micros(10);
    for (int i = 0; i < 6; ++i)
    {
        watch.OnTrim(begin);
    }
    EXPECT_FALSE(watch.IsLasting(begin + MEMORY / 4 - Span(1)));
    EXPECT_TRUE(watch.IsLasting(begin + MEMORY / 4));
    watch.OnAck(); // more than half are trims still
    EXPECT_TRUE(watch.IsLasting(begin + MEMORY / 4));
    watch.OnAck();
    watch.OnAck();
    EXPECT_FALSE(watch.IsLasting(begin + MEMORY / 4));
    for (int i = 0; i < 6; ++i)
    {
        watch.OnTrim(begin + MEMORY / 4);
    }
    EXPECT_FALSE(watch.IsLasting(begin + MEMORY / 4)); // it has begun anew
}

} // namespace
