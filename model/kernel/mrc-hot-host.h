/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOT_HOST_H
#define MRC_HOT_HOST_H

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

class HotKernel;
struct HotEvent;

/** Fires hot events in the place of kernels of one simulator: those of several shards. */
class HotCrew
{
  public:
    virtual ~HotCrew() = default;

    /** Fires all events before the limit of the host's clock, which may fall meanwhile. */
    virtual void Drain() = 0;

    /** @return no event comes before this instant */
    virtual Instant Earliest() const = 0;

    /** @return the number of events fired */
    virtual uint64_t FiredCount() const = 0;

    /** The host is no more. */
    virtual void Release() = 0;
};

/** The data that kernels of one simulator share: read and written at every hot event. */
struct HotClock
{
    Instant limit{};                 //!< hot events before this may be fired now
    Instant now{};                   //!< of the hot event being fired, else of the last one
    Instant alarm{Instant::Never()}; //!< an insertion before this needs HotHost::Wake
    bool firing{false};              //!< whether a hot event is being fired
};

/**
 * Fires the hot events of all kernels of one simulator in their order; the classes derived from
 * HotHost decide when.
 *
 * Events of several kernels are merged by (at, key, arg), then by the order of registration.
 */
class HotHost
{
  public:
    HotHost() = default;
    HotHost(const HotHost&) = delete;
    HotHost& operator=(const HotHost&) = delete;

    /** @param kernel to fire the events of from now on */
    void Attach(HotKernel& kernel);

    /**
     * Has a crew fire all hot events; an error if the host has kernels or a crew.
     *
     * @param crew to call from now on
     * @throws std::invalid_argument if the host cannot have one
     */
    void SetCrew(HotCrew& crew);

    /** Forgets the crew. */
    void EndCrew();

    /** @param kernel to forget */
    void Detach(HotKernel& kernel);

    /**
     * Called before an event at this instant, earlier than the clock's alarm, is inserted. While
     * events are fired there may be no call: the host then looks for the next one anyway.
     *
     * @param at the instant
     */
    virtual void Wake(Instant at) = 0;

    /** Called now and then while events are fired, every few dozen of them. */
    virtual void BetweenRuns();

    /** @return whether a crew may fire the events: nothing has to be told of the first one */
    virtual bool TakesCrew() const
    {
        return false;
    }

    /** @return whether kernels are to remember which event is being fired */
    virtual bool KeepsCurrent() const
    {
        return false;
    }

    /** @return the time outside hot events: of the ordinary event that is run, or was last */
    virtual Instant OrdinaryNow() const = 0;

    /** @return whether Simulator::Run is on its way; false where a simulator does not tell */
    virtual bool IsRunning() const
    {
        return false;
    }

    /**
     * @param kernel which one
     * @return whether a hot event of that kernel is being fired
     */
    bool IsFiring(const HotKernel& kernel) const
    {
        return m_current == &kernel;
    }

    /** @return the clock that the kernels read */
    HotClock& Clock()
    {
        return m_clock;
    }

    /** @return the clock that the kernels read */
    const HotClock& Clock() const
    {
        return m_clock;
    }

  protected:
    virtual ~HotHost();

    /**
     * Fires all hot events before a limit, which LowerLimit may lower meanwhile.
     *
     * @param limit events at this instant and later wait
     * @return the limit in the end
     */
    Instant Drain(Instant limit);

    /** @param limit stop before this instant; for use while events are fired */
    void LowerLimit(Instant limit);

    /** @return the first instant at which a hot event waits, or Instant::Never() */
    Instant Earliest() const;

    /** @return the first event before the clock's limit, null: there is none */
    const HotEvent* First();

    /** Fires the event that First returned. */
    void FireFirst();

    /** @return the number of hot events fired */
    uint64_t FiredCount() const;

    /** Tells all kernels that this simulator is no more; they drop their events. */
    void ReleaseKernels();

  private:
    /** Makes Drain look at the list of kernels again. */
    void Regroup();
    /** Fires events of several kernels, one at a time. */
    void DrainMerged();
    /** @return the kernel with the first event before the clock's limit, or nullptr */
    HotKernel* FirstKernel();

    HotClock m_clock;
    Instant m_limit{}; //!< the clock's limit unless kernels come or go
    bool m_regroup{false};
    HotKernel* m_current{nullptr}; //!< the kernel with the event that is being fired
    uint64_t m_firedApart{
        0}; //!< events of kernels that left, less those from before other kernels came here
    std::vector<HotKernel*> m_kernels; //!< in order of registration
    HotCrew* m_crew{nullptr};          //!< null: the kernels' events are fired here
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOT_HOST_H */
