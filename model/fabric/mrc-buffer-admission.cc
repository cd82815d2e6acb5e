/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-buffer-admission.h"

#include "mrc-lossless-room.h"
#include "mrc-owned-parts.h"
#include "mrc-port-service.h"
#include "mrc-room-verdict.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

Verdict
BufferAdmission::Decide(PortIndex index, const Frame& frame, Instant now) const
{
    const PortState& port = m_state.Port(index);
    const TrafficClass where = m_state.classes.Of(frame.dscp);
    const bool isHeld = (port.flags & PORT_PAUSED) != 0 && where == TrafficClass::DATA;
    // Depths count waiting frames: a frame that goes into service at once needs no room.
    if (port.free <= now && !isHeld)
    {
        return {};
    }
    if (!IsExactEnough(index, where, frame.size))
    {
        CatchUp(index, now);
    }
    const PortConfig& config = m_state.configs[port.config];
    const bool canTrim = config.trimming && m_state.classes.IsTrimmable(frame.dscp);
    const uint32_t cut = canTrim ? std::min(frame.size, config.trimFrameSize) : 0;
    return JudgeByRoom({where, frame.size, cut}, [this, index](TrafficClass in, uint32_t size) {
        return Take(index, in, size);
    });
}

/** Takes room for a frame if there is any. */
bool
BufferAdmission::Take(PortIndex index, TrafficClass where, uint32_t size) const
{
    SwitchBuffers& buffers = OwnedParts(m_state).Buffers(index);
    const PortState& port = m_state.Port(index);
    if (!buffers.Of(index).Admits(buffers.Share(where), buffers.Waiting(port, where), size))
    {
        return false;
    }
    buffers.Join(index, port, where, size);
    return true;
}

/**
 * @return whether a frame has room at a switch with PFC, and reaches no peak, even if frames are
 * counted that have left: see LosslessRoom
 */
bool
BufferAdmission::IsExactEnough(PortIndex index, TrafficClass where, uint32_t size) const
{
    const SwitchBuffers& buffers = OwnedParts(m_state).Buffers(index);
    const SharedBuffer& buffer = buffers.Of(index);
    return m_state.pauses.Any() && (m_state.pauses.HasStopped(index) ||
                                    (buffer.Used() + size <= buffer.Peak() &&
                                     buffer.Admits(buffers.Share(where),
                                                   buffers.Waiting(m_state.Port(index), where),
                                                   size)));
}

void
BufferAdmission::CatchUp(PortIndex port, Instant now) const
{
    if (m_state.pauses.Any())
    {
        LosslessRoom(m_state).CatchUp(port, now);
        return;
    }
    const PortService service(m_state);
    SwitchBuffers& buffers = OwnedParts(m_state).Buffers(port);
    for (PortIndex due = buffers.Due(port, now); due != NO_PORT; due = buffers.Due(port, now))
    {
        service.BringUpToDate(due, now);
        buffers.Recount(due, m_state.Port(due));
    }
}

} // namespace mrc
} // namespace ns3
