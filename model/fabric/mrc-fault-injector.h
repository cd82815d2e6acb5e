/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_INJECTOR_H
#define MRC_FAULT_INJECTOR_H

#include "mrc-fabric.h"
#include "mrc-link-impairments.h"
#include "mrc-outage.h"

#include "ns3/mrc-calendar.h"
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

/**
 * Applies outages to a fabric at their times; ports that several outages hold come back with the
 * last. An impairment of a port with a link that looks up ends with its own outage.
 */
class FaultInjector
{
  public:
    /** Hears of each port that went down or came up, and of nothing else. */
    using Listener = std::function<void(PortIndex port, bool up)>;

    /**
     * @param fabric the fabric
     * @param kernel tells the instant at which an outage strikes
     * @param calendar has outages begin and end; calls nothing any more when this is gone
     * @param listener called after each change
     */
    FaultInjector(Fabric& fabric, const HotKernel& kernel, Calendar& calendar, Listener listener);

    /** Schedules an outage. */
    void Schedule(Outage outage);

    /**
     * Takes ports down at once and for good, as the fabric was built without their links.
     *
     * @param ports all directions concerned
     */
    void Remove(const std::vector<PortIndex>& ports);

    /**
     * Takes ports down at once until the hold ends, as a script does with a link's attribute.
     *
     * @param ports all directions concerned
     * @param hold whether the hold begins or ends; nothing happens to ports that are so already
     */
    void Hold(const std::vector<PortIndex>& ports, bool hold);

  private:
    void Begin(const Outage* outage);
    void End(const Outage* outage);
    void TakeDown(PortIndex port, DropReason reason);
    void BringBack(PortIndex port);

    Fabric& m_fabric;
    const HotKernel& m_kernel;
    Calendar& m_calendar;
    Listener m_listener;
    LinkImpairments m_impairments;
    std::vector<std::unique_ptr<Outage>> m_outages;
    std::unordered_map<PortIndex, unsigned> m_outagesAt; //!< outages that keep a port down
    std::unordered_set<PortIndex> m_held;                //!< ports that a script keeps down
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_INJECTOR_H */
