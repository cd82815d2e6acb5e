/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fast-simulator-impl.h"

#include "mrc-older-ns3.h"
#include "mrc-tick.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/event-impl.h"
#include "ns3/log.h"
#include "ns3/make-event.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFastSimulatorImpl");

NS_OBJECT_ENSURE_REGISTERED(FastSimulatorImpl);

namespace
{

/** Sets a flag for as long as the object lives, also if an event throws. */
class Within
{
  public:
    explicit Within(bool& flag)
        : m_flag(flag),
          m_before(flag)
    {
        flag = true;
    }

    ~Within()
    {
        m_flag = m_before;
    }

    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

  private:
    bool& m_flag;
    const bool m_before;
};

/** Ends the program if there is nothing to run. */
void
RequireEvent(const EventImpl* event)
{
    NS_ABORT_MSG_IF(event == nullptr, "a null event was scheduled; expected one that can be run");
}

} // namespace

TypeId
FastSimulatorImpl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mrc::FastSimulatorImpl")
            .SetParent<SimulatorImpl>()
            .SetGroupName("Mrc")
            .AddConstructor<FastSimulatorImpl>()
            .AddAttribute("FirstUid",
                          "The uid of the first event; tests start near the wrap after 2^32 events",
                          TypeId::ATTR_CONSTRUCT | TypeId::ATTR_GET,
                          UintegerValue(EventUid::VALID),
                          MakeUintegerAccessor(&FastSimulatorImpl::m_firstUid),
                          MakeUintegerChecker<uint32_t>(EventUid::VALID));
    return tid;
}

FastSimulatorImpl::FastSimulatorImpl()
    : m_context(Simulator::NO_CONTEXT),
      m_thread(std::this_thread::get_id())
{
    // An insertion into a wheel needs no care: the run loop looks at the wheel before it goes on.
    Clock().alarm = Instant(std::numeric_limits<int64_t>::min());
}

FastSimulatorImpl::~FastSimulatorImpl() = default;

void
FastSimulatorImpl::NotifyConstructionCompleted()
{
    // Attributes get their values behind the constructor, so the first uid is known only here.
    m_events.SetNextUid(m_firstUid);
    SimulatorImpl::NotifyConstructionCompleted();
}

void
FastSimulatorImpl::DoDispose()
{
    // Taken in first, so that Clear gives back events of other threads as well.
    TakeForeign();
    m_events.Clear();
    ReleaseKernels();
    SimulatorImpl::DoDispose();
}

void
FastSimulatorImpl::Destroy()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(m_busy,
                    "Simulator::Destroy was called from within an event; expected after "
                    "Simulator::Run, which Simulator::Stop ends");
    const Within busy(m_busy);
    while (!m_destroyEvents.empty())
    {
        // An event may schedule another one for the end, which this loop then runs too.
        const EventId id = m_destroyEvents.front();
        m_destroyEvents.pop_front();
        id.PeekEventImpl()->Invoke();
    }
}

void
FastSimulatorImpl::SetScheduler(ObjectFactory schedulerFactory)
{
    NS_LOG_FUNCTION(this << schedulerFactory);
    RequireScheduler("Simulator::SetScheduler",
                     schedulerFactory.IsTypeIdSet() ? schedulerFactory.GetTypeId() : TypeId());
    m_events.SetScheduler(schedulerFactory);
}

// --- Time

/** While hot events fire, m_tick lags: RunHot brings it up to date behind them. */
uint64_t
FastSimulatorImpl::CurrentTick() const
{
    return Clock().firing ? std::max(m_tick, static_cast<uint64_t>(TickOf(Clock().now))) : m_tick;
}

Time
FastSimulatorImpl::Now() const
{
    return TimeStep(CurrentTick());
}

Time
FastSimulatorImpl::GetMaximumSimulationTime() const
{
    return TimeStep(std::numeric_limits<int64_t>::max());
}

uint64_t
FastSimulatorImpl::TickIn(const Time& delay) const
{
    NS_ABORT_MSG_IF(delay.IsStrictlyNegative(),
                    "event scheduled with a negative delay of "
                        << delay.GetTimeStep() << " ticks at tick " << CurrentTick());
    // Both terms are below 2^63, so the sum cannot wrap before it is checked.
    const uint64_t tick = CurrentTick() + static_cast<uint64_t>(delay.GetTimeStep());
    NS_ABORT_MSG_IF(tick > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()),
                    "event scheduled beyond the maximum simulation time, "
                        << delay.GetTimeStep() << " ticks after tick " << CurrentTick());
    return tick;
}

