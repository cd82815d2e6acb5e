/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rack-trees.h"

#include "mrc-group-collectives.h"
#include "mrc-rank-frontier.h"
#include "mrc-transfer-list.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

const char* const NAME = "rack-tree-allreduce";

void
Check(const RackTreeSize& size)
{
    if (size.rack == 0 || size.ranks % size.rack != 0 || size.pieces == 0)
    {
        throw std::invalid_argument(std::string(NAME) + ": " + std::to_string(size.ranks) +
                                    " ranks in racks of " + std::to_string(size.rack) + ", " +
                                    std::to_string(size.pieces) +
                                    " pieces; expected whole racks, and 1 or more of each");
    }
    // Each rank sends twice around its rack, less two steps. All but the roots send up, and get
    // what comes down.
    const uint64_t transfers = 2 * uint64_t{size.ranks} * (size.rack - 1) +
                               2 * uint64_t{size.pieces} * (size.ranks - size.rack);
    if (transfers > 10000000)
    {
        throw std::invalid_argument(std::string(NAME) + ": " + std::to_string(transfers) +
                                    " transfers; expected at most 10000000: smaller racks, fewer "
                                    "ranks or pieces");
    }
}

/** Ranks of one place in their racks, in a binary tree: the parent of number n is (n - 1) / 2. */
class RackTree
{
  public:
    RackTree(OperationList& list, const Group& group)
        : m_list(list),
          m_group(group),
          m_done(group.ranks.size())
    {
        m_done[0] = group.before[0];
    }

    /** A piece's sums go up to the root, and down again. */
    void AddPiece(uint64_t bytes)
    {
        Frontier arrived = m_group.before; // by member: its own sum, and those from below
        for (std::size_t member = arrived.size() - 1; member > 0; --member)
        {
            const std::size_t parent = (member - 1) / 2;
            arrived[parent].push_back(Send(arrived[member], member, parent, bytes));
        }
        m_done[0].insert(m_done[0].end(),
                         arrived[0].begin() + m_group.before[0].size(),
                         arrived[0].end());
        for (std::size_t member = 1; member < arrived.size(); ++member)
        {
            const std::size_t parent = (member - 1) / 2;
            arrived[member] = {Send(arrived[parent], parent, member, bytes)};
            m_done[member].push_back(arrived[member][0]);
        }
    }

    /** @return by member, the operations after which the member has all pieces */
    Frontier Done() &&
    {
        return std::move(m_done);
    }

  private:
    uint32_t Send(const std::vector<uint32_t>& before,
                  std::size_t from,
                  std::size_t to,
                  uint64_t bytes)
    {
        const uint32_t send = m_list.Send(m_group.ranks[from], m_group.ranks[to], bytes);
        for (const uint32_t operation : before)
        {
            m_list.After(send, operation);
        }
        return send;
    }

    OperationList& m_list;
    const Group& m_group;
    Frontier m_done;
};

/** All ranks, in racks. */
class Racks
{
  public:
    Racks(OperationList& list, const RackTreeSize& size)
        : m_list(list),
          m_size(size),
          m_ranks(size.ranks)
    {
    }

    /** Each rack takes the steps of its ring. */
    void AddRings(RingSteps steps)
    {
        for (uint32_t first = 0; first < m_size.ranks; first += m_size.rack)
        {
            const Group group = m_ranks.GroupOf(first, 1, m_size.rack);
            m_ranks.Keep(AddRing(m_list, group, m_size.bytes, steps), first, 1);
        }
    }

    /** The rack's sums of a part are with one of its ranks: these add them up in a tree. */
    void AddTrees()
    {
        for (uint32_t place = 0; place < m_size.rack && m_size.ranks > m_size.rack; ++place)
        {
            const Group group = m_ranks.GroupOf(place, m_size.rack, m_size.ranks / m_size.rack);
            // The part that arrives last in the first round of a ring is the next rank's.
            const uint64_t share = ShareOf(m_size.bytes, m_size.rack, (place + 1) % m_size.rack);
            RackTree tree(m_list, group);
            for (uint32_t piece = 0; piece < m_size.pieces; ++piece)
            {
                tree.AddPiece(ShareOf(share, m_size.pieces, piece));
            }
            m_ranks.Keep(std::move(tree).Done(), place, m_size.rack);
        }
    }

  private:
    OperationList& m_list;
    const RackTreeSize& m_size;
    RankFrontier m_ranks;
};

} // namespace

ConnectionMatrix
RackTreeAllReduce(const RackTreeSize& size)
{
    Check(size);
    OperationList list(NAME, size.ranks);
    Racks racks(list, size);
    racks.AddRings(RingSteps::REDUCE_SCATTER);
    racks.AddTrees();
    racks.AddRings(RingSteps::ALL_GATHER);
    return list.Take();
}

} // namespace mrc
} // namespace ns3
