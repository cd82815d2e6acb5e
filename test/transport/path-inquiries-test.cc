/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-path-inquiries.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

using State = PathInquiries::State;

constexpr Span PATIENCE = Micros(9);
const Ev FIRST = Ev::Of(0, 3);
const Ev SIBLING = Ev::Of(0, 11); // names the same path
const Ev OTHER = Ev::Of(1, 3);

Instant
At(int64_t us)
{
    return Instant() + Micros(us);
}

// Clauses: [path-inquiry]
TEST(PathInquiries, OneProbeServesThePathAndIsSentOnce)
{
    PathInquiries inquiries(PATIENCE);
    EXPECT_EQ(inquiries.Ask({1, FIRST, At(0)}, FIRST, At(10)).state, State::OPEN);
    EXPECT_EQ(inquiries.Ask({2, SIBLING, At(2)}, FIRST, At(11)).state, State::OPEN);
    EXPECT_EQ(inquiries.Ask({3, OTHER, At(2)}, OTHER, At(12)).state, State::OPEN);
    EXPECT_EQ(inquiries.TakeProbe(), FIRST);
    EXPECT_EQ(inquiries.TakeProbe(), OTHER);
    EXPECT_FALSE(inquiries.TakeProbe());
    EXPECT_EQ(inquiries.Deadline(), At(19));
}

TEST(PathInquiries, AnAnswerSpeaksForWhatWasSentBeforeTheProbe)
{
    PathInquiries inquiries(PATIENCE);
    inquiries.Ask({1, FIRST, At(2)}, FIRST, At(10));
    inquiries.Ask({2, FIRST, At(1)}, FIRST, At(11));
    EXPECT_EQ(inquiries.OnAnswer(OTHER), Instant::Never());
    EXPECT_EQ(inquiries.OnAnswer(FIRST), At(1)) << "when the oldest was sent";
    EXPECT_EQ(inquiries.Deadline(), Instant::Never());
    EXPECT_EQ(inquiries.Ask({1, FIRST, At(2)}, FIRST, At(30)).state, State::ALIVE);
    EXPECT_EQ(inquiries.Ask({3, FIRST, At(10)}, FIRST, At(30)).state, State::ALIVE);
    EXPECT_EQ(inquiries.Ask({4, FIRST, At(11)}, FIRST, At(30)).state, State::OPEN);
}

// Clauses: [path-inquiry]
TEST(PathInquiries, NoAnswerInTimeIsSilence)
{
    PathInquiries inquiries(PATIENCE);
    const PathInquiries::Answer first = inquiries.Ask({1, FIRST, At(0)}, FIRST, At(10));
    EXPECT_EQ(first.until, At(19));
    EXPECT_EQ(inquiries.Ask({1, FIRST, At(0)}, FIRST, At(19) + Span(-1)).state, State::OPEN);
    EXPECT_EQ(inquiries.Ask({1, FIRST, At(0)}, FIRST, At(19)).state, State::SILENT);
    EXPECT_EQ(inquiries.Deadline(), Instant::Never()) << "it is settled";
}

TEST(PathInquiries, WhatWaitsForSilentPathsIsTakenOnce)
{
    PathInquiries inquiries(PATIENCE);
    inquiries.Ask({1, FIRST, At(0)}, FIRST, At(10));
    inquiries.Ask({2, FIRST, At(1)}, FIRST, At(11));
    inquiries.Ask({2, FIRST, At(1)}, FIRST, At(12)); // again
    inquiries.Ask({3, OTHER, At(1)}, OTHER, At(12));
    EXPECT_TRUE(inquiries.TakeSilent(At(19) + Span(-1)).empty());
    const std::vector<Suspect> silent = inquiries.TakeSilent(At(19));
    ASSERT_EQ(silent.size(), 2U);
    EXPECT_EQ(silent[0].sequence, 1U);
    EXPECT_EQ(silent[1].sequence, 2U);
    EXPECT_TRUE(inquiries.TakeSilent(At(19)).empty());
    EXPECT_EQ(inquiries.Deadline(), At(21));
}

TEST(PathInquiries, AskedAboutTooManyItSaysWhatItWouldSayOfDeadOnes)
{
    PathInquiries inquiries(PATIENCE);
    for (uint32_t i = 0; i < PathInquiries::MOST; ++i)
    {
        const Ev ev = Ev::Of(0, i);
        EXPECT_EQ(inquiries.Ask({i, ev, At(0)}, ev, At(10)).state, State::OPEN);
    }
    EXPECT_EQ(inquiries.Ask({99, OTHER, At(0)}, OTHER, At(11)).state, State::SILENT);
    EXPECT_TRUE(inquiries.HasAsked(FIRST, At(10)));
    EXPECT_FALSE(inquiries.HasAsked(FIRST, At(11)));
    // old inquiries make room
    EXPECT_EQ(inquiries.Ask({99, OTHER, At(0)}, OTHER, At(83)).state, State::OPEN);
}

} // namespace
