/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWITCH_DECAPSULATION_H
#define MRC_SWITCH_DECAPSULATION_H

#include "mrc-fabric-state.h"
#include "mrc-forward-decision.h"

#include <optional>

namespace ns3
{
namespace mrc
{

class LocatorBlock;
struct StockWayReading;

/**
 * Takes the outer headers off packets that end at a switch [switch-decapsulation]. A view of the
 * fabric's state.
 */
class SwitchDecapsulation
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit SwitchDecapsulation(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Takes headers off until the packet goes on or is dropped.
     *
     * @param usids the forwarder of the switch
     * @param index the frame; its packet becomes the one inside
     * @param outside the forwarder's decision: the packet ends at the switch
     * @return the decision on the packet inside, or why the frame is dropped
     */
    ForwardDecision Unwrap(const UsidForwarder& usids,
                           FrameIndex index,
                           const ForwardDecision& outside) const;

  private:
    std::optional<DropReason> Take(FrameIndex index, const LocatorBlock& block) const;
    static ForwardDecision Cross(Frame& frame, PortIndex port);
    void TakeWay(FrameIndex index, const StockWayReading& read) const;
    void TakeBare(FrameIndex index) const;
    void Rewrite(FrameIndex index, uint8_t dscp, uint32_t label) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SWITCH_DECAPSULATION_H */
