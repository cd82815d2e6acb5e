/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-data-admission.h"

#include "mrc-buffer-admission.h"
#include "mrc-owned-parts.h"
#include "mrc-port-service.h"
#include "mrc-queue-overflow.h"
#include "mrc-queued-frame.h"
#include "mrc-room-verdict.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

uint32_t
DataAdmission::Waiting(PortIndex index, uint8_t dscp) const
{
    return OwnedParts(m_state).Data(index).Bytes(m_state.dataClasses.Of(dscp));
}

DataClassCounters&
DataAdmission::CountersOf(PortIndex index, uint8_t dscp) const
{
    return OwnedParts(m_state).Data(index).Counters(m_state.dataClasses.Of(dscp));
}

void
DataAdmission::Promote(PortIndex index, FrameIndex frameIndex) const
{
    const uint8_t dscp = m_state.pool.At(frameIndex).dscp;
    DataQueues& queues = OwnedParts(m_state).Data(index);
    const unsigned which = m_state.dataClasses.Of(dscp);
    // A retransmission that was trimmed or went into service is no longer the newest.
    if (dscp == m_state.format.dscp.trimmableRetx && queues.Newest(which) == frameIndex)
    {
        queues.Promote(m_state.Port(index), m_state.pool, which);
    }
}

uint32_t
DataAdmission::DepthBefore(PortIndex index, FrameIndex frameIndex) const
{
    const Frame& frame = m_state.pool.At(frameIndex);
    const DataQueues& queues = OwnedParts(m_state).Data(index);
    const unsigned which = m_state.dataClasses.Of(frame.dscp);
    const uint32_t waiting = queues.Bytes(which);
    if (waiting == 0)
    {
        return 0; // the frame went into service at once, past classes that a pause holds
    }
    const bool isHeld =
        (m_state.FlagsOf(index) & PORT_PAUSED) != 0 && m_state.dataClasses.IsLossless(which);
    const uint32_t overtaken = isHeld ? 0 : queues.Behind(m_state.pool, frameIndex, which);
    return waiting - frame.size - overtaken;
}

const EcnMarker&
DataAdmission::MarkerOf(PortIndex index, uint8_t dscp) const
{
    const EcnMarker& common = m_state.ConfigOf(index).marker;
    if ((m_state.FlagsOf(index) & PORT_CLASSES) == 0)
    {
        return common;
    }
    const DataClass& own = m_state.dataClasses.classes[m_state.dataClasses.Of(dscp)];
    // A port that does not mark at all, as towards NICs, does so in no class.
    return own.marker && common.Minimum() != UINT32_MAX ? *own.marker : common;
}

/** @return bytes that trimming leaves of a frame; 0: nobody may trim the frame */
uint32_t
DataAdmission::CutOf(const PortConfig& config, const Frame& frame) const
{
    const bool canTrim = config.trimming && m_state.classes.IsTrimmable(frame.dscp);
    return canTrim ? std::min(frame.size, config.trimFrameSize) : 0;
}

/** @return bytes that may wait in a class where no buffer decides */
uint32_t
DataAdmission::LimitOf(PortIndex index, const DataClass& own) const
{
    const bool isCommon = own.limit == UINT32_MAX;
    return isCommon ? m_state.ConfigOf(index).limits[TrafficClass::DATA] : own.limit;
}

/** Takes room for data, in the buffer of the switch if there is one. */
bool
DataAdmission::Take(PortIndex index, const DataClass& own, uint32_t waiting, uint32_t size) const
{
    const bool hasBuffer = m_state.buffers.Has(index);
    // A limit that a class has of its own holds beside the buffer; the port's does not.
    const bool hasLimit = !hasBuffer || own.limit != UINT32_MAX;
    if (hasLimit && waiting + size > LimitOf(index, own))
    {
        return false;
    }
    if (!hasBuffer)
    {
        return true;
    }
    constexpr TrafficClass data = TrafficClass::DATA;
    SwitchBuffers& buffers = OwnedParts(m_state).Buffers(index);
    const PortState& port = m_state.Port(index);
    const BufferShare& share = buffers.Share(data);
    // The class alone has a threshold; the reserve is that of all data of the port.
    const uint64_t all = buffers.Waiting(port, data);
    const uint64_t more = share.Shared(all + size) - share.Shared(all);
    const uint64_t free = buffers.Of(index).Free();
    if (more > free ||
        (more != 0 && waiting + size > SharedBuffer::Threshold(free, share.exponent)))
    {
        return false;
    }
    buffers.Join(index, port, data, size);
    return true;
}

bool
DataAdmission::TakeTrimmed(PortIndex index, uint32_t size) const
{
    constexpr TrafficClass trimmed = TrafficClass::TRIMMED;
    const PortState& port = m_state.Port(index);
    // Without a shared buffer each class of a port has its own limit.
    if (!m_state.buffers.Has(index))
    {
        return port.bytes[trimmed] + size <= m_state.ConfigOf(index).limits[trimmed];
    }
    SwitchBuffers& buffers = OwnedParts(m_state).Buffers(index);
    const uint64_t waiting = buffers.Waiting(port, trimmed);
    if (!buffers.Of(index).Admits(buffers.Share(trimmed), waiting, size))
    {
        return false;
    }
    buffers.Join(index, port, trimmed, size);
    return true;
}

