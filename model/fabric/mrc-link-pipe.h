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
     * @param state the fabric's; must outlive this
     * @param index the port that the link leaves
     * @param link the receiver's end of that link
     */
    LinkPipe(FabricState& state, PortIndex index, LinkState& link)
        : m_state(state),
          m_link(link),
          m_index(index)
    {
    }

    /**
     * Puts a frame behind all others, for a sender in another shard.
     *
     * @param frameIndex the frame's place in the pool
     * @param frame the frame
     * @param at when the frame is admitted at the far end
     */
    void Join(FrameIndex frameIndex, Frame& frame, Instant at) const
    {
        frame.at = at;
        frame.next = NO_FRAME;
        EnterBehind(m_link.pipeTail, frameIndex, at);
        m_link.pipeTail = frameIndex;
    }

    /**
     * Puts a frame behind another one that is on its way still. Static, as the link is not touched.
     *
     * @param pool the frames
     * @param last that one, the last on the link
     * @param frameIndex the frame's place in the pool
     * @param at when the frame is admitted at the far end
     */
    static void Follow(FramePool& pool, FrameIndex last, FrameIndex frameIndex, Instant at)
    {
        Frame& before = pool.At(last);
        before.next = frameIndex;
        // So an admission can schedule the next frame without touching that frame's cache line.
        before.nextAt = at;
    }

    /**
     * Puts a frame behind another one, if there is any on the link.
     *
     * @param last the last one, if there is any
     * @param frameIndex the frame's place in the pool
     * @param at when the frame is admitted at the far end
     */
    void EnterBehind(FrameIndex last, FrameIndex frameIndex, Instant at) const
    {
        if (m_link.pipeHead == NO_FRAME)
        {
            m_link.pipeHead = frameIndex;
            ScheduleHead(at);
        }
        else
        {
            Follow(m_state.pool, last, frameIndex, at);
        }
    }

    /** @return when the last frame is admitted at the far end; Instant(): none is on its way */
    Instant LastArrival() const
    {
        return m_link.pipeHead == NO_FRAME ? Instant() : m_state.pool.At(Last()).at;
    }

    /** Schedules the admission of the first frame, ties in the order of a seeded key
     * [arrival-ties]. */
    void ScheduleHead(Instant at) const
    {
        m_state.kernel->Schedule(AdmissionOfHead(at));
    }

    /** As ScheduleHead, while an event is being fired. */
    void ScheduleNextHead(Instant at) const
    {
        m_state.kernel->ScheduleNext(AdmissionOfHead(at));
    }

    /**
     * Drops the frames on the line and, if the far switch goes down, those inside that switch too
     * [link-outage].
     */
    void Lose(DropReason reason, Instant now) const;

    /** Moves all frames to a new latency of the far switch; none is admitted before now. */
    void Shift(Span change, Instant now) const;

  private:
    HotEvent AdmissionOfHead(Instant at) const
    {
        uint32_t key =
            (m_index * 0x9e3779b1U) ^ (m_link.frames * 0x85ebca6bU) ^ m_state.draws.tieSeed;
        key ^= key >> 15;
        key *= 0x2c1b3c6dU;
        key ^= key >> 13;
        return {at, HotCode::KEY_ADMIT | (key >> 2), m_index};
    }

    bool IsFromElsewhere() const
    {
        return (m_link.far & LinkState::FAR_CUT) != 0;
    }

    FrameIndex Last() const;
    void SetLast(FrameIndex frame) const;

    FabricState& m_state;
    LinkState& m_link;
    PortIndex m_index;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_PIPE_H */
