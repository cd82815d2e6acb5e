/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hot-driver.h"

#include "mrc-tick.h"

#include "ns3/log.h"
#include "ns3/make-event.h"
#include "ns3/simulator.h"

#include <limits>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcHotDriver");

NS_OBJECT_ENSURE_REGISTERED(HotDriver);

TypeId
HotDriver::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::HotDriver")
                            .SetParent<Object>()
                            .SetGroupName("Mrc")
                            .AddConstructor<HotDriver>();
    return tid;
}

HotDriver&
HotDriver::Of(const Ptr<SimulatorImpl>& simulator)
{
    Ptr<HotDriver> driver = simulator->GetObject<HotDriver>();
    if (!driver)
    {
        driver = CreateObject<HotDriver>();
        simulator->AggregateObject(driver);
    }
    return *driver;
}

HotDriver::HotDriver() = default;

HotDriver::~HotDriver() = default;

void
HotDriver::DoDispose()
{
    // Kernels may outlive this simulator and then register with the next one.
    ReleaseKernels();
    m_event = nullptr;
    Object::DoDispose();
}

/** Called when an event is scheduled before the tick that the pending ns-3 event stands at. */
void
HotDriver::Wake(Instant at)
{
    Arm(TickOf(at));
}

Instant
HotDriver::OrdinaryNow() const
{
    return ToInstant(Simulator::Now());
}

void
HotDriver::Arm(int64_t tick)
{
    NS_LOG_LOGIC("hot events wait for tick " << tick);
    // One event is enough: an event that waited for a later tick gives way.
    if (m_event && Clock().alarm != Instant::Never())
    {
        m_event->Cancel();
        m_event = nullptr;
    }
    // An event that has run is used again, which saves an allocation for each tick.
    if (!m_event)
    {
        m_event = Ptr<EventImpl>(MakeEvent(&HotDriver::OnTick, this), false);
    }
    m_quietCount = 0;
    Clock().alarm = StartOfTick(tick);
    Pend(tick - Simulator::Now().GetTimeStep());
}

/** Without a context, as the tick's hot events belong to many nodes. */
void
HotDriver::Pend(int64_t ticksFromNow)
{
    m_event->Ref(); // the simulator's reference, given back when the event has run
    Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                   TimeStep(static_cast<uint64_t>(ticksFromNow)),
                                   PeekPointer(m_event));
}

void
HotDriver::OnTick()
{
    const uint64_t count = Simulator::GetEventCount();
    // Ordinary events ran since, or may follow in this tick, so this event steps back behind them.
    if (count != m_quietCount)
    {
        // One more is this event itself: if no other has run, the next call finds this count.
        m_quietCount = count + 1;
        Pend(0);
        return;
    }
    m_quietCount = 0;
    // While events are drained no insertion needs an alarm: Drain finds the inserted event.
    Clock().alarm = Instant(std::numeric_limits<int64_t>::min());
    try
    {
        // Later hot events wait, as ordinary events of later ticks may come before them.
        Drain(StartOfTick(Simulator::Now().GetTimeStep() + 1));
    }
    catch (...)
    {
        ArmNext(); // a script that catches the error of its sink may run on
        throw;
    }
    ArmNext();
}

/** Waits for the first hot event that is left. */
void
HotDriver::ArmNext()
{
    Clock().alarm = Instant::Never();
    const Instant next = Earliest();
    if (next != Instant::Never())
    {
        Arm(TickOf(next));
    }
}

} // namespace mrc
} // namespace ns3
