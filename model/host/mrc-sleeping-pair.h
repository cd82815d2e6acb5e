/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SLEEPING_PAIR_H
#define MRC_SLEEPING_PAIR_H

#include "mrc-queue-pair-maker.h"

#include "ns3/mrc-queue-pair.h"
#include "ns3/mrc-transport-config.h"

#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class NicTable;

/**
 * Holds the place of a queue pair that nobody has used yet: it keeps what its transport will be
 * made of.
 *
 * Most queue pairs of a large fabric wait for long, or for ever. What only reads finds what a new
 * transport would say; whatever might change a transport has it made, and passes on to it. As a
 * transport has no clock of its own, its results do not depend on when it was made.
 */
class SleepingPair : public QueuePair
{
  public:
    /**
     * @param nics the table that holds it
     * @param plan of the queue pair
     * @param config the same as in the plan, shared
     */
    SleepingPair(NicTable& nics,
                 const QueuePairPlan& plan,
                 std::shared_ptr<const TransportConfig> config);

    Agenda Post(const WorkRequest& request, Instant now) override;
    Agenda Receive(const Datagram& datagram, Instant now) override;
    bool NextControl(Instant now, Datagram& out) override;
    Pull NextData(Instant now, PlaneMask ports, Datagram& out) override;
    Agenda Wake(Instant now) override;
    Instant NextWakeup() const override;
    Agenda PortsChanged(PlaneMask up, Instant now) override;
    Agenda PeerPortsChanged(PlaneMask up, Instant now) override;
    Agenda Administer(Ev ev, PathOrder order, Instant now) override;
    std::vector<PathStatus> Paths() override;
    void Watch(bool watched) override;
    bool SetGrant(const Grant& grant) override;
    Grant GetGrant() const override;
    Agenda Abort(Instant now) override;
    void Rest(Instant now) override;
    ResponderLimits& Limits() override;
    void Prefetch(PrefetchPart part, const Datagram* incoming) const override;
    const QueuePairCounters& Counters() const override;

  private:
    QueuePairPlan Plan() const;
    std::unique_ptr<QueuePair> GiveWay();

    NicTable& m_nics;
    std::shared_ptr<const TransportConfig> m_config;
    std::unique_ptr<ResponderLimits> m_limits; //!< made when its user first sets one
    SlotIndex m_slot;
    Psn m_firstPsn;
    QpCapabilities m_peerOffer;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SLEEPING_PAIR_H */
