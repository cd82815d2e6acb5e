/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-queue-overflow.h"

#include "mrc-buffer-admission.h"
#include "mrc-fingerprint.h"
#include "mrc-frame-ends.h"
#include "mrc-queued-frame.h"
#include "mrc-trim-place.h"

namespace ns3
{
namespace mrc
{

bool
QueueOverflow::Settle(PortIndex index, FrameIndex frameIndex, Verdict verdict, Instant now) const
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
        const ByClass<uint32_t>& waiting = m_state.Port(index).bytes;
        const DataArrival arrival{now,
                                  frame.size,
                                  canTrim,
                                  waiting[TrafficClass::DATA],
                                  waiting[TrafficClass::TRIMMED],
                                  waiting[TrafficClass::CONTROL],
                                  0,
                                  waiting[TrafficClass::DATA]};
        verdict = policies.Admit(index, arrival, verdict);
        if (verdict.kind == Verdict::Kind::QUEUED)
        {
            return true;
        }
    }
    // The newest packet that waits may be cut in the place of the one that arrives.
    // With a policy nothing is traded: under a limit of 0 no exchange makes room.
    if (verdict.kind != Verdict::Kind::DROPPED && TrimNewest(index, frameIndex, now))
    {
        return false;
    }
    return End(index, frameIndex, verdict, now);
}

bool
QueueOverflow::End(PortIndex index, FrameIndex frameIndex, Verdict verdict, Instant now) const
{
    if (verdict.kind == Verdict::Kind::DROPPED)
    {
        FrameEnds(m_state).Refuse(index, frameIndex, verdict.reason, now);
        return false;
    }
    Trim(index, frameIndex, now);
    return true;
}

bool
QueueOverflow::ChoosesNewest(PortIndex index) const
{
    const PortState& port = m_state.Port(index);
    // The draw is named by port and trims so far, which do not depend on how the port is served.
    const uint64_t name = (static_cast<uint64_t>(index) << 32) ^ m_state.TrimsOf(index);
    return m_state.configs[port.config].trimVictim == TRIM_VICTIM_EITHER &&
           (m_state.draws.victims.Bits(name) & 1) != 0;
}

/**
 * Trims the newest waiting data frame instead of the arriving one, if the draw says so
 * [trim-victim].
 *
 * @return whether that was done, and the arriving frame queued
 */
bool
QueueOverflow::TrimNewest(PortIndex index, FrameIndex arriving, Instant now) const
{
    PortState& port = m_state.Port(index);
    const PortConfig& config = m_state.configs[port.config];
    const TrimQueue queue(port, config, m_state.pool);
    if (!ChoosesNewest(index) || !queue.CanTradeNewest(m_state.pool.At(arriving), m_state.classes))
    {
        return false;
    }
    // A frame waits, so the line is busy: both frames queue, and none goes into service.
    const FrameIndex newest = queue.TakeNewest();
    Trim(index, newest, now);
    queue.Push(newest, m_state.pool.At(newest), TrafficClass::TRIMMED);
    queue.Push(arriving, m_state.pool.At(arriving), TrafficClass::DATA);
    if ((port.flags & QueuedFrame::FLAGS) != 0)
    {
        QueuedFrame(m_state).Finish(index, port, arriving, now);
    }
    return true;
}

void
QueueOverflow::Trim(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    PortState& port = m_state.Port(index);
    Frame& frame = m_state.pool.At(frameIndex);
    TrimQueue(port, m_state.configs[port.config], m_state.pool).Trim(frame);
    TrimPlace::Note(frame, index);
    ++m_state.TrimsOf(index);
    // A trim is a fate of its own: a run that trims another packet gets another fingerprint.
    uint64_t& hash = m_state.FatesOf(index);
    hash = FoldFingerprint(hash, now, Fate::TRIMMED, frame);
    if ((port.flags & PORT_WATCHED) != 0)
    {
        m_state.observer->Trimmed(index, frameIndex, now);
    }
}

} // namespace mrc
} // namespace ns3
