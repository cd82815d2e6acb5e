/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_UNFINISHED_TEXT_H
#define MRC_UNFINISHED_TEXT_H

#include "mrc-stall-watch.h"

#include "ns3/mrc-flow-course.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** How many flows or transfers a message names; the message counts the others. */
enum class Naming : uint8_t
{
    FEW = 4,   //!< in a warning
    MANY = 20, //!< at the end
};

/**
 * @param driver the workload
 * @param watch since when
 * @param stalled transfers that do not move
 * @param naming how many are named
 * @return in words: the flows that wait, the packets that they lack, since when, and the transfers
 *         that wait for a trigger
 */
std::string DescribeStall(const FlowCourse& driver,
                          const StallWatch& watch,
                          const std::vector<uint32_t>& stalled,
                          Naming naming);

/** @return in words which flows failed, why and when; empty if none did */
std::string DescribeFailed(const FlowCourse& driver);

/** @return in words: the flows under way and the packets that they lack; empty if none is */
std::string DescribeUnderWay(const FlowCourse& driver);

/** @return in words how many flows were never posted; empty if none */
std::string DescribeUnposted(const FlowCourse& driver);

} // namespace mrc
} // namespace ns3

#endif /* MRC_UNFINISHED_TEXT_H */
