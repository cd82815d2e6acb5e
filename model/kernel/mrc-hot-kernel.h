/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOT_KERNEL_H
#define MRC_HOT_KERNEL_H

#include "mrc-hot-event.h"
#include "mrc-hot-host.h"
#include "mrc-timing-wheel.h"

#include "ns3/assert.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** How a model wants to hint the processor at memory that coming events will touch. */
enum class HotHints : uint8_t
{
    NONE,  //!< not at all
    NEXT,  //!< Fire is told of the next event
    BATCH, //!< Prefetch is called for each batch
};

/**
 * Fires the typed events of one model at their instants, beside ns-3's own events.
 *
 * A HotHost decides when. With SimulatorHost the kernel registers with the current simulator, which
 * is created if there is none. FastSimulatorImpl merges the kernel's events natively. Under any
 * other implementation one pending ns-3 event drives them (HotDriver). The order is the same. The
 * ordinary ns-3 events of a tick (one unit of ns-3's resolution) run first. Then the tick's hot
 * events run, in the order of (at, key, arg). The ordinary events that a hot event adds to its tick
 * run when the tick's hot events are done. The hot events that these ordinary events add to that
 * tick run after them.
 *
 * While a hot event is fired, Simulator::Now() is its instant rounded down to a tick. The context
 * is then Simulator::NO_CONTEXT, and Simulator::Stop() takes effect after the tick's hot events.
 *
 * Simulator::Destroy() drops all events; the next Schedule() registers with the next simulator;
 * time begins there at 0. A model that keeps instants cannot go on there, and calls End().
 */
class HotKernel
{
  public:
    /** Finds the host that fires the events of a kernel. */
    using HostFinder = HotHost& (*)();

    /**
     * @param model the owner of the events; must outlive the kernel. The model has
     *   - void Fire(const HotEvent& event, const HotEvent* next): the event's instant has come. The
     *     event is there until the model schedules another one. So is the next one, which is likely
     *     to come behind. If none is known, all bits of that one's key and argument are set. The
     *     pointer is null but with HotHints::NEXT;
     *   - HotHints Hints() const: how the model hints at memory, asked every few dozen events;
     *   - void Prefetch(const HotEvent* next, std::size_t count): next[0] is about to be fired, the
     *     others up to next[count - 1], at most PREFETCH_BATCH, come after it. Called once for each
     *     batch.
     * @param findHost called now, and at the first event after the host is gone
     */
    template <class Model>
    HotKernel(Model& model, HostFinder findHost)
        : HotKernel(model)
    {
        m_findHost = findHost;
        Register();
    }

    /**
     * @param model as above
     * @param host fires the events; must outlive the kernel
     */
    template <class Model>
    HotKernel(Model& model, HotHost& host)
        : HotKernel(model)
    {
        m_drain = host.KeepsCurrent() ? &DrainRuns<Model, true> : m_drain;
        Attach(host);
    }

    /**
     * The most events that Prefetch gets at once. Of more, hints would push lines out of a first
     * level of 32 KiB before the events fire; of fewer, they would take more instructions.
     */
    static constexpr std::size_t PREFETCH_BATCH = 20;

    ~HotKernel();
    HotKernel(const HotKernel&) = delete;
    HotKernel& operator=(const HotKernel&) = delete;

    /** @param event to be fired; not before Now(), nor later than 2^62 ps */
    void Schedule(HotEvent event)
    {
        if (__builtin_expect(event.at < m_clock->alarm, 0))
        {
            Wake(event.at);
        }
        NS_ASSERT_MSG(!m_clock->firing || event.at >= m_clock->now, "hot event in the past");
        m_wheel.Insert(event);
    }

    /**
     * As Schedule, while an event is being fired: the host looks again, and need not be woken.
     *
     * @param event to be fired; not before Now()
     */
    void ScheduleNext(HotEvent event)
    {
        NS_ASSERT_MSG(event.at >= m_clock->now, "hot event in the past");
        NS_ASSERT_MSG(m_clock->firing || event.at >= m_clock->alarm, "no event is being fired");
        m_wheel.Insert(event);
    }

    /**
     * @return the instant of the hot event being fired. In an ordinary event the instant is that of
     *   Simulator::Now() or of the last hot event, whichever is later. After End() the instant is
     *   that of End()
     */
    Instant Now() const
    {
        return m_clock->firing ? m_clock->now : OrdinaryNow();
    }

