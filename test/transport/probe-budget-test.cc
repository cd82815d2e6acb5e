/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Clauses of this file: [reverse-budget]

#include "ns3/mrc-probe-budget.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

constexpr uint64_t PRICE = ProbeBudget::EXCHANGE_BYTES * ProbeBudget::RECEIVED_PER_BYTE;

/** @return how many probes can be paid for */
uint64_t
CountOf(ProbeBudget& budget)
{
    uint64_t count = 0;
    while (budget.Take())
    {
        ++count;
    }
    return count;
}

TEST(ProbeBudget, AProbeIsPaidForByAHundredTimesItsBytes)
{
    ProbeBudget budget;
    EXPECT_FALSE(budget.Take());
    budget.Earn(PRICE - 1);
    EXPECT_FALSE(budget.Take());
    budget.Earn(1);
    EXPECT_TRUE(budget.Take());
    EXPECT_FALSE(budget.Take());
    budget.Earn(3 * PRICE - 1);
    EXPECT_EQ(CountOf(budget), 2U);
}

TEST(ProbeBudget, ABurstIsBounded)
{
    ProbeBudget budget;
    budget.Earn(1000 * PRICE);
    EXPECT_EQ(CountOf(budget), ProbeBudget::BURST);
}

TEST(ProbeBudget, WhatCannotWaitTakesWhatThereIs)
{
    ProbeBudget budget;
    budget.TakeAnyway(); // nothing: no debt either
    budget.Earn(2 * PRICE - 1);
    budget.TakeAnyway();
    EXPECT_FALSE(budget.Take());
    budget.TakeAnyway();
    budget.Earn(PRICE);
    EXPECT_EQ(CountOf(budget), 1U);
}

} // namespace
