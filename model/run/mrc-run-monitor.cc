/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-run-monitor.h"

#include "mrc-unfinished-text.h"

#include "ns3/mrc-fast-simulator-impl.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

// Wall time between two looks: Ctrl-C seems immediate, and looking costs little. Looks are so far
// apart in simulated time as the speed so far suggests. A run that becomes slower comes late to
// one look, of ranks too, and the looks behind it come closer.
constexpr double SHORTEST = 0.05;
constexpr double LONGEST = 0.2;
constexpr double LOOKS_COST_AT_MOST = 0.05;  // share of the wall time
constexpr int64_t FIRST_INTERVAL_NS = 1000;  // short: how fast the run is, nobody knows yet
constexpr int64_t LONGEST_INTERVAL = 1;      // s of simulated time
constexpr int64_t WARNING_BEFORE_STALL = 10; // the first warning comes at a tenth of the limit

} // namespace

RunMonitor::RunMonitor(const FlowCourse& driver,
                       const ShardSet& shards,
                       Onlookers& onlookers,
                       const RunLimits& limits,
                       ProgressReporter* reporter)
    : m_driver(driver),
      m_shards(shards),
      m_onlookers(onlookers),
      m_limits(limits),
      m_reporter(reporter),
      m_watch(driver.TransferCount()),
      m_warnAfter(limits.stall / WARNING_BEFORE_STALL),
      m_interval(NanoSeconds(FIRST_INTERVAL_NS))
{
}

RunMonitor::~RunMonitor()
{
    // The pending event holds a pointer to this object.
    m_onlookers.Cancel(this);
}

/**
 * The wall clock decides only when to show progress, unless the user sets a limit to wall time:
 * results must not depend on the machine. Looks follow wall time, and ranks have to look at the
 * same instants. A signal may come to one rank alone, and all stop then.
 */
void
RunMonitor::TakePulse()
{
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - m_begin;
    m_pulse = {seconds.count(), m_lookCost, m_interrupt.Signal() != 0};
    if (const RankDesk* ranks = m_shards.Ranks())
    {
        const std::vector<Pulse> all = ranks->Link().Gather({RankCall::WALL_TIME}, m_pulse);
        m_pulse = all.front();
        m_pulse.isSignalled =
            std::any_of(all.begin(), all.end(), [](const Pulse& one) { return one.isSignalled; });
    }
}

/**
 * Verdicts may come by the thousand while nothing moves. Ranks do not ask each other for the time
 * at each of them.
 *
 * @return whether the pulse is that of this look
 */
bool
RunMonitor::HasPulse()
{
    const bool areSeveral = m_shards.Ranks() != nullptr;
    if (areSeveral && !m_stride.Asks(m_shards.FiredCount()))
    {
        return false;
    }
    const Pulse before = m_pulse;
    TakePulse();
    if (areSeveral)
    {
        m_stride.Note(2 * (m_pulse.seconds - before.seconds) < SHORTEST);
    }
    Adapt(before);
    return true;
}

void
RunMonitor::Start()
{
    m_begin = std::chrono::steady_clock::now();
    m_verdictAt = LookTimesNow().After(Simulator::Now()); // what will happen is not planned yet
    Adapt(m_pulse);
    ScheduleNext();
}

/** WorkloadRun calls this when Simulator::Run has returned, for whatever reason. */
void
RunMonitor::Finish()
{
    m_onlookers.Cancel(this);
    TakePulse();
    // A handler of before, such as that of StopOnInterrupt, stops the simulator without a look.
    if (!m_reason && m_pulse.isSignalled)
    {
        m_reason = RunEnd::INTERRUPTED;
    }
    // Stalls, for Explain, are to be those of the end and not of the last verdict. If all is done
    // there are none, and millions of transfers need not be noted.
    if (m_driver.Counts().done != m_driver.Counts().flows)
    {
        Observe();
    }
    if (m_reporter != nullptr)
    {
        m_reporter->Finish(Sample());
    }
}

/**
 * The event. Looks at verdict times may end the run by the progress of flows; looks in between
 * depend on the wall clock and may not.
 */
