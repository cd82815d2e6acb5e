/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_SINK_H
#define MRC_GOAL_SINK_H

#include "mrc-goal-schedule.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

/** Takes the operations of a text in GOAL as they are read. */
class GoalSink
{
  public:
    virtual ~GoalSink() = default;

    /** @param ranks how many there are; told once, first */
    virtual void SetRanks(uint32_t ranks) = 0;

    /**
     * @param operation of the rank that is described
     * @param label of the operation, may be empty
     * @return the operation's place, a count from 0 over those that are of a rank, or of all
     * @throws ParseError if there are too many
     */
    virtual uint32_t Add(const GoalOperation& operation, const std::string& label) = 0;

    /**
     * @param label of the rank that is described
     * @return the place of the operation with that label, if one is known
     */
    virtual std::optional<uint32_t> PlaceOf(const std::string& label) const = 0;

    /** @param place of an operation with a label that is known @return the line */
    virtual uint32_t LineOf(uint32_t place) const = 0;

    /**
     * @param dependency between operations with labels that are known
     * @param at where that stands
     * @throws ParseError if there are too many, or the operations are too far apart
     */
    virtual void Wait(const GoalDependency& dependency, TextPosition at) = 0;

    /** The rank that is described has no more operations. @param rank from 0 */
    virtual void EndRank(uint32_t rank) = 0;

    /** @return how many operations back a label is known, if some of the rank are known no more */
    virtual std::optional<uint32_t> Remembers() const = 0;

    /** @return whether the text need not be read any further */
    virtual bool HasEnough() const = 0;
};

/**
 * Reads GOAL as ReadGoal does.
 *
 * @param in the text, of which a line at a time is in memory
 * @param name of the file, for messages
 * @param sink gets the operations
 * @return false if the sink had enough before the end
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
bool ParseGoal(std::istream& in, const std::string& name, GoalSink& sink);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_SINK_H */
