/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_LIMITS_H
#define MRC_GOAL_LIMITS_H

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

constexpr uint32_t GOAL_MOST_WORKLOAD_RANKS = 1U << 20;  //!< as many as a workload may have
constexpr uint64_t GOAL_MOST_BYTES = 0xffffffff;         //!< the RETH's length is 32 bits wide
constexpr std::size_t GOAL_MOST_OPERATIONS = 4000000;    //!< in memory; own choice
constexpr std::size_t GOAL_MOST_DEPENDENCIES = 20000000; //!< own choice; see OperationList
constexpr uint64_t GOAL_MOST_STREAMED = 0xfffffffe;      //!< a line of messages is 32 bits wide
constexpr uint64_t GOAL_MOST_HELD = 100000;   //!< operations of a schedule in memory; own choice
constexpr uint64_t GOAL_MOST_WAITS = 10;      //!< dependencies for each of these; own choice
constexpr uint64_t GOAL_MOST_EARLY = 1000000; //!< sends there before their recvs start; own choice
constexpr uint32_t GOAL_REACH = 1000000;      //!< places, of dependencies and the window

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_LIMITS_H */
