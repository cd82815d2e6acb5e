/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What becomes of frames when a link changes under them.

#include "mrc-fabric.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

void
Fabric::TakeDown(PortIndex index, DropReason reason, Instant now)
{
    PortState& port = m_ports[index];
    // Frames that left before this instant have left; the port is brought up to date before it goes
    // down.
    Advance(index, port, now);
    port.flags |= PORT_DOWN;
    LosePipe(index, reason, now);
    LoseQueues(index, reason, now);
}

void
Fabric::BringUp(PortIndex index, Instant now)
{
    PortState& port = m_ports[index];
    Advance(index, port, now);
    // All that was in service is lost, and what was sent meanwhile: the line is idle.
    port.free = std::min(port.free, now);
    port.flags &= ~PORT_DOWN;
}

/**
 * Drops what is on the line, and, if the far switch goes down, what is inside that switch too
 * [link-outage].
 */
void
Fabric::LosePipe(PortIndex index, DropReason reason, Instant now)
{
    PortState& port = m_ports[index];
    const Span latency = m_configs[port.config].farLatency;
    // Frames that have arrived whole are inside the far switch: they share its fate, not the
    // link's.
    FrameIndex kept = NO_FRAME;
    FrameIndex lost = port.pipeHead;
    if (reason != DropReason::SWITCH_DOWN)
    {
        while (lost != NO_FRAME && m_pool.At(lost).at - latency <= now)
        {
            kept = lost;
            lost = m_pool.At(lost).next;
        }
    }
    // The pending event of a lost head is not cancelled: Admit sees that its frame is gone.
    if (kept == NO_FRAME)
    {
        port.pipeHead = NO_FRAME;
    }
    else
    {
        m_pool.At(kept).next = NO_FRAME;
        port.pipeTail = kept;
    }
    while (lost != NO_FRAME)
    {
        const FrameIndex next = m_pool.At(lost).next;
        Drop(index, lost, reason, now);
        lost = next;
    }
}

/** Drops what waits at a port that goes down, so that a port comes up with empty queues. */
void
Fabric::LoseQueues(PortIndex index, DropReason reason, Instant now)
{
    PortState& port = m_ports[index];
    for (const TrafficClass where : ALL_CLASSES)
    {
        for (FrameIndex i = port.head[where]; i != NO_FRAME;)
        {
            const FrameIndex next = m_pool.At(i).next;
            Drop(index, i, reason, now);
            i = next;
        }
        // The tail may go stale: Push links to it only where there is a head.
        port.head[where] = NO_FRAME;
        port.bytes[where] = 0;
    }
    // The share of trimmed packets starts anew with an empty queue.
    port.trimmedCredit = 0;
}

/** Ends a frame that its sender gives to a port without a link: no queue forms there. */
void
Fabric::LoseAtDownPort(PortIndex index, FrameIndex frameIndex, Instant now)
{
    // The line still takes its time for what nobody hears, or a NIC would lose its window at once.
    PortState& port = m_ports[index];
    const Span busy =
        m_configs[port.config].rate.Serialize(m_pool.At(frameIndex).size + LINE_OVERHEAD_BYTES);
    port.free = std::max(port.free, now) + busy;
    Drop(index, frameIndex, DropReason::LINK_DOWN, now);
}

void
Fabric::SetHiddenLoss(PortIndex index, const HiddenLoss& loss)
{
    const bool any = loss.silent || loss.odds != 0;
    // In wire mode the flag stays set, as it is also what leads a frame to PassThroughBytes.
    const int flag = any || m_slow ? PORT_FAULTY : 0;
    PortState& port = m_ports[index];
    port.flags = static_cast<uint8_t>((port.flags & ~PORT_FAULTY) | flag);
    m_hiddenLoss.erase(index);
    if (any)
    {
        m_hiddenLoss.emplace(index, loss);
    }
}

/**
 * Asks, as a frame is admitted at the far end, whether a hidden fault has taken it [silent-fault].
 */
bool
Fabric::SurvivesFaults(PortIndex index, FrameIndex frameIndex, Instant now)
{
    const auto found = m_hiddenLoss.find(index);
    if (found == m_hiddenLoss.end())
    {
        return true; // wire mode
    }
    const HiddenLoss& loss = found->second;
    // The count of a link's arrivals does not depend on how the link is served, nor do draws by it.
    const uint64_t name = (static_cast<uint64_t>(index) << 32) ^ m_counters[index].frames;
    // With `<=` the largest odds lose every frame.
    const bool drawn = loss.odds != 0 && m_lossDraws.Bits(name) <= loss.odds;
    if (!loss.silent && !drawn)
    {
        return true;
    }
    // Silence outranks a draw, so that a frame has one reason [drop-reasons].
    const DropReason reason = loss.silent ? DropReason::SILENT_FAULT : DropReason::RANDOM_LOSS;
    Drop(index, frameIndex, reason, now);
    return false;
}

} // namespace mrc
} // namespace ns3
