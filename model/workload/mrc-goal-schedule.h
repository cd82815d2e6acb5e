/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_SCHEDULE_H
#define MRC_GOAL_SCHEDULE_H

#include "mrc-connection-matrix.h"
#include "mrc-parse-error.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The operations of GOAL. */
enum class GoalKind : uint8_t
{
    SEND, //!< a message to another rank
    RECV, //!< the wait for a message
    CALC, //!< work of a processor
};

/** One operation of a rank. */
struct GoalOperation
{
    GoalKind kind{GoalKind::CALC}; //!< the operation's effect
    uint8_t cpu{0};                //!< processor of the rank
    uint32_t rank{0};              //!< the rank that does the operation
    uint32_t peer{0};              //!< the other rank of a message
    uint32_t size{0};              //!< bytes of a message; of work, nanoseconds
    std::optional<uint32_t> tag;   //!< of a message; none: any, of a recv
    TextPosition at;               //!< where the operation stands
};

/** An operation waits for another one of its rank. */
struct GoalDependency
{
    uint32_t operation{0}; //!< place of the one that waits
    uint32_t before{0};    //!< place of the other one
    bool onStart{false};   //!< whether the start of the other one is enough (irequires)
};

/** The operations of all ranks, as a file in GOAL has them [goal-files]. */
struct GoalSchedule
{
    std::string name;                         //!< of the file
    uint32_t ranks{0};                        //!< 0 .. ranks - 1
    std::vector<GoalOperation> operations;    //!< in the order of the file
    std::vector<GoalDependency> dependencies; //!< likewise
};

/**
 * Reads GOAL, the text that LogGOPSim's txt2bin takes [goal-files].
 *
 * `num_ranks N` comes first, then `rank R {` for a rank, a statement a line, and `}`. Statements
 * are
 * `[LABEL:] send BYTESb to RANK [tag N] [cpu N] [nic 0]`, `recv BYTESb from RANK` likewise,
 * `calc NANOSECONDS [cpu N]`, `LABEL requires LABEL` and `LABEL irequires LABEL`. A semicolon ends
 * a statement too. Comments are those of C++, and lines that begin with #.
 *
 * @param in the text, of which a line at a time is in memory
 * @param name of the file, for messages
 * @return the operations; messages may lack their other side
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
GoalSchedule ReadGoal(std::istream& in, const std::string& name);

/** A schedule as transfers and work, and what is known of each. */
struct GoalPlan
{
    ConnectionMatrix matrix;                   //!< the transfers; signals are behind those below
    std::vector<std::vector<uint32_t>> before; //!< by place: the transfers that one waits for
    std::vector<uint32_t> origin;              //!< by place: the operation that one stands for
};

/**
 * Does as GoalMatrix, and tells what waits for what.
 *
 * @param schedule with ranks and places in range
 * @return the transfers; ranks are NICs
 * @throws ParseError as GoalMatrix
 */
GoalPlan PlanGoal(const GoalSchedule& schedule);

/**
 * Makes transfers and work of a schedule [goal-messages] [goal-processors].
 *
 * @param schedule with ranks and places in range
 * @return the matrix; ranks are NICs
 * @throws ParseError if a message lacks its other side, or operations wait for each other
 * @throws std::invalid_argument if there are too many operations
 */
ConnectionMatrix GoalMatrix(const GoalSchedule& schedule);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_SCHEDULE_H */