/** @return the verdict of a user's own policy, which is asked about every frame */
Verdict
DataAdmission::AskPolicy(PortIndex index, const Frame& frame, uint32_t cut, Instant now) const
{
    const Verdict beyond = JudgeCut(cut, [&](TrafficClass, uint32_t size) {
        // A policy stands beside limits alone, of which nothing is taken by asking.
        return TakeTrimmed(index, size);
    });
    const ByClass<uint32_t>& waiting = m_state.Port(index).bytes;
    const unsigned which = m_state.dataClasses.Of(frame.dscp);
    return m_state.policies.Admit(index,
                                  {now,
                                   frame.size,
                                   beyond.kind == Verdict::Kind::TRIMMED,
                                   waiting[TrafficClass::DATA],
                                   waiting[TrafficClass::TRIMMED],
                                   waiting[TrafficClass::CONTROL],
                                   static_cast<uint8_t>(which),
                                   OwnedParts(m_state).Data(index).Bytes(which)},
                                  beyond);
}

/** Decides about a frame; room is taken for what is let in. */
Verdict
DataAdmission::Judge(PortIndex index, const Frame& frame, Instant now) const
{
    const PortState& port = m_state.Port(index);
    const PortConfig& config = m_state.configs[port.config];
    const uint32_t cut = CutOf(config, frame);
    if (m_state.policies.HasAdmission(index))
    {
        return AskPolicy(index, frame, cut, now);
    }
    if (port.free <= now)
    {
        return {}; // a frame that goes into service at once needs no room
    }
    if (m_state.buffers.Has(index))
    {
        BufferAdmission(m_state).CatchUp(index, now);
    }
    const unsigned which = m_state.dataClasses.Of(frame.dscp);
    const uint32_t waiting = OwnedParts(m_state).Data(index).Bytes(which);
    return JudgeByRoom({TrafficClass::DATA, frame.size, cut}, [&](TrafficClass in, uint32_t size) {
        return in == TrafficClass::DATA
                   ? Take(index, m_state.dataClasses.classes[which], waiting, size)
                   : TakeTrimmed(index, size);
    });
}

/**
 * Trims the newest waiting frame of the class instead of the arriving one, if the draw says so
 * [trim-victim]. Where a buffer or a policy decides there is no limit that an exchange could keep.
 *
 * @return whether that was done, and the arriving frame queued
 */
bool
DataAdmission::TradeNewest(PortIndex index, FrameIndex arriving, Instant now) const
{
    const QueueOverflow overflow(m_state);
    const Frame& frame = m_state.pool.At(arriving);
    DataQueues& queues = OwnedParts(m_state).Data(index);
    const unsigned which = m_state.dataClasses.Of(frame.dscp);
    const FrameIndex newest = queues.Newest(which);
    if (!overflow.ChoosesNewest(index) || newest == NO_FRAME || m_state.buffers.Has(index) ||
        m_state.policies.HasAdmission(index))
    {
        return false;
    }
    PortState& port = m_state.Port(index);
    const PortConfig& config = m_state.configs[port.config];
    Frame& other = m_state.pool.At(newest);
    const uint32_t limit = LimitOf(index, m_state.dataClasses.classes[which]);
    const auto hasRoom = [&](TrafficClass, uint32_t size) { return TakeTrimmed(index, size); };
    if (queues.Bytes(which) - other.size + frame.size > limit ||
        JudgeCut(CutOf(config, other), hasRoom).kind != Verdict::Kind::TRIMMED)
    {
        return false;
    }
    // Only now, as the newest may have turned out to have no room when it is trimmed.
    queues.TakeNewest(port, m_state.pool, which);
    overflow.Trim(index, newest, now);
    ++queues.Counters(which).trims;
    TrimQueue(port, config, m_state.pool).Push(newest, other, TrafficClass::TRIMMED);
    queues.Push(port, m_state.pool, arriving, which);
    return true;
}

/** Lets a frame wait, or go, as the verdict says. @return whether it is still there */
bool
DataAdmission::Put(PortIndex index, FrameIndex frameIndex, Verdict verdict, Instant now) const
{
    PortState& port = m_state.Port(index);
    Frame& frame = m_state.pool.At(frameIndex);
    DataQueues& queues = OwnedParts(m_state).Data(index);
    const unsigned which = m_state.dataClasses.Of(frame.dscp);
    const bool isQueued = verdict.kind == Verdict::Kind::QUEUED;
    if (verdict.kind == Verdict::Kind::TRIMMED && TradeNewest(index, frameIndex, now))
    {
        return true;
    }
    if (!isQueued)
    {
        DataClassCounters& counters = queues.Counters(which);
        const bool isTrimmed = verdict.kind == Verdict::Kind::TRIMMED;
        const bool isCutLost = verdict.reason == DropReason::TRIMMED_OVERFLOW;
        // Each frame counts once, by what became of it.
        ++(isTrimmed ? counters.trims : isCutLost ? counters.trimsDropped : counters.drops);
        if (!QueueOverflow(m_state).End(index, frameIndex, verdict, now))
        {
            return false;
        }
    }
    const PortConfig& config = m_state.configs[port.config];
    if (port.free <= now)
    {
        PortService(m_state).Start(index, port, config, frameIndex, now);
    }
    else if (isQueued)
    {
        queues.Push(port, m_state.pool, frameIndex, which);
    }
    else
    {
        TrimQueue(port, config, m_state.pool).Push(frameIndex, frame, TrafficClass::TRIMMED);
    }
    return true;
}

void
DataAdmission::Enqueue(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    PortState& port = m_state.Port(index);
    PortService(m_state).Advance(index, port, now);
    const Verdict verdict = Judge(index, m_state.pool.At(frameIndex), now);
    if (Put(index, frameIndex, verdict, now) && (port.flags & QueuedFrame::FLAGS) != 0)
    {
        QueuedFrame(m_state).Finish(index, port, frameIndex, now);
    }
}

} // namespace mrc
} // namespace ns3
