/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-probe-log.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

constexpr Span REORDER = Micros(20);
constexpr Ev FIRST = Ev::Of(0, 1);
constexpr Ev SECOND = Ev::Of(1, 2);

TEST(ProbeLog, WhatWasSentMuchEarlierThanAnAnsweredProbeIsLost)
{
    for (const bool late : {false, true})
    {
        ProbeLog log;
        log.OnSent(1, FIRST, Instant());
        log.OnSent(2, SECOND, Instant() + REORDER + Span(late ? 1 : 0));
        EXPECT_EQ(log.OnAnswer(2, REORDER), late ? std::vector<Ev>{FIRST} : std::vector<Ev>());
        EXPECT_TRUE(log.OnAnswer(2, REORDER).empty()); // each once
    }
}

TEST(ProbeLog, WhatIsAnsweredIsNotLost)
{
    ProbeLog log;
    log.OnSent(1, FIRST, Instant());
    log.OnSent(2, SECOND, Instant() + Micros(50));
    EXPECT_TRUE(log.OnAnswer(1, REORDER).empty());
    EXPECT_TRUE(log.OnAnswer(2, REORDER).empty());
    log.OnSent(3, FIRST, Instant() + Micros(100));
    EXPECT_TRUE(log.OnAnswer(9, REORDER).empty()); // nobody asked so
}

TEST(ProbeLog, TheLatestAreRemembered)
{
    for (const uint32_t more : {ProbeLog::MOST - 1, ProbeLog::MOST + 0})
    {
        ProbeLog log;
        log.OnSent(0, FIRST, Instant());
        for (uint32_t i = 1; i <= more; ++i)
        {
            log.OnSent(static_cast<uint16_t>(i), SECOND, Instant() + Micros(50));
        }
        EXPECT_EQ(log.OnAnswer(static_cast<uint16_t>(more), REORDER).size(),
                  more < ProbeLog::MOST ? 1U : 0U);
    }
}

} // namespace
