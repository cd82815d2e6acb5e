/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_COLLECTIVE_H
#define MRC_CHAKRA_COLLECTIVE_H

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Collective operations, by the schema's numbers. */
enum class ChakraCollectiveKind : uint8_t
{
    ALL_REDUCE = 0,
    REDUCE = 1,
    ALL_GATHER = 2,
    GATHER = 3,
    SCATTER = 4,
    BROADCAST = 5,
    ALL_TO_ALL = 6,
    REDUCE_SCATTER = 7,
    REDUCE_SCATTER_BLOCK = 8,
    BARRIER = 9,
};

/** A collective operation of a group of ranks. */
struct ChakraCollective
{
    ChakraCollectiveKind kind{ChakraCollectiveKind::ALL_REDUCE}; //!< which operation
    uint32_t root{0};  //!< of a broadcast, gather, scatter or reduce: place in the group
    uint64_t bytes{0}; //!< that each rank puts in
};

/** @return whether one rank of the group gives all, or gets all */
bool HasRoot(ChakraCollectiveKind kind);

/** A message of one rank for a collective operation. */
struct ChakraStep
{
    bool isSend{true};             //!< else the rank receives
    uint32_t peer{0};              //!< the other rank, by its place in the group
    uint64_t bytes{0};             //!< 1 or more
    std::optional<uint32_t> after; //!< the step above that a send waits for
    bool afterAll{false};          //!< whether a send waits for all receives above
};

/**
 * @param collective of any kind
 * @param ranks of the group, 2 or more
 * @param self place of the rank among them, from 0
 * @return what the rank sends and receives [chakra-collectives]
 */
std::vector<ChakraStep> ChakraStepsOf(const ChakraCollective& collective,
                                      uint32_t ranks,
                                      uint32_t self);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_COLLECTIVE_H */
