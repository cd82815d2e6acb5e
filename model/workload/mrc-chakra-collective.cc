/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-collective.h"

#include "mrc-transfer-list.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t BROADCAST_PIECES = 8;           //!< as tree-broadcast without pieces
constexpr uint64_t MANY_BYTES = uint64_t{1} << 33; //!< more than a message may have

/** Lists the messages of a rank; an instance is used once. */
class ChakraStepList
{
  public:
    ChakraStepList(const ChakraCollective& collective, uint32_t ranks, uint32_t self)
        : m_bytes(collective.bytes),
          m_ranks(ranks),
          m_self(self)
    {
    }

    /** As ring-steps, of the all-reduce with so many rounds. */
    std::vector<ChakraStep> ReduceInRing(uint64_t rounds)
    {
        const uint64_t steps = rounds * (m_ranks - 1);
        for (uint64_t step = 0; step < steps; ++step)
        {
            TakeRingStep(PartAt(m_self, step), PartAt(m_self + m_ranks - 1, step));
        }
        return std::move(m_steps);
    }

    /** As ring-steps, of the all-gather: each rank's bytes go round. */
    std::vector<ChakraStep> GatherInRing()
    {
        for (uint64_t step = 0; step + 1 < m_ranks; ++step)
        {
            TakeRingStep(m_bytes, m_bytes);
        }
        return std::move(m_steps);
    }

    std::vector<ChakraStep> SendToAll()
    {
        for (uint32_t turn = 1; turn < m_ranks; ++turn)
        {
            const uint32_t to = PeerAt(turn);
            Send(to, ShareOf(m_bytes, m_ranks, to), std::nullopt);
            Receive(PeerAt(m_ranks - turn), ShareOf(m_bytes, m_ranks, m_self));
        }
        return std::move(m_steps);
    }

    /** As tree-steps, down from rank 0. */
    std::vector<ChakraStep> SendDownTree()
    {
        for (uint32_t piece = 0; piece < BROADCAST_PIECES; ++piece)
        {
            const uint64_t bytes = ShareOf(m_bytes, BROADCAST_PIECES, piece);
            std::optional<uint32_t> there;
            if (m_self != 0)
            {
                there = Receive((m_self - 1) / 2, bytes);
            }
            const uint64_t first = 2 * uint64_t{m_self} + 1;
            for (uint64_t child = first; child < std::min<uint64_t>(first + 2, m_ranks); ++child)
            {
                Send(static_cast<uint32_t>(child), bytes, there);
            }
        }
        return std::move(m_steps);
    }

    /** Each rank's bytes to rank 0 [binomial-steps]. */
    std::vector<ChakraStep> GatherUpBinomial()
    {
        for (uint64_t turn = 1; turn < TurnsEnd(); turn *= 2)
        {
            const auto child = static_cast<uint32_t>(m_self + turn);
            Receive(child, Gathered(child));
        }
        return UpFromHere(Gathered(m_self));
    }

    /** As binomial-steps, sums of all buffers to rank 0. */
    std::vector<ChakraStep> ReduceUpBinomial()
    {
        for (uint64_t turn = 1; turn < TurnsEnd(); turn *= 2)
        {
            Receive(static_cast<uint32_t>(m_self + turn), m_bytes);
        }
        return UpFromHere(m_bytes);
    }

    /** As binomial-steps: parts of the buffer of rank 0, the farthest half first. */
    std::vector<ChakraStep> ScatterDownBinomial()
    {
        std::optional<uint32_t> before;
        if (m_self != 0)
        {
            before = Receive(m_self - LowestBit(m_self), PartsBelow(m_self));
        }
        uint64_t turn = 1;
        while (turn < TurnsEnd())
        {
            turn *= 2;
        }
        for (turn /= 2; turn != 0; turn /= 2)
        {
            const auto child = static_cast<uint32_t>(m_self + turn);
            Send(child, PartsBelow(child), before);
            before = static_cast<uint32_t>(m_steps.size() - 1);
        }
        return std::move(m_steps);
    }

    /** Each rank hears of twice as many in each round. */
    std::vector<ChakraStep> Meet()
    {
        std::optional<uint32_t> heard;
        for (uint64_t distance = 1; distance < m_ranks; distance *= 2)
        {
            const auto away = static_cast<uint32_t>(distance);
            Send(PeerAt(away), 1, heard);
            heard = Receive(PeerAt(m_ranks - away), 1);
        }
        return std::move(m_steps);
    }

  private:
    /** @return the rank so many places ahead */
    uint32_t PeerAt(uint32_t distance) const
    {
        return static_cast<uint32_t>((uint64_t{m_self} + distance) % m_ranks);
    }

