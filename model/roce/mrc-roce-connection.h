/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_CONNECTION_H
#define MRC_ROCE_CONNECTION_H

#include "mrc-roce-requester.h"
#include "mrc-roce-responder.h"
#include "mrc-roce-roles.h"
#include "mrc-roce-setup.h"

#include "ns3/mrc-queue-pair-admin.h"
#include "ns3/mrc-queue-pair-observer.h"
#include "ns3/mrc-queue-pair.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/** One end of a reliable connection of RoCEv2: to which of its roles does a packet belong? */
class RoceConnection final : public QueuePair, public QueuePairAdmin, private RoleOwner
{
  public:
    /**
     * @param setup all that the connection must know
     * @param observer hears of completions and deliveries; must outlive the connection
     */
    RoceConnection(const RoceSetup& setup, QueuePairObserver& observer);

    RoceConnection(const RoceConnection&) = delete;
    RoceConnection& operator=(const RoceConnection&) = delete;

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
    bool SetGrant(const Grant& grant) override;
    QueuePairStatus Status() const override;
    Agenda Abort(Instant now) override;
    void Rest(Instant now) override;
    ResponderLimits& Limits() override;
    void Watch(bool watched) override;

  private:
    void Completed(const Completion& completion) override;
    void Delivered(const Delivery& delivery) override;
    void Fail(CompletionStatus status, Instant now) override;
    Agenda CurrentAgenda(Instant now);
    bool HasControl();

    RoceSetup m_setup;
    RoceRoles m_roles;
    QueuePairObserver& m_observer;
    RoceRequester m_requester;
    RoceResponder m_responder;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_CONNECTION_H */
