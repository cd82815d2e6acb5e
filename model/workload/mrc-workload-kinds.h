/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WORKLOAD_KINDS_H
#define MRC_WORKLOAD_KINDS_H

#include "mrc-connection-matrix.h"

#include "ns3/mrc-hash.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A key of a workload with a number as value. */
struct WorkloadKey
{
    const char* name; //!< nullptr: there is none
    uint32_t value;   //!< default of the key
    uint32_t least;   //!< that may be said
    uint32_t most;    //!< likewise
};

/** How many keys a workload has beside ranks, size, file and those of nodes. */
constexpr std::size_t OWN_KEYS = 3;

/** The values of the words. */
struct WorkloadValues
{
    uint32_t ranks;                     //!< that take part
    uint64_t bytes;                     //!< 0: a file gives the bytes
    std::array<uint32_t, OWN_KEYS> own; //!< of the workload's own keys
    std::string file;                   //!< empty: none
    NodeModel node;                     //!< where ranks share one
    KeyedDraws draws;                   //!< the draws of random values
};

/** How many times the buffer a link of each rank carries. */
enum class BusFactor
{
    NONE,   //!< no collective
    WHOLE,  //!< 1
    OTHERS, //!< (ranks - 1) / ranks
    TWICE,  //!< 2 (ranks - 1) / ranks
};

/** Where the sizes of a workload's transfers come from. */
enum class SizeSource
{
    SIZE,   //!< the key size
    FILE,   //!< a file
    EITHER, //!< one of them
};

/** A workload that has a name. */
struct WorkloadKind
{
    const char* name;                                       //!< in the words of users
    std::array<WorkloadKey, OWN_KEYS> own;                  //!< the kind's own keys
    BusFactor factor;                                       //!< of the bus bandwidth
    ConnectionMatrix (*make)(const WorkloadValues& values); //!< from the values
    const char* help;                                       //!< a line
    SizeSource sizes{SizeSource::SIZE};                     //!< of the transfers
    const char* fileKey{nullptr}; //!< of the file, if the workload may have one
    uint32_t gpus{1};             //!< of a node, by default
};

/** @return all workloads */
const std::vector<WorkloadKind>& WorkloadKinds();

/** The most ranks, and the most of all else. */
constexpr uint32_t MOST_WORKLOAD_RANKS = 1U << 20;

/** @return keys of the parts inside nodes: GPUs, Gb/s and ns, with defaults for a workload */
std::array<WorkloadKey, 3> NodeKeys(const WorkloadKind& kind);

} // namespace mrc
} // namespace ns3

#endif /* MRC_WORKLOAD_KINDS_H */
