/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-admission.h"

#include "mrc-buffer-admission.h"
#include "mrc-fingerprint.h"
#include "mrc-frame-ends.h"
#include "mrc-lossless-room.h"
#include "mrc-trim-place.h"

#include "ns3/mrc-hash.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** Does before an admission what few ports need. @return false: all has been done */
bool
PortAdmission::LetsIn(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    if ((m_state.Port(index).flags & PORT_DOWN) != 0)
    {
        LoseAtDownPort(index, frameIndex, now);
        return false;
    }
    const Frame& frame = m_state.pool.At(frameIndex);
    const bool isLossless = LosslessRoom(m_state).IsOf(index, frame);
    const uint16_t flags = m_state.FlagsOf(index);
    if ((flags & PORT_WRED) != 0 && !isLossless && IsDroppedEarly(index, frame, now))
    {
        FrameEnds(m_state).Refuse(index, frameIndex, DropReason::WRED, now);
        return false;
    }
    const bool isData = m_state.classes.Of(frame.dscp) == TrafficClass::DATA;
    if (isLossless || (isData && (flags & PORT_PAUSED) != 0))
    {
        EnqueueApart(index, frameIndex, now);
        return false;
    }
    return true;
}

/** @return whether RED drops a packet by what waits in its class as the packet comes [wred-drops]
 */
bool
PortAdmission::IsDroppedEarly(PortIndex index, const Frame& frame, Instant now) const
{
    PortState& port = m_state.Port(index);
    // What has begun to leave by now does not wait any more.
    PortService(m_state).Advance(index, port, now);
    const TrafficClass where = m_state.classes.Of(frame.dscp);
    const uint32_t depth = port.bytes[where];
    if (!m_state.wred.Judges(where, frame.ecn, depth))
    {
        return false;
    }
    // The draw is named by port, instant and packet, which do not depend on how the port is served.
    // Several packets may come at one instant and find the same depth.
    const uint64_t name =
        Mix(static_cast<uint64_t>(now.Ps())) ^ (static_cast<uint64_t>(index) << 32 | frame.digest);
    return m_state.wred.Drops(where, depth, m_state.draws.wreds.Bits(name) >> 32);
}

/**
 * Acts on a verdict other than QUEUED, after the switch's buffer or a user's policy had its say.
 *
 * @return whether the frame, whole or trimmed, is still to be queued
 */
bool
PortAdmission::Settle(PortIndex index, FrameIndex frameIndex, Verdict verdict, Instant now) const
{
    const Frame& frame = m_state.pool.At(frameIndex);
    if (m_state.buffers.Has(index))
    {
        verdict = BufferAdmission(m_state).Decide(index, frame, now);
        if (verdict.kind == Verdict::Kind::QUEUED)
        {
            return true;
        }
    }
    const PortPolicies& policies = m_state.policies;
    // At a port with a policy every data frame comes here, as PortSettings sets its limit to 0.
    if (policies.HasAdmission(index) && m_state.classes.Of(frame.dscp) == TrafficClass::DATA)
    {
        const bool canTrim = verdict.kind == Verdict::Kind::TRIMMED;
        const DataArrival arrival{now, frame.size, canTrim, m_state.Port(index).bytes};
        verdict = policies.Admit(index, arrival, verdict);
        if (verdict.kind == Verdict::Kind::QUEUED)
        {
            return true;
        }
    }
    if (verdict.kind == Verdict::Kind::DROPPED)
    {
        FrameEnds(m_state).Refuse(index, frameIndex, verdict.reason, now);
        return false;
    }
    // The newest packet that waits may be cut in the place of the one that arrives.
    // With a policy nothing is traded: under a limit of 0 no exchange makes room.
    if (TrimNewest(index, frameIndex, now))
    {
        return false;
    }
    Trim(index, frameIndex, now);
    return true;
}

/**
 * Trims the newest waiting data frame instead of the arriving one, if the draw says so
 * [trim-victim].
 *
 * @return whether that was done, and the arriving frame queued
 */
