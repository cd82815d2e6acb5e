/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-late-call.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Says where it lies when it is called. */
template <std::size_t BYTES>
struct Placed
{
    void operator()() const
    {
        *where = reinterpret_cast<uintptr_t>(this);
    }

    uintptr_t* where;
    std::array<char, BYTES - sizeof(uintptr_t*)> rest{};
};

/** @return whether a closure of so many bytes lies within its call */
template <std::size_t BYTES>
bool
LiesWithin()
{
    uintptr_t where = 0;
    LateCall call(Placed<BYTES>{&where});
    call();
    const auto begin = reinterpret_cast<uintptr_t>(&call);
    return where >= begin && where + BYTES <= begin + sizeof(call);
}

TEST(LateCall, NeedsNoHeapForAFewWords)
{
    EXPECT_TRUE(LiesWithin<16>());
    EXPECT_TRUE(LiesWithin<64>());
    EXPECT_FALSE(LiesWithin<72>());
}

TEST(LateCall, CallsWhatItHoldsWhereverItIsMoved)
{
    int calls = 0;
    std::vector<LateCall> all;
    for (int i = 0; i < 100; ++i) // a vector that grows moves them
    {
        const auto count = [&calls] { ++calls; };
        const std::array<char, 100> much{};
        all.emplace_back(count);
        all.emplace_back([&calls, much] { calls += 1 + much[0]; });
        all.emplace_back(std::function<void()>(count));
    }
    for (LateCall& call : all)
    {
        call();
    }
    EXPECT_EQ(calls, 300);
}

TEST(LateCall, EndsWhatItHoldsOnce)
{
    const auto held = std::make_shared<int>(0);
    const std::array<char, 100> much{};
    LateCall small([held] { ++*held; });
    LateCall large([held, much] { *held += 1 + much[0]; });
    EXPECT_EQ(held.use_count(), 3);
    LateCall moved(std::move(small));
    EXPECT_EQ(held.use_count(), 3);
    moved();
    EXPECT_EQ(*held, 1);
    moved = std::move(large); // the first one ends
    EXPECT_EQ(held.use_count(), 2);
    moved();
    EXPECT_EQ(*held, 2);
    moved = LateCall();
    EXPECT_EQ(held.use_count(), 1);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
