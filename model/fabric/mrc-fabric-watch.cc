/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How a fabric serves watched ports: eagerly, and with somebody told.

#include "mrc-fabric.h"

namespace ns3
{
namespace mrc
{

void
Fabric::FireWatched(HotEvent event)
{
    const PortIndex index = HotCode::IndexOf(event.arg);
    PortState& port = m_ports[index];
    if (HotCode::KindOf(event.arg) == HotKind::RX)
    {
        // The event names only port and instant: the frame is found by when it will be admitted.
        const Instant admission = event.at + m_configs[port.config].farLatency;
        FrameIndex frame = NO_FRAME;
        // The last one: a latency that fell may have made earlier ones leave the switch with it.
        for (FrameIndex i = port.pipeHead; i != NO_FRAME && m_pool.At(i).at <= admission;
             i = m_pool.At(i).next)
        {
            frame = m_pool.At(i).at == admission ? i : NO_FRAME;
        }
        if (frame != NO_FRAME && (port.flags & PORT_RX_WATCHED) != 0)
        {
            m_observer->Arrived(index, frame, event.at);
        }
        return;
    }
    if (port.free > event.at || !port.IsBacklogged())
    {
        return; // this transmission's end was seen already
    }
    // Eager service is lazy service with an event at each end of a transmission: both decide alike.
    Advance(index, port, event.at);
    ScheduleService(index, port);
}

/** Has the next service of a watched port begin by an event, not at the next touch. */
void
Fabric::ScheduleService(PortIndex index, const PortState& port)
{
    if (port.IsBacklogged())
    {
        m_kernel->Schedule(
            {port.free, HotCode::KEY_SERVICE, HotCode::Arg(HotKind::SERVICE, index)});
    }
}

/** Does behind an admission what few ports need. */
void
Fabric::FinishEnqueue(PortIndex index, PortState& port, FrameIndex frame, Instant now)
{
    if ((port.flags & PORT_RETX_FIRST) != 0)
    {
        PromoteRetransmission(port, frame);
    }
    TellEnqueued(index, port, frame, now);
    if ((port.flags & PORT_EAGER) != 0)
    {
        ScheduleIfFirst(index, port, frame);
    }
}

/** The follower needs no eager service and so has a flag of its own. */
void
Fabric::TellEnqueued(PortIndex index, const PortState& port, FrameIndex frame, Instant now)
{
    if ((port.flags & PORT_HOP_FOLLOWED) != 0)
    {
        m_follower->Forwarded(index, frame);
    }
    if ((port.flags & PORT_WATCHED) != 0)
    {
        m_observer->Enqueued(index, frame, now);
    }
}

/** Has eager service go on if this frame is the only one that waits. */
void
Fabric::ScheduleIfFirst(PortIndex index, const PortState& port, FrameIndex frame)
{
    const TrafficClass waiting = m_classes.Of(m_pool.At(frame).dscp);
    // A frame that went into service at once is in no queue, and so not the head of its class.
    bool isOnly = port.head[waiting] == frame && m_pool.At(frame).next == NO_FRAME;
    for (const TrafficClass other : ALL_CLASSES)
    {
        isOnly &= other == waiting || port.head[other] == NO_FRAME;
    }
    if (isOnly) // the end of each service sets the next event
    {
        ScheduleService(index, port);
    }
}

/** Tells of a transmission that begins, and schedules what a watcher at the far end is to see. */
void
Fabric::WatchService(PortIndex index, const PortState& port, FrameIndex frame, Instant begin)
{
    if ((port.flags & PORT_WATCHED) != 0)
    {
        m_observer->Transmitting(index, frame, begin);
    }
    if ((port.flags & PORT_RX_WATCHED) != 0)
    {
        // The wheel has the admission; what a watcher sees is the last bit, a switch's latency
        // earlier.
        const Instant arrival = port.free + m_configs[port.config].propagation;
        m_kernel->Schedule({arrival, HotCode::KEY_RX, HotCode::Arg(HotKind::RX, index)});
    }
}

void
Fabric::BringUpToDate(PortIndex index, Instant now)
{
    PortState& port = m_ports[index];
    const Instant free = port.free;
    // Services that began before now are done first, or the backlog would hold frames that have
    // left.
    Advance(index, port, now);
    if ((port.flags & PORT_EAGER) != 0 && port.free != free)
    {
        ScheduleService(index, port); // the event at the old time finds the line busy
    }
}

void
Fabric::Watch(PortIndex index, uint8_t flags, Instant now)
{
    PortState& port = m_ports[index];
    // A watcher hears of what happens from now on, not of what a lazy port has yet to catch up
    // with.
    BringUpToDate(index, now);
    const uint8_t before = port.flags;
    // Arrival events in the wheel stay valid: they must not be scheduled again.
    constexpr uint8_t KEPT = PORT_DOWN | PORT_RX_WATCHED | PORT_FOLLOWED | PORT_HOP_FOLLOWED |
                             PORT_RETX_FIRST | PORT_FAULTY;
    port.flags = (before & KEPT) | flags;
    if ((flags & ~before & PORT_EAGER) != 0)
    {
        ScheduleService(index, port);
    }
    if ((flags & ~before & PORT_RX_WATCHED) == 0)
    {
        return;
    }
    // Frames that are on the line already get the events that an earlier watcher would have had.
    const Span latency = m_configs[port.config].farLatency;
    for (FrameIndex i = port.pipeHead; i != NO_FRAME; i = m_pool.At(i).next)
    {
        const Instant arrival = m_pool.At(i).at - latency;
        if (arrival >= now)
        {
            m_kernel->Schedule({arrival, HotCode::KEY_RX, HotCode::Arg(HotKind::RX, index)});
        }
    }
}

void
Fabric::Follow(PortIndex index, uint8_t flags)
{
    PortState& port = m_ports[index];
    port.flags = (port.flags & ~(PORT_FOLLOWED | PORT_HOP_FOLLOWED)) | flags;
}

/** A lazy port's queues are those of its latest touch, so it is brought up to date first. */
uint32_t
Fabric::Backlog(PortIndex index, TrafficClass where, Instant now)
{
    BringUpToDate(index, now);
    return m_ports[index].bytes[where];
}

} // namespace mrc
} // namespace ns3
