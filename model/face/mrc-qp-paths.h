/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_PATHS_H
#define MRC_QP_PATHS_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-path-state.h"

#include <vector>

namespace ns3
{
namespace mrc
{

class NicTable;

/**
 * The EVs of one end of a connection, as an administrator sees them; made when asked for.
 *
 * The first look at the EVs of a queue pair that has not sent yet deals them.
 */
class QpPaths
{
  public:
    /**
     * @param nics where the queue pair lives
     * @param slot of the queue pair
     */
    QpPaths(NicTable& nics, SlotIndex slot)
        : m_nics(nics),
          m_slot(slot)
    {
    }

    /**
     * @return the EVs of the queue pair and their states, plane by plane; of each those in the
     * rotation first
     */
    std::vector<PathStatus> List() const;

    /**
     * Puts an EV on the denylist: the EV carries neither data nor probes any more.
     *
     * @param ev one of List(); a fatal error otherwise, and after Simulator::Destroy. Not to be
     *        called from a trace sink of the queue pair: schedule such a call
     */
    void Deny(Ev ev) const
    {
        Administer(ev, PathOrder::DENY);
    }

    /**
     * Takes an EV off the denylist: the EV is as before, ASSUMED_BAD or else GOOD.
     *
     * @param ev as for Deny
     */
    void Allow(Ev ev) const
    {
        Administer(ev, PathOrder::ALLOW);
    }

  private:
    void Administer(Ev ev, PathOrder order) const;

    NicTable& m_nics;
    SlotIndex m_slot;
};

/**
 * Refuses the use of a queue pair while a listener is told of an earlier event.
 *
 * @param nics where the queue pair lives; a fatal error if shards are beyond that event
 */
void RequireInTime(const NicTable& nics);

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_PATHS_H */
