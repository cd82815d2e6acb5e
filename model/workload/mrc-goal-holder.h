/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_HOLDER_H
#define MRC_GOAL_HOLDER_H

#include "mrc-goal-sink.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace ns3
{
namespace mrc
{

/** Keeps the operations of a text in GOAL in memory. */
class GoalHolder : public GoalSink
{
  public:
    /**
     * @param name of the text
     * @param most operations, behind which there are enough; ten times as many dependencies
     */
    GoalHolder(const std::string& name, uint64_t most);

    void SetRanks(uint32_t ranks) override;
    uint32_t Add(const GoalOperation& operation, const std::string& label) override;
    std::optional<uint32_t> PlaceOf(const std::string& label) const override;
    uint32_t LineOf(uint32_t place) const override;
    void Wait(const GoalDependency& dependency, TextPosition at) override;
    void EndRank(uint32_t rank) override;
    std::optional<uint32_t> Remembers() const override;
    bool HasEnough() const override;

    /** @return the operations */
    GoalSchedule Take();

  private:
    GoalSchedule m_schedule;
    uint64_t m_most;
    std::unordered_map<std::string, uint32_t> m_labels; //!< of the rank: places of operations
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_HOLDER_H */
