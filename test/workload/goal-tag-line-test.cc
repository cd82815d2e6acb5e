/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-goal-tag-line.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <list>
#include <optional>
#include <random>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace
{

/** A line that is searched from its begin. */
struct PlainLine
{
    template <class Wanted>
    std::optional<uint32_t> Take(const Wanted& isWanted)
    {
        for (auto i = entries.begin(); i != entries.end(); ++i)
        {
            if (isWanted(i->first))
            {
                const uint32_t message = i->second;
                entries.erase(i);
                return message;
            }
        }
        return std::nullopt;
    }

    std::list<std::pair<uint64_t, uint32_t>> entries; //!< tags and messages
};

// Clauses: [goal-messages]
TEST(GoalTagLineTest, TakesWhatASearchFromTheBeginTakes)
{
    std::mt19937 draw(3);
    GoalTagLine line;
    PlainLine plain;
    const auto tag = [&] { return draw() % 4 == 0 ? GoalTagLine::ANY : draw() % 3; };
    uint32_t taken = 0;
    for (uint32_t i = 0; i < 20000; ++i)
    {
        const uint64_t a = tag();
        const uint64_t b = tag();
        std::optional<uint32_t> found;
        std::optional<uint32_t> expected;
        switch (draw() % 5)
        {
        case 0:
            found = line.TakeFirst();
            expected = plain.Take([](uint64_t) { return true; });
            break;
        case 1:
            found = line.TakeFirst(a);
            expected = plain.Take([&](uint64_t one) { return one == a; });
            break;
        case 2:
            found = line.TakeFirst(a, b);
            expected = plain.Take([&](uint64_t one) { return one == a || one == b; });
            break;
        default:
            line.Add(a, i);
            plain.entries.emplace_back(a, i);
        }
        ASSERT_EQ(found, expected);
        ASSERT_EQ(line.All().size(), plain.entries.size());
        taken += found.has_value();
    }
    EXPECT_GT(taken, 5000U);
}

} // namespace
} // namespace mrc
} // namespace ns3
