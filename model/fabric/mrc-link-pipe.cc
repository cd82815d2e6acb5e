/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-pipe.h"

#include "mrc-frame-ends.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** @return the last frame on a link that has one */
FrameIndex
LinkPipe::Last() const
{
    return IsFromElsewhere() ? m_link.pipeTail : m_state.ports[m_index].last & ~PortState::UNSURE;
}

/** Another frame than before is the last one on the link. */
void
LinkPipe::SetLast(FrameIndex frame) const
{
    if (IsFromElsewhere())
    {
        m_link.pipeTail = frame;
    }
    else
    {
        m_state.ports[m_index].last = frame | PortState::UNSURE;
    }
}

void
LinkPipe::Lose(DropReason reason, Instant now) const
{
    FramePool& pool = m_state.pool;
    const Span latency = m_state.ConfigOf(m_index).farLatency;
    // Frames that have arrived whole are inside the far switch: they share its fate, not the
    // link's.
    FrameIndex kept = NO_FRAME;
    FrameIndex lost = m_link.pipeHead;
    if (reason != DropReason::SWITCH_DOWN)
    {
        while (lost != NO_FRAME && pool.At(lost).at - latency <= now)
        {
            kept = lost;
            lost = pool.At(lost).next;
        }
    }
    // The pending event of a lost head is not cancelled: LinkArrivals sees that its frame is gone.
    if (kept == NO_FRAME)
    {
        m_link.pipeHead = NO_FRAME;
        SetLast(0); // any frame: the sender finds that the link is empty
    }
    else
    {
        pool.At(kept).next = NO_FRAME;
        SetLast(kept);
    }
    while (lost != NO_FRAME)
    {
        const FrameIndex next = pool.At(lost).next;
        FrameEnds(m_state).Lose(m_index, lost, reason, now);
        lost = next;
    }
}

void
LinkPipe::Shift(Span change, Instant now) const
{
    FramePool& pool = m_state.pool;
    const FrameIndex head = m_link.pipeHead;
    if (head == NO_FRAME || change == Span())
    {
        return;
    }
    // The latency belongs to the far switch, which all frames in the pipe have yet to pass.
    for (FrameIndex i = head; i != NO_FRAME; i = pool.At(i).next)
    {
        Frame& frame = pool.At(i);
        frame.at = std::max(frame.at + change, now);
        // of the last frame nextAt means nothing
        frame.nextAt = std::max(frame.nextAt + change, now);
    }
    ScheduleHead(pool.At(head).at); // the event at the old time finds nothing to admit
}

} // namespace mrc
} // namespace ns3
