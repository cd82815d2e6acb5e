/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAST_SIMULATOR_IMPL_H
#define MRC_FAST_SIMULATOR_IMPL_H

#include "mrc-hot-host.h"
#include "mrc-ordinary-events.h"
#include "mrc-ordinary-place.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/simulator-impl.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * A sequential simulator that merges hot events with ns-3's own in the run loop.
 *
 * For ns-3's own events this class acts as DefaultSimulatorImpl does, without an end after 2^32 of
 * them. How hot events fall between them is said at HotKernel; the merge costs one comparison for
 * each hot event. Errors are fatal in every build. They are a negative delay, a time beyond the
 * maximum, a null event, another type than a Scheduler, and Simulator::Destroy from within an
 * event.
 *
 * GlobalValue SimulatorImplementationType selects this class, or SelectFastSimulator().
 */
class FastSimulatorImpl : public SimulatorImpl, public HotHost, public OrdinaryPlaces
{
  public:
    /** The return type of Stop(const Time&): nothing up to ns-3.40, an EventId since. */
    using StopResult = decltype(std::declval<SimulatorImpl&>().Stop(std::declval<const Time&>()));

    /** @return the TypeId */
    static TypeId GetTypeId();

    FastSimulatorImpl();
    ~FastSimulatorImpl() override;

    // SimulatorImpl
    void Destroy() override;
    bool IsFinished() const override;
    void Stop() override;
    StopResult Stop(const Time& delay) override;
    EventId Schedule(const Time& delay, EventImpl* event) override;
    void ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event) override;
    EventId ScheduleNow(EventImpl* event) override;
    EventId ScheduleDestroy(EventImpl* event) override;
    void Remove(const EventId& id) override;
    void Cancel(const EventId& id) override;
    bool IsExpired(const EventId& id) const override;
    void Run() override;
    Time Now() const override;
    Time GetDelayLeft(const EventId& id) const override;
    Time GetMaximumSimulationTime() const override;
    void SetScheduler(ObjectFactory schedulerFactory) override;
    uint32_t GetSystemId() const override;
    uint32_t GetContext() const override;
    /** @return the number of events run, ordinary and hot ones */
    uint64_t GetEventCount() const override;

    /** @return nothing happens before this time; that of the present tick included */
    Time NextEvent() const;

    // HotHost
    void Wake(Instant at) override;
    void BetweenRuns() override;
    Instant OrdinaryNow() const override;

    bool TakesCrew() const override
    {
        return true;
    }

    bool IsRunning() const override
    {
        return m_running;
    }

    // OrdinaryPlaces
    std::shared_ptr<OrdinaryPlace> Reserve(Time at) override;
    void ScheduleIn(const OrdinaryPlace& place, std::function<void()> call) override;

    bool WaitsAt(Time at) const override
    {
        return m_events.NextTick() <= at.GetTimeStep();
    }

    bool IsStopped() const override
    {
        return m_stop;
    }

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    /** An event from another thread. */
    struct ForeignEvent
    {
        uint32_t context;
        Time delay; //!< from when this thread sees the event
        EventImpl* event;
    };

    /** @return the current tick, that of the hot event being fired included */
    uint64_t CurrentTick() const;
    /** @return the tick that lies so far ahead; fatal if there is none */
    uint64_t TickIn(const Time& delay) const;
    /** Adds an ordinary event. */
    EventId Insert(uint32_t context, const Time& delay, EventImpl* event);
    /** Runs the next ordinary event. */
    void RunNext();
    /** Fires the hot events before the next ordinary one; false if that is out of date now. */
    bool RunHot();
    /** Adds the events that other threads have scheduled. */
    void TakeForeign();

    OrdinaryEvents m_events;
    std::list<EventId> m_destroyEvents;
    bool m_busy{false};              //!< an event may be running
    bool m_running{false};           //!< Run is on its way
    std::atomic<bool> m_stop{false}; //!< may be set by a signal handler
    uint64_t m_tick{0};
    uint32_t m_context;
    uint64_t m_eventCount{0}; //!< ordinary events run
    uint32_t m_firstUid{0};
    std::thread::id m_thread; //!< that runs events
    std::mutex m_foreignMutex;
    std::atomic<bool> m_foreignWaits{false};
    std::vector<ForeignEvent> m_foreign; //!< guarded by the mutex
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAST_SIMULATOR_IMPL_H */
