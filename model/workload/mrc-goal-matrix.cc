/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-messages.h"
#include "mrc-goal-order.h"
#include "mrc-goal-schedule.h"
#include "mrc-operation-list.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Makes operations of a list; an instance is used once. */
class GoalBuilder
{
  public:
    /**
     * Sorts the dependencies by the operation that waits, so that those of one operation are found
     * together.
     */
    explicit GoalBuilder(const GoalSchedule& schedule)
        : m_schedule(schedule),
          m_list(schedule.name, schedule.ranks),
          m_made(schedule.operations.size()),
          m_dependencies(schedule.dependencies)
    {
        for (const GoalOperation& operation : schedule.operations)
        {
            if (operation.kind == GoalKind::CALC)
            {
                m_working.insert({operation.rank, operation.cpu});
            }
        }
        // Only a start that somebody waits for needs a place of its own in the list.
        for (const GoalDependency& dependency : m_dependencies)
        {
            m_made[dependency.before].isStartAwaited |= dependency.onStart;
        }
        const auto keyOf = [](const GoalDependency& d) {
            return std::make_tuple(d.operation, d.before, d.onStart);
        };
        std::sort(m_dependencies.begin(),
                  m_dependencies.end(),
                  [keyOf](const GoalDependency& a, const GoalDependency& b) {
                      return keyOf(a) < keyOf(b);
                  });
        // One that is written twice is one, or each would become a transfer.
        const auto end = std::unique(m_dependencies.begin(),
                                     m_dependencies.end(),
                                     [keyOf](const GoalDependency& a, const GoalDependency& b) {
                                         return keyOf(a) == keyOf(b);
                                     });
        m_dependencies.erase(end, m_dependencies.end());
    }

    GoalPlan Build()
    {
        // Recvs know their sends first: a message's arrival is what ends a recv.
        const std::vector<uint32_t> sendOf = SendsOf(m_schedule);
        // Causes come first in this order, so each operation finds the places of those that it
        // waits for.
        for (const GoalEvent& event : OrderOf(m_schedule, sendOf))
        {
            if (!event.isEnd)
            {
                Start(event.operation);
            }
            else if (m_schedule.operations[event.operation].kind == GoalKind::RECV)
            {
                Receive(event.operation, m_made[sendOf[event.operation]].end);
            }
        }
        GoalPlan plan;
        plan.origin = m_origin;
        for (uint32_t i = 0; i < m_list.Count(); ++i)
        {
            plan.before.push_back(m_list.Before(i));
        }
        plan.matrix = m_list.Take();
        return plan;
    }

  private:
    /** Places in the list that stand for an operation. */
    struct Made
    {
        std::optional<uint32_t> start; //!< is done when the operation starts; none: at once
        uint32_t end{0};               //!< is done when the operation is
        bool isStartAwaited{false};    //!< whether another operation waits for the start
    };

    /** @return work of an operation's rank, in the list */
    uint32_t Work(uint32_t place, uint64_t ns, std::optional<uint8_t> cpu)
    {
        m_origin.push_back(place);
        return m_list.Work(m_schedule.operations[place].rank, ns, cpu);
    }

    void Start(uint32_t place)
    {
        const GoalOperation& operation = m_schedule.operations[place];
        Made& made = m_made[place];
        if (operation.kind == GoalKind::CALC)
        {
            made.end = Work(place, operation.size, operation.cpu);
            WaitForAll(place, made.end);
            return;
        }
        const bool isBusy = m_working.count({operation.rank, operation.cpu}) != 0;
        const bool isSend = operation.kind == GoalKind::SEND;
        // A signal takes the operation's turn at a processor with work [goal-processors].
        if (isBusy || (isSend ? made.isStartAwaited : WaitsAtAll(place)))
        {
            made.start = Work(place, 0, isBusy ? std::optional(operation.cpu) : std::nullopt);
            WaitForAll(place, *made.start);
        }
        if (isSend)
        {
            made.end = m_list.Send(operation.rank, operation.peer, operation.size);
            m_origin.push_back(place);
            if (made.start)
            {
                m_list.After(made.end, *made.start);
            }
            else
            {
                WaitForAll(place, made.end);
            }
        }
    }

    /** A recv is done at the later one of the message's arrival and its own start [goal-messages].
     */
    void Receive(uint32_t place, uint32_t send)
    {
        Made& made = m_made[place];
        made.end = send;
        if (made.start)
        {
            made.end = Work(place, 0, std::nullopt);
            m_list.After(made.end, *made.start);
            m_list.After(made.end, send);
        }
    }

    /** @return the first dependency of an operation, or where that would stand */
    std::vector<GoalDependency>::const_iterator FirstOf(uint32_t place) const
    {
        return std::lower_bound(
            m_dependencies.begin(),
            m_dependencies.end(),
            place,
            [](const GoalDependency& a, uint32_t wanted) { return a.operation < wanted; });
    }

    bool WaitsAtAll(uint32_t place) const
    {
        const auto first = FirstOf(place);
        return first != m_dependencies.end() && first->operation == place;
    }

    void WaitForAll(uint32_t place, uint32_t waiting)
    {
        for (auto one = FirstOf(place); one != m_dependencies.end() && one->operation == place;
             ++one)
        {
            const Made& before = m_made[one->before];
            if (!one->onStart)
            {
                m_list.After(waiting, before.end);
            }
            else if (m_schedule.operations[one->before].kind == GoalKind::CALC)
            {
                m_list.AfterBegin(waiting, before.end);
            }
            else if (before.start) // others start at once
            {
                m_list.After(waiting, *before.start);
            }
        }
    }

    const GoalSchedule& m_schedule;
    OperationList m_list;
    std::vector<uint32_t> m_origin;                   //!< by place in the list: of an operation
    std::vector<Made> m_made;                         //!< by place of an operation
    std::vector<GoalDependency> m_dependencies;       //!< in the order of those that wait
    std::set<std::pair<uint32_t, uint8_t>> m_working; //!< ranks and processors that have work
};

} // namespace

GoalPlan
PlanGoal(const GoalSchedule& schedule)
{
    return GoalBuilder(schedule).Build();
}

ConnectionMatrix
GoalMatrix(const GoalSchedule& schedule)
{
    return GoalBuilder(schedule).Build().matrix;
}

} // namespace mrc
} // namespace ns3
