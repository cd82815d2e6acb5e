/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_PLANES_H
#define MRC_SENDER_PLANES_H

#include "mrc-sender-store.h"

namespace ns3
{
namespace mrc
{

/** Which steps does a sender take when ports or EVs come and go? A view of a SenderStore. */
class SenderPlanes
{
  public:
    /** @param store the sender's; must outlive this */
    explicit SenderPlanes(SenderStore& store)
        : m_store(store)
    {
    }

    /** The NIC's own ports changed. */
    void PortsChanged(PlaneMask up, Instant now) const;

    /** The peer told of its ports by an endpoint request. */
    void PeerPortsChanged(PlaneMask up, Instant now) const;

    /** The peer told of its ports that are down, by a SACK [port-status-carrier]. */
    void TakePeerDown(PlaneMask down, Instant now) const;

    /**
     * A port of the peer works, whatever the news of the port said before.
     *
     * @param plane through which the peer got or sent a packet
     * @param after the packet was sent after this
     * @param now the time
     */
    void SeePeerPort(PlaneId plane, Instant after, Instant now) const;

    /**
     * An administrator denies or allows an EV. @return whether the EV is one of this queue pair's
     */
    bool Administer(Ev ev, PathOrder order, Instant now) const;

  private:
    void LosePlanes(PlaneMask planes, Instant now) const;
    void WaitIfStuck(Instant now) const;
    void ReportPlanes(Instant now) const;
    void WatchPorts(PlaneMask up, Instant now) const;

    SenderStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_PLANES_H */
