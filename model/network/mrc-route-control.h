/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROUTE_CONTROL_H
#define MRC_ROUTE_CONTROL_H

#include "ns3/mrc-calendar.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-link-view.h"
#include "ns3/mrc-route-times.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The counters of the routing of a fabric so far. */
struct RouteFigures
{
    uint64_t detections{0};   //!< changes of a link that one of its ends saw
    uint64_t computations{0}; //!< of one switch
    uint64_t entries{0};      //!< written into tables
    Span longest;             //!< from a change of a link to the last entry that was written for it
};

/**
 * Tells switches of links that failed or came back, and has them compute their tables anew
 * [route-flooding].
 *
 * Each switch acts by its own observations and by news that it got. News travel beside the frames:
 * they take time, but no room on the links.
 */
class RouteControl
{
  public:
    /**
     * @param fabric the switches have computed tables; otherwise nothing happens
     * @param kernel tells the time
     * @param calendar has steps end later; calls nothing any more when this is gone
     * @param times of the steps
     */
    RouteControl(Fabric& fabric, const HotKernel& kernel, Calendar& calendar, RouteTimes times);

    /**
     * Sets which paths switches compute, and how long the steps take that a script gives.
     *
     * @param config of the fabric
     */
    void Configure(const FabricConfig& config);

    /**
     * One direction of a link went down or came up: the ends of the link will see it.
     *
     * @param port the direction
     * @param peer the other one
     */
    void PortChanged(PortIndex port, PortIndex peer);

    /** @return the counters so far; all 0 with static tables */
    const RouteFigures& Figures() const
    {
        return m_figures;
    }

    /** @return whether switches have computed tables that may change */
    bool Acts() const
    {
        return m_acts;
    }

  private:
    /** The knowledge and the work of one switch. */
    struct Process
    {
        LinkView view;
        bool computes{false}; //!< a computation is under way, and will see coming news
    };

    /** One end of a link: a port of a switch, and the other end's. */
    struct End
    {
        uint32_t number; //!< of the switch
        PortIndex port;
        PortIndex peer;
    };

    void Expect(const End& end);
    void Detect(const End& end);
    void Tell(const End& from, const std::vector<LinkNews>& news);
    void TellOthers(uint32_t number, PortIndex except, const std::vector<LinkNews>& news);
    void Hear(const End& at, const std::vector<LinkNews>& news);
    void Recompute(uint32_t number);
    void Compute(uint32_t number);
    bool IsUp(PortIndex port) const;
    const RouteGraph::Edge* EdgeOf(const End& end) const;
    const RoutedSwitch& SwitchOf(uint32_t number) const;

    Fabric& m_fabric;
    const HotKernel& m_kernel;
    Calendar& m_calendar;
    RouteTimes m_times;
    RoutePaths m_paths{ROUTE_VALLEY_FREE};
    bool m_acts{false};
    std::vector<Process> m_processes;                  //!< by number of the switch
    std::unordered_map<PortIndex, uint64_t> m_changes; //!< of a link, as the end of the link counts
                                                       //!< them
    std::unordered_map<PortIndex, uint32_t> m_owners;  //!< ports between switches
    Instant m_latest;                                  //!< when a link changed last
    RouteFigures m_figures;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROUTE_CONTROL_H */
