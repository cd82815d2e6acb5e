/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_ORDER_H
#define MRC_GOAL_ORDER_H

#include "mrc-goal-schedule.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The start or the end of an operation. */
struct GoalEvent
{
    uint32_t operation{0}; //!< place of the operation
    bool isEnd{false};     //!< whether that ends
};

/**
 * Finds an order in which all operations of a schedule can happen. Of events that nothing keeps,
 * those of messages come first, and else those that stand first in the file.
 *
 * @param schedule the operations
 * @param sendOf by place of a recv: the place of the send
 * @return all events
 * @throws ParseError if operations wait for each other
 */
std::vector<GoalEvent> OrderOf(const GoalSchedule& schedule, const std::vector<uint32_t>& sendOf);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_ORDER_H */
