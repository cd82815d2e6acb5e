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

/** Takes room for data, in the buffer of the switch if there is one. */
bool
DataAdmission::Take(PortIndex index, const DataClass& own, uint32_t waiting, uint32_t size) const
{
    const bool hasBuffer = m_state.buffers.Has(index);
    const bool isCommon = own.limit == UINT32_MAX;
    const uint32_t common =
        hasBuffer ? UINT32_MAX - size : m_state.ConfigOf(index).limits[TrafficClass::DATA];
    if (waiting + size > (isCommon ? common : own.limit))
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
    const uint64_t all = buffers.Waiting(index, port, data);
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
    if (!m_state.buffers.Has(index))
    {
        return port.bytes[trimmed] + size <= m_state.ConfigOf(index).limits[trimmed];
    }
    SwitchBuffers& buffers = OwnedParts(m_state).Buffers(index);
    const uint64_t waiting = buffers.Waiting(index, port, trimmed);
    if (!buffers.Of(index).Admits(buffers.Share(trimmed), waiting, size))
    {
        return false;
    }
    buffers.Join(index, port, trimmed, size);
    return true;
}

void
DataAdmission::Enqueue(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    PortState& port = m_state.Port(index);
    Frame& frame = m_state.pool.At(frameIndex);
    const PortService service(m_state);
    service.Advance(index, port, now);
    const PortConfig& config = m_state.configs[port.config];
    if (port.free <= now) // nothing waits
    {
        service.Start(index, port, config, frameIndex, now);
    }
    else
    {
        if (m_state.buffers.Has(index))
        {
            BufferAdmission(m_state).CatchUp(index, now);
        }
        DataQueues& queues = OwnedParts(m_state).Data(index);
        const unsigned which = m_state.dataClasses.Of(frame.dscp);
        const bool canTrim = config.trimming && m_state.classes.IsTrimmable(frame.dscp);
        const uint32_t cut = canTrim ? std::min(frame.size, config.trimFrameSize) : 0;
        const Verdict verdict =
            JudgeByRoom({TrafficClass::DATA, frame.size, cut}, [&](TrafficClass in, uint32_t size) {
                return in == TrafficClass::DATA ? Take(index,
                                                       m_state.dataClasses.classes[which],
                                                       queues.Bytes(which),
                                                       size)
                                                : TakeTrimmed(index, size);
            });
        if (verdict.kind == Verdict::Kind::QUEUED)
        {
            queues.Push(port, m_state.pool, frameIndex, which);
        }
        else if (QueueOverflow(m_state).End(index, frameIndex, verdict, now))
        {
            TrimQueue(port, config, m_state.pool).Push(frameIndex, frame, TrafficClass::TRIMMED);
        }
        else
        {
            return; // dropped
        }
    }
    if ((port.flags & QueuedFrame::FLAGS) != 0)
    {
        QueuedFrame(m_state).Finish(index, port, frameIndex, now);
    }
}

} // namespace mrc
} // namespace ns3
