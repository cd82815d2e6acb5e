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
 * Hands out the state that a node keeps beside its ends of links, to that node alone (OwnerCheck).
 *
 * A view of the fabric's state: ports are those of the node, as senders' ends. Onlookers and
 * readers of the configuration need no leave: they read the state itself.
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

    /** @return the state that priority flow control keeps of a port */
    PausedPort& Paused(PortIndex port) const
    {
        TouchSender(port);
        return m_state.pauses.Port(port);
    }

    /** @return the state that priority flow control keeps of a link, at the receiver's end */
    IngressUse& Ingress(PortIndex link) const
    {
        TouchReceiver(link);
        return m_state.pauses.Use(link);
    }

    /** @return the headroom of the switch to which a link leads */
    HeadroomPool& Headroom(PortIndex link) const
    {
        TouchReceiver(link);
        return m_state.pauses.Pool(link);
    }

    /** @return the turns of the classes at a port with weights */
    WeightedRounds& Rounds(PortIndex port) const
    {
        TouchSender(port);
        return m_state.rounds[port];
    }

    /** @return the classes of data at a port with several */
    DataQueues& Data(PortIndex port) const
    {
        TouchSender(port);
        return m_state.dataQueues[port];
    }

    /** @return the jitter of a link; null without jitter */
    LinkJitter* Jitter(PortIndex port) const
    {
        TouchSender(port);
        const auto found = m_state.jitters.find(port);
        return found == m_state.jitters.end() ? nullptr : &found->second;
    }

    /**
     * @param link over which a packet comes to the switch
     * @param number of the forwarder there
     * @return the forwarder's table of uSIDs
     */
    const UsidForwarder& Usids(PortIndex link, uint32_t number) const
    {
        TouchReceiver(link);
        return m_state.switches[number];
    }

    /** @return the hashing of the switch to which a link leads */
    EcmpForwarder& Hashing(PortIndex link) const
    {
        TouchReceiver(link);
        return m_state.hashing[m_state.links[link].Number()];
    }

    /** @return the computed table of the switch to which a link leads */
    RoutedSwitch& Routed(PortIndex link) const
    {
        TouchReceiver(link);
        return m_state.routed.byNumber[m_state.links[link].Number()];
    }

  private:
    void TouchSender(PortIndex port) const
    {
        m_state.owners.Touch(m_state.owners.SenderOf(port));
    }

    void TouchReceiver(PortIndex link) const
    {
        m_state.owners.Touch(m_state.owners.ReceiverOf(link));
    }

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OWNED_PARTS_H */
