/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-reply.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

Reply
Numbered(uint32_t psn)
{
    Reply reply{};
    reply.kind = ReplyKind::NACK;
    reply.psn = Psn(psn);
    return reply;
}

TEST(WaitingReplies, LeaveInTheirOrderWhereverTheyWait)
{
    WaitingReplies replies;
    EXPECT_TRUE(replies.Empty());
    uint32_t pushed = 0;
    uint32_t popped = 0;
    // up to four wait; twice none does in between
    for (const int step : {1, -1, 1, 1, -1, 1, 1, 1, -1, -1, -1, -1, 1, 1, -1, -1})
    {
        if (step > 0)
        {
            replies.Push(Numbered(pushed++));
        }
        else
        {
            EXPECT_EQ(replies.Front().psn, Psn(popped++));
            replies.Pop();
        }
        ASSERT_EQ(replies.Empty(), pushed == popped);
        if (!replies.Empty())
        {
            EXPECT_EQ(replies.Front().psn, Psn(popped));
            EXPECT_EQ(replies.Back().psn, Psn(pushed - 1));
        }
    }
}

TEST(WaitingReplies, TheYoungestMayBeReplaced)
{
    WaitingReplies replies;
    replies.Push(Numbered(1));
    replies.Back() = Numbered(2);
    replies.Push(Numbered(3));
    replies.Back() = Numbered(4);
    EXPECT_EQ(replies.Front().psn, Psn(2));
    replies.Pop();
    EXPECT_EQ(replies.Front().psn, Psn(4));
}

TEST(WaitingReplies, GiveMemoryBackWithoutLosingAny)
{
    WaitingReplies replies;
    replies.Push(Numbered(1));
    replies.Push(Numbered(2));
    replies.Shrink();
    replies.Pop();
    EXPECT_EQ(replies.Front().psn, Psn(2));
    replies.Pop();
    replies.Shrink();
    replies.Push(Numbered(3));
    EXPECT_EQ(replies.Front().psn, Psn(3));
}

} // namespace
