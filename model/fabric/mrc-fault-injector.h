/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_INJECTOR_H
#define MRC_FAULT_INJECTOR_H

#include "mrc-fabric.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <functional>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ns3
{
namespace mrc
{

/** One outage: directed ports that go down together and may come back together. */
struct Outage
{
    Time down;                                //!< absolute, not in the past
    Time up;                                  //!< absolute; not after down: never
    std::vector<PortIndex> ports;             //!< all directions that it takes
    DropReason reason{DropReason::LINK_DOWN}; //!< LINK_DOWN or SWITCH_DOWN
};

/**
 * Applies outages to a fabric at their times; ports that several outages hold come back with the
 * last.
 */
class FaultInjector
{
  public:
    /** Hears of each port that really changed. */
    using Listener = std::function<void(PortIndex port, bool up)>;

    /**
     * @param fabric the fabric
     * @param kernel tells the instant at which an outage strikes
     * @param listener called after each change
     */
    FaultInjector(Fabric& fabric, const HotKernel& kernel, Listener listener);
    ~FaultInjector();

    /** Schedules an outage. */
    void Schedule(Outage outage);

    /**
     * Takes ports down at once until the hold ends, as a script does with a link's attribute.
     *
     * @param ports all directions concerned
     * @param hold whether the hold begins or ends; nothing happens if it is so already
     */
    void Hold(const std::vector<PortIndex>& ports, bool hold);

  private:
    void TakeDown(PortIndex port, DropReason reason);
    void BringBack(PortIndex port);

    Fabric& m_fabric;
    const HotKernel& m_kernel;
    Listener m_listener;
    std::vector<std::unique_ptr<Outage>> m_outages;
    std::vector<EventId> m_events;
    std::unordered_map<PortIndex, unsigned> m_outagesAt; //!< what keeps a port down
    std::unordered_set<PortIndex> m_held;                //!< ports that a script keeps down
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_INJECTOR_H */
