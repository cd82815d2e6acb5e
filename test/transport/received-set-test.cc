/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-sanitized.h"

#include "ns3/mrc-connection-parameters.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-received-set.h"

#include <gtest/gtest.h>
#include <set>

using namespace ns3::mrc;

namespace
{

/** @return the bits of 64 numbers from a base on: those that a reference has */
uint64_t
BitsOf(const std::set<uint64_t>& reference, uint64_t base)
{
    uint64_t bits = 0;
    for (auto it = reference.lower_bound(base); it != reference.end() && *it - base < 64; ++it)
    {
        bits |= uint64_t{1} << (*it - base);
    }
    return bits;
}

/** @return the first number in the window that a set tells otherwise than its reference; the top if
 * there is none */
uint64_t
FirstDifference(const ReceivedSet& set, const std::set<uint64_t>& reference)
{
    const uint64_t top = set.Top();
    auto next = reference.begin();
    for (uint64_t i = set.Expected(); i < top; ++i)
    {
        const bool has = next != reference.end() && *next == i;
        if (set.Contains(i) != has)
        {
            return i;
        }
        if (has)
        {
            ++next;
        }
    }
    return top;
}

TEST(ReceivedSet, InOrderKeepsNoBits)
{
    ReceivedSet set(100, 128);
    for (uint64_t s = 100; s < 1000; ++s)
    {
        EXPECT_EQ(set.Insert(s), Arrival::ACCEPTED);
    }
    EXPECT_EQ(set.Expected(), 1000U);
    EXPECT_EQ(set.OutOfOrder(), 0U);
    EXPECT_EQ(set.Bitmap(1000), 0U);
    EXPECT_EQ(set.Insert(999), Arrival::DUPLICATE);
}

// Clauses: [receive-window]
TEST(ReceivedSet, WindowsEdge)
{
    ReceivedSet set(100, 128);
    EXPECT_EQ(set.Insert(228), Arrival::OUT_OF_WINDOW);
    EXPECT_EQ(set.Insert(227), Arrival::ACCEPTED);
    EXPECT_EQ(set.Insert(227), Arrival::DUPLICATE);
    EXPECT_EQ(set.Insert(100), Arrival::ACCEPTED);
    EXPECT_EQ(set.Insert(228), Arrival::ACCEPTED);
}

TEST(ReceivedSet, WidestWindow)
{
    constexpr uint32_t WIDEST = 65408; // the largest multiple of 128 below 2^16
    ReceivedSet set(100, WIDEST);
    EXPECT_EQ(set.Window(), WIDEST);
    EXPECT_EQ(set.Insert(100 + WIDEST), Arrival::OUT_OF_WINDOW);
    EXPECT_EQ(set.Insert(100 + WIDEST - 1), Arrival::ACCEPTED);
    EXPECT_EQ(set.Top(), 100 + WIDEST);
    EXPECT_EQ(set.Insert(100), Arrival::ACCEPTED);
    EXPECT_EQ(set.Top(), 100 + WIDEST) << "the first missing packet moves, and the top does not";
    EXPECT_EQ(set.Bitmap(set.BitmapBase()), uint64_t{1} << 63);
}

// Clauses: [sack-bitmap]
TEST(ReceivedSet, BitmapSlidesUpToTheNewestArrivals)
{
    ReceivedSet set(100, 256);
    set.Insert(101);
    set.Insert(163);
    EXPECT_EQ(set.BitmapBase(), 100U); // 64 bits from the first missing one
    EXPECT_EQ(set.Bitmap(100), (uint64_t{1} << 63) | 2);
    set.Insert(164);
    EXPECT_EQ(set.BitmapBase(), 101U);
    EXPECT_EQ(set.Bitmap(101), (uint64_t{1} << 63) | (uint64_t{1} << 62) | 1);
    set.Insert(300);
    EXPECT_EQ(set.BitmapBase(), 237U);
    EXPECT_EQ(set.Bitmap(237), uint64_t{1} << 63);
}

// Clauses: [sack-bitmap]
TEST(ReceivedSet, BitmapShowsWhatTheSackIsFor)
{
    ReceivedSet set(100, 1024);
    for (uint64_t s = 300; s < 400; ++s)
    {
        set.Insert(s);
    }
    set.Insert(150);
    set.Insert(270);
    EXPECT_EQ(set.BitmapBaseFor(399), 336U); // the newest
    EXPECT_EQ(set.BitmapBaseFor(336), 336U); // still among them
    EXPECT_EQ(set.BitmapBaseFor(335), 272U); // just not
    EXPECT_EQ(set.BitmapBaseFor(270), 207U);
    EXPECT_EQ(set.Bitmap(207), uint64_t{1} << 63);
    EXPECT_EQ(set.BitmapBaseFor(150), 100U); // nothing below the first missing one
    EXPECT_EQ(set.BitmapBaseFor(99), 336U);  // a duplicate is known to be there
}

TEST(ReceivedSet, AgreesWithAReferenceSet)
{
    for (uint64_t seed = 0; seed < test::Times(40, 4); ++seed)
    {
        const KeyedDraws draws = KeyedDraws(99).Child(seed);
        const uint32_t window = 128 * (1 + draws.Below(9, 0));
        const uint64_t first = FirstSequence(Psn(0xffff00));
        ReceivedSet set(first, window);
        std::set<uint64_t> reference;
        uint64_t expected = first;
        for (uint64_t n = 1; n < 5000; ++n)
        {
            const uint64_t s = expected - 20 + draws.Below(window + 40, n);
            const uint64_t near = draws.Below(4, n + 10000) != 0 ? expected + s % 3 : s;
            Arrival should = near >= expected + window ? Arrival::OUT_OF_WINDOW : Arrival::ACCEPTED;
            if (near < expected || reference.count(near) != 0)
            {
                should = Arrival::DUPLICATE;
            }
            ASSERT_EQ(set.Contains(near), should == Arrival::DUPLICATE);
            ASSERT_EQ(set.Insert(near), should);
            if (should == Arrival::ACCEPTED)
            {
                reference.insert(near);
            }
            while (reference.erase(expected) != 0)
            {
                ++expected;
            }
            ASSERT_EQ(set.Expected(), expected);
            ASSERT_EQ(set.OutOfOrder(), reference.size());
            // Answers to probes show other parts of the window, also the last of them.
            const uint64_t beyond = draws.Below(set.Top() - expected + 1, n + 20000);
            for (const uint64_t base : {set.BitmapBase(), expected + beyond})
            {
                ASSERT_EQ(set.Bitmap(base), BitsOf(reference, base));
            }
        }
    }
}

// Clauses: [dynamic-mpr]
TEST(ReceivedSet, KeepsWhatItHasWhenTheWindowChanges)
{
    for (uint64_t seed = 0; seed < test::Times(40, 4); ++seed)
    {
        const KeyedDraws draws = KeyedDraws(98).Child(seed);
        uint64_t expected = FirstSequence(Psn(0xffff00));
        ReceivedSet set(expected, 128);
        std::set<uint64_t> reference;
        for (uint64_t n = 1; n < 3000; ++n)
        {
            if (n % 16 == 0)
            {
                const auto least = static_cast<uint32_t>(set.Top() - expected);
                set.SetWindow(std::max(least, 128 * (1 + draws.Below(9, n))));
            }
            const uint32_t reach = draws.Below(4, n + 10000) != 0 ? 3 : set.Window();
            const uint64_t s = expected + draws.Below(reach, n + 20000);
            const bool fresh = reference.insert(s).second;
            ASSERT_EQ(set.Insert(s), fresh ? Arrival::ACCEPTED : Arrival::DUPLICATE);
            while (reference.erase(expected) != 0)
            {
                ++expected;
            }
            ASSERT_EQ(set.Expected(), expected);
            ASSERT_EQ(set.OutOfOrder(), reference.size());
            ASSERT_EQ(FirstDifference(set, reference), set.Top());
            ASSERT_EQ(set.Insert(expected + set.Window()), Arrival::OUT_OF_WINDOW);
        }
    }
}

// Clauses: [psn-wrap]
TEST(Sequence, FollowsThePsnAcrossTheWrap)
{
    const uint64_t first = FirstSequence(Psn(0xfffffe));
    EXPECT_EQ(PsnOf(first), Psn(0xfffffe));
    EXPECT_EQ(PsnOf(first + 2), Psn(0));
    EXPECT_EQ(SequenceOf(Psn(1), first), first + 3);
    EXPECT_EQ(SequenceOf(Psn(0xfffffe), first + 3), first);
    EXPECT_EQ(SequenceOf(Psn(0x7ffffd), first), first + 0x7fffff);
    EXPECT_EQ(SequenceOf(Psn(0x7ffffe), first), first - 0x800000);
}

} // namespace
