/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLANE_PORTS_H
#define MRC_PLANE_PORTS_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/** Which planes have a port at both ends, as far as a queue pair knows? */
class PlanePorts
{
  public:
    /** @param planes how many planes there are; all ports are up at first */
    explicit PlanePorts(PlaneId planes)
        : m_localUp(All(planes))
    {
    }

    /** @return planes with the port up here, and at the peer as far as known */
    PlaneMask Usable() const
    {
        return m_localUp & ~m_peerDown;
    }

    /** @return planes with the port up here */
    PlaneMask LocalUp() const
    {
        return m_localUp;
    }

    /** @return planes with a port that the peer called down */
    PlaneMask PeerDown() const
    {
        return m_peerDown;
    }

    /**
     * @param plane through which the peer got or sent a packet
     * @param after the packet was sent after this
     * @return whether that shows the port to be up, though the peer called it down
     */
    bool ShowsPeerPort(PlaneId plane, Instant after) const
    {
        return ((m_peerDown >> plane) & 1) != 0 && after > m_peerToldAt;
    }

    /**
     * This NIC's ports changed.
     *
     * @param up ports with a link; of planes that do not exist nothing is kept
     * @param planes how many planes there are
     */
    void SetLocalUp(PlaneMask up, PlaneId planes)
    {
        m_localUp = up & All(planes);
    }

    /**
     * The peer told of its ports, or showed a port to be up.
     *
     * @param down planes with ports down
     * @param now the time
     */
    void SetPeerDown(PlaneMask down, Instant now)
    {
        const bool cameUp = (down & ~m_peerDown) == 0 && down != m_peerDown;
        // Packets sent after this moment show a port that was called down to be up. News of a port
        // that came up moves nothing.
        m_peerToldAt = cameUp ? m_peerToldAt : now;
        m_peerDown = down;
    }

  private:
    static PlaneMask All(PlaneId planes)
    {
        return (PlaneMask{1} << planes) - 1;
    }

    Instant m_peerToldAt; //!< when a port of the peer was called down last
    PlaneMask m_localUp;
    PlaneMask m_peerDown{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLANE_PORTS_H */
