/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pause-watchdog.h"

#include "mrc-frame-ends.h"
#include "mrc-lossless-room.h"
#include "mrc-owned-parts.h"

namespace ns3
{
namespace mrc
{

void
PauseWatchdog::Expect(PortIndex index, Instant now) const
{
    const Span detect = m_state.pauses.Plan().detect;
    // SONiC's watchdog runs in switches: NICs have none.
    const bool isOfSwitch = (m_state.FlagsOf(index) & PORT_LOSSLESS) != 0;
    if (detect > Span() && isOfSwitch && !OwnedParts(m_state).Paused(index).storm)
    {
        LookAt(index, now + detect);
    }
}

void
PauseWatchdog::Fire(PortIndex index, Instant now) const
{
    const PausedPort& port = OwnedParts(m_state).Paused(index);
    if (now != port.watchAt)
    {
        return; // a later look took its place
    }
    port.storm ? LookForEnd(index, now) : LookForStorm(index, now);
}

void
PauseWatchdog::LookAt(PortIndex index, Instant at) const
{
    OwnedParts(m_state).Paused(index).watchAt = at;
    m_state.kernel->Schedule({at, HotCode::KEY_WATCHDOG, HotCode::Arg(HotKind::SERVICE, index)});
}

/** A paused port without data to send holds up no traffic. */
void
PauseWatchdog::LookForStorm(PortIndex index, Instant now) const
{
    PausedPort& port = OwnedParts(m_state).Paused(index);
    if (!port.held)
    {
        return; // the next pause has a look of its own
    }
    if (port.head == NO_FRAME)
    {
        LookAt(index, now + m_state.pauses.Plan().detect);
        return;
    }
    port.storm = true;
    ++port.counters.storms;
    LookAt(index, now + m_state.pauses.Plan().restore);
    DropHeld(index, now);
}

/** The storm is over once no pause has been in force for the time of restoration. */
void
PauseWatchdog::LookForEnd(PortIndex index, Instant now) const
{
    PausedPort& port = OwnedParts(m_state).Paused(index);
    const Instant end = port.since + m_state.pauses.Plan().restore;
    if (port.held || now < end)
    {
        LookAt(index, port.held ? now + m_state.pauses.Plan().restore : end);
        return;
    }
    port.storm = false;
    ++port.counters.restored;
    m_state.Port(index).SetPaused(false);
}

/** Drops held frames, as SONiC's action of that name: others wait for the room of these frames. */
void
PauseWatchdog::DropHeld(PortIndex index, Instant now) const
{
    PausedPort& port = OwnedParts(m_state).Paused(index);
    while (port.head != NO_FRAME)
    {
        const FrameIndex first = port.head;
        const Frame frame = m_state.pool.At(first);
        port.head = frame.next;
        m_state.Port(index).bytes[TrafficClass::DATA] -= frame.size;
        if ((m_state.FlagsOf(index) & PORT_CLASSES) != 0)
        {
            DataQueues& queues = OwnedParts(m_state).Data(index);
            const unsigned which = m_state.dataClasses.Of(frame.dscp);
            queues.CountHeld(which, -static_cast<int32_t>(frame.size));
            ++queues.Counters(which).drops;
        }
        // Room in the buffer belongs to the link by which the frame came: its sender may go on now.
        const LosslessRoom room(m_state);
        const bool isLossless = room.IsOf(index, frame);
        if (isLossless)
        {
            room.Give(index, LosslessRoom::LinkOf(frame), frame.size);
        }
        FrameEnds(m_state).Refuse(index, first, DropReason::PFC_WATCHDOG, now);
        if (isLossless)
        {
            room.LetGoOn(index, LosslessRoom::LinkOf(frame), now);
        }
    }
    if (m_state.buffers.Has(index))
    {
        OwnedParts(m_state).Buffers(index).Recount(index, m_state.Port(index));
    }
}

} // namespace mrc
} // namespace ns3
