/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pause-hold.h"

#include "mrc-owned-parts.h"
#include "mrc-pause-watchdog.h"
#include "mrc-port-service.h"

#include "ns3/mrc-pause.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** An event of a port at which an order acts, or a pause runs out. */
HotEvent
EventOf(PortIndex port, Instant at)
{
    return {at, HotCode::KEY_PAUSE, HotCode::Arg(HotKind::SERVICE, port)};
}

} // namespace

void
PauseHold::Receive(PortIndex link, FrameIndex frame, Instant now) const
{
    const PauseTimes times = m_state.pool.DatagramAt(frame).pause;
    m_state.pool.Release(frame);
    const PauseState& pauses = m_state.pauses;
    const uint8_t priority = pauses.Plan().priority;
    const PortIndex index = pauses.Link(link).back;
    PausedPort& port = OwnedParts(m_state).Paused(index);
    ++port.counters.received;
    if ((times.classes >> priority & 1) == 0)
    {
        return; // of other priorities
    }
    // The response counts from the arrival; a switch looks at frames that have passed its latency.
    const Span rest = pauses.Link(link).response - m_state.Need(link).ConfigOf(link).farLatency;
    Instant at = now + std::max(rest, Span());
    if (!port.orders.empty())
    {
        at = std::max(at, port.orders.back().at); // orders never overtake each other
    }
    port.orders.push_back({at, times.quanta[priority]});
    // The order acts later, so others that come meanwhile wait behind.
    m_state.kernel->Schedule(EventOf(index, at));
}

void
PauseHold::Fire(PortIndex index, Instant now) const
{
    PausedPort& port = OwnedParts(m_state).Paused(index);
    auto next = port.orders.begin();
    for (; next != port.orders.end() && next->at <= now; ++next)
    {
        // The latest order counts alone: a pause of 0 ends the one before [pfc-response].
        port.until = now + m_state.pauses.Link(index).quantum * next->quanta;
        if (next->quanta != 0)
        {
            m_state.kernel->Schedule(EventOf(index, port.until));
        }
    }
    port.orders.erase(port.orders.begin(), next);
    if (port.until > now && !port.held)
    {
        Hold(index, now);
    }
    else if (port.until <= now && port.held)
    {
        Free(index, now);
    }
}

void
PauseHold::Forget(PortIndex index, Instant now) const
{
    if (!m_state.pauses.Any())
    {
        return;
    }
    PausedPort& port = OwnedParts(m_state).Paused(index);
    port.orders.clear();
    port.until = now;
    if (port.held)
    {
        port.counters.paused = port.counters.paused + (now - port.since);
        port.since = now;
        PutBack(index);
        // Nothing of that leaves while the caller loses one frame after the other.
        PortState& line = m_state.Port(index);
        line.free = std::max(line.free, now + Span(1));
        line.Doubt();
        // A NIC at this end is to hear that the hold is over.
        m_state.kernel->Schedule(EventOf(index, now));
    }
}

void
PauseHold::Push(PortIndex index, FrameIndex frameIndex) const
{
    PausedPort& held = OwnedParts(m_state).Paused(index);
    Frame& frame = m_state.pool.At(frameIndex);
    frame.next = NO_FRAME;
    (held.head == NO_FRAME ? held.head : m_state.pool.At(held.tail).next) = frameIndex;
    held.tail = frameIndex;
    m_state.Port(index).bytes[TrafficClass::DATA] += frame.size;
    if ((m_state.FlagsOf(index) & PORT_CLASSES) != 0)
    {
        const unsigned which = m_state.dataClasses.Of(frame.dscp);
        OwnedParts(m_state).Data(index).CountHeld(which, static_cast<int32_t>(frame.size));
    }
}

void
PauseHold::PutBack(PortIndex index) const
{
    PortState& port = m_state.Port(index);
    PausedPort& held = OwnedParts(m_state).Paused(index);
    held.held = false;
    if ((port.flags & PORT_CLASSES) != 0)
    {
        PutBackClasses(index);
    }
    else
    {
        port.head[TrafficClass::DATA] = held.head;
        port.tail[TrafficClass::DATA] = held.tail;
    }
    held.head = NO_FRAME;
    if (!held.storm)
    {
        port.SetPaused(false);
    }
}

/** A frame that is in transmission goes on to its end (IEEE 802.1Q clause 36). */
void
PauseHold::Hold(PortIndex index, Instant now) const
{
    // A transmission that begins at this instant has begun.
    PortService(m_state).BringUpToDate(index, now);
    PortState& port = m_state.Port(index);
    PausedPort& held = OwnedParts(m_state).Paused(index);
    held.held = true;
    held.since = now;
    if ((port.flags & PORT_CLASSES) != 0)
    {
        TakeClasses(index);
    }
    else
    {
        held.head = port.head[TrafficClass::DATA];
        held.tail = port.tail[TrafficClass::DATA];
        port.head[TrafficClass::DATA] = NO_FRAME;
    }
    port.SetPaused(true);
    // A pause that never ends would block the fabric, which somebody has to notice [pfc-watchdog].
    PauseWatchdog(m_state).Expect(index, now);
}

/** Takes the lossless classes of data out of the port's queue, and leaves the others there. */
void
PauseHold::TakeClasses(PortIndex index) const
{
    PortState& port = m_state.Port(index);
    PausedPort& held = OwnedParts(m_state).Paused(index);
    for (unsigned which = 0; which < m_state.dataClasses.classes.size(); ++which)
    {
        if (!m_state.dataClasses.IsLossless(which))
        {
            continue;
        }
        const DataQueues::Chain chain =
            OwnedParts(m_state).Data(index).Hold(port, m_state.pool, which);
        if (chain.head != NO_FRAME)
        {
            (held.head == NO_FRAME ? held.head : m_state.pool.At(held.tail).next) = chain.head;
            held.tail = chain.tail;
        }
    }
}

/** Puts held frames behind those of their classes; none came since that is in the queue. */
void
PauseHold::PutBackClasses(PortIndex index) const
{
    PortState& port = m_state.Port(index);
    DataQueues& queues = OwnedParts(m_state).Data(index);
    for (FrameIndex next = OwnedParts(m_state).Paused(index).head; next != NO_FRAME;)
    {
        const FrameIndex frameIndex = next;
        const Frame& frame = m_state.pool.At(frameIndex);
        next = frame.next;
        const unsigned which = m_state.dataClasses.Of(frame.dscp);
        // Push counts the frame anew, in the class and at the port.
        queues.CountHeld(which, -static_cast<int32_t>(frame.size));
        port.bytes[TrafficClass::DATA] -= frame.size;
        queues.Push(port, m_state.pool, frameIndex, which);
    }
}

void
PauseHold::Free(PortIndex index, Instant now) const
{
    const PortService service(m_state);
    PortState& port = m_state.Port(index);
    service.BringUpToDate(index, now);
    PausedPort& held = OwnedParts(m_state).Paused(index);
    held.counters.paused = held.counters.paused + (now - held.since);
    held.since = now;
    PutBack(index);
    if (port.head[TrafficClass::DATA] == NO_FRAME)
    {
        return;
    }
    // An idle line begins now, not when the last frame left.
    port.free = std::max(port.free, now);
    port.Doubt();
    service.Advance(index, port, now);
    if (service.GoesByEvents(index, port))
    {
        service.Schedule(index, port);
    }
    if (m_state.buffers.Has(index))
    {
        OwnedParts(m_state).Buffers(index).Recount(index, port);
    }
}

} // namespace mrc
} // namespace ns3
