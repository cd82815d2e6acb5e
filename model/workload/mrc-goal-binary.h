/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_BINARY_H
#define MRC_GOAL_BINARY_H

#include "mrc-goal-schedule.h"

#include <istream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads the binary that LogGOPSim's txt2bin makes of GOAL [goal-binary].
 *
 * All numbers are little-endian and stand side by side; sizes in brackets are bytes.
 *
 * - The file: the mark 4223 (8), ranks (4), greatest processor (1) and NIC (1). By rank, the places
 * of begin and end (8 each). Places count from behind the mark.
 * - A rank: operations (4), those of them that wait for nothing (4), a list of the latter (4 each).
 *   Then the operations (39 each), and lists of operations that wait (4 each).
 * - An operation: for how many others that one waits (4), kind (1), peer (4), size (8), tag (4),
 * cpu (1), nic (1). Length and begin of the list that waits for the end (4 each), then for the
 * start.
 *
 * @param in the binary, which can be read from any place
 * @param name of the file, for messages
 * @return the operations, as ReadGoal
 * @throws ParseError `name:line:column: ...`; a line is an operation, counted over all ranks
 */
GoalSchedule ReadGoalBinary(std::istream& in, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_BINARY_H */