void
RunMonitor::Look()
{
    const auto begin = std::chrono::steady_clock::now();
    const RankDesk::Reading reading(m_shards.Ranks()); // once, whatever the look reads
    const bool hasPulse = HasPulse();
    const bool isVerdict = Simulator::Now() >= m_verdictAt;
    if (isVerdict)
    {
        Observe();
    }
    m_reason = Judge(isVerdict);
    if (m_reason)
    {
        Simulator::Stop();
        return;
    }
    if (m_reporter != nullptr && hasPulse)
    {
        m_reporter->Show(Sample());
    }
    if (m_reporter != nullptr && isVerdict)
    {
        Warn();
    }
    GoOn(isVerdict);
    m_lookCost = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/**
 * Schedules the next look, unless nothing is left that could move the flows. Only a verdict may
 * stop the run for that: at another time the end would depend on the machine.
 */
void
RunMonitor::GoOn(bool isVerdict)
{
    if (isVerdict && m_onlookers.AreAlone())
    {
        Simulator::Stop(); // nothing comes any more, and no verdict
        return;
    }
    if (isVerdict)
    {
        m_verdictAt = LookTimesNow().After(QuietUntil());
    }
    if (isVerdict || !Simulator::IsFinished())
    {
        ScheduleNext();
    }
    else // no event is left, not even an onlooker's: the next verdict is the end
    {
        ScheduleLook(m_verdictAt - Simulator::Now());
    }
}

void
RunMonitor::ScheduleLook(Time delay)
{
    m_onlookers.Schedule(this, delay, [this] { Look(); });
}

/** A workload that is read as the run goes on has more and more transfers to visit. */
LookTimes
RunMonitor::LookTimesNow() const
{
    return {m_limits.stall, m_driver.TransferCount()};
}

/**
 * Until the next event, verdicts would find what the one before has found, but that time has
 * passed. There may be millions of them: a limit may be short, and a pause long.
 *
 * @return no verdict is of use up to this time; now, if nobody can tell
 */
Time
RunMonitor::QuietUntil() const
{
    const Time now = Simulator::Now();
    const auto simulator = DynamicCast<FastSimulatorImpl>(Simulator::GetImplementation());
    if (!simulator || m_shards.Ranks() != nullptr)
    {
        return now;
    }
    Time next = simulator->NextEvent();
    if (m_limits.stall.IsStrictlyPositive() && !m_watch.IsIdle())
    {
        const Time warning = m_watch.NextStalled(now, m_warnAfter);
        const Time longest = Time::Max() - m_watch.LastProgress(); // a limit may be any time
        next =
            std::min({next, m_watch.LastProgress() + std::min(m_limits.stall, longest), warning});
    }
    // Half of the greatest time is never, and leaves room for a look behind that.
    return std::max(now, std::min(next, Time::Max() / 2) - TimeStep(1));
}

/** Visits every transfer: LookTimes makes this rarer where there are many. */
void
RunMonitor::Observe()
{
    const RankDesk::Reading reading(m_shards.Ranks());
    for (uint32_t i = 0; i < m_driver.TransferCount(); ++i)
    {
        const bool active = m_driver.PhaseOf(i) == TransferPhase::ACTIVE;
        m_watch.Observe(i, active, m_driver.PlacedBytes(i), Simulator::Now());
    }
}

bool
RunMonitor::IsStopTime() const
{
    return m_limits.stop.IsStrictlyPositive() && Simulator::Now() >= m_limits.stop;
}

/**
 * The order is that of the reasons' weight: the user's signals come before limits, and a stop time
 * before a stall.
 */
std::optional<RunEnd>
RunMonitor::Judge(bool isVerdict) const
{
    if (m_pulse.isSignalled)
    {
        return RunEnd::INTERRUPTED;
    }
    if (m_limits.wallSeconds > 0 && m_pulse.seconds >= m_limits.wallSeconds)
    {
        return RunEnd::TIME_LIMIT;
    }
    if (IsStopTime())
    {
        return RunEnd::STOP_TIME;
    }
    // Only Observe moves LastProgress, so between verdicts it would be out of date. Nor does
    // Observe while a list that is read as the run goes on has had no flow yet.
    if (isVerdict && m_driver.TransferCount() != 0 && m_limits.stall.IsStrictlyPositive() &&
        Simulator::Now() - m_watch.LastProgress() >= m_limits.stall)
    {
        return RunEnd::STALLED;
    }
    return std::nullopt;
}

/**
 * Says which flows stand still, long before the stall limit ends the run: a user may stop the run
 * or look at the fabric.
 */
void
RunMonitor::Warn()
{
    if (!m_limits.stall.IsStrictlyPositive())
    {
        return;
    }
    const std::vector<uint32_t> stalled = m_watch.Stalled(Simulator::Now(), m_warnAfter);
    if (stalled.empty())
    {
        return;
    }
    const std::string stall = DescribeStall(m_driver, m_watch, stalled, Naming::FEW);
    // The text names since when each flow stands, so the same text means that nothing has changed.
    if (stall == m_warned)
    {
        return;
    }
    m_reporter->Say("warning: " + stall);
    m_warned = stall;
    m_warnAfter = m_warnAfter + m_warnAfter; // said less and less often
}

uint64_t
RunMonitor::PlacedBytes() const
{
    const RankDesk::Reading reading(m_shards.Ranks());
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < m_driver.TransferCount(); ++i)
    {
        bytes += m_driver.PlacedBytes(i);
    }
    return bytes;
}

ProgressSample
RunMonitor::Sample() const
{
    ProgressSample sample;
    sample.flowsDone = m_driver.Counts().done;
    sample.flows = m_driver.Counts().flows;
    sample.bytesDone = PlacedBytes();
    sample.bytes = m_driver.TotalBytes();
    sample.simulated = Simulator::Now();
    sample.events = m_shards.FiredCount();
    sample.wallSeconds = m_pulse.seconds;
    return sample;
}

std::string
RunMonitor::Stalls() const
{
    const std::vector<uint32_t> stalled = m_watch.Stalled(Simulator::Now(), Time(0));
    return DescribeStall(m_driver, m_watch, stalled, Naming::MANY);
}

/**
 * Doubles or halves the interval of looks, in simulated time, until looks come some times in a
 * second of wall time. A run's speed changes by orders of magnitude, with the packets under way.
 */
void
RunMonitor::Adapt(const Pulse& before)
{
    const double cost = m_pulse.lookCost;
    // Time of the simulation alone: the cost of a look must not count as its speed.
    const double ran = m_pulse.seconds - before.seconds - cost;
    if (ran < std::max(SHORTEST, cost / LOOKS_COST_AT_MOST))
    {
        m_interval = std::min(m_interval + m_interval, Seconds(LONGEST_INTERVAL));
    }
    else if (ran > LONGEST)
    {
        m_interval = std::max(m_interval / 2, TimeStep(1));
    }
}

void
RunMonitor::ScheduleNext()
{
    const Time now = Simulator::Now();
    // Verdicts and stop time are met exactly, whatever the interval is.
    Time next = std::min(now + m_interval, m_verdictAt);
    if (m_limits.stop.IsStrictlyPositive())
    {
        next = std::min(next, m_limits.stop);
    }
    // A run that starts behind its stop time looks, and stops, at once.
    ScheduleLook(std::max(next - now, Time(0)));
}

} // namespace mrc
} // namespace ns3
