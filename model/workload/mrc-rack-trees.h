/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RACK_TREES_H
#define MRC_RACK_TREES_H

#include "mrc-connection-matrix.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** An all-reduce by rings within racks and trees between them [rack-trees]. */
struct RackTreeSize
{
    uint32_t ranks{2};  //!< NICs 0 .. ranks - 1 take part, 2 or more
    uint64_t bytes{0};  //!< of each rank's buffer
    uint32_t rack{1};   //!< ranks of a ring, of which there are a whole number
    uint32_t pieces{1}; //!< of a share, which follow each other through a tree
};

/**
 * @param size of the operation
 * @return the transfers of the operation
 * @throws std::invalid_argument if ranks are no whole racks, or if there are too many transfers
 * @throws std::invalid_argument if a transfer would have 0 or more than 2^32 - 1 bytes
 */
ConnectionMatrix RackTreeAllReduce(const RackTreeSize& size);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RACK_TREES_H */
