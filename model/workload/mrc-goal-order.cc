/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-order.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t LATE = 1ULL << 40; //!< of work among events, beyond any number of one
constexpr std::size_t LISTED = 8;     //!< operations of a cycle that a message names; own choice

/** Start and end of operation i are events 2 i and 2 i + 1. */
uint32_t
EventOf(uint32_t operation, bool isEnd)
{
    return 2 * operation + (isEnd ? 1 : 0);
}

/** Takes events behind all their causes; an instance is used once. */
class GoalOrder
{
  public:
    GoalOrder(const GoalSchedule& schedule, const std::vector<uint32_t>& sendOf)
        : m_schedule(schedule),
          m_causes(2 * schedule.operations.size())
    {
        for (uint32_t i = 0; i < schedule.operations.size(); ++i)
        {
            // A recv ends by its message, and so behind the start of the send.
            AddEdge(EventOf(i, false), EventOf(i, true));
            if (schedule.operations[i].kind == GoalKind::RECV)
            {
                AddEdge(EventOf(sendOf[i], false), EventOf(i, true));
            }
        }
        for (const GoalDependency& dependency : schedule.dependencies)
        {
            AddEdge(EventOf(dependency.before, !dependency.onStart),
                    EventOf(dependency.operation, false));
        }
        // Edges of one cause stand together then: a binary search finds them without a list for
        // each event.
        std::sort(m_edges.begin(), m_edges.end());
    }

    std::vector<GoalEvent> Find()
    {
        // The least event comes first, so the order depends on the file alone.
        std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<>> ready;
        for (uint32_t event = 0; event < m_causes.size(); ++event)
        {
            if (m_causes[event] == 0)
            {
                ready.push(KeyOf(event));
            }
        }
        std::vector<GoalEvent> order;
        while (!ready.empty())
        {
            const auto event = static_cast<uint32_t>(ready.top() % LATE);
            ready.pop();
            order.push_back({event / 2, event % 2 == 1});
            for (auto edge = std::lower_bound(m_edges.begin(), m_edges.end(), Edge(event, 0));
                 edge != m_edges.end() && edge->first == event;
                 ++edge)
            {
                if (--m_causes[edge->second] == 0)
                {
                    ready.push(KeyOf(edge->second));
                }
            }
        }
        if (order.size() != m_causes.size())
        {
            FailForCycle();
        }
        return order;
    }

  private:
    using Edge = std::pair<uint32_t, uint32_t>; //!< from cause to effect

    void AddEdge(uint32_t cause, uint32_t effect)
    {
        m_edges.emplace_back(cause, effect);
        ++m_causes[effect];
    }

    uint64_t KeyOf(uint32_t event) const
    {
        const bool isWork = m_schedule.operations[event / 2].kind == GoalKind::CALC;
        return event + (isWork ? LATE : 0);
    }

    /**
     * Each event that is left has a cause that is left. Going from one to its cause comes to an
     * event for the second time.
     */
    [[noreturn]] void FailForCycle() const
    {
        std::vector<uint32_t> causeOf(m_causes.size());
        for (const Edge& edge : m_edges)
        {
            if (m_causes[edge.first] != 0)
            {
                causeOf[edge.second] = edge.first;
            }
        }
        const auto isLeft = [](uint32_t causes) { return causes != 0; };
        auto event = static_cast<uint32_t>(std::find_if(m_causes.begin(), m_causes.end(), isLeft) -
                                           m_causes.begin());
        for (std::size_t i = 0; i < m_causes.size(); ++i) // leads into the cycle
        {
            event = causeOf[event];
        }
        const uint32_t first = event;
        std::string text = "this operation";
        std::size_t listed = 0;
        do
        {
            const uint32_t cause = causeOf[event];
            // An operation's end waits for its start: that is no news.
            if (cause / 2 != event / 2 && ++listed <= LISTED)
            {
                text += (listed == 1 ? " waits for line " : ", which waits for line ") +
                        std::to_string(m_schedule.operations[cause / 2].at.line);
            }
            event = cause;
        } while (event != first);
        throw ParseError(m_schedule.name,
                         m_schedule.operations[first / 2].at,
                         text + (listed > LISTED ? ", and so on" : "") +
                             ": a cycle; expected operations that can all start");
    }

    const GoalSchedule& m_schedule;
    std::vector<uint32_t> m_causes; //!< by event: how many are left
    std::vector<Edge> m_edges;
};

} // namespace

std::vector<GoalEvent>
OrderOf(const GoalSchedule& schedule, const std::vector<uint32_t>& sendOf)
{
    return GoalOrder(schedule, sendOf).Find();
}

} // namespace mrc
} // namespace ns3