// --- The events

EventId
FastSimulatorImpl::Insert(uint32_t context, const Time& delay, EventImpl* event)
{
    RequireEvent(event);
    const uint64_t now = CurrentTick();
    const uint64_t tick = TickIn(delay);
    const uint32_t uid = m_events.Insert(now, tick, context, event);
    if (Clock().firing)
    {
        // A hot event asked for this one. Hot events of the current tick go on first; those of the
        // event's tick and later wait for the event.
        LowerLimit(StartOfTick(static_cast<int64_t>(std::max(tick, now + 1))));
    }
    return EventId(Ptr<EventImpl>(event), tick, context, uid);
}

EventId
FastSimulatorImpl::Schedule(const Time& delay, EventImpl* event)
{
    NS_ASSERT_MSG(m_thread == std::this_thread::get_id(), "Schedule called from another thread");
    return Insert(GetContext(), delay, event);
}

std::shared_ptr<OrdinaryPlace>
FastSimulatorImpl::Reserve(Time at)
{
    return m_events.Reserve(CurrentTick(), static_cast<uint64_t>(at.GetTimeStep()));
}

/** A uid below that of an event which has run would make it look as if that one waited. */
void
FastSimulatorImpl::ScheduleIn(const OrdinaryPlace& place, std::function<void()> call)
{
    const uint64_t now = CurrentTick();
    if (!m_events.IsAhead(place, m_tick))
    {
        Simulator::Schedule(TimeStep(0), std::move(call));
        return;
    }
    m_events.InsertIn(place, Simulator::NO_CONTEXT, MakeEvent(std::move(call)));
    if (Clock().firing)
    {
        LowerLimit(StartOfTick(static_cast<int64_t>(std::max(place.tick, now + 1))));
    }
}

EventId
FastSimulatorImpl::ScheduleNow(EventImpl* event)
{
    return Schedule(TimeStep(0), event);
}

void
FastSimulatorImpl::ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event)
{
    if (m_thread == std::this_thread::get_id())
    {
        Insert(context, delay, event);
        return;
    }
    RequireEvent(event);
    const std::lock_guard<std::mutex> lock(m_foreignMutex);
    m_foreign.push_back({context, delay, event});
    m_foreignWaits = true;
}

/**
 * Inserts the events of other threads, since only this thread may touch the scheduler. Delays count
 * from now.
 */
void
FastSimulatorImpl::TakeForeign()
{
    // Asked after every ordinary event, so without the lock: the next call finds an event that this
    // one misses.
    if (!m_foreignWaits.load(std::memory_order_relaxed))
    {
        return;
    }
    std::vector<ForeignEvent> foreign;
    {
        const std::lock_guard<std::mutex> lock(m_foreignMutex);
        foreign.swap(m_foreign);
        m_foreignWaits = false;
    }
    for (const ForeignEvent& event : foreign)
    {
        Insert(event.context, event.delay, event.event);
    }
}

EventId
FastSimulatorImpl::ScheduleDestroy(EventImpl* event)
{
    RequireEvent(event);
    // No reference is added: the list takes over the caller's.
    const EventId id(Ptr<EventImpl>(event, false),
                     CurrentTick(),
                     Simulator::NO_CONTEXT,
                     EventUid::DESTROY);
    m_destroyEvents.push_back(id);
    return id;
}

void
FastSimulatorImpl::Remove(const EventId& id)
{
    if (id.GetUid() == EventUid::DESTROY)
    {
        m_destroyEvents.remove(id);
    }
    else if (!IsExpired(id))
    {
        m_events.Remove(id);
    }
}

void
FastSimulatorImpl::Cancel(const EventId& id)
{
    if (!IsExpired(id))
    {
        id.PeekEventImpl()->Cancel();
    }
}

bool
FastSimulatorImpl::IsExpired(const EventId& id) const
{
    if (id.GetUid() != EventUid::DESTROY)
    {
        return !m_events.IsPending(id, CurrentTick());
    }
    // Events for the end have no time: one that is not in the list any more has run.
    return id.PeekEventImpl() == nullptr || id.PeekEventImpl()->IsCancelled() ||
           std::find(m_destroyEvents.begin(), m_destroyEvents.end(), id) == m_destroyEvents.end();
}

