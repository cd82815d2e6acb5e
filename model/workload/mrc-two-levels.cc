/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-two-levels.h"

#include "mrc-group-collectives.h"
#include "mrc-rank-frontier.h"
#include "mrc-transfer-list.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

const char* const NAME = "two-level-allreduce";

void
Check(const TwoLevelSize& size)
{
    const uint32_t gpus = size.node.gpus;
    if (gpus == 0 || size.ranks % gpus != 0 || size.chunks == 0 || size.channels == 0)
    {
        throw std::invalid_argument(std::string(NAME) + ": " + std::to_string(size.ranks) +
                                    " ranks in nodes of " + std::to_string(gpus) + " GPUs, " +
                                    std::to_string(size.chunks) + " chunks, " +
                                    std::to_string(size.channels) +
                                    " channels; expected whole nodes, and 1 or more of each");
    }
    // Each rank sends to the others of its node twice, and in each ring less than twice around the
    // nodes.
    const uint64_t transfers = uint64_t{size.chunks} * size.ranks *
                               (2 * (gpus - 1) + 2 * uint64_t{size.channels} * size.ranks / gpus);
    if (transfers > 10000000)
    {
        throw std::invalid_argument(std::string(NAME) + ": " + std::to_string(transfers) +
                                    " transfers; expected at most 10000000: fewer ranks or chunks");
    }
}

/** One chunk's way through all ranks. */
class Chunk
{
  public:
    Chunk(OperationList& list, const TwoLevelSize& size, uint32_t chunk)
        : m_list(list),
          m_size(size),
          m_bytes(ShareOf(size.bytes, size.chunks, chunk)),
          m_ranks(size.ranks)
    {
    }

    /** Each GPU of a node gets the sums of the GPU's share. */
    void AddSums()
    {
        const uint32_t gpus = m_size.node.gpus;
        std::vector<uint64_t> bytes;
        for (uint32_t gpu = 0; gpu < gpus; ++gpu)
        {
            bytes.push_back(ShareOf(m_bytes, gpus, gpu));
        }
        for (uint32_t first = 0; first < m_size.ranks; first += gpus)
        {
            m_ranks.Keep(AddExchange(m_list, m_ranks.GroupOf(first, 1, gpus), bytes), first, 1);
        }
    }

    /** Each GPU sends its share to the others of its node when that is whole. */
    void AddShares()
    {
        for (uint32_t rank = 0; rank < m_size.ranks; ++rank)
        {
            AddOwnShare(rank, rank / m_size.node.gpus * m_size.node.gpus);
        }
    }

    /** GPUs of one place in their nodes add up their shares over the fabric. */
    void AddRings()
    {
        const uint32_t gpus = m_size.node.gpus;
        for (uint32_t gpu = 0; gpu < gpus; ++gpu)
        {
            const uint64_t share = ShareOf(m_bytes, gpus, gpu);
            const Group group = m_ranks.GroupOf(gpu, gpus, m_size.ranks / gpus);
            // A GPU's share is whole when all its channels are.
            Frontier all(group.ranks.size());
            for (uint32_t channel = 0; channel < m_size.channels; ++channel)
            {
                const uint64_t bytes = ShareOf(share, m_size.channels, channel);
                const Frontier last = AddRing(m_list, group, bytes, RingSteps::ALL_REDUCE);
                for (std::size_t i = 0; i < last.size(); ++i)
                {
                    all[i].insert(all[i].end(), last[i].begin(), last[i].end());
                }
            }
            // A node alone has no ring, and its GPUs keep the operations that they had before.
            m_ranks.Keep(group.ranks.size() == 1 ? group.before : all, gpu, gpus);
        }
    }

  private:
    /** Adds the transfers of a GPU to the others of its node when its share is whole. */
    void AddOwnShare(uint32_t rank, uint32_t first)
    {
        const uint32_t gpus = m_size.node.gpus;
        for (uint32_t ahead = 1; ahead < gpus; ++ahead)
        {
            // Each GPU begins with the next one, or all would send to the first GPU at once.
            const uint32_t to = first + (rank - first + ahead) % gpus;
            const uint32_t send = m_list.Send(rank, to, ShareOf(m_bytes, gpus, rank - first));
            for (const uint32_t before : m_ranks.Of(rank))
            {
                m_list.After(send, before);
            }
        }
    }

    OperationList& m_list;
    const TwoLevelSize& m_size;
    uint64_t m_bytes;
    RankFrontier m_ranks;
};

} // namespace

ConnectionMatrix
TwoLevelAllReduce(const TwoLevelSize& size)
{
    Check(size);
    OperationList list(NAME, size.ranks);
    for (uint32_t i = 0; i < size.chunks; ++i)
    {
        Chunk chunk(list, size, i);
        chunk.AddSums();
        chunk.AddRings();
        chunk.AddShares();
    }
    ConnectionMatrix matrix = list.Take();
    matrix.node = size.node;
    return matrix;
}

} // namespace mrc
} // namespace ns3
