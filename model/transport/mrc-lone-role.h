/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LONE_ROLE_H
#define MRC_LONE_ROLE_H

#include "mrc-hinted-pair.h"

namespace ns3
{
namespace mrc
{

/**
 * A role of a connection that takes the calls for the connection while there is no other role.
 *
 * Most connections send in one direction. A NIC that calls the only role touches no line of the
 * connection. The role answers what packets ask; all else goes on to the connection.
 *
 * @tparam Role the derived class: its Store() has an `owner` that names the connection
 */
template <typename Role>
class LoneRole : public HintedPair
{
  public:
    Agenda Post(const WorkRequest& request, Instant now) override
    {
        return Whole().Post(request, now);
    }

    Agenda Receive(const Datagram& datagram, Instant now) override
    {
        return Whole().Receive(datagram, now);
    }

    bool NextControl(Instant now, Datagram& out) override
    {
        return Whole().NextControl(now, out);
    }

    Agenda Wake(Instant now) override
    {
        return Whole().Wake(now);
    }

    Agenda PortsChanged(PlaneMask up, Instant now) override
    {
        return Whole().PortsChanged(up, now);
    }

    Agenda PeerPortsChanged(PlaneMask up, Instant now) override
    {
        return Whole().PeerPortsChanged(up, now);
    }

  protected:
    /** @return the connection */
    QueuePair& Whole() const
    {
        return static_cast<const Role&>(*this).Store().owner.Pair();
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LONE_ROLE_H */
