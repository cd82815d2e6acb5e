/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAFFIC_PATTERNS_H
#define MRC_TRAFFIC_PATTERNS_H

#include "mrc-connection-matrix.h"

#include "ns3/mrc-hash.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Each rank sends to another, and each receives from one [traffic-patterns].
 *
 * @param ranks NICs 0 .. ranks - 1, 2 or more
 * @param bytes of each transfer, 1 .. 2^32 - 1
 * @param draws give each sender its receiver
 * @return the transfers, all of which start at once
 * @throws std::invalid_argument if something is out of range
 */
ConnectionMatrix DrawnPermutation(uint32_t ranks, uint64_t bytes, KeyedDraws draws);

/**
 * Rank r sends to rank r + ranks / 2, modulo ranks.
 *
 * @param ranks NICs 0 .. ranks - 1, 2 or more
 * @param bytes of each transfer, 1 .. 2^32 - 1
 * @return the transfers, all of which start at once
 * @throws std::invalid_argument if something is out of range
 */
ConnectionMatrix Tornado(uint32_t ranks, uint64_t bytes);

/**
 * Each rank sends to the next one, as the test sendrecv of nccl-tests.
 *
 * @param ranks NICs 0 .. ranks - 1, 2 or more
 * @param bytes of each transfer, 1 .. 2^32 - 1
 * @return the transfers, all of which start at once
 * @throws std::invalid_argument if something is out of range
 */
ConnectionMatrix SendReceive(uint32_t ranks, uint64_t bytes);

/**
 * Ranks 2 r and 2 r + 1 send to each other.
 *
 * @param ranks NICs 0 .. ranks - 1, an even number
 * @param bytes of each transfer, 1 .. 2^32 - 1
 * @return the transfers, all of which start at once
 * @throws std::invalid_argument if something is out of range
 */
ConnectionMatrix RankPairs(uint32_t ranks, uint64_t bytes);

/**
 * The last ranks send to rank 0; in between, a victim may send to rank 1.
 *
 * @param ranks NICs 0 .. ranks - 1
 * @param senders how many send to rank 0, 1 or more
 * @param bytes of each transfer, 1 .. 2^32 - 1
 * @param victims 0 or 1: how many send to rank 1
 * @return the transfers, all of which start at once
 * @throws std::invalid_argument if something is out of range, or there are too few ranks
 */
ConnectionMatrix Incast(uint32_t ranks, uint32_t senders, uint64_t bytes, uint32_t victims);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAFFIC_PATTERNS_H */
