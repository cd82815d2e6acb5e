/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-times.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Stretches of time, from and until. */
using Stretches = std::vector<std::pair<Instant, Instant>>;

/** @return the same time in stretches that do not touch, in order */
Stretches
Joined(Stretches stretches)
{
    // In order of their begins a stretch can only touch the last one that is joined.
    std::sort(stretches.begin(), stretches.end());
    Stretches joined;
    for (const auto& [from, until] : stretches)
    {
        if (joined.empty() || joined.back().second < from)
        {
            joined.emplace_back(from, until);
        }
        joined.back().second = std::max(joined.back().second, until);
    }
    return joined;
}

/**
 * Adds a stretch. Where the list would have to grow, those that touch are joined first. A rank of
 * an exchange has a thousand transfers under way at the same time.
 */
void
AddTo(Stretches& stretches, const std::pair<Instant, Instant>& stretch)
{
    constexpr std::size_t FEW = 64;
    if (stretches.size() >= FEW && stretches.size() == stretches.capacity())
    {
        stretches = Joined(std::move(stretches));
        stretches.reserve(
            std::max(2 * stretches.size(), FEW)); // so that it is not joined each time
    }
    stretches.push_back(stretch);
}

Span
LengthOf(const Stretches& joined)
{
    Span length;
    for (const auto& [from, until] : joined)
    {
        length = length + (until - from);
    }
    return length;
}

/** The time of one rank in a step. */
struct RankTime
{
    Stretches gpu;  //!< all work of the step, also what began before the step
    Stretches work; //!< in the step
    Stretches transfers;
    Instant end;

    /** @return how long transfers are under way and the rank does not work */
    Span Exposed() const
    {
        Stretches both = work;
        both.insert(both.end(), transfers.begin(), transfers.end());
        return LengthOf(Joined(both)) - LengthOf(Joined(work));
    }
};

/** Places of operations: from the first on, up to the last, without it. */
struct Places
{
    uint32_t first;
    uint32_t last;
};

/** The operations of a step, in the order of their places. */
class StepOperations
{
  public:
    /** @param place behind those that were added before */
    void Add(uint32_t place)
    {
        if (m_runs.empty() || m_runs.back().last != place)
        {
            m_runs.push_back({place, place});
        }
        ++m_runs.back().last;
    }

    bool IsEmpty() const
    {
        return m_runs.empty();
    }

    /** @return the last one, if there is any */
    uint32_t Last() const
    {
        return m_runs.back().last - 1;
    }

    /** Has all of them visited, up to one of which the visit is false. @return whether none was */
    template <typename Visit>
    bool All(Visit visit) const
    {
        for (const Places& run : m_runs)
        {
            for (uint32_t place = run.first; place < run.last; ++place)
            {
                if (!visit(place))
                {
                    return false;
                }
            }
        }
        return true;
    }

  private:
    std::vector<Places> m_runs; //!< one for a job; of ranks with traces their own ones
};

/** Judges one step after the other. */
class Judge
{
  public:
    Judge(const TrainingPlan& plan, const OperationTimes& times)
        : m_plan(plan),
          m_times(times)
    {
        FindFirsts();
    }

    std::vector<TrainingStep> Steps()
    {
        std::vector<TrainingStep> steps;
        Instant begin;
        for (const StepOperations& operations : OperationsOfSteps())
        {
            if (!IsDone(operations))
            {
                break;
            }
            // A step that has nothing to do, by the marks of a trace, ends with the one before.
            steps.push_back(operations.IsEmpty() ? TrainingStep() : StepOf(operations, begin));
            steps.back().ranks.resize(m_plan.matrix.nodes);
            begin = begin + steps.back().time;
        }
        return steps;
    }

  private:
    /** @return by step: its operations */
    std::vector<StepOperations> OperationsOfSteps() const
    {
        std::vector<StepOperations> steps;
        for (uint32_t i = 0; i < m_plan.operations.size(); ++i)
        {
            const uint32_t step = m_plan.operations[i].step;
            steps.resize(std::max<std::size_t>(steps.size(), step + 1));
            steps[step].Add(i);
        }
        return steps;
    }

    /** @return the share of the time of so many ranks in which they do not work */
    static double IdleShare(Span work, Span time, std::size_t ranks)
    {
        const double all = static_cast<double>(time.Ps()) * static_cast<double>(ranks);
        return all == 0 ? 0 : 1 - static_cast<double>(work.Ps()) / all;
    }

    /** @return whether an operation goes from one rank to another */
    bool IsTransfer(uint32_t operation) const
    {
        const Transfer& transfer = m_plan.matrix.transfers[operation];
        return transfer.source != transfer.destination;
    }

    bool IsDone(const StepOperations& operations) const
    {
        return operations.All(
            [this](uint32_t operation) { return m_times(operation).finish != Instant::Never(); });
    }

