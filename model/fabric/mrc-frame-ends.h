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
     * The sender's end of a link drops a frame that was not sent: it is counted, told and taken
     * back.
     *
     * @param port which port
     * @param frame which frame
     * @param reason why
     * @param at when
     */
    void Refuse(PortIndex port, FrameIndex frame, DropReason reason, Instant at) const;

    /** The receiver's end of a link drops a frame that was on the link, or has arrived. */
    void Lose(PortIndex link, FrameIndex frame, DropReason reason, Instant at) const;

  private:
    void End(PortIndex port, FrameIndex frame, DropReason reason, Instant at) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_ENDS_H */
