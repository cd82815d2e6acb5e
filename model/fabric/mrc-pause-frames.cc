/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pause-frames.h"

#include "mrc-lossless-room.h"
#include "mrc-owned-parts.h"
#include "mrc-port-service.h"

#include "ns3/mrc-pause.h"

namespace ns3
{
namespace mrc
{

void
PauseFrames::Stop(PortIndex link, Instant now) const
{
    IngressUse& use = OwnedParts(m_state).Ingress(link);
    const PortIndex back = m_state.pauses.Link(link).back;
    use.paused = true;
    // The first pause of a switch ends lazy service there: room has to be given back at the right
    // time.
    if (OwnedParts(m_state).Headroom(link).stopped++ == 0)
    {
        ServeInTime(back);
        if (m_state.buffers.Any())
        {
            m_state.buffers.OfSwitch(use.owner).Guard();
        }
    }
    use.repeatAt = RepeatAt(back, now);
    Send(back, m_state.pauses.Plan().quanta, now);
}

void
PauseFrames::Resume(PortIndex link, Instant now) const
{
    OwnedParts(m_state).Ingress(link).paused = false;
    --OwnedParts(m_state).Headroom(link).stopped;
    Send(m_state.pauses.Link(link).back, 0, now);
}

void
PauseFrames::Repeat(PortIndex port, Instant now) const
{
    IngressUse& use = OwnedParts(m_state).Ingress(m_state.pauses.Link(port).back);
    const bool isEndless = OwnedParts(m_state).Paused(port).endless;
    if ((!use.paused && !isEndless) || now < use.repeatAt)
    {
        return; // the pause is over, or another one has begun since
    }
    if (!isEndless && use.shared + use.headroom == 0)
    {
        Resume(m_state.pauses.Link(port).back, now); // nothing waits that could end the pause later
        return;
    }
    use.repeatAt = RepeatAt(port, now);
    Send(port, isEndless ? UINT16_MAX : m_state.pauses.Plan().quanta, now);
}

void
PauseFrames::TellAgain(PortIndex port, Instant now) const
{
    // Repeat passes over a port that is to repeat later, so this one is made due.
    OwnedParts(m_state).Ingress(m_state.pauses.Link(port).back).repeatAt = now;
    Repeat(port, now);
}

void
PauseFrames::BeginStorm(PortIndex port, Instant now) const
{
    OwnedParts(m_state).Paused(port).endless = true;
    TellAgain(port, now);
}

void
PauseFrames::EndStorm(PortIndex port) const
{
    OwnedParts(m_state).Paused(port).endless = false;
}

/** Has all ports of a port's switch, which are up to date, go on by events. */
void
PauseFrames::ServeInTime(PortIndex index) const
{
    for (const PortIndex beside : m_state.pauses.Switches().Beside(index))
    {
        const PortState& port = m_state.Port(beside);
        if ((port.flags & (PORT_EAGER | PORT_CUT)) == 0) // others have their event
        {
            PortService(m_state).Schedule(beside, port);
        }
    }
}

/** Schedules the next one too, half of a pause from now, so that the loss of one does no harm. */
Instant
PauseFrames::RepeatAt(PortIndex port, Instant now) const
{
    const Span pause = m_state.pauses.Link(port).quantum * m_state.pauses.Plan().quanta;
    const Instant at = now + pause / 2;
    m_state.kernel->Schedule({at, HotCode::KEY_REPEAT, HotCode::Arg(HotKind::SERVICE, port)});
    return at;
}

/** Tells a port's far end to pause, or to go on. */
void
PauseFrames::Send(PortIndex index, uint16_t quanta, Instant now) const
{
    PortState& port = m_state.Port(index);
    // A frame on a link that is down would be lost and counted as a drop.
    if ((port.flags & PORT_DOWN) != 0)
    {
        return; // told again when the link comes up
    }
    const PortService service(m_state);
    service.BringUpToDate(index, now);
    const FrameIndex frame = m_state.pool.Allocate();
    m_state.pool.At(frame) =
        MakePause(index, m_state.pauses.Plan().priority, quanta, m_state.pool.DatagramAt(frame));
    PauseCounters& counters = OwnedParts(m_state).Paused(index).counters;
    ++counters.sent;
    counters.ended += quanta == 0;
    if (port.free <= now)
    {
        service.Start(index, port, m_state.configs[port.config], frame, now);
    }
    else
    {
        PutFirst(index, frame, now);
    }
    if ((port.flags & PORT_WATCHED) != 0)
    {
        m_state.observer->Enqueued(index, frame, now);
    }
}

/** Puts a pause frame before all that waits, but behind other pause frames. */
void
PauseFrames::PutFirst(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    PortState& port = m_state.Port(index);
    FramePool& pool = m_state.pool;
    Frame& frame = pool.At(frameIndex);
    FrameIndex* place = &port.head[TrafficClass::CONTROL];
    while (*place != NO_FRAME && IsPause(pool.DatagramAt(*place)))
    {
        place = &pool.At(*place).next;
    }
    frame.next = *place;
    *place = frameIndex;
    if (frame.next == NO_FRAME)
    {
        port.tail[TrafficClass::CONTROL] = frameIndex;
    }
    port.bytes[TrafficClass::CONTROL] += frame.size;
    if (m_state.buffers.Has(index))
    {
        LosslessRoom(m_state).CatchUpIfLazy(index,
                                            now); // what has left is no part of the buffer's peak
        OwnedParts(m_state).Buffers(index).Recount(index, port);
    }
    if (const PortService service(m_state); service.GoesByEvents(index, port))
    {
        service.Schedule(index, port);
    }
}

} // namespace mrc
} // namespace ns3
