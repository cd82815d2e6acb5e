/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-deal.h"

#include "ns3/mrc-retry-timer.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// When repetitions without progress count as retries [retry-counts].

namespace
{

/** One retry is one too few: the next is the end. */
class RetryTimerTest : public testing::Test
{
  protected:
    static QpConfig OneRetry()
    {
        QpConfig config;
        config.linearRetries = 1;
        config.exponentialRetries = 0;
        return config;
    }

    RetryTimer m_timer{OneRetry()};
    Span m_interval = m_timer.Interval();
};

TEST_F(RetryTimerTest, RepetitionForAWholeTimeoutIsARetry)
{
    m_timer.Restart(At(Span()));
    EXPECT_FALSE(m_timer.Repeat(5, At(RTT)));
    EXPECT_FALSE(m_timer.Repeat(5, At(RTT + m_interval - Span(1))));
    EXPECT_FALSE(m_timer.Exhausted());
    EXPECT_FALSE(m_timer.Repeat(5, At(RTT + m_interval))); // the one that there is
    EXPECT_TRUE(m_timer.Exhausted());
    EXPECT_TRUE(m_timer.Repeat(5, At(RTT + m_interval + m_timer.Interval())));
}

TEST_F(RetryTimerTest, AnotherOldestPacketBeginsAfresh)
{
    m_timer.Restart(At(Span()));
    EXPECT_FALSE(m_timer.Repeat(5, At(Span())));
    EXPECT_FALSE(m_timer.Repeat(6, At(m_interval)));
    EXPECT_FALSE(m_timer.Exhausted());
}

TEST_F(RetryTimerTest, ProgressBeginsAfresh)
{
    m_timer.Restart(At(Span()));
    EXPECT_FALSE(m_timer.Repeat(5, At(Span())));
    m_timer.Restart(At(RTT));
    EXPECT_FALSE(m_timer.Repeat(5, At(m_interval)));
    EXPECT_FALSE(m_timer.Exhausted());
}

TEST_F(RetryTimerTest, RepetitionMovesTheDeadline)
{
    m_timer.Restart(At(Span()));
    EXPECT_EQ(m_timer.Deadline(), At(m_interval));
    m_timer.Repeat(5, At(RTT));
    EXPECT_EQ(m_timer.Deadline(), At(RTT + m_interval));
}

} // namespace
