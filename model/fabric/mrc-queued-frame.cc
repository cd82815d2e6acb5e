/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-queued-frame.h"

#include "mrc-data-admission.h"
#include "mrc-port-service.h"
#include "mrc-trim-queue.h"

namespace ns3
{
namespace mrc
{

void
QueuedFrame::Finish(PortIndex index, PortState& port, FrameIndex frame, Instant now) const
{
    if ((port.flags & PORT_RETX_FIRST) != 0)
    {
        Promote(index, port, frame);
    }
    // After Promote: only frames that this one did not overtake wait before it then.
    if ((port.flags & PORT_MARKS_EARLY) != 0)
    {
        MarkEarly(index, port, frame, now);
    }
    Tell(index, port, frame, now);
    if (PortService(m_state).GoesByEvents(index, port))
    {
        ScheduleIfFirst(index, port, frame);
    }
    else if ((port.flags & PORT_CUT) != 0)
    {
        WaitForSweep(index, port);
    }
}

/** In this shard no frame of the port arrives, which would have the port go on. */
void
QueuedFrame::WaitForSweep(PortIndex index, const PortState& port) const
{
    if (port.IsBacklogged())
    {
        m_state.cuts->Waits().Wait(index, port.free);
    }
}

/** Marks a data frame that has just been queued, by the queue before it [ecn-mark-at]. */
void
QueuedFrame::MarkEarly(PortIndex index,
                       const PortState& port,
                       FrameIndex frameIndex,
                       Instant now) const
{
    const Frame& frame = m_state.pool.At(frameIndex);
    const uint32_t waiting = port.bytes[TrafficClass::DATA];
    // Where nothing waits, the frame went into service at once.
    if (waiting == 0 || m_state.classes.Of(frame.dscp) != TrafficClass::DATA)
    {
        return;
    }
    const DataAdmission classes(m_state);
    uint32_t depth = 0;
    if ((port.flags & PORT_CLASSES) != 0)
    {
        depth = classes.DepthBefore(index, frameIndex);
    }
    else
    {
        depth = waiting - frame.size;
        for (FrameIndex behind = frame.next; behind != NO_FRAME;) // overtaken by this one
        {
            const Frame& other = m_state.pool.At(behind);
            depth -= other.size;
            behind = other.next;
        }
    }
    if (depth > classes.MarkerOf(index, frame.dscp).Minimum() &&
        PortService(m_state).Mark(index, frameIndex, depth, now) &&
        (port.flags & PORT_WATCHED) != 0)
    {
        m_state.observer->Marked(index, frameIndex, now);
    }
}

/** The follower needs no eager service and so has a flag of its own. */
void
QueuedFrame::Tell(PortIndex index, const PortState& port, FrameIndex frame, Instant now) const
{
    if ((port.flags & PORT_HOP_FOLLOWED) != 0)
    {
        m_state.follower->Forwarded(index, frame);
    }
    if ((port.flags & PORT_WATCHED) != 0)
    {
        m_state.observer->Enqueued(index, frame, now);
    }
}

/** Has eager service go on if this frame is the only one that waits. */
void
QueuedFrame::ScheduleIfFirst(PortIndex index, const PortState& port, FrameIndex frame) const
{
    const TrafficClass waiting = m_state.classes.Of(m_state.pool.At(frame).dscp);
    // A frame that went into service at once is in no queue, and so not the head of its class.
    if (port.head[waiting] != frame || m_state.pool.At(frame).next != NO_FRAME)
    {
        return;
    }
    bool isOnly = true;
    for (const TrafficClass other : ALL_CLASSES)
    {
        isOnly &= other == waiting || port.head[other] == NO_FRAME;
    }
    if (isOnly) // the end of each service sets the next event
    {
        PortService(m_state).Schedule(index, port);
    }
}

/** Lets a retransmission that was queued last overtake other data [retx-class]. */
void
QueuedFrame::Promote(PortIndex index, PortState& port, FrameIndex frame) const
{
    constexpr TrafficClass data = TrafficClass::DATA;
    if ((port.flags & PORT_CLASSES) != 0)
    {
        DataAdmission(m_state).Promote(index, frame);
        return;
    }
    // A frame that is not the tail of its class went into service at once, and overtakes none.
    const bool waits = port.head[data] != NO_FRAME && port.tail[data] == frame;
    if (waits && m_state.pool.At(frame).dscp == m_state.format.dscp.trimmableRetx)
    {
        TrimQueue(port, m_state.configs[port.config], m_state.pool).Promote(frame);
    }
}

} // namespace mrc
} // namespace ns3
