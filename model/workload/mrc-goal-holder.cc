/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-holder.h"

#include "mrc-goal-limits.h"

#include <utility>

namespace ns3
{
namespace mrc
{

GoalHolder::GoalHolder(const std::string& name, uint64_t most)
    : m_most(most)
{
    m_schedule.name = name;
}

void
GoalHolder::SetRanks(uint32_t ranks)
{
    m_schedule.ranks = ranks;
}

uint32_t
GoalHolder::Add(const GoalOperation& operation, const std::string& label)
{
    if (m_schedule.operations.size() == GOAL_MOST_OPERATIONS)
    {
        throw ParseError(m_schedule.name,
                         operation.at,
                         "more than " + std::to_string(GOAL_MOST_OPERATIONS) +
                             " operations; expected a shorter schedule");
    }
    const auto place = static_cast<uint32_t>(m_schedule.operations.size());
    m_schedule.operations.push_back(operation);
    if (!label.empty())
    {
        m_labels[label] = place;
    }
    return place;
}

std::optional<uint32_t>
GoalHolder::PlaceOf(const std::string& label) const
{
    const auto found = m_labels.find(label);
    return found == m_labels.end() ? std::nullopt : std::optional(found->second);
}

uint32_t
GoalHolder::LineOf(uint32_t place) const
{
    return m_schedule.operations[place].at.line;
}

void
GoalHolder::Wait(const GoalDependency& dependency, TextPosition at)
{
    if (m_schedule.dependencies.size() == GOAL_MOST_DEPENDENCIES)
    {
        throw ParseError(m_schedule.name,
                         at,
                         "more than " + std::to_string(GOAL_MOST_DEPENDENCIES) +
                             " dependencies; expected a shorter schedule");
    }
    m_schedule.dependencies.push_back(dependency);
}

void
GoalHolder::EndRank(uint32_t)
{
    // Labels of GOAL are known within their rank only.
    m_labels.clear();
}

std::optional<uint32_t>
GoalHolder::Remembers() const
{
    return std::nullopt;
}

bool
GoalHolder::HasEnough() const
{
    return m_schedule.operations.size() > m_most ||
           m_schedule.dependencies.size() / GOAL_MOST_WAITS > m_most;
}

GoalSchedule
GoalHolder::Take()
{
    return std::move(m_schedule);
}

GoalSchedule
ReadGoal(std::istream& in, const std::string& name)
{
    GoalHolder holder(name, GOAL_MOST_OPERATIONS);
    ParseGoal(in, name, holder);
    return holder.Take();
}

} // namespace mrc
} // namespace ns3
