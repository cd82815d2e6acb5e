/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOT_DRIVER_H
#define MRC_HOT_DRIVER_H

#include "mrc-hot-host.h"

#include "ns3/event-impl.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/simulator-impl.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Drives hot events by one pending ns-3 event, under any SimulatorImpl.
 *
 * The event stands at the tick of the first hot event. When the event comes up it steps back
 * behind the other events of the tick until Simulator::GetEventCount() shows that none ran in
 * between. Then the driver fires the tick's hot events. That costs two ns-3 events for each tick
 * with hot events.
 *
 * The order is that of FastSimulatorImpl as long as the implementation runs events by (tick, order
 * of scheduling) in one thread. Under RealtimeSimulatorImpl an event that another thread adds to
 * the current tick may come after the tick's hot events. So may a packet from another rank under
 * MPI. A kernel that is destroyed with events waiting leaves the pending ns-3 event behind, without
 * effect but for the time at which the simulation ends.
 *
 * The driver is aggregated to the SimulatorImpl and goes with the latter.
 */
class HotDriver : public Object, public HotHost
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param simulator not null
     * @return the driver of this simulator, made at the first call
     */
    static HotDriver& Of(const Ptr<SimulatorImpl>& simulator);

    HotDriver();
    ~HotDriver() override;

    void Wake(Instant at) override;
    Instant OrdinaryNow() const override;

  protected:
    void DoDispose() override;

  private:
    /** Fires the hot events of this tick when all its ordinary events have run. */
    void OnTick();
    void ArmNext();
    /** Makes the pending event come at this tick. */
    void Arm(int64_t tick);
    /** Gives the pending event to the simulator. */
    void Pend(int64_t ticksFromNow);

    Ptr<EventImpl> m_event;   //!< used again and again while not cancelled
    uint64_t m_quietCount{0}; //!< the event count if nothing ran since OnTick stepped back
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOT_DRIVER_H */