Time
FastSimulatorImpl::GetDelayLeft(const EventId& id) const
{
    return TimeStep(IsExpired(id) ? 0 : id.GetTs() - CurrentTick());
}

// --- The run loop

void
FastSimulatorImpl::Run()
{
    NS_LOG_FUNCTION(this);
    const Within busy(m_busy);
    const Within running(m_running);
    // Run may be called by another thread than the one that made the simulator.
    m_thread = std::this_thread::get_id();
    TakeForeign();
    // As in DefaultSimulatorImpl a Stop() from before Run is forgotten.
    m_stop = false;
    while (!m_stop)
    {
        // The limit fell for Stop(), or for an ordinary event that is gone again: look anew.
        if (!RunHot())
        {
            continue;
        }
        if (m_stop || m_events.IsEmpty())
        {
            return;
        }
        RunNext();
        TakeForeign();
    }
}

/** Drains the hot events up to the next ordinary one, or all if no ordinary one waits. */
bool
FastSimulatorImpl::RunHot()
{
    struct Reached // also if an event throws: time must not go back for a script that catches that
    {
        ~Reached()
        {
            if (simulator.FiredCount() != fired)
            {
                const int64_t tick = TickOf(simulator.Clock().now);
                simulator.m_tick = std::max(simulator.m_tick, static_cast<uint64_t>(tick));
                // Hot events belong to no node.
                simulator.m_context = Simulator::NO_CONTEXT;
            }
        }

        FastSimulatorImpl& simulator;
        uint64_t fired;
    };

    const Reached reached{*this, FiredCount()};
    const Instant end = Drain(StartOfTick(m_events.NextTick()));
    // An ordinary event that lowered the limit may have been removed again.
    return end >= StartOfTick(m_events.NextTick());
}

Time
FastSimulatorImpl::NextEvent() const
{
    const Time ordinary = m_events.IsEmpty() ? GetMaximumSimulationTime()
                                             : TimeStep(static_cast<uint64_t>(m_events.NextTick()));
    const Instant hot = Earliest();
    return hot == Instant::Never()
               ? ordinary
               : std::min(ordinary, TimeStep(static_cast<uint64_t>(TickOf(hot))));
}

void
FastSimulatorImpl::RunNext()
{
    const Scheduler::Event next = m_events.TakeNext();
    const Ptr<EventImpl> event(next.impl, false); // given back even if the event throws
    PreEventHook(EventId(event, next.key.m_ts, next.key.m_context, next.key.m_uid));
    ++m_eventCount;
    m_tick = next.key.m_ts;
    m_context = next.key.m_context;
    event->Invoke();
}

/** Never called: the alarm that the constructor set lies before any event. */
void
FastSimulatorImpl::Wake(Instant)
{
}

Instant
FastSimulatorImpl::OrdinaryNow() const
{
    return StartOfTick(static_cast<int64_t>(CurrentTick()));
}

/** Hears other threads and signal handlers during a long row of hot events, at no cost for each. */
void
FastSimulatorImpl::BetweenRuns()
{
    TakeForeign();
    if (m_stop)
    {
        LowerLimit(StartOfTick(static_cast<int64_t>(CurrentTick()) + 1));
    }
}

void
FastSimulatorImpl::Stop()
{
    m_stop = true;
    if (Clock().firing)
    {
        LowerLimit(StartOfTick(static_cast<int64_t>(CurrentTick()) + 1));
    }
}

FastSimulatorImpl::StopResult
FastSimulatorImpl::Stop(const Time& delay)
{
    return StopResult(Simulator::Schedule(delay, &Simulator::Stop));
}

bool
FastSimulatorImpl::IsFinished() const
{
    return m_stop || (m_events.IsEmpty() && Earliest() == Instant::Never());
}

// --- Facts about the simulation

uint32_t
FastSimulatorImpl::GetSystemId() const
{
    return 0;
}

uint32_t
FastSimulatorImpl::GetContext() const
{
    return Clock().firing ? Simulator::NO_CONTEXT : m_context;
}

uint64_t
FastSimulatorImpl::GetEventCount() const
{
    return m_eventCount + FiredCount();
}

} // namespace mrc
} // namespace ns3
