/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-event-buckets.h"

#include <algorithm>
#include <cstring>

namespace ns3
{
namespace mrc
{

EventBuckets::EventBuckets(uint32_t count)
    : m_mask(count - 1),
      m_next(count, nullptr),
      m_used(count / 64, 0)
{
}

/**
 * Called where a bucket has no chunk or a full one, so only its top chunk is ever partly filled.
 */
HotEvent*
EventBuckets::Extend(uint32_t slot, EventChunkPool& pool)
{
    if (__builtin_expect(pool.IsUsedUp(), 0))
    {
        return GrowAndExtend(slot, pool);
    }
    HotEvent* const end = m_next[slot];
    EventChunk* chunk = pool.Take();
    chunk->next = nullptr;
    chunk->below = 0;
    if (end != nullptr)
    {
        EventChunk* const top = EventChunk::Before(end);
        top->count = EventChunk::CAPACITY;
        chunk->next = top;
        // The count below lets Size() answer without a walk through the chunks.
        chunk->below = top->below + EventChunk::CAPACITY;
    }
    m_used[slot / 64] |= uint64_t{1} << (slot % 64);
    return chunk->events;
}

void
EventBuckets::PutApart(uint32_t slot, HotEvent event, EventChunkPool& pool)
{
    HotEvent* const place = Extend(slot, pool);
    m_next[slot] = place + 1;
    *place = event;
}

HotEvent*
EventBuckets::GrowAndExtend(uint32_t slot, EventChunkPool& pool)
{
    pool.Grow();
    return Extend(slot, pool);
}

/** The rare part of DistanceToNext: the word of the slot itself has no bit from that slot on. */
uint32_t
EventBuckets::DistanceFurther(uint32_t slot) const
{
    const auto words = static_cast<uint32_t>(m_used.size());
    const uint32_t first = slot / 64;
    // The first word comes up again at the end, for its buckets below the slot.
    for (uint32_t i = 1; i <= words; ++i)
    {
        const uint32_t word = (first + i) & (words - 1);
        if (m_used[word] != 0)
        {
            const auto bit = static_cast<uint32_t>(__builtin_ctzll(m_used[word]));
            return (word * 64 + bit - slot) & m_mask;
        }
    }
    return NONE;
}

/** Looks at every event of a bucket; the wheel asks only while its run is empty. */
Instant
EventBuckets::Earliest(uint64_t bucket) const
{
    Instant earliest = Instant::Never();
    HotEvent* end = m_next[static_cast<uint32_t>(bucket) & m_mask];
    while (end != nullptr)
    {
        EventChunk* const chunk = EventChunk::Before(end);
        for (const HotEvent* event = chunk->events; event != end; ++event)
        {
            earliest = std::min(earliest, event->at);
        }
        end = chunk->next == nullptr ? nullptr : chunk->next->events + EventChunk::CAPACITY;
    }
    return earliest;
}

void
EventBuckets::Take(uint64_t bucket, HotEvent* to, EventChunkPool& pool)
{
    EventChunk* chunk = Detach(bucket);
    while (chunk != nullptr)
    {
        // All places, used or not: a copy of fixed length needs neither loop nor call.
        std::memcpy(to, chunk->events, sizeof(chunk->events));
        to += chunk->count;
        EventChunk* next = chunk->next;
        pool.GiveBack(chunk);
        chunk = next;
    }
}

/** Cuts a dense bucket into fine ones: to sort all its events at once would take too long. */
void
EventBuckets::Spread(uint64_t bucket, EventBuckets& to, uint32_t shift, EventChunkPool& pool)
{
    EventChunk* chunk = Detach(bucket);
    while (chunk != nullptr)
    {
        for (uint32_t i = 0; i < chunk->count; ++i)
        {
            const HotEvent& event = chunk->events[i];
            to.Put(static_cast<uint64_t>(event.at.Ps()) >> shift, event, pool);
        }
        EventChunk* next = chunk->next;
        pool.GiveBack(chunk);
        chunk = next;
    }
}

void
EventBuckets::Clear(EventChunkPool& pool)
{
    for (HotEvent*& next : m_next)
    {
        if (next != nullptr)
        {
            pool.GiveBackChain(EventChunk::Before(next));
            next = nullptr;
        }
    }
    std::fill(m_used.begin(), m_used.end(), 0);
}

} // namespace mrc
} // namespace ns3
