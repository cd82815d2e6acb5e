/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "graph-text.h"
#include "pods-of-four.h"
#include "ruled-fabric.h"

#include "ns3/mrc-ideal-memo.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Expects the times of all pairs, of so many lengths, in two rounds. */
void
ExpectSame(const Topology& topology,
           const IdealParameters& parameters,
           IdealMemo& memo,
           uint64_t lengths)
{
    const uint32_t nics = topology.Spec().nics;
    for (uint64_t bytes = 0; bytes < lengths * 2777; bytes += 2777)
    {
        for (uint32_t pair = 0; pair < 2 * nics * nics; ++pair)
        {
            const uint32_t from = pair % nics;
            const uint32_t to = pair / nics % nics;
            if (from != to)
            {
                ASSERT_EQ(memo.Completion(topology, from, to, bytes, parameters),
                          IdealCompletion(topology, from, to, bytes, parameters))
                    << bytes << " bytes from " << from << " to " << to;
            }
        }
    }
}

TEST(IdealMemo, AnswersAsWithoutOne)
{
    const Topology topology(PodsOfFour(8, 2)); // ways below a T0, in a pod and between pods
    IdealMemo memo;
    constexpr uint64_t MANY = 200; // more than a memo has places
    ExpectSame(topology, {}, memo, MANY);
    const Span before = memo.Completion(topology, 0, 1, 5000, {});
    IdealParameters other;
    other.postOverhead = Nanos(4450);
    EXPECT_EQ(memo.Completion(topology, 0, 1, 5000, other), before + Nanos(4450));
    ExpectSame(topology, other, memo, MANY);
}

// Where links differ, ways of as many hops take other times, and nothing is remembered.
// Clauses: [link-rules], [closed-forms]
TEST(IdealMemo, TellsPairsApartWhereLinksDiffer)
{
    const TopologySpec specs[] = {
        Ruled("port:5.0/rate=50%"),
        Ruled("link:0.0.1/delay=700ns,plane:1/delay=2us"),
        ParseDot("graph { edge [rate=100Gbps]; node [role=nic]; a; b; c; far\n"
                 "node [role=switch]; a -- s; b -- s; c -- s; far -- s [delay=3us] }"),
    };
    for (const TopologySpec& spec : specs)
    {
        const Topology topology(spec);
        IdealMemo memo;
        ExpectSame(topology, {}, memo, 5);
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
