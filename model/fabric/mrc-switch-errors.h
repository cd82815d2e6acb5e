/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWITCH_ERRORS_H
#define MRC_SWITCH_ERRORS_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

struct Icmpv6Error;

/**
 * Tells NICs by ICMPv6 of packets that a switch drops [switch-errors]. A view of the fabric's
 * state.
 */
class SwitchErrors
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit SwitchErrors(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Sends the source of a packet an error, if there is one to tell.
     *
     * @param link by which the packet came to the switch
     * @param frame the packet, as it came
     * @param now the time
     */
    void Tell(PortIndex link, FrameIndex frame, Instant now) const;

  private:
    FrameIndex Make(const WayBack& way, FrameIndex about, const Icmpv6Error& error) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SWITCH_ERRORS_H */
