/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pods-of-four.h"

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

/** Expects the times of all pairs, of more lengths than a memo has places, in two rounds. */
void
ExpectSame(const Topology& topology, const IdealParameters& parameters, IdealMemo& memo)
{
    const uint32_t nics = topology.Spec().nics;
    for (uint64_t bytes = 0; bytes < 200 * 2777; bytes += 2777)
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
    ExpectSame(topology, {}, memo);
    const Span before = memo.Completion(topology, 0, 1, 5000, {});
    IdealParameters other;
    other.postOverhead = Nanos(4450);
    EXPECT_EQ(memo.Completion(topology, 0, 1, 5000, other), before + Nanos(4450));
    ExpectSame(topology, other, memo);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
