/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_PIPE_H
#define MRC_LINK_PIPE_H

#include "mrc-fabric-state.h"
#include "mrc-hot-code.h"

namespace ns3
{
namespace mrc
{

/**
 * The frames on one directed link, from the start of their transmission to their admission at the
 * far end. A view of the fabric's state.
 *
 * Pending is only the admission of the first one, so that a hop costs one event.
 */
class LinkPipe
{
  public:
    /**
     * @param state the fabric's; must outlive this
     * @param index the port that the link leaves
     */
    LinkPipe(FabricState& state, PortIndex index)
        : m_state(state),
          m_link(state.Across(index)),
          m_index(index)
    {
    }

    /**
     * Puts a frame behind all others.
     *
     * @param frameIndex the frame's place in the pool
     * @param frame the frame
     * @param at when the frame is admitted at the far end
     */
    void Join(FrameIndex frameIndex, Frame& frame, Instant at) const
    {
        frame.at = at;
        frame.next = NO_FRAME;
        if (m_link.pipeHead == NO_FRAME)
        {
            m_link.pipeHead = frameIndex;
            ScheduleHead(at);
        }
        else
        {
            Frame& last = m_state.pool.At(m_link.pipeTail);
            last.next = frameIndex;
            // So an admission can schedule the next frame without touching that frame's cache line.
            last.nextAt = at;
        }
        m_link.pipeTail = frameIndex;
    }

    /** Schedules the admission of the first frame, ties in the order of a seeded key
     * [arrival-ties]. */
    void ScheduleHead(Instant at) const
    {
        uint32_t key =
            (m_index * 0x9e3779b1U) ^ (m_link.frames * 0x85ebca6bU) ^ m_state.draws.tieSeed;
        key ^= key >> 15;
        key *= 0x2c1b3c6dU;
        key ^= key >> 13;
        m_state.kernel->Schedule(HotEvent{at, HotCode::KEY_ADMIT | (key >> 2), m_index});
    }

    /**
     * Drops the frames on the line and, if the far switch goes down, those inside that switch too
     * [link-outage].
     */
    void Lose(DropReason reason, Instant now) const;

    /** Moves all frames to a new latency of the far switch; none is admitted before now. */
    void Shift(Span change, Instant now) const;

  private:
    FabricState& m_state;
    LinkState& m_link;
    PortIndex m_index;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_PIPE_H */
