/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TWO_LEVELS_H
#define MRC_TWO_LEVELS_H

#include "mrc-connection-matrix.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** An all-reduce inside nodes and between them [two-levels]. */
struct TwoLevelSize
{
    uint32_t ranks{2};    //!< GPUs, each with a NIC of the same number
    uint64_t bytes{0};    //!< of each rank's buffer
    uint32_t chunks{1};   //!< of the buffer, which do not wait for each other
    uint32_t channels{1}; //!< rings of each NIC beside each other
    NodeModel node;       //!< GPUs of a node, of which there are a whole number
};

/**
 * @param size of the operation
 * @return the transfers of the operation
 * @throws std::invalid_argument if ranks are no whole nodes, or if there are too many transfers
 * @throws std::invalid_argument if a transfer would have 0 or more than 2^32 - 1 bytes
 */
ConnectionMatrix TwoLevelAllReduce(const TwoLevelSize& size);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TWO_LEVELS_H */
