/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SLEEPING_PAIR_H
#define MRC_SLEEPING_PAIR_H

#include "mrc-idle-pair.h"
#include "mrc-queue-pair-maker.h"

#include "ns3/mrc-transport-config.h"

#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class QueuePairSetup;

/**
 * Holds the place of a queue pair before its first use, and keeps the plan for its transport.
 *
 * Most queue pairs of a large fabric wait for long, or for ever. A call that only reads finds the
 * values of a new transport. A call that might change a transport has the transport made, and
 * passes on to it. As a transport has no clock of its own, its results do not depend on when it was
 * made.
 */
class SleepingPair : public IdlePair
{
  public:
    /**
     * @param setup makes the pair's transport
     * @param plan of the queue pair
     * @param config the same as in the plan, shared
     */
    SleepingPair(QueuePairSetup& setup,
                 const QueuePairPlan& plan,
                 std::shared_ptr<const TransportConfig> config);

    Agenda Post(const WorkRequest& request, Instant now) override;
    Agenda Receive(const Datagram& datagram, Instant now) override;
    Agenda PortsChanged(PlaneMask up, Instant now) override;
    Agenda PeerPortsChanged(PlaneMask up, Instant now) override;
    Agenda Administer(Ev ev, PathOrder order, Instant now) override;
    std::vector<PathStatus> Paths() override;
    bool SetGrant(const Grant& grant) override;
    QueuePairStatus Status() const override;
    Agenda Abort(Instant now) override;

  private:
    QueuePairPlan Plan() const;
    std::unique_ptr<QueuePairAdmin> GiveWay();

    QueuePairSetup& m_setup;
    std::shared_ptr<const TransportConfig> m_config;
    SlotIndex m_slot;
    Psn m_firstPsn;
    QpCapabilities m_peerOffer;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SLEEPING_PAIR_H */
