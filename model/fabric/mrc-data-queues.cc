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

/**
 * Frames of all classes are one list, class behind class. Other parts of a port see one queue, and
 * a class needs to know its tail only.
 */
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

/** @return the first frame of a class that has some */
FrameIndex
DataQueues::First(const PortState& port, FramePool& pool, unsigned which) const
{
    const FrameIndex before = Before(which);
    return before == NO_FRAME ? port.head[TrafficClass::DATA] : pool.At(before).next;
}

/**
 * Chooses the class that sends next, and remembers the choice until its frame is taken: to look
 * twice must not move the turn.
 */
FrameIndex
DataQueues::Choose(const PortState& port, FramePool& pool, const DataClassPlan& plan)
{
    // Deficit round robin: a class gets its quantum once a turn, and sends while its credit covers
    // the next frame.
    while (m_chosen == NONE)
    {
        Queue& queue = m_queues[m_turn];
        if (queue.bytes == 0)
        {
            // An idle class saves no credit for later.
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
    return First(port, pool, m_chosen);
}

void
DataQueues::BringToFront(PortState& port, FramePool& pool)
{
    constexpr TrafficClass data = TrafficClass::DATA;
    Queue& queue = m_queues[m_chosen];
    const FrameIndex before = Before(m_chosen);
    const FrameIndex first = First(port, pool, m_chosen);
    Frame& frame = pool.At(first);
    // The port takes the list's first frame, so the chosen one moves there.
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

void
DataQueues::Promote(PortState& port, FramePool& pool, unsigned which)
{
    Queue& queue = m_queues[which];
    const FrameIndex index = queue.tail;
    const FrameIndex before = Before(which);
    FrameIndex* first = before == NO_FRAME ? &port.head[TrafficClass::DATA] : &pool.At(before).next;
    // Frames of the same code point at the front stay ahead.
    while (*first != index && pool.At(*first).dscp == pool.At(index).dscp)
    {
        first = &pool.At(*first).next;
    }
    if (*first == index)
    {
        return; // all frames ahead have the same code point
    }
    FrameIndex last = *first;
    while (pool.At(last).next != index)
    {
        last = pool.At(last).next;
    }
    if (port.tail[TrafficClass::DATA] == index)
    {
        port.tail[TrafficClass::DATA] = last;
    }
    queue.tail = last;
    pool.At(last).next = pool.At(index).next;
    pool.At(index).next = *first;
    *first = index;
}

/** Takes a frame back that waits at the end of its class, to trim it for one that comes. */
void
DataQueues::TakeNewest(PortState& port, FramePool& pool, unsigned which)
{
    constexpr TrafficClass data = TrafficClass::DATA;
    Queue& queue = m_queues[which];
    const FrameIndex newest = queue.tail;
    const FrameIndex first = First(port, pool, which);
    FrameIndex last = Before(which);
    // The list has no way back, so the frame before the newest is found from the front.
    for (FrameIndex next = first; next != newest; next = pool.At(next).next)
    {
        last = next;
    }
    Frame& frame = pool.At(newest);
    (last == NO_FRAME ? port.head[data] : pool.At(last).next) = frame.next;
    if (frame.next == NO_FRAME && last != NO_FRAME)
    {
        port.tail[data] = last;
    }
    frame.next = NO_FRAME;
    queue.tail = last; // without bytes any
    queue.bytes -= frame.size;
    port.bytes[data] -= frame.size;
    // What comes in its place may be longer than what is left of the turn.
    m_chosen = m_chosen == which && first == newest ? NONE : m_chosen;
}

uint32_t
DataQueues::Behind(FramePool& pool, FrameIndex frame, unsigned which) const
{
    uint32_t bytes = 0;
    while (frame != m_queues[which].tail)
    {
        frame = pool.At(frame).next;
        bytes += pool.At(frame).size;
    }
    return bytes;
}

/** A pause takes a class out of the queue as a whole; the frames wait in a chain of their own. */
DataQueues::Chain
DataQueues::Hold(PortState& port, FramePool& pool, unsigned which)
{
    constexpr TrafficClass data = TrafficClass::DATA;
    Queue& queue = m_queues[which];
    if (queue.bytes == 0)
    {
        return {};
    }
    const FrameIndex before = Before(which);
    FrameIndex& link = before == NO_FRAME ? port.head[data] : pool.At(before).next;
    const Chain chain{link, queue.tail};
    FrameIndex& end = pool.At(queue.tail).next;
    link = end;
    if (end == NO_FRAME && before != NO_FRAME)
    {
        port.tail[data] = before;
    }
    end = NO_FRAME;
    queue.held += queue.bytes;
    queue.bytes = 0;
    queue.left = 0;
    // The class's turn is over, or it would go on with credit of a queue that is gone.
    m_begun = m_begun && m_turn != which;
    m_chosen = m_chosen == which ? NONE : m_chosen;
    return chain;
}

} // namespace mrc
} // namespace ns3
