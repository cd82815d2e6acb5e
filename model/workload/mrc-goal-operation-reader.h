/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_OPERATION_READER_H
#define MRC_GOAL_OPERATION_READER_H

#include "mrc-goal-schedule.h"
#include "mrc-goal-words.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/** Reads the operations send, recv and calc of GOAL. */
class GoalOperationReader
{
  public:
    /** @param reader of the text, which must outlive this object */
    explicit GoalOperationReader(const TextReader& reader)
        : m_reader(reader)
    {
    }

    /**
     * @param statement of which a label may have been taken
     * @param rank of the operation
     * @param ranks how many there are
     * @return the operation
     * @throws ParseError if the words are none
     */
    GoalOperation Take(GoalWords& statement, uint32_t rank, uint32_t ranks) const;

  private:
    uint32_t TakePeer(GoalWords& statement, const GoalOperation& operation, uint32_t ranks) const;
    void TakeOptions(GoalWords& statement, GoalOperation& operation) const;
    void TakeOption(GoalWords& statement, const std::string& name, GoalOperation& operation) const;

    const TextReader& m_reader;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_OPERATION_READER_H */
