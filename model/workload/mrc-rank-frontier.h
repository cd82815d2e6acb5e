/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_FRONTIER_H
#define MRC_RANK_FRONTIER_H

#include "mrc-group-collectives.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which operations must each rank have done before its next step?
 *
 * Operations of several levels take steps in groups: ranks of one rack, and ranks of one place in
 * all racks. A group begins with what its ranks have, and leaves what the next group begins with.
 */
class RankFrontier
{
  public:
    /** @param ranks 0 .. ranks - 1, which have nothing to wait for yet */
    explicit RankFrontier(uint32_t ranks);

    /**
     * @param first rank of the group
     * @param stride from a rank of the group to the next one
     * @param count of ranks
     * @return the group, with what each of its ranks does before
     */
    Group GroupOf(uint32_t first, uint32_t stride, uint32_t count) const;

    /**
     * The ranks of a group wait for these operations from now on.
     *
     * @param done by rank of the group
     * @param first as in GroupOf
     * @param stride as in GroupOf
     */
    void Keep(const Frontier& done, uint32_t first, uint32_t stride);

    /**
     * @param rank the rank
     * @return the operations that it must have done
     */
    const std::vector<uint32_t>& Of(uint32_t rank) const;

  private:
    Frontier m_done; //!< by rank
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_FRONTIER_H */
