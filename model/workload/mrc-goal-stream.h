/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_STREAM_H
#define MRC_GOAL_STREAM_H

#include "mrc-connection-matrix.h"
#include "mrc-goal-spool.h"
#include "mrc-goal-watcher.h"

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A binary of GOAL that is read as the run goes on [goal-window]. */
struct GoalStream
{
    std::shared_ptr<std::istream> in; //!< the binary, which can be read from any place
    std::string name;                 //!< of the file, for messages
    std::optional<GoalLines> lines{}; //!< of the text that the binary was made of, if there is one
    uint64_t flows{0};                //!< sends and work
    uint64_t bytes{0};                //!< of sends; of work, nanoseconds
    std::set<std::pair<uint32_t, uint8_t>> working; //!< ranks and processors that have work
    std::vector<uint32_t> ends{}; //!< by rank: the first place left out, if any are
    /** Of traces of Chakra: makes a file of their nodes' names. */
    std::function<std::shared_ptr<std::istream>()> nodes{};
    std::shared_ptr<GoalWatcher> watcher{}; //!< hears of operations of a run; may be null
};

/** @return the lines of a stream; null: the file is a binary */
inline const GoalLines*
LinesOf(const GoalStream& stream)
{
    return stream.lines ? &*stream.lines : nullptr;
}

/**
 * @param spool with all operations, which is used up
 * @param name of the file, for messages
 * @return the binary that was written, which nobody has counted
 * @throws ParseError if a file could not be written
 */
std::shared_ptr<GoalStream> StreamOf(GoalSpool& spool, const std::string& name);

/**
 * Proves that all operations of a stream start once others are done, and counts them. Those behind
 * a cut are left out, and so are those that wait for one of these [first-sends].
 *
 * @param stream which
 * @param mostSends of each rank, the first ones; 0: all, and nothing is cut
 * @return as StreamGoal
 * @throws ParseError `name:line:column: ...`
 */
ConnectionMatrix PlayStream(const std::shared_ptr<GoalStream>& stream, uint64_t mostSends = 0);

/**
 * Proves that all operations of a binary start once others are done, by a play without time.
 *
 * @param in the binary, which can be read from any place
 * @param name of the file, for messages
 * @param mostSends as PlayStream
 * @return a matrix without transfers, with the binary as its stream; ranks are NICs
 * @throws ParseError `name:line:column: ...`; a line is an operation, counted over all ranks
 */
ConnectionMatrix StreamGoal(std::shared_ptr<std::istream> in,
                            const std::string& name,
                            uint64_t mostSends = 0);

/**
 * Makes a binary of a text, in a temporary file, and proves the same.
 *
 * @param in the text
 * @param name of the file, for messages
 * @param newFile makes temporary files
 * @param mostSends as PlayStream
 * @return as above
 * @throws ParseError `name:line:column: ...`
 */
ConnectionMatrix StreamGoalText(std::istream& in,
                                const std::string& name,
                                const GoalSpool::NewFile& newFile,
                                uint64_t mostSends = 0);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_STREAM_H */
