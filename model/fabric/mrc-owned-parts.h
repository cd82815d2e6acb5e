/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OWNED_PARTS_H
#define MRC_OWNED_PARTS_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Hands out what a node keeps beside its ends of links, to that node alone (OwnerCheck).
 *
 * A view of the fabric's state: ports are those of the node, as senders' ends. Onlookers and what
 * is configured need no leave, and read the state itself.
 */
class OwnedParts
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit OwnedParts(FabricState& state)
        : m_state(state)
    {
    }

    /** @return the buffers of switches, for the one behind a port */
    SwitchBuffers& Buffers(PortIndex port) const
    {
        TouchSender(port);
        return m_state.buffers;
    }

    /** @return what priority flow control keeps of a port */
    PausedPort& Paused(PortIndex port) const
    {
        TouchSender(port);
        return m_state.pauses.Port(port);
    }

    /** @return what priority flow control keeps of a link, at the receiver's end */
    IngressUse& Ingress(PortIndex link) const
    {
        m_state.owners.Touch(m_state.owners.ReceiverOf(link));
        return m_state.pauses.Use(link);
    }

    /** @return whose turn is next at a port with weights */
    WeightedRounds& Rounds(PortIndex port) const
    {
        TouchSender(port);
        return m_state.rounds[port];
    }

    /** @return the jitter of a link; null: it has none */
    LinkJitter* Jitter(PortIndex port) const
    {
        TouchSender(port);
        const auto found = m_state.jitters.find(port);
        return found == m_state.jitters.end() ? nullptr : &found->second;
    }

    /** @return the table of uSIDs of a switch */
    const UsidForwarder& Usids(uint32_t number) const
    {
        m_state.owners.Touch(number);
        return m_state.switches[number];
    }

    /** @return the hashing of a switch */
    EcmpForwarder& Hashing(uint32_t number) const
    {
        m_state.owners.Touch(number);
        return m_state.hashing[number];
    }

    /** @return the computed table of a switch */
    RoutedSwitch& Routed(uint32_t number) const
    {
        m_state.owners.Touch(number);
        return m_state.routed.byNumber[number];
    }

  private:
    void TouchSender(PortIndex port) const
    {
        m_state.owners.Touch(m_state.owners.SenderOf(port));
    }

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OWNED_PARTS_H */
