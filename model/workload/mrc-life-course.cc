/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-life-course.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double NEVER = std::numeric_limits<double>::infinity();

/** What a job is at. */
enum class LifePhase : uint8_t
{
    WORKING, //!< steps
    WRITING, //!< a checkpoint
    DOWN,    //!< not there: the crash is noticed, and nodes are replaced
    LOADING, //!< the latest checkpoint
};

/** @return the time of a step with so many components down, of a healthy step's */
double
SlowDownOf(const LifeFaultKind& kind, uint32_t down)
{
    const std::vector<double>& slow = kind.slow;
    if (down == 0 || slow.empty())
    {
        return 1;
    }
    if (down <= slow.size())
    {
        return slow[down - 1];
    }
    // Beyond the last one each component costs as much as the last one did [life-slow-down].
    const double before = slow.size() > 1 ? slow[slow.size() - 2] : 1;
    const double more = std::max(slow.back() - before, 0.);
    return slow.back() + more * static_cast<double>(down - slow.size());
}

/** A job that goes on, from one event of its life to the next. */
class Course
{
  public:
    explicit Course(const JobLife& life)
        : m_life(life),
          m_down(life.kinds.size()),
          m_left(life.every)
    {
    }

    void GoOnUntil(double end);
    void Meet(const LifeFault& fault);

    LifeTimes Times() const
    {
        LifeTimes times = m_times;
        times.kept += m_unsaved; // which no crash took
        return times;
    }

  private:
    bool IsStalled() const
    {
        return m_stalledUntil != NEVER && m_phase != LifePhase::DOWN;
    }

    double PhaseEnd() const;
    double RepairTime() const;
    void Spend(double seconds);
    bool DoNext();
    void EndPhase();
    void Crash();
    void Repair();
    void FindSlowDown();

    const JobLife& m_life;
    LifeTimes m_times;
    std::vector<uint32_t> m_down;           //!< components, by kind
    using Up = std::pair<double, uint32_t>; //!< when a component of which kind is up
    std::priority_queue<Up, std::vector<Up>, std::greater<>> m_repairs;
    LifePhase m_phase{LifePhase::WORKING};
    double m_now{0};
    double m_left;                //!< of the phase: healthy work, or seconds
    double m_slow{1};             //!< time of a step, of a healthy step's
    double m_unsaved{0};          //!< healthy work since the latest checkpoint
    double m_stalledUntil{NEVER}; //!< NEVER: not stalled
    double m_crashAt{NEVER};
};

/** A phase of work ends later where steps are slow; others go by the clock. */
double
Course::PhaseEnd() const
{
    // A stalled job comes to no end of its phase: the stall's end is an event of its own.
    if (IsStalled())
    {
        return NEVER;
    }
    return m_now + (m_phase == LifePhase::WORKING ? m_left * m_slow : m_left);
}

double
Course::RepairTime() const
{
    return m_repairs.empty() ? NEVER : m_repairs.top().first;
}

/** Counts time of the phase under a cause: [life-times]. */
void
Course::Spend(double seconds)
{
    m_now += seconds;
    if (IsStalled())
    {
        m_times.stall += seconds;
        return;
    }
    if (m_phase == LifePhase::WORKING)
    {
        // Slow steps take longer for the same work; the difference is what the faults cost.
        const double work = seconds / m_slow;
        m_unsaved += work;
        m_times.slow += seconds - work;
        m_left -= work;
        return;
    }
    (m_phase == LifePhase::WRITING ? m_times.write : m_times.restart) += seconds;
    m_left -= seconds;
}

void
Course::GoOnUntil(double end)
{
    do
    {
        // What passes until then has one cause: phase, slow-down and stall change only at events.
        const double next = std::min({end, RepairTime(), m_crashAt, m_stalledUntil, PhaseEnd()});
        Spend(std::max(next - m_now, 0.));
        m_now = next;
        // By rounding a phase may end a moment after the time that was computed for its end.
    } while (DoNext() || m_now < end);
}

/** @return whether something was due; at one time the fabric comes first, and then crashes */
bool
Course::DoNext()
{
    if (RepairTime() <= m_now)
    {
        Repair();
    }
    else if (m_crashAt <= m_now)
    {
        Crash();
    }
    else if (m_stalledUntil <= m_now)
    {
        m_stalledUntil = NEVER;
    }
    else if (PhaseEnd() <= m_now)
    {
        EndPhase();
    }
    else
    {
        return false;
    }
    return true;
}

/** Clause [life-phases]. */
void
Course::EndPhase()
{
    switch (m_phase)
    {
    // A checkpoint counts only when it is written, so work stays unsaved until then.
    case LifePhase::WORKING:
        m_phase = LifePhase::WRITING;
        m_left = m_life.write;
        return;
    case LifePhase::DOWN:
        m_phase = LifePhase::LOADING;
        m_left = m_life.load;
        return;
    case LifePhase::WRITING:
        m_times.kept += m_unsaved;
        m_unsaved = 0;
        break;
    case LifePhase::LOADING:
        break;
    }
    m_phase = LifePhase::WORKING;
    m_left = m_life.every;
}

/** A job is started again over switches that know of the fault: a stall ends first. */
void
Course::Crash()
{
    ++m_times.crashes;
    m_times.rework += m_unsaved;
    m_unsaved = 0;
    m_phase = LifePhase::DOWN;
    m_left = m_life.down;
    if (m_stalledUntil != NEVER)
    {
        m_left = std::max(m_left, m_stalledUntil - m_now);
    }
    m_stalledUntil = NEVER;
    m_crashAt = NEVER;
}

void
Course::Repair()
{
    --m_down[m_repairs.top().second];
    m_repairs.pop();
    FindSlowDown();
}

/** What several kinds cost adds up [life-slow-down]. */
void
Course::FindSlowDown()
{
    m_slow = 1;
    for (std::size_t kind = 0; kind < m_down.size(); ++kind)
    {
        m_slow += SlowDownOf(m_life.kinds[kind], m_down[kind]) - 1;
    }
    constexpr double LEAST = 0.01; // of the reader's range, so that work goes on in finite steps
    m_slow = std::max(m_slow, LEAST);
}

/** Clause [life-faults]. */
void
Course::Meet(const LifeFault& fault)
{
    ++m_times.faults;
    if (fault.lasts > 0)
    {
        ++m_down[fault.kind];
        m_repairs.emplace(fault.at + fault.lasts, fault.kind);
        FindSlowDown();
    }
    // A job that is down has nothing more to lose: the fault only slows what comes behind.
    if (m_phase == LifePhase::DOWN)
    {
        return;
    }
    if (m_life.kinds[fault.kind].crashes)
    {
        Crash();
    }
    else if (fault.stall > 0)
    {
        const double end = fault.at + fault.stall;
        // A stall that overlaps another one ends with the later of them.
        m_stalledUntil = IsStalled() ? std::max(m_stalledUntil, end) : end;
        // The patience counts from the fault on, and an earlier end of it stays.
        if (fault.stall > m_life.patience)
        {
            m_crashAt = std::min(m_crashAt, fault.at + m_life.patience);
        }
    }
}

} // namespace

LifeTimes
CourseOf(const JobLife& life, const std::vector<LifeFault>& faults)
{
    Course course(life);
    for (const LifeFault& fault : faults)
    {
        if (fault.at >= life.length)
        {
            // Faults are in the order of time, so none behind this one matters.
            break;
        }
        course.GoOnUntil(fault.at);
        course.Meet(fault);
    }
    course.GoOnUntil(life.length);
    return course.Times();
}

} // namespace mrc
} // namespace ns3
