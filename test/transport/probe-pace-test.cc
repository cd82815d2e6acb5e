/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-probe-pace.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

constexpr uint64_t FIRST_WAIT = 1000;

/** @return how many probes may be sent now */
uint64_t
CountOf(ProbePace& pace, uint64_t arrived)
{
    uint64_t count = 0;
    for (; pace.Allows(arrived); ++count)
    {
        pace.OnProbe();
    }
    return count;
}

// Clauses: [overflow-quiet]
TEST(ProbePace, BeginsWithAFew)
{
    ProbePace pace(FIRST_WAIT);
    EXPECT_EQ(CountOf(pace, FIRST_WAIT), ProbePace::BURST);
    EXPECT_EQ(CountOf(pace, FIRST_WAIT), 0U);
}

// Clauses: [overflow-quiet]
TEST(ProbePace, PacketsThatArriveAllowMore)
{
    ProbePace pace(FIRST_WAIT);
    CountOf(pace, FIRST_WAIT);
    EXPECT_FALSE(pace.Allows(FIRST_WAIT + ProbePace::PACKETS - 1));
    EXPECT_TRUE(pace.Allows(FIRST_WAIT + ProbePace::PACKETS));
    pace.OnProbe();
    EXPECT_FALSE(pace.Allows(FIRST_WAIT + ProbePace::PACKETS));
    EXPECT_EQ(CountOf(pace, FIRST_WAIT + 100 * ProbePace::PACKETS),
              ProbePace::BURST); // none is hoarded
}

TEST(ProbePace, AnOverflowBeginsWithOneWhateverWasSentBefore)
{
    ProbePace pace(FIRST_WAIT);
    CountOf(pace, FIRST_WAIT);
    pace.OnOverflow();
    EXPECT_EQ(CountOf(pace, FIRST_WAIT), 1U);
}

TEST(ProbePace, ProbesBeforeTheOverflowCountToo)
{
    ProbePace pace(FIRST_WAIT);
    for (uint64_t i = 0; i < 2 * ProbePace::BURST; ++i)
    {
        pace.OnProbe();
    }
    EXPECT_FALSE(pace.Allows(FIRST_WAIT)); // and leave no debt
    EXPECT_TRUE(pace.Allows(FIRST_WAIT + ProbePace::PACKETS));
}

} // namespace
