/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-collectives.h"

#include "mrc-transfer-list.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** @throws std::invalid_argument if a buffer is cut into no piece at all */
void
CheckPieces(const std::string& name, const CollectiveSize& size)
{
    if (size.pieces == 0)
    {
        throw std::invalid_argument(name + ": a buffer in 0 pieces; expected 1 or more");
    }
}

/** @return the steps of a round in which each rank hears of each other one; 0 without ranks */
uint64_t
StepsOfRound(uint32_t ranks)
{
    return ranks == 0 ? 0 : ranks - 1;
}

/** Steps that ranks of a ring take together, and of which round the first one is. */
struct RingRounds
{
    const char* name;
    uint32_t rounds;
    uint32_t first; //!< the step of an all-reduce that is the first here
};

/** @return the transfers of rings, by ring, step and rank [ring-steps] */
ConnectionMatrix
RingOf(const CollectiveSize& size, const RingRounds& rounds)
{
    CheckPieces(rounds.name, size);
    const uint64_t ranks = size.ranks;
    const uint64_t steps = rounds.rounds * StepsOfRound(size.ranks);
    TransferList list(rounds.name, size.ranks, size.pieces * steps * ranks);
    for (uint32_t ring = 0; ring < size.pieces; ++ring)
    {
        const uint64_t share = ShareOf(size.bytes, size.pieces, ring);
        std::vector<uint32_t> arrived(ranks, 0); // by rank: the trigger that starts the rank's next
                                                 // step
        for (uint64_t step = 0; step < steps; ++step)
        {
            std::vector<uint32_t> next(ranks, 0);
            for (uint64_t rank = 0; rank < ranks; ++rank)
            {
                const uint64_t chunk = (rank + 2 * ranks - (step + rounds.first)) % ranks;
                const uint64_t to = (rank + 1) % ranks;
                next[to] = step + 1 < steps ? list.NewTrigger(TriggerKind::ONESHOT) : 0;
                list.Add(rank, to, ShareOf(share, ranks, chunk), {arrived[rank], 0, next[to]});
            }
            arrived = next;
        }
    }
    return list.Take();
}

/**
 * Ranks that begin a step tell their partners that they are ready [step-rendezvous].
 *
 * @param arrived by rank: the trigger by which the rank begins the step
 * @param distance to the partner
 * @return by rank: the trigger by which the rank sends, once it has begun and its partner is ready
 */
std::vector<uint32_t>
AddRendezvous(TransferList& list, const std::vector<uint32_t>& arrived, uint32_t distance)
{
    constexpr uint64_t bytes = 64; // a cache line; own choice
    std::vector<uint32_t> sends;
    for (const uint32_t begins : arrived)
    {
        sends.push_back(list.NewTrigger(TriggerKind::ONESHOT));
        list.Gate(sends.back(), begins);
    }
    for (uint32_t rank = 0; rank < arrived.size(); ++rank)
    {
        const uint32_t to = rank ^ distance;
        list.Add(rank, to, bytes, {arrived[rank], 0, sends[to]});
    }
    return sends;
}

/** @return bytes of the first parts of a buffer that is cut into one for each rank */
uint64_t
FirstParts(const CollectiveSize& size, uint64_t parts)
{
    return parts * (size.bytes / size.ranks) + std::min(parts, size.bytes % size.ranks);
}

/** @return bytes of the aligned block of so many parts in which a rank's part lies */
uint64_t
BlockOf(const CollectiveSize& size, uint32_t rank, uint32_t parts)
{
    const uint64_t first = rank / parts * parts;
    return FirstParts(size, first + parts) - FirstParts(size, first);
}

/** A binary tree of ranks: the children of rank r are 2 r + 1 and 2 r + 2. */
class Tree
{
  public:
    explicit Tree(uint32_t ranks)
        : m_ranks(ranks)
    {
    }

    uint32_t Children(uint32_t rank) const
    {
        const uint64_t first = 2 * uint64_t{rank} + 1;
        return first >= m_ranks ? 0 : first + 1 >= m_ranks ? 1 : 2;
    }

    static uint32_t Parent(uint32_t rank)
    {
        return (rank - 1) / 2;
    }

  private:
    uint32_t m_ranks;
};

/** Adds one piece's way up. @return the trigger that the piece's arrival at rank 0 sets off */
uint32_t
AddWayUp(TransferList& list, const Tree& tree, uint32_t ranks, uint64_t bytes)
{
    std::vector<uint32_t> gathered(ranks, 0);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        if (tree.Children(rank) != 0)
        {
            gathered[rank] = list.NewTrigger(TriggerKind::BARRIER, tree.Children(rank));
        }
    }
    for (uint32_t rank = ranks - 1; rank > 0; --rank)
    {
        const uint32_t parent = Tree::Parent(rank);
        list.Add(rank, parent, bytes, {gathered[rank], 0, gathered[parent]});
    }
    return gathered[0];
}

/** Adds one piece's way down, which a trigger starts, or the beginning of the run. */
void
AddWayDown(TransferList& list, const Tree& tree, uint32_t ranks, uint64_t bytes, uint32_t trigger)
{
    std::vector<uint32_t> there(ranks, 0);
    there[0] = trigger;
    for (uint32_t rank = 1; rank < ranks; ++rank)
    {
        // A leaf passes nothing on, so nothing waits for its piece.
        there[rank] = tree.Children(rank) == 0 ? 0 : list.NewTrigger(TriggerKind::ONESHOT);
        const uint32_t parent = Tree::Parent(rank);
        list.Add(parent, rank, bytes, {there[parent], 0, there[rank]});
    }
}

} // namespace