    TrainingStep StepOf(const StepOperations& operations, Instant begin) const
    {
        std::vector<RankTime> ranks(m_plan.matrix.nodes);
        uint32_t last = operations.Last();
        std::optional<Instant> lastEnd;
        operations.All([&](uint32_t i) {
            const Transfer& t = m_plan.matrix.transfers[i];
            const OperationTime time = m_times(i);
            // The rest belongs to the step before, for the end of which other ranks waited.
            const Instant from = std::max(begin, time.start);
            const std::pair stretch(from, std::max(from, time.finish));
            const bool isWork = IsWork(m_plan.operations[i].part);
            if (isWork)
            {
                AddTo(ranks[t.source].work, stretch);
                AddTo(ranks[t.source].gpu, {time.start, time.finish});
            }
            else if (IsTransfer(i))
            {
                AddTo(ranks[t.source].transfers, stretch);
                AddTo(ranks[t.destination].transfers, stretch);
            }
            // The optimizer's work waits for all else, so that work ends the step.
            const bool canEnd = isWork || !m_plan.endsWithWork;
            if (canEnd && (!lastEnd || time.finish > *lastEnd))
            {
                last = i;
                lastEnd = time.finish;
            }
            return true;
        });
        TrainingStep step;
        Span work;
        // Steps of a trace may overlap, and an earlier one may end last.
        step.time = std::max(m_times(last).finish, begin) - begin;
        for (const RankTime& rank : ranks)
        {
            const Span own = LengthOf(Joined(rank.gpu)); // what overlaps counts once
            const Span exposed = rank.Exposed();
            work = work + own;
            step.ranks.push_back({IdleShare(own, step.time, 1), exposed});
            step.exposed = step.exposed + exposed;
            step.mostExposed = std::max(step.mostExposed, exposed);
        }
        step.exposed = step.exposed / static_cast<int64_t>(ranks.size());
        step.idleShare = IdleShare(work, step.time, ranks.size());
        step.slowestRank = m_plan.matrix.transfers[last].source;
        step.way = WayTo(last);
        step.heldBy = LongestOf(step.way);
        return step;
    }

    /**
     * Goes back from an operation to the latest that this one waited for, and so on, within its
     * step.
     */
    std::vector<uint32_t> WayTo(uint32_t last) const
    {
        std::vector<uint32_t> way;
        for (std::optional<uint32_t> at = last; at; at = Latest(*at))
        {
            if (IsTransfer(*at))
            {
                way.push_back(*at);
            }
        }
        return way;
    }

    std::optional<uint32_t> LongestOf(const std::vector<uint32_t>& way) const
    {
        std::optional<uint32_t> longest;
        Span most;
        for (const uint32_t at : way)
        {
            const OperationTime time = m_times(at);
            if (!longest || most < time.finish - time.start)
            {
                longest = at;
                most = time.finish - time.start;
            }
        }
        return longest;
    }

    /** @return the last one to end of those that an operation waited for, in its step, or none */
    std::optional<uint32_t> Latest(uint32_t operation) const
    {
        std::optional<uint32_t> latest;
        Instant finish;
        const auto look = [&](const PlaceLists::List& all) {
            for (const uint32_t before : all)
            {
                const bool isSame =
                    m_plan.operations[before].step == m_plan.operations[operation].step;
                const Instant end = m_times(before).finish;
                if (isSame && (!latest || finish < end))
                {
                    latest = before;
                    finish = end;
                }
            }
        };
        look(m_plan.before.Of(operation));
        if (const TriggerId gate = GateOf(operation))
        {
            look(m_plan.before.Of(m_firsts.at(*gate)));
        }
        return latest;
    }

    /** @return the gate of the trigger that starts an operation, or none */
    TriggerId GateOf(uint32_t operation) const
    {
        const TriggerId trigger = m_plan.matrix.transfers[operation].startTrigger;
        const SharedList<Trigger>& triggers = m_plan.matrix.triggers;
        // Triggers of operations count from 1.
        return trigger && *trigger <= triggers.size() ? triggers[*trigger - 1].gate : TriggerId();
    }

    /** What an operation with a gate waits for too is what the first one of the gate waits for. */
    void FindFirsts()
    {
        for (const Trigger& trigger : m_plan.matrix.triggers)
        {
            if (trigger.gate)
            {
                m_firsts[*trigger.gate] = 0;
            }
        }
        for (uint32_t i = static_cast<uint32_t>(m_plan.operations.size()); i-- > 0;)
        {
            const TriggerId trigger = m_plan.matrix.transfers[i].startTrigger;
            const auto found = trigger ? m_firsts.find(*trigger) : m_firsts.end();
            if (found != m_firsts.end())
            {
                found->second = i;
            }
        }
    }

    const TrainingPlan& m_plan;
    const OperationTimes& m_times;
    std::unordered_map<uint32_t, uint32_t> m_firsts; //!< by gate: the first operation it starts
};

} // namespace

std::vector<TrainingStep>
JudgeTraining(const TrainingPlan& plan, const OperationTimes& times)
{
    return Judge(plan, times).Steps();
}

} // namespace mrc
} // namespace ns3
