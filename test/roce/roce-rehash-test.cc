/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// When a requester of RoCEv2 takes another source port.

#include "ns3/mrc-roce-rehash.h"

#include <gtest/gtest.h>
#include <set>

using namespace ns3::mrc;

namespace
{

/** @return a setup of rounds of 10 us, three of which with a CNP move the path */
RoceSetup
ThreeRounds()
{
    RoceSetup setup;
    setup.config.rehashRounds = 3;
    setup.config.rehashRound = Micros(10);
    setup.path = Ev::Of(2, 77);
    setup.draws = KeyedDraws(5);
    return setup;
}

// Clauses: [roce-rehash]
TEST(RoceRehash, WithoutRoundsThePathStays)
{
    RoceSetup setup = ThreeRounds();
    setup.config.rehashRounds = 0;
    RoceRehash rehash(setup);
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_FALSE(rehash.OnCnp(Instant() + Micros(10 * i)));
    }
    EXPECT_FALSE(rehash.OnTimeout(Instant() + Micros(2000)));
    EXPECT_EQ(rehash.Path(), setup.path);
}

// Clauses: [roce-rehash]
TEST(RoceRehash, ThreeRoundsInARowMoveThePathInItsPlane)
{
    const RoceSetup setup = ThreeRounds();
    RoceRehash rehash(setup);
    EXPECT_FALSE(rehash.OnCnp(Instant() + Micros(5)));
    EXPECT_FALSE(rehash.OnCnp(Instant() + Micros(9))) << "the same round";
    EXPECT_FALSE(rehash.OnCnp(Instant() + Micros(19)));
    EXPECT_EQ(rehash.Path(), setup.path);
    EXPECT_TRUE(rehash.OnCnp(Instant() + Micros(20)));
    EXPECT_NE(rehash.Path(), setup.path);
    EXPECT_EQ(rehash.Path().Plane(), 2U);
    EXPECT_FALSE(rehash.OnCnp(Instant() + Micros(30))) << "it counts anew";
    EXPECT_FALSE(rehash.OnCnp(Instant() + Micros(40)));
    EXPECT_TRUE(rehash.OnCnp(Instant() + Micros(50)));
}

// Clauses: [roce-rehash]
TEST(RoceRehash, ARoundWithoutACnpBeginsTheCountAgain)
{
    const RoceSetup setup = ThreeRounds();
    RoceRehash rehash(setup);
    for (int i = 0; i < 50; ++i)
    {
        EXPECT_FALSE(rehash.OnCnp(Instant() + Micros(30 * i)));
        EXPECT_FALSE(rehash.OnCnp(Instant() + Micros(30 * i + 10)));
    }
    EXPECT_EQ(rehash.Path(), setup.path);
}

// Clauses: [roce-rehash]
TEST(RoceRehash, ATimeoutMovesThePathAndSuspendsCnps)
{
    RoceSetup setup = ThreeRounds();
    setup.config.rehashSuspend = Micros(1000);
    RoceRehash rehash(setup);
    std::set<uint32_t> ports{rehash.Path().value};
    EXPECT_TRUE(rehash.OnTimeout(Instant()));
    EXPECT_TRUE(ports.insert(rehash.Path().value).second);
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_FALSE(rehash.OnCnp(Instant() + Micros(10 * i))) << i;
    }
    EXPECT_TRUE(rehash.OnTimeout(Instant() + Micros(1000)));
    EXPECT_TRUE(ports.insert(rehash.Path().value).second);
    const Instant over = Instant() + Micros(3000); // at most two of a thousand later
    EXPECT_FALSE(rehash.OnCnp(over));
    EXPECT_FALSE(rehash.OnCnp(over + Micros(10)));
    EXPECT_TRUE(rehash.OnCnp(over + Micros(20)));
}

// Clauses: [roce-rehash]
TEST(RoceRehash, DuplicatesMoveThePathOfAnswersOnceInATimeout)
{
    RoceSetup setup = ThreeRounds();
    setup.config.timeoutExponent = 8;
    RoceRehash rehash(setup);
    const Instant first = Instant() + Micros(100);
    EXPECT_TRUE(rehash.OnDuplicate(first));
    EXPECT_NE(rehash.Path(), setup.path);
    EXPECT_FALSE(rehash.OnDuplicate(first + Span(1)));
    EXPECT_FALSE(rehash.OnDuplicate(first + setup.config.AckTimeout() - Span(1)));
    EXPECT_TRUE(rehash.OnDuplicate(first + setup.config.AckTimeout()));
}

// Clauses: [roce-rehash]
TEST(RoceRehash, ARoundHoldsTwoCnpIntervals)
{
    RoceSetup setup = ThreeRounds();
    setup.config.rehashRound = Span();
    setup.dcqcn.cnpInterval = Micros(50);
    RoceRehash slow(setup);
    EXPECT_FALSE(slow.OnCnp(Instant()));
    EXPECT_FALSE(slow.OnCnp(Instant() + Micros(150)));
    EXPECT_TRUE(slow.OnCnp(Instant() + Micros(200)));
    setup.dcqcn.cnpInterval = Micros(4);
    RoceRehash quick(setup);
    EXPECT_FALSE(quick.OnCnp(Instant()));
    EXPECT_FALSE(quick.OnCnp(Instant() + Micros(20)));
    EXPECT_TRUE(quick.OnCnp(Instant() + Micros(40)));
}

} // namespace
