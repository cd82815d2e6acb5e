/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-arrival-gate.h"

#include "mrc-data-admission.h"
#include "mrc-frame-ends.h"
#include "mrc-lossless-admission.h"
#include "mrc-lossless-room.h"
#include "mrc-port-service.h"

#include "ns3/mrc-hash.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

bool
ArrivalGate::LetsIn(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    const uint16_t flags = m_state.Port(index).flags;
    if ((flags & PORT_DOWN) != 0)
    {
        LoseAtDownPort(index, frameIndex, now);
        return false;
    }
    const Frame& frame = m_state.pool.At(frameIndex);
    const bool isLossless = LosslessRoom(m_state).IsOf(index, frame);
    if ((flags & PORT_WRED) != 0 && !isLossless && IsDroppedEarly(index, frame, now))
    {
        FrameEnds(m_state).Refuse(index, frameIndex, DropReason::WRED, now);
        return false;
    }
    if (isLossless)
    {
        LosslessAdmission(m_state).Enqueue(index, frameIndex, now);
        return false;
    }
    if ((flags & (PORT_PAUSED | PORT_CLASSES)) == 0 ||
        m_state.classes.Of(frame.dscp) != TrafficClass::DATA)
    {
        return true;
    }
    // Of several classes of data a pause holds the lossless ones only.
    if ((flags & PORT_CLASSES) != 0)
    {
        DataAdmission(m_state).Enqueue(index, frameIndex, now);
    }
    else
    {
        LosslessAdmission(m_state).Enqueue(index, frameIndex, now);
    }
    return false;
}

/**
 * @return whether RED drops a packet by the bytes that wait in its class as the packet comes
 * [wred-drops]
 */
bool
ArrivalGate::IsDroppedEarly(PortIndex index, const Frame& frame, Instant now) const
{
    PortState& port = m_state.Port(index);
    // Frames that have begun to leave by now do not wait any more.
    PortService(m_state).Advance(index, port, now);
    const TrafficClass where = m_state.classes.Of(frame.dscp);
    const bool hasClasses = (port.flags & PORT_CLASSES) != 0 && where == TrafficClass::DATA;
    const uint32_t depth =
        hasClasses ? DataAdmission(m_state).Waiting(index, frame.dscp) : port.bytes[where];
    const WredProfile& wred =
        hasClasses ? m_state.dataClasses.WredOf(frame.dscp, m_state.wred) : m_state.wred;
    if (!wred.Judges(where, frame.ecn, depth))
    {
        return false;
    }
    // The draw is named by port, instant and packet, which do not depend on how the port is served.
    // Several packets may come at one instant and find the same depth.
    const uint64_t name =
        Mix(static_cast<uint64_t>(now.Ps())) ^ (static_cast<uint64_t>(index) << 32 | frame.digest);
    const bool isDropped = wred.Drops(where, depth, m_state.draws.wreds.Bits(name) >> 32);
    if (isDropped && hasClasses)
    {
        ++DataAdmission(m_state).CountersOf(index, frame.dscp).wredDrops;
    }
    return isDropped;
}

/** Ends a frame that its sender gives to a port without a link: no queue forms there. */
void
ArrivalGate::LoseAtDownPort(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    // A frame that will be lost takes the line's time too, or a NIC would lose its window at once.
    PortState& port = m_state.Port(index);
    const uint32_t bytes = m_state.pool.At(frameIndex).size + LINE_OVERHEAD_BYTES;
    const Span busy = m_state.configs[port.config].rate.Serialize(bytes);
    port.free = std::max(port.free, now) + busy;
    port.Doubt();
    FrameEnds(m_state).Refuse(index, frameIndex, DropReason::LINK_DOWN, now);
}

} // namespace mrc
} // namespace ns3
