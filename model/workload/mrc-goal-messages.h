/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_MESSAGES_H
#define MRC_GOAL_MESSAGES_H

#include "mrc-goal-schedule.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Says which send each recv takes: the first one in the file that nobody has taken [goal-messages].
 *
 * @param schedule the operations
 * @return by place of an operation: the place of the send, if that is a recv
 * @throws ParseError if a send or a recv is left, or a recv is shorter than the send
 */
std::vector<uint32_t> SendsOf(const GoalSchedule& schedule);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_MESSAGES_H */