bool
PortAdmission::TrimNewest(PortIndex index, FrameIndex arriving, Instant now) const
{
    PortState& port = m_state.Port(index);
    const PortConfig& config = m_state.configs[port.config];
    const TrimQueue queue(port, config, m_state.pool);
    // The draw is named by port and trims so far, which do not depend on how the port is served.
    const uint64_t name = (static_cast<uint64_t>(index) << 32) ^ port.trims;
    if (config.trimVictim != TRIM_VICTIM_EITHER || (m_state.draws.victims.Bits(name) & 1) == 0 ||
        !queue.CanTradeNewest(m_state.pool.At(arriving), m_state.classes))
    {
        return false;
    }
    // A frame waits, so the line is busy: both frames queue, and none goes into service.
    const FrameIndex newest = queue.TakeNewest();
    Trim(index, newest, now);
    queue.Push(newest, m_state.pool.At(newest), TrafficClass::TRIMMED);
    queue.Push(arriving, m_state.pool.At(arriving), TrafficClass::DATA);
    if ((port.flags & BEHIND) != 0)
    {
        Finish(index, port, arriving, now);
    }
    return true;
}

void
PortAdmission::Trim(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    PortState& port = m_state.Port(index);
    Frame& frame = m_state.pool.At(frameIndex);
    TrimQueue(port, m_state.configs[port.config], m_state.pool).Trim(frame);
    TrimPlace::Note(frame, index);
    ++port.trims;
    // A trim is a fate of its own: a run that trims another packet gets another fingerprint.
    uint64_t& hash = m_state.FatesOf(index);
    hash = FoldFingerprint(hash, now, Fate::TRIMMED, frame);
    if ((port.flags & PORT_WATCHED) != 0)
    {
        m_state.observer->Trimmed(index, frameIndex, now);
    }
}

/** Ends a frame that its sender gives to a port without a link: no queue forms there. */
void
PortAdmission::LoseAtDownPort(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    // A frame that will be lost takes the line's time too, or a NIC would lose its window at once.
    PortState& port = m_state.Port(index);
    const uint32_t bytes = m_state.pool.At(frameIndex).size + LINE_OVERHEAD_BYTES;
    const Span busy = m_state.configs[port.config].rate.Serialize(bytes);
    port.free = std::max(port.free, now) + busy;
    FrameEnds(m_state).Refuse(index, frameIndex, DropReason::LINK_DOWN, now);
}

/** Does behind an admission what few ports need. */
void
PortAdmission::Finish(PortIndex index, PortState& port, FrameIndex frame, Instant now) const
{
    if ((port.flags & PORT_RETX_FIRST) != 0)
    {
        Promote(port, frame);
    }
    // Behind that: only what a frame did not overtake waits before it.
    if ((port.flags & PORT_MARKS_EARLY) != 0)
    {
        MarkEarly(index, port, frame, now);
    }
    Tell(index, port, frame, now);
    if ((port.flags & PORT_BY_EVENTS) != 0)
    {
        ScheduleIfFirst(index, port, frame);
    }
}

/** Marks a data frame that has just been queued, by what waits before it [ecn-mark-at]. */
void
PortAdmission::MarkEarly(PortIndex index,
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
    uint32_t depth = waiting - frame.size;
    for (FrameIndex behind = frame.next; behind != NO_FRAME;) // those that it overtook
    {
        const Frame& other = m_state.pool.At(behind);
        depth -= other.size;
        behind = other.next;
    }
    if (depth > m_state.configs[port.config].marker.Minimum() &&
        PortService(m_state).Mark(index, frameIndex, depth, now) &&
        (port.flags & PORT_WATCHED) != 0)
    {
        m_state.observer->Marked(index, frameIndex, now);
    }
}

/** The follower needs no eager service and so has a flag of its own. */
void
PortAdmission::Tell(PortIndex index, const PortState& port, FrameIndex frame, Instant now) const
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
PortAdmission::ScheduleIfFirst(PortIndex index, const PortState& port, FrameIndex frame) const
{
    const TrafficClass waiting = m_state.classes.Of(m_state.pool.At(frame).dscp);
    // A frame that went into service at once is in no queue, and so not the head of its class.
    bool isOnly = port.head[waiting] == frame && m_state.pool.At(frame).next == NO_FRAME;
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
PortAdmission::Promote(PortState& port, FrameIndex frame) const
{
    constexpr TrafficClass data = TrafficClass::DATA;
    // A frame that is not the tail of its class went into service at once, and overtakes none.
    const bool waits = port.head[data] != NO_FRAME && port.tail[data] == frame;
    if (waits && m_state.pool.At(frame).dscp == m_state.format.dscp.trimmableRetx)
    {
        TrimQueue(port, m_state.configs[port.config], m_state.pool).Promote(frame);
    }
}

} // namespace mrc
} // namespace ns3
