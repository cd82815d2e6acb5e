/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FRAME_ENDS_H
#define MRC_FRAME_ENDS_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/** Ends frames that do not arrive, each with a reason. A view of the fabric's state. */
class FrameEnds
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit FrameEnds(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Ends a frame with a reason: counts it, traces it and takes it back.
     *
     * @param port the link that it was on or the port that refused it
     * @param frame which
     * @param reason why
     * @param at when
     */
    void Drop(PortIndex port, FrameIndex frame, DropReason reason, Instant at) const;

  private:
    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_ENDS_H */