ConnectionMatrix
RingAllReduce(const CollectiveSize& size)
{
    return RingOf(size, {"ring-allreduce", 2, 0});
}

ConnectionMatrix
RingReduceScatter(const CollectiveSize& size)
{
    return RingOf(size, {"ring-reducescatter", 1, 0});
}

ConnectionMatrix
RingAllGather(const CollectiveSize& size)
{
    // An all-gather is the second round of an all-reduce, which begins at this step.
    return RingOf(size, {"ring-allgather", 1, size.ranks - 1});
}

/**
 * Recursive halving, then doubling: partners at half the distance exchange half as much each step,
 * and the way back doubles both.
 */
ConnectionMatrix
HalvingDoublingAllReduce(const CollectiveSize& size, StepStart start)
{
    const std::string name = "halving-doubling-allreduce";
    const uint32_t ranks = size.ranks;
    if (ranks == 0 || (ranks & (ranks - 1)) != 0 || size.pieces != 1)
    {
        throw std::invalid_argument(name + ": " + std::to_string(ranks) + " ranks in " +
                                    std::to_string(size.pieces) +
                                    " pieces; expected a power of 2 in one piece");
    }
    std::vector<uint32_t> distances; // to the partner of each step
    for (uint32_t distance = ranks / 2; distance > 0; distance /= 2)
    {
        distances.push_back(distance);
    }
    const std::size_t halvings = distances.size();
    distances.insert(distances.end(), distances.rbegin(), distances.rend());
    const bool waits = start == StepStart::WITH_PARTNER;
    // Then each step but the first has as many short messages too. The list refuses one rank, which
    // has no step.
    TransferList list(name, ranks, ranks * (waits ? 2 * distances.size() - 1 : distances.size()));
    std::vector<uint32_t> arrived(ranks, 0);
    for (std::size_t step = 0; step < distances.size(); ++step)
    {
        const uint32_t distance = distances[step];
        if (waits && step > 0)
        {
            arrived = AddRendezvous(list, arrived, distance);
        }
        std::vector<uint32_t> next(ranks, 0);
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t to = rank ^ distance;
            next[to] = step + 1 < distances.size() ? list.NewTrigger(TriggerKind::ONESHOT) : 0;
            // At first the part that the partner goes on with, then the part that the rank has.
            const uint32_t owner = step < halvings ? to : rank;
            list.Add(rank, to, BlockOf(size, owner, distance), {arrived[rank], 0, next[to]});
        }
        arrived = next;
    }
    return list.Take();
}

ConnectionMatrix
TreeAllReduce(const CollectiveSize& size)
{
    const Tree tree(size.ranks);
    CheckPieces("tree-allreduce", size);
    TransferList list("tree-allreduce", size.ranks, 2 * size.pieces * StepsOfRound(size.ranks));
    for (uint32_t piece = 0; piece < size.pieces; ++piece)
    {
        const uint64_t bytes = ShareOf(size.bytes, size.pieces, piece);
        AddWayDown(list, tree, size.ranks, bytes, AddWayUp(list, tree, size.ranks, bytes));
    }
    return list.Take();
}

ConnectionMatrix
TreeBroadcast(const CollectiveSize& size)
{
    const Tree tree(size.ranks);
    CheckPieces("tree-broadcast", size);
    TransferList list("tree-broadcast", size.ranks, size.pieces * StepsOfRound(size.ranks));
    for (uint32_t piece = 0; piece < size.pieces; ++piece)
    {
        AddWayDown(list, tree, size.ranks, ShareOf(size.bytes, size.pieces, piece), 0);
    }
    return list.Take();
}

/**
 * Each rank sends a share to all others, its neighbour first. One trigger for each rank starts its
 * next transfer when one ends.
 */
ConnectionMatrix
AllToAll(const CollectiveSize& size)
{
    const uint64_t ranks = size.ranks;
    TransferList list("all-to-all", size.ranks, ranks * StepsOfRound(size.ranks));
    if (size.pieces == 0 || size.pieces >= ranks)
    {
        throw std::invalid_argument("all-to-all: " + std::to_string(size.pieces) +
                                    " transfers at a time; expected 1 .. " +
                                    std::to_string(ranks - 1));
    }
    for (uint64_t rank = 0; rank < ranks; ++rank)
    {
        // As many as may be under way start at once; whichever of them ends starts the next one.
        const uint64_t waiting = ranks - 1 - size.pieces;
        const uint32_t next = waiting == 0 ? 0 : list.NewTrigger(TriggerKind::MULTISHOT);
        for (uint64_t turn = 0; turn < ranks - 1; ++turn)
        {
            const uint64_t to = (rank + 1 + turn) % ranks;
            list.Add(rank,
                     to,
                     ShareOf(size.bytes, size.ranks, to),
                     {turn < size.pieces ? 0 : next, next, 0});
        }
    }
    return list.Take();
}

} // namespace mrc
} // namespace ns3
