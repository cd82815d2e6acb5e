/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROUTED_FORWARDER_H
#define MRC_ROUTED_FORWARDER_H

#include "mrc-fabric-state.h"
#include "mrc-forward-decision.h"

namespace ns3
{
namespace mrc
{

/** Where does a packet go on from a switch with a computed table? A view of the fabric's state. */
class RoutedForwarder
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit RoutedForwarder(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * @param link by which the packet has come to the switch
     * @param frame the packet; its hop limit falls when it is forwarded
     * @param now the time
     * @return the egress port, or why the packet is dropped
     */
    ForwardDecision Decide(PortIndex link, Frame& frame, Instant now) const;

  private:
    /** A packet that several ports would bring nearer. */
    struct Choice
    {
        const std::vector<PortIndex>& ports; //!< at least one
        uint64_t hash;                       //!< of the packet's flow, by the switch's seed
        uint64_t draw;                       //!< of this packet
        Instant now;
    };

    PortIndex PortFor(PortIndex link, const Frame& frame, Instant now) const;
    PortIndex Choose(RoutedSwitch& here, const Choice& choice) const;
    PortIndex ByFlowlet(RoutedSwitch& here, const Choice& choice) const;
    PortIndex ByWait(const Choice& choice) const;
    Span WaitAt(PortIndex port, Instant now) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROUTED_FORWARDER_H */
