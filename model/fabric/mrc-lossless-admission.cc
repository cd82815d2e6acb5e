/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-lossless-admission.h"

#include "mrc-data-admission.h"
#include "mrc-frame-ends.h"
#include "mrc-lossless-room.h"
#include "mrc-owned-parts.h"
#include "mrc-pause-hold.h"
#include "mrc-port-admission.h"
#include "mrc-port-service.h"
#include "mrc-queue-overflow.h"
#include "mrc-queued-frame.h"

namespace ns3
{
namespace mrc
{

void
LosslessAdmission::Enqueue(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    PortState& port = m_state.Port(index);
    const PortService service(m_state);
    service.Advance(index, port, now);
    if (__builtin_expect((port.flags & (PORT_PAUSED | PORT_CLASSES)) != 0, 0))
    {
        EnqueueApart(index, frameIndex, now);
        return;
    }
    const PortConfig& config = m_state.configs[port.config];
    Frame& frame = m_state.pool.At(frameIndex);
    // A frame that goes into service at once waits nowhere, and needs no room.
    if (port.free <= now)
    {
        service.Start(index, port, config, frameIndex, now);
        if ((port.flags & QueuedFrame::TOLD) == 0)
        {
            return; // of a frame that waits nowhere nothing else follows
        }
    }
    else if (__builtin_expect(LosslessRoom(m_state).Take(index, frame, now), 1))
    {
        TrimQueue(port, config, m_state.pool)
            .Push(frameIndex, frame, m_state.classes.Of(frame.dscp));
    }
    else
    {
        Drop(index, frameIndex, now);
        return;
    }
    if ((port.flags & QueuedFrame::FLAGS & ~PORT_LOSSLESS) != 0 || m_state.pauses.HasStopped(index))
    {
        QueuedFrame(m_state).Finish(index, port, frameIndex, now);
    }
}

/** Arrive, by the way that all ports have. */
void
LosslessAdmission::ArriveApart(PortIndex index, FrameIndex frame, Instant now) const
{
    PortAdmission::Enqueue(m_state, index, frame, now);
}

/** A lossless frame finds neither room nor headroom. */
void
LosslessAdmission::Drop(PortIndex index, FrameIndex frame, Instant now) const
{
    CountDrop(index, m_state.pool.At(frame).dscp);
    FrameEnds(m_state).Refuse(index, frame, DropReason::HEADROOM_OVERFLOW, now);
}

/** Enqueue at a port where data is held or dropped, or has several classes. */
void
LosslessAdmission::EnqueueApart(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    PortState& port = m_state.Port(index);
    const bool isPaused = (port.flags & PORT_PAUSED) != 0;
    if (isPaused && OwnedParts(m_state).Paused(index).storm)
    {
        CountDrop(index, m_state.pool.At(frameIndex).dscp);
        FrameEnds(m_state).Refuse(index, frameIndex, DropReason::PFC_WATCHDOG, now);
        return;
    }
    if (!isPaused && port.free <= now)
    {
        PortService(m_state).Start(index, port, m_state.configs[port.config], frameIndex, now);
        if ((port.flags & QueuedFrame::TOLD) == 0)
        {
            return;
        }
    }
    else if (HasRoom(index, frameIndex, now))
    {
        Put(index, frameIndex, now);
    }
    else
    {
        return; // the frame has ended
    }
    if ((port.flags & QueuedFrame::FLAGS) != 0)
    {
        QueuedFrame(m_state).Finish(index, port, frameIndex, now);
    }
}

/**
 * @return whether a frame may wait, perhaps trimmed if it is not lossless; false: the frame has
 * ended
 */
bool
LosslessAdmission::HasRoom(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    const Frame& frame = m_state.pool.At(frameIndex);
    const LosslessRoom room(m_state);
    if (room.IsOf(index, frame))
    {
        const bool hasRoom = room.Take(index, frame, now);
        if (!hasRoom)
        {
            Drop(index, frameIndex, now);
        }
        return hasRoom;
    }
    PortState& port = m_state.Port(index);
    const TrimQueue queue(port, m_state.configs[port.config], m_state.pool);
    const Verdict verdict = queue.Admit(frame, m_state.classes);
    return verdict.kind == Verdict::Kind::QUEUED ||
           QueueOverflow(m_state).Settle(index, frameIndex, verdict, now);
}

/** Puts a frame where its class waits: a trimmed one goes on while data is held. */
void
LosslessAdmission::Put(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    PortState& port = m_state.Port(index);
    Frame& frame = m_state.pool.At(frameIndex);
    const PortConfig& config = m_state.configs[port.config];
    const TrafficClass where = m_state.classes.Of(frame.dscp);
    if (where == TrafficClass::DATA && (port.flags & PORT_PAUSED) != 0)
    {
        PauseHold(m_state).Push(index, frameIndex);
    }
    else if (port.free <= now)
    {
        PortService(m_state).Start(index, port, config, frameIndex, now);
        if (m_state.buffers.Has(index))
        {
            // Room was taken for a packet that was cut, and that does not wait after all.
            OwnedParts(m_state).Buffers(index).Recount(index, port);
        }
    }
    else if (where == TrafficClass::DATA && (port.flags & PORT_CLASSES) != 0)
    {
        const unsigned which = m_state.dataClasses.Of(frame.dscp);
        OwnedParts(m_state).Data(index).Push(port, m_state.pool, frameIndex, which);
    }
    else
    {
        TrimQueue(port, config, m_state.pool).Push(frameIndex, frame, where);
    }
}

/** Counts a drop of data at a port that counts by class. */
void
LosslessAdmission::CountDrop(PortIndex index, uint8_t dscp) const
{
    if ((m_state.FlagsOf(index) & PORT_CLASSES) != 0)
    {
        ++DataAdmission(m_state).CountersOf(index, dscp).drops;
    }
}

} // namespace mrc
} // namespace ns3
