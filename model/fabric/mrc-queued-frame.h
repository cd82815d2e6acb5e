/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUED_FRAME_H
#define MRC_QUEUED_FRAME_H

#include "mrc-fabric-state.h"
#include "mrc-port-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Which actions follow once a frame is queued or sent? Few ports promote, mark or tell of frames
 * then. A view of the fabric's state.
 */
class QueuedFrame
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit QueuedFrame(FabricState& state)
        : m_state(state)
    {
    }

    /** Flags of ports where somebody hears of each frame, also of those that wait nowhere. */
    static constexpr int TOLD = PORT_WATCHED | PORT_HOP_FOLLOWED;

    /** Flags of ports where something follows; of PORT_LOSSLESS only while a sender is paused. */
    static constexpr int FLAGS =
        PORT_BY_EVENTS | PORT_HOP_FOLLOWED | PORT_RETX_FIRST | PORT_MARKS_EARLY | PORT_CUT;

    /**
     * Does all that the flags of the port ask for.
     *
     * @param index which port
     * @param port the state of the port
     * @param frame which frame, in service or last of its class
     * @param now when
     */
    void Finish(PortIndex index, PortState& port, FrameIndex frame, Instant now) const;

  private:
    void MarkEarly(PortIndex index, const PortState& port, FrameIndex frame, Instant now) const;
    void Tell(PortIndex index, const PortState& port, FrameIndex frame, Instant now) const;
    // Out of line: a watched hop is to pay nothing for several shards.
    __attribute__((noinline)) void WaitForSweep(PortIndex index, const PortState& port) const;
    void ScheduleIfFirst(PortIndex index, const PortState& port, FrameIndex frame) const;
    void Promote(PortIndex index, PortState& port, FrameIndex frame) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUED_FRAME_H */
