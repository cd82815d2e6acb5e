/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IDLE_PAIR_H
#define MRC_IDLE_PAIR_H

#include "ns3/mrc-queue-pair-admin.h"
#include "ns3/mrc-queue-pair.h"

#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * A queue pair without a transport. Such a pair has nothing to send, waits for nothing, and keeps
 * the limits that the pair's user gives the peer.
 *
 * A method that a derived class does not override does nothing.
 */
class IdlePair : public QueuePair, public QueuePairAdmin
{
  public:
    Agenda Receive(const Datagram&, Instant) override
    {
        return {};
    }

    bool NextControl(Instant, Datagram&) override
    {
        return false;
    }

    Pull NextData(Instant, PlaneMask, Datagram&) override
    {
        return {};
    }

    Agenda Wake(Instant) override
    {
        return {};
    }

    Instant NextWakeup() const override
    {
        return Instant::Never();
    }

    Agenda PortsChanged(PlaneMask, Instant) override
    {
        return {};
    }

    Agenda PeerPortsChanged(PlaneMask, Instant) override
    {
        return {};
    }

    Agenda Administer(Ev, PathOrder, Instant) override
    {
        return {};
    }

    std::vector<PathStatus> Paths() override
    {
        return {};
    }

    bool SetGrant(const Grant&) override
    {
        return false;
    }

    /** A transport that was never used has counted nothing. */
    QueuePairStatus Status() const override
    {
        static const QueuePairCounters nothing;
        return {nothing, {}, {}};
    }

    Agenda Abort(Instant) override
    {
        return {};
    }

    void Rest(Instant) override
    {
    }

    ResponderLimits& Limits() override
    {
        if (!m_limits)
        {
            m_limits = std::make_unique<ResponderLimits>();
        }
        return *m_limits;
    }

    /**
     * The slot knows whether a user watches; a new transport is told when that transport is made.
     */
    void Watch(bool) override
    {
    }

  protected:
    /** @return the limits that were asked for, or null */
    const ResponderLimits* GivenLimits() const
    {
        return m_limits.get();
    }

  private:
    std::unique_ptr<ResponderLimits> m_limits; //!< made when the pair's user first sets one
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_IDLE_PAIR_H */