    /** @return bytes of the part that a rank sends in a step of an all-reduce */
    uint64_t PartAt(uint64_t rank, uint64_t step) const
    {
        return ShareOf(m_bytes, m_ranks, (rank + 2 * uint64_t{m_ranks} - step) % m_ranks);
    }

    static uint32_t LowestBit(uint32_t rank)
    {
        return rank & (~rank + 1);
    }

    /** @return children of the rank in a binomial tree are powers of 2 below this away */
    uint64_t TurnsEnd() const
    {
        const uint32_t left = m_ranks - m_self;
        return m_self == 0 ? left : std::min(LowestBit(m_self), left);
    }

    /** @return ranks of the part of a binomial tree below a rank, the rank itself among them */
    uint32_t RanksBelow(uint32_t rank) const
    {
        return rank == 0 ? m_ranks : std::min(LowestBit(rank), m_ranks - rank);
    }

    /** @return bytes that a rank of a gather has in the end; far too many for a message stay so */
    uint64_t Gathered(uint32_t rank) const
    {
        return std::min(m_bytes, MANY_BYTES) * RanksBelow(rank);
    }

    /** @return bytes of the parts of a scatter for all ranks below a rank */
    uint64_t PartsBelow(uint32_t rank) const
    {
        uint64_t bytes = 0;
        for (uint32_t i = 0; i < RanksBelow(rank); ++i)
        {
            bytes += ShareOf(m_bytes, m_ranks, rank + i);
        }
        return bytes;
    }

    /** The rank has what it waits for, and hands it on, unless it is the first. */
    std::vector<ChakraStep> UpFromHere(uint64_t bytes)
    {
        if (m_self != 0)
        {
            const bool isLeaf = m_steps.empty();
            Send(m_self - LowestBit(m_self), bytes, std::nullopt);
            m_steps.back().afterAll = !isLeaf;
        }
        return std::move(m_steps);
    }

    void TakeRingStep(uint64_t sent, uint64_t received)
    {
        Send(PeerAt(1), sent, m_arrived);
        m_arrived = Receive(PeerAt(m_ranks - 1), received);
    }

    void Send(uint32_t peer, uint64_t bytes, std::optional<uint32_t> after)
    {
        m_steps.push_back({true, peer, std::max<uint64_t>(bytes, 1), after, false});
    }

    uint32_t Receive(uint32_t peer, uint64_t bytes)
    {
        m_steps.push_back({false, peer, std::max<uint64_t>(bytes, 1), std::nullopt, false});
        return static_cast<uint32_t>(m_steps.size() - 1);
    }

    uint64_t m_bytes;
    uint32_t m_ranks;
    uint32_t m_self;
    std::optional<uint32_t> m_arrived; //!< the latest receive of a ring
    std::vector<ChakraStep> m_steps;
};

/** @return as ChakraStepsOf, with the group's first rank as the root */
std::vector<ChakraStep>
ChakraStepsFromFirst(const ChakraCollective& collective, uint32_t ranks, uint32_t self)
{
    ChakraStepList list(collective, ranks, self);
    switch (collective.kind)
    {
    case ChakraCollectiveKind::ALL_REDUCE:
        return list.ReduceInRing(2);
    case ChakraCollectiveKind::REDUCE_SCATTER:
    case ChakraCollectiveKind::REDUCE_SCATTER_BLOCK:
        return list.ReduceInRing(1);
    case ChakraCollectiveKind::ALL_GATHER:
        return list.GatherInRing();
    case ChakraCollectiveKind::ALL_TO_ALL:
        return list.SendToAll();
    case ChakraCollectiveKind::BROADCAST:
        return list.SendDownTree();
    case ChakraCollectiveKind::GATHER:
        return list.GatherUpBinomial();
    case ChakraCollectiveKind::SCATTER:
        return list.ScatterDownBinomial();
    case ChakraCollectiveKind::REDUCE:
        return list.ReduceUpBinomial();
    case ChakraCollectiveKind::BARRIER:
        return list.Meet();
    }
    return {};
}

} // namespace

bool
HasRoot(ChakraCollectiveKind kind)
{
    return kind == ChakraCollectiveKind::BROADCAST || kind == ChakraCollectiveKind::GATHER ||
           kind == ChakraCollectiveKind::SCATTER || kind == ChakraCollectiveKind::REDUCE;
}

/** A root is the first rank of the group when places are counted from there. */
std::vector<ChakraStep>
ChakraStepsOf(const ChakraCollective& collective, uint32_t ranks, uint32_t self)
{
    const uint32_t root = HasRoot(collective.kind) ? collective.root : 0;
    std::vector<ChakraStep> steps =
        ChakraStepsFromFirst(collective, ranks, (self + ranks - root) % ranks);
    for (ChakraStep& step : steps)
    {
        step.peer = (step.peer + root) % ranks;
    }
    return steps;
}

} // namespace mrc
} // namespace ns3