    /** @return the number of this kernel's events fired so far */
    uint64_t FiredCount() const
    {
        return m_wheel.PoppedCount();
    }

    /** @return whether no event waits */
    bool IsEmpty() const
    {
        return m_wheel.IsEmpty();
    }

    /**
     * @return whether an event of this kernel is being fired: that event has called the code that
     * asks
     */
    bool IsFiring() const
    {
        return m_host != nullptr && m_host->IsFiring(*this);
    }

    /** @return the event being fired, where the host wants that to be kept */
    HotEvent Current() const
    {
        return m_current;
    }

    /** @return whether Simulator::Run is on its way; of other simulators than FastSimulatorImpl
     * that is not known between hot events */
    bool IsRunning() const
    {
        return m_host != nullptr && m_host->IsRunning();
    }

    /** The model's simulation is over: time stands still, and no event is fired any more. */
    void End();

  private:
    friend class HotHost;

    /** Without a host. */
    template <class Model>
    explicit HotKernel(Model& model)
        : m_model(&model),
          m_drain(&DrainRuns<Model, false>),
          m_fireHead(&FireHead<Model>)
    {
    }

    /** Fires all events before the clock's limit. */
    template <class Model, bool KEEP>
    static void DrainRuns(HotKernel& kernel)
    {
        auto& model = *static_cast<Model*>(kernel.m_model);
        while (kernel.NextRun())
        {
            switch (model.Hints())
            {
            case HotHints::NONE:
                kernel.DrainRun<Model, HotHints::NONE, KEEP>(model);
                break;
            case HotHints::NEXT:
                kernel.DrainRun<Model, HotHints::NEXT, KEEP>(model);
                break;
            case HotHints::BATCH:
                kernel.DrainRun<Model, HotHints::BATCH, KEEP>(model);
                break;
            }
        }
    }

    /** Fires the events of the wheel's run that are before the clock's limit. */
    template <class Model, HotHints HINTS, bool KEEP>
    void DrainRun(Model& model)
    {
        HotClock& clock = *m_clock;
        const HotEvent* hinted = nullptr; // where the events begin that no hint was given for
        for (;;)
        {
            const HotEvent* head = m_wheel.Head();
            const Instant at = head->at;
            if (at >= clock.limit)
            {
                return;
            }
            // An event that is put amid the run moves others, so some are hinted at twice, or not.
            if (HINTS == HotHints::BATCH && head >= hinted)
            {
                const std::size_t count = std::min(m_wheel.RunLength(), PREFETCH_BATCH);
                model.Prefetch(head, count);
                hinted = head + count;
            }
            m_wheel.Pop();
            clock.now = at;
            if (KEEP)
            {
                m_current = *head;
            }
            model.Fire(*head, HINTS == HotHints::NEXT ? m_wheel.Head() : nullptr);
        }
    }

    /** Fires the first event of the wheel's run. */
    template <class Model>
    static void FireHead(HotKernel& kernel)
    {
        const HotEvent event = *kernel.m_wheel.Head();
        kernel.m_wheel.Pop();
        kernel.m_clock->now = event.at;
        kernel.m_current = event; // an error takes its place from that
        static_cast<Model*>(kernel.m_model)->Fire(event, nullptr);
    }

    /** @return whether the wheel's run now begins with an event before the clock's limit */
    bool NextRun();
    /** Registers with the host that is there now. */
    void Register();
    void Attach(HotHost& host);
    /** The simulator is gone: drops all events. */
    void Release();
    /**
     * Tells the host of an event that is earlier than the host expects, registering first if need
     * be.
     */
    void Wake(Instant at);
    /** @return Now() outside hot events */
    Instant OrdinaryNow() const;

    HotClock* m_clock{&m_noClock}; //!< the host's, or the own clock with an alarm that is always on
    TimingWheel m_wheel;
    HotEvent m_current; //!< where the host wants that to be kept: the event being fired
    void* m_model;
    void (*m_drain)(HotKernel&);
    void (*m_fireHead)(HotKernel&);
    HotHost* m_host{nullptr};
    HostFinder m_findHost{nullptr}; //!< null: the first host is the only one
    HotClock m_noClock;
    bool m_isOver{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOT_KERNEL_H */
