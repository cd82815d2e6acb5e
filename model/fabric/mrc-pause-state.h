/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAUSE_STATE_H
#define MRC_PAUSE_STATE_H

#include "mrc-ingress-use.h"
#include "mrc-pause-plan.h"
#include "mrc-shared-array.h"
#include "mrc-switch-ports.h"

#include "ns3/mrc-frame.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The counts of PFC at one port [pfc-counters]. */
struct PauseCounters
{
    uint64_t sent{0};     //!< pause frames that the port sent, those that end a pause included
    uint64_t ended{0};    //!< of them, those that end a pause
    uint64_t received{0}; //!< pause frames that came to the port, likewise
    Span paused;          //!< how long the lossless class was held, up to now
    uint32_t storms{0};   //!< times that the watchdog found a storm
    uint32_t restored{0}; //!< times that the watchdog found a storm over
};

/** The order of a pause frame, on its way through the port that obeys. */
struct PauseOrder
{
    Instant at;      //!< when the order acts
    uint16_t quanta; //!< how long to pause; 0: no more
};

/** The state that PFC keeps of a port that may have to pause. */
struct PausedPort
{
    FrameIndex head{NO_FRAME};      //!< the data class while it is held, which the port then lacks
    FrameIndex tail{NO_FRAME};      //!< last of them
    bool held{false};               //!< whether the data class waits
    bool storm{false};              //!< whether the watchdog drops
    bool endless{false};            //!< whether a fault has the port send pauses for ever
    Instant since;                  //!< when the class was held or, without that, freed
    Instant until;                  //!< when the class is freed unless told otherwise
    Instant watchAt;                //!< when the watchdog looks next
    std::vector<PauseOrder> orders; //!< in the order of time
    PauseCounters counters;         //!< of pauses at this port
};

/**
 * All that priority flow control keeps beside ports and frames [pfc-lossless].
 *
 * Copies of this object are the same state, and shards of a run have copies. What is kept of an end
 * of a link belongs to the shard of that end.
 */
class PauseState
{
  public:
    /** @param plan the rules of all links */
    explicit PauseState(PausePlan plan)
        : m_plan(std::make_shared<const PausePlan>(std::move(plan))),
          m_links(m_plan->links.empty() ? nullptr : m_plan->links.data()),
          m_switches(m_plan->owners),
          m_uses(UsesOf(*m_plan)),
          m_pools(std::vector<HeadroomPool>(m_plan->pools)),
          m_ports(std::vector<PausedPort>(m_plan->links.size()))
    {
    }

    /** @return whether there is any PFC */
    bool Any() const
    {
        return m_links != nullptr;
    }

    /** @return the rules of all links */
    const PausePlan& Plan() const
    {
        return *m_plan;
    }

    /** @return the rules of a link */
    const PauseLink& Link(PortIndex link) const
    {
        return m_links[link];
    }

    /** @return the ports of all switches; only with PFC */
    const SwitchPorts& Switches() const
    {
        return m_switches;
    }

    /** @return the room that frames of a link take, at its receiver's end */
    IngressUse& Use(PortIndex link)
    {
        return m_uses[link];
    }

    /** @return the same, to read */
    const IngressUse& Use(PortIndex link) const
    {
        return m_uses[link];
    }

    /** @return the headroom of the switch at a link's receiver's end */
    HeadroomPool& Pool(PortIndex link)
    {
        return m_pools[Link(link).pool];
    }

    /** @return the same, to read */
    const HeadroomPool& Pool(PortIndex link) const
    {
        return m_pools[Link(link).pool];
    }

    /** @return of a switch's port, whether the sender of a link into that switch was told to stop
     */
    bool HasStopped(PortIndex port) const
    {
        return m_pools[m_switches.OwnerOf(port)].stopped != 0;
    }

    /** @return the pauses of a port, at its sender's end */
    PausedPort& Port(PortIndex port)
    {
        return m_ports[port];
    }

    /** @return the same, to read */
    const PausedPort& Port(PortIndex port) const
    {
        return m_ports[port];
    }

  private:
    static std::vector<IngressUse> UsesOf(const PausePlan& plan)
    {
        std::vector<IngressUse> uses(plan.links.size());
        for (std::size_t i = 0; i < uses.size(); ++i)
        {
            uses[i].xoff = plan.links[i].xoff;
            uses[i].owner = plan.links[i].pool;
        }
        return uses;
    }

    std::shared_ptr<const PausePlan> m_plan;
    const PauseLink* m_links; //!< of m_plan: a load less for each frame
    SwitchPorts m_switches;
    SharedArray<IngressUse> m_uses;    //!< by link
    SharedArray<HeadroomPool> m_pools; //!< by switch
    SharedArray<PausedPort> m_ports;   //!< by port
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAUSE_STATE_H */
