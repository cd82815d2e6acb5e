/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_COLLECTIVES_H
#define MRC_COLLECTIVES_H

#include "mrc-connection-matrix.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The size of a collective operation [collective-transfers]. */
struct CollectiveSize
{
    uint32_t ranks{2};  //!< NICs 0 .. ranks - 1 take part, 2 or more
    uint64_t bytes{0};  //!< of each rank's buffer, the longer one as in nccl-tests
    uint32_t pieces{1}; //!< rings beside each other, or pieces that follow each other down a tree
};

/**
 * Two rounds in a ring: in the first, sums gather, in the second they spread [ring-steps].
 *
 * @param size with pieces as rings, each of which has a share of the buffer
 * @return the transfers: rank r sends to rank r + 1, and its next step waits for rank r - 1
 * @throws std::invalid_argument if a transfer would have 0 or more than 2^32 - 1 bytes, or there
 *         are no pieces, or more than 10^7 transfers
 */
ConnectionMatrix RingAllReduce(const CollectiveSize& size);

/** As RingAllReduce, the first round alone. */
ConnectionMatrix RingReduceScatter(const CollectiveSize& size);

/** As RingAllReduce, the second round alone. */
ConnectionMatrix RingAllGather(const CollectiveSize& size);

/** When does a rank send in a step of halving and doubling? */
enum class StepStart
{
    AT_ONCE,      //!< as soon as it begins the step
    WITH_PARTNER, //!< once the partner too has begun the step [step-rendezvous]
};

/**
 * Ranks exchange halves, quarters and so on with ever nearer ranks, and back [halving-doubling].
 *
 * @param size ranks must be a power of 2; pieces must be 1
 * @param start of each step but the first. WITH_PARTNER takes a message of 64 bytes
 * @return the transfers of the ranks, those messages included
 * @throws std::invalid_argument otherwise, and as RingAllReduce
 */
ConnectionMatrix HalvingDoublingAllReduce(const CollectiveSize& size,
                                          StepStart start = StepStart::AT_ONCE);

/**
 * Sums go up a binary tree to rank 0, and down again [tree-steps].
 *
 * @param size with pieces that follow each other
 * @return the transfers of the ranks
 * @throws std::invalid_argument as RingAllReduce
 */
ConnectionMatrix TreeAllReduce(const CollectiveSize& size);

/** As TreeAllReduce, the way down alone. */
ConnectionMatrix TreeBroadcast(const CollectiveSize& size);

/**
 * Each rank sends a piece of its buffer to each other one, the next ranks first
 * [all-to-all-window].
 *
 * @param size with pieces as how many a rank sends at a time, ranks - 1 at the most
 * @return the transfers of the ranks
 * @throws std::invalid_argument as RingAllReduce
 */
ConnectionMatrix AllToAll(const CollectiveSize& size);

} // namespace mrc
} // namespace ns3

#endif /* MRC_COLLECTIVES_H */
