/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sleeping-pair.h"

#include "mrc-queue-pair-setup.h"

#include "ns3/mrc-receiver-grants.h"

#include <utility>

namespace ns3
{
namespace mrc
{

SleepingPair::SleepingPair(QueuePairSetup& setup,
                           const QueuePairPlan& plan,
                           std::shared_ptr<const TransportConfig> config)
    : m_setup(setup),
      m_config(std::move(config)),
      m_slot(plan.slot),
      m_firstPsn(plan.firstPsn),
      m_peerOffer(plan.peerOffer)
{
}

/**
 * Puts the plan together again: the config is shared with others; NIC and peer stand in the slot.
 */
QueuePairPlan
SleepingPair::Plan() const
{
    QueuePairPlan plan;
    plan.slot = m_slot;
    plan.qp = m_config->qp;
    plan.ev = m_config->ev;
    plan.cc = m_config->cc;
    plan.transport = m_config->transport;
    plan.peerOffer = m_peerOffer;
    plan.firstPsn = m_firstPsn;
    return plan;
}

/**
 * Has the transport take the place of this pair. @return this pair, to live until the caller is
 * done
 */
std::unique_ptr<QueuePairAdmin>
SleepingPair::GiveWay()
{
    std::unique_ptr<QueuePairAdmin> self = m_setup.Wake(Plan());
    // The limits that the script set the peer before the first packet move into the transport.
    if (GivenLimits() != nullptr)
    {
        m_setup.AdminOf(m_slot).Limits() = *GivenLimits();
    }
    return self;
}

Agenda
SleepingPair::Post(const WorkRequest& request, Instant now)
{
    // This object is kept until the call is over, as another now lives in the slot of this object.
    const std::unique_ptr<QueuePairAdmin> self = GiveWay();
    return m_setup.PathOf(m_slot).Post(request, now);
}

Agenda
SleepingPair::Receive(const Datagram& datagram, Instant now)
{
    const std::unique_ptr<QueuePairAdmin> self = GiveWay();
    return m_setup.PathOf(m_slot).Receive(datagram, now);
}

Agenda
SleepingPair::PortsChanged(PlaneMask up, Instant now)
{
    const std::unique_ptr<QueuePairAdmin> self = GiveWay();
    return m_setup.PathOf(m_slot).PortsChanged(up, now);
}

Agenda
SleepingPair::PeerPortsChanged(PlaneMask up, Instant now)
{
    const std::unique_ptr<QueuePairAdmin> self = GiveWay();
    return m_setup.PathOf(m_slot).PeerPortsChanged(up, now);
}

Agenda
SleepingPair::Administer(Ev ev, PathOrder order, Instant now)
{
    const std::unique_ptr<QueuePairAdmin> self = GiveWay();
    return m_setup.AdminOf(m_slot).Administer(ev, order, now);
}

std::vector<PathStatus>
SleepingPair::Paths()
{
    const std::unique_ptr<QueuePairAdmin> self = GiveWay();
    return m_setup.AdminOf(m_slot).Paths();
}

bool
SleepingPair::SetGrant(const Grant& grant)
{
    const std::unique_ptr<QueuePairAdmin> self = GiveWay();
    return m_setup.AdminOf(m_slot).SetGrant(grant);
}

/** The grant follows from the plan, so the pair need not wake to tell the grant. */
QueuePairStatus
SleepingPair::Status() const
{
    QueuePairStatus status = IdlePair::Status();
    status.grant = FirstGrant(m_config->qp, m_peerOffer);
    return status;
}

/** Makes a transport, which then refuses the peer's packets. */
Agenda
SleepingPair::Abort(Instant now)
{
    const std::unique_ptr<QueuePairAdmin> self = GiveWay();
    return m_setup.AdminOf(m_slot).Abort(now);
}

} // namespace mrc
} // namespace ns3
