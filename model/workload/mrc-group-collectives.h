/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GROUP_COLLECTIVES_H
#define MRC_GROUP_COLLECTIVES_H

#include "mrc-operation-list.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** By member of a group: the operations that must be done at the member. */
using Frontier = std::vector<std::vector<uint32_t>>;

/**
 * Ranks that take part in a collective operation, and the operations that each of them does before.
 */
struct Group
{
    std::vector<uint32_t> ranks; //!< in the order of a ring
    Frontier before;             //!< as many
};

/** Which steps of a ring are taken [ring-steps]. */
enum class RingSteps : uint8_t
{
    REDUCE_SCATTER, //!< the first n - 1
    ALL_REDUCE,     //!< all 2 (n - 1)
    ALL_GATHER,     //!< the last n - 1
};

/**
 * Adds a ring. A member sends on what it got once its own part is there too [own-part].
 *
 * @param list gets the transfers of the ring
 * @param group at least one; one alone needs no transfer
 * @param bytes of the buffer, at least one for each member
 * @param steps which
 * @return by member, the operations after which the member has all, and has taken part
 */
Frontier AddRing(OperationList& list, const Group& group, uint64_t bytes, RingSteps steps);

/**
 * Adds a transfer from each member to each other one, to the next ones first.
 *
 * @param list gets them
 * @param group at least one
 * @param bytes by receiving member: those that each other one sends there
 * @param window how many a member sends at a time [exchange-window]; 0: all
 * @return by member, the operations that arrive there, and those before [own-part]
 */
Frontier AddExchange(OperationList& list,
                     const Group& group,
                     const std::vector<uint64_t>& bytes,
                     uint32_t window = 0);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GROUP_COLLECTIVES_H */
