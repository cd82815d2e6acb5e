/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-peer-ports.h"
#include "ns3/mrc-port-news.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

const Span TIMEOUT = Nanos(1024) * 256; //!< the default local ACK timeout

// Clauses: [port-news]
TEST(PortNews, IsRepeatedUntilAnswered)
{
    PortNews news{QpConfig()};
    Instant now = Instant() + Micros(10);
    EXPECT_EQ(news.NextDue(), Instant::Never());
    news.Tell(7, now);
    for (uint16_t n = 0; n < 3; ++n)
    {
        EXPECT_EQ(news.NextDue(), now);
        EXPECT_FALSE(news.TakeDue(now - Span(1)));
        EXPECT_EQ(news.TakeDue(now), 7U);
        EXPECT_FALSE(news.TakeDue(now)) << "once";
        EXPECT_EQ(news.IsRepeated(7), n != 0);
        news.OnSent(7, n);
        now = now + TIMEOUT;
    }
    news.OnAnswer(7, 3);
    news.OnAnswer(8, 1);
    EXPECT_EQ(news.NextDue(), now) << "not to what was asked, not who was asked";
    news.OnAnswer(7, 1);
    EXPECT_EQ(news.NextDue(), Instant::Never()) << "the answer to any of the tries";
    EXPECT_FALSE(news.IsRepeated(7));
}

// Clauses: [port-news]
TEST(PortNews, AnswersToOlderNewsDoNotCount)
{
    PortNews news{QpConfig()};
    news.Tell(7, Instant());
    EXPECT_EQ(news.TakeDue(Instant()), 7U);
    news.OnSent(7, 1);
    news.Tell(7, Instant() + Micros(5));
    EXPECT_EQ(news.TakeDue(Instant() + Micros(5)), 7U);
    news.OnSent(7, 2);
    news.OnAnswer(7, 1);
    EXPECT_EQ(news.NextDue(), Instant() + Micros(5) + TIMEOUT);
    news.OnAnswer(7, 2);
    EXPECT_EQ(news.NextDue(), Instant::Never());
}

/* At once, seven times after 262 us, 14 times after twice as long as before; then no more. */
// Clauses: [port-news]
TEST(PortNews, GivesUpAndIsRevived)
{
    PortNews news{QpConfig()};
    Instant now;
    news.Tell(7, now);
    int tries = 0;
    while (news.NextDue() != Instant::Never())
    {
        now = news.NextDue();
        EXPECT_EQ(news.TakeDue(now), 7U);
        ++tries;
    }
    EXPECT_EQ(tries, 1 + 7 + 14);
    EXPECT_EQ(now - Instant(), TIMEOUT * (7 + (2 << 14) - 2));
    news.Revive(8, now);
    EXPECT_EQ(news.NextDue(), Instant::Never());
    news.Revive(7, now);
    EXPECT_EQ(news.NextDue(), now);
    EXPECT_EQ(news.TakeDue(now), 7U);
    news.Revive(7, now);
    EXPECT_EQ(news.NextDue(), now + TIMEOUT) << "still being told";
}

// Clauses: [stale-news]
TEST(PeerPorts, AnOlderRequestSaysNothing)
{
    const struct
    {
        uint16_t first;
        uint16_t second;
        Span later;
        bool heard;
    } table[] = {{5, 6, Micros(1), true},
                 {5, 5, Micros(1), true},
                 {5, 4, Micros(1), false},
                 {0xffff, 0, Micros(1), true},
                 {0, 0xffff, Micros(1), false},
                 {5, 4, TIMEOUT - Span(1), false},
                 {5, 4, TIMEOUT, true}};

    for (const auto& row : table)
    {
        PeerPorts ports(TIMEOUT);
        EXPECT_EQ(ports.UpAt(3) & 0xff, 0xffU) << "what is not known to be down";
        const Instant start = Instant() + Micros(100);
        EXPECT_TRUE(ports.Hear(3, row.first, 0b01, start));
        EXPECT_EQ(ports.Hear(3, row.second, 0b10, start + row.later), row.heard) << row.second;
        EXPECT_EQ(ports.UpAt(3), row.heard ? 0b10U : 0b01U);
        EXPECT_EQ(ports.UpAt(4) & 0xff, 0xffU) << "another peer";
    }
}

} // namespace
