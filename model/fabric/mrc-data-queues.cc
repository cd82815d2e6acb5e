/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-data-queues.h"

namespace ns3
{
namespace mrc
{

/** @return the last frame of the classes before one; NO_FRAME: its frames are first */
FrameIndex
DataQueues::Before(unsigned which) const
{
    for (unsigned i = which; i-- > 0;)
    {
        if (m_queues[i].bytes != 0)
        {
            return m_queues[i].tail;
        }
    }
    return NO_FRAME;
}

void
DataQueues::Push(PortState& port, FramePool& pool, FrameIndex frame, unsigned which)
{
    constexpr TrafficClass data = TrafficClass::DATA;
    Queue& queue = m_queues[which];
    const FrameIndex before = queue.bytes != 0 ? queue.tail : Before(which);
    FrameIndex& link = before == NO_FRAME ? port.head[data] : pool.At(before).next;
    const FrameIndex behind = link;
    link = frame;
    pool.At(frame).next = behind;
    port.tail[data] = behind == NO_FRAME ? frame : port.tail[data];
    queue.tail = frame;
    queue.bytes += pool.At(frame).size;
    port.bytes[data] += pool.At(frame).size;
}

FrameIndex
DataQueues::First(const PortState& port, FramePool& pool, unsigned which) const
{
    const FrameIndex before = Before(which);
    return before == NO_FRAME ? port.head[TrafficClass::DATA] : pool.At(before).next;
}

unsigned
DataQueues::Choose(const PortState& port, FramePool& pool, const DataClassPlan& plan)
{
    while (m_chosen == NONE)
    {
        Queue& queue = m_queues[m_turn];
        if (queue.bytes == 0)
        {
            queue.left = 0;
        }
        else
        {
            queue.left += m_begun ? 0 : QUANTUM * plan.classes[m_turn].weight;
            m_begun = true;
            const auto size = static_cast<int32_t>(pool.At(First(port, pool, m_turn)).size);
            if (queue.left >= size)
            {
                m_chosen = m_turn;
                break;
            }
        }
        m_turn = static_cast<uint8_t>(m_turn + 1U == plan.classes.size() ? 0 : m_turn + 1);
        m_begun = false;
    }
    return m_chosen;
}

void
DataQueues::BringToFront(PortState& port, FramePool& pool)
{
    constexpr TrafficClass data = TrafficClass::DATA;
    Queue& queue = m_queues[m_chosen];
    const FrameIndex before = Before(m_chosen);
    const FrameIndex first = First(port, pool, m_chosen);
    Frame& frame = pool.At(first);
    if (before != NO_FRAME)
    {
        pool.At(before).next = frame.next;
        port.tail[data] = frame.next == NO_FRAME ? before : port.tail[data];
        frame.next = port.head[data];
        port.head[data] = first;
    }
    queue.bytes -= frame.size;
    queue.left -= static_cast<int32_t>(frame.size);
    m_chosen = NONE;
}

} // namespace mrc
} // namespace ns3
