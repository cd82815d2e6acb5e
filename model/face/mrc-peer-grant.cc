/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-peer-grant.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-nic-table.h"

namespace ns3
{
namespace mrc
{

PeerGrant::PeerGrant(NicTable& nics, SlotIndex slot)
    : m_nics(nics),
      m_slot(slot)
{
}

/**
 * @return the other end of a connection; a fatal error if that end has nothing to grant yet
 *
 * Before RTR an UnreadyPair stands in for the transport, and keeps no grant.
 */
QueuePairAdmin&
PeerGrant::PeerThatGrants(const char* attribute) const
{
    const SlotIndex peer = PeerOf(m_slot);
    const QpState state = m_nics.States().Of(peer);
    if (state == QpState::RESET || state == QpState::INIT)
    {
        NS_FATAL_ERROR(attribute << " of queue pair " << QpNumberOf(m_slot).value
                                 << " was set while its peer is in state " << state
                                 << "; expected RTR or later, before that " << attribute
                                 << " of the peer's QpProfile holds");
    }
    return m_nics.Seats().AdminOf(peer);
}

/** The window that limits this sender is the receiver's, so the peer's end has the window. */
uint8_t
PeerGrant::Mpr() const
{
    return m_nics.Seats().AdminOf(PeerOf(m_slot)).Status().grant.mpr;
}

void
PeerGrant::SetMpr(uint8_t units)
{
    QueuePairAdmin& peer = PeerThatGrants("Mpr");
    Grant grant = peer.Status().grant;
    grant.mpr = units;
    // Without the agreement to dynamic MPR, SACKs cannot tell the sender of a new window.
    if (!peer.SetGrant(grant))
    {
        NS_FATAL_ERROR("Mpr of an ns3::mrc::Qp was set to "
                       << +units
                       << "; expected a QpProfile with DynamicMpr, or the MPR that both "
                          "ends agreed on");
    }
}

uint8_t
PeerGrant::Penalty() const
{
    return m_nics.Seats().AdminOf(PeerOf(m_slot)).Status().grant.penalty;
}

void
PeerGrant::SetPenalty(uint8_t penalty)
{
    QueuePairAdmin& peer = PeerThatGrants("Penalty");
    Grant grant = peer.Status().grant;
    grant.penalty = penalty;
    // Only another MPR can be refused.
    peer.SetGrant(grant);
}

} // namespace mrc
} // namespace ns3
