/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-watch.h"

#include "mrc-buffer-admission.h"
#include "mrc-owned-parts.h"
#include "mrc-port-service.h"
#include "mrc-trim-place.h"

namespace ns3
{
namespace mrc
{

void
FabricWatch::Watch(PortIndex index, uint8_t flags, Instant now) const
{
    const OwnerCheck::Acting script(m_state.owners, OwnerCheck::OUTSIDE);
    PortState& port = m_state.Port(index);
    const PortService service(m_state);
    // A watcher hears of events from now on, not of those that a lazy port has yet to catch up
    // with.
    service.BringUpToDate(index, now);
    const uint16_t before = port.flags;
    // Arrival events in the wheel stay valid: they must not be scheduled again.
    constexpr uint16_t KEPT = PORT_DOWN | PORT_RX_WATCHED | PORT_FOLLOWED | PORT_HOP_FOLLOWED |
                              PORT_RETX_FIRST | PORT_WEIGHTED | PORT_MARKS_EARLY | PORT_JITTERED |
                              PORT_WRED | PORT_LOSSLESS | PORT_PAUSED;
    port.flags = (before & KEPT) | flags;
    m_state.Judge(index);
    if ((flags & ~before & PORT_EAGER) != 0)
    {
        service.Schedule(index, port);
    }
    if ((flags & ~before & PORT_RX_WATCHED) == 0)
    {
        return;
    }
    // Frames that are on the line already get the events that an earlier watcher would have had.
    const Span latency = m_state.configs[port.config].farLatency;
    for (FrameIndex i = m_state.Link(index).pipeHead; i != NO_FRAME; i = m_state.pool.At(i).next)
    {
        const Instant arrival = m_state.pool.At(i).at - latency;
        if (arrival >= now)
        {
            m_state.kernel->Schedule({arrival, HotCode::KEY_RX, HotCode::Arg(HotKind::RX, index)});
        }
    }
}

void
FabricWatch::Follow(PortIndex index, uint8_t flags) const
{
    const OwnerCheck::Acting script(m_state.owners, OwnerCheck::OUTSIDE);
    PortState& port = m_state.Port(index);
    port.flags = (port.flags & ~(PORT_FOLLOWED | PORT_HOP_FOLLOWED)) | flags;
    m_state.Link(index).Flag(LinkState::FAR_FOLLOWED, (flags & PORT_FOLLOWED) != 0);
}

/** A lazy port's queues are those of its latest touch, so it is brought up to date first. */
uint32_t
FabricWatch::Backlog(PortIndex index, TrafficClass where, Instant now) const
{
    const OwnerCheck::Acting script(m_state.owners, OwnerCheck::OUTSIDE);
    PortService(m_state).BringUpToDate(index, now);
    return m_state.Port(index).bytes[where];
}

uint32_t
FabricWatch::SentTrims(PortIndex index, Instant now) const
{
    const OwnerCheck::Acting script(m_state.owners, OwnerCheck::OUTSIDE);
    PortService(m_state).BringUpToDate(index, now);
    const PortState& port = m_state.Port(index);
    const auto lost = m_state.lostTrims.find(index);
    uint32_t stay = lost == m_state.lostTrims.end() ? 0 : lost->second;
    for (FrameIndex i = port.head[TrafficClass::TRIMMED]; i != NO_FRAME;)
    {
        const Frame& frame = m_state.pool.At(i);
        stay += TrimPlace::IsAt(frame, index);
        i = frame.next;
    }
    return port.trims - stay;
}

const SharedBuffer*
FabricWatch::Buffer(PortIndex index, Instant now) const
{
    if (!m_state.buffers.Has(index))
    {
        return nullptr;
    }
    const OwnerCheck::Acting script(m_state.owners, OwnerCheck::OUTSIDE);
    BufferAdmission(m_state).CatchUp(index, now);
    return &OwnedParts(m_state).Buffers(index).Of(index);
}

} // namespace mrc
} // namespace ns3
