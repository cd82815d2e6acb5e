/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-traffic-patterns.h"

#include "mrc-transfer-list.h"

#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** One cycle through all ranks in drawn order: nobody sends to itself. */
ConnectionMatrix
DrawnPermutation(uint32_t ranks, uint64_t bytes, KeyedDraws draws)
{
    TransferList list("permutation", ranks, ranks);
    std::vector<uint32_t> order(ranks);
    std::iota(order.begin(), order.end(), 0);
    for (uint32_t last = ranks - 1; last > 0; --last)
    {
        // Fisher and Yates: each order is as probable as any other.
        std::swap(order[last], order[draws.Below(last + 1, last)]);
    }
    // By sender, not by place in the cycle: a matrix lists transfers in the order of ranks.
    std::vector<uint32_t> to(ranks);
    for (uint32_t place = 0; place < ranks; ++place)
    {
        to[order[place]] = order[(place + 1) % ranks];
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        list.Add(rank, to[rank], bytes, {});
    }
    return list.Take();
}

ConnectionMatrix
Tornado(uint32_t ranks, uint64_t bytes)
{
    TransferList list("tornado", ranks, ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        // Half of all ranks ahead: where ranks fill a fabric in order, all traffic crosses its
        // middle.
        list.Add(rank, (rank + ranks / 2) % ranks, bytes, {});
    }
    return list.Take();
}

ConnectionMatrix
SendReceive(uint32_t ranks, uint64_t bytes)
{
    TransferList list("send-receive", ranks, ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        list.Add(rank, (rank + 1) % ranks, bytes, {});
    }
    return list.Take();
}

ConnectionMatrix
RankPairs(uint32_t ranks, uint64_t bytes)
{
    TransferList list("pairs", ranks, ranks);
    if (ranks % 2 != 0)
    {
        throw std::invalid_argument("pairs: " + std::to_string(ranks) +
                                    " ranks; expected an even number");
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        // Two partners differ in the last bit alone.
        list.Add(rank, rank ^ 1, bytes, {});
    }
    return list.Take();
}

ConnectionMatrix
Incast(uint32_t ranks, uint32_t senders, uint64_t bytes, uint32_t victims)
{
    TransferList list("incast", ranks, uint64_t{senders} + victims);
    // Rank 0 receives. A victim needs two ranks more: rank 1, and a sender of its own.
    if (senders == 0 || victims > 1 || uint64_t{senders} + 1 + 2 * uint64_t{victims} > ranks)
    {
        throw std::invalid_argument("incast: " + std::to_string(senders) + " senders and " +
                                    std::to_string(victims) + " victims among " +
                                    std::to_string(ranks) +
                                    " ranks; expected 1 or more, 0 or 1, and a rank for each end");
    }
    // Where ranks fill a fabric in order, these are far from rank 0, below other T0s.
    for (uint32_t sender = ranks - senders; sender < ranks; ++sender)
    {
        list.Add(sender, 0, bytes, {});
    }
    if (victims == 1)
    {
        // Rank 1 stands beside rank 0: the victim shares the way of the senders, but not the last
        // hop.
        list.Add(ranks - senders - 1, 1, bytes, {});
    }
    return list.Take();
}

} // namespace mrc
} // namespace ns3
