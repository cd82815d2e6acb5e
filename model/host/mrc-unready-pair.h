/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_UNREADY_PAIR_H
#define MRC_UNREADY_PAIR_H

#include "ns3/mrc-queue-pair.h"

namespace ns3
{
namespace mrc
{

/**
 * Holds the place of a queue pair that does not know its peer yet: it keeps what its user gives to
 * the peer, and does nothing.
 */
class UnreadyPair : public QueuePair
{
  public:
    /** @param observer who hears that what is posted is flushed */
    explicit UnreadyPair(QueuePairObserver& observer)
        : m_observer(observer)
    {
        m_limits.memory.Deregister(0); // nothing is open to all
        m_limits.buffers.Count();
    }

    Agenda Post(const WorkRequest& request, Instant now) override
    {
        m_observer.Completed({request.id, CompletionStatus::WR_FLUSH_ERR, now, request.length});
        return {};
    }

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

    void Watch(bool) override
    {
    }

    std::vector<PathStatus> Paths() override
    {
        return {};
    }

    bool SetGrant(const Grant&) override
    {
        return false;
    }

    Grant GetGrant() const override
    {
        return {};
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
        return m_limits;
    }

    void Prefetch(PrefetchPart, const Datagram*) const override
    {
    }

    const QueuePairCounters& Counters() const override
    {
        return m_counters;
    }

  private:
    QueuePairObserver& m_observer;
    ResponderLimits m_limits;
    QueuePairCounters m_counters;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_UNREADY_PAIR_H */
