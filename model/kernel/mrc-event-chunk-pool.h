/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EVENT_CHUNK_POOL_H
#define MRC_EVENT_CHUNK_POOL_H

#include "mrc-hot-event.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Fifteen events and their link: four cache lines, the first of which takes the first three. */
struct alignas(256) EventChunk
{
    static constexpr uint32_t CAPACITY = 15; //!< events of a chunk

    EventChunk* next;          //!< the full chunk below, or the next free one; null: none
    uint32_t count;            //!< events in this chunk, once it is full or taken
    uint32_t below;            //!< events in the chunks below
    HotEvent events[CAPACITY]; //!< in order of insertion

    /**
     * @param place of the next event, or null
     * @return whether the place is behind the last one of its chunk, or null
     */
    static bool IsEnd(const HotEvent* place)
    {
        return reinterpret_cast<uintptr_t>(place) % sizeof(EventChunk) == 0;
    }

    /**
     * @param place behind an event
     * @return the chunk with that event
     */
    static EventChunk* Before(HotEvent* place)
    {
        const uintptr_t last = reinterpret_cast<uintptr_t>(place) - 1;
        return reinterpret_cast<EventChunk*>(last & ~uintptr_t{sizeof(EventChunk) - 1});
    }

    struct Hot;
};

/** The layout of an EventChunk that speed needs. */
struct EventChunk::Hot
{
    static_assert(sizeof(EventChunk) == 256 && alignof(EventChunk) == 256,
                  "four cache lines; an address tells the place of an event in its chunk");
    static_assert(offsetof(EventChunk, events) + sizeof(events) == sizeof(EventChunk),
                  "behind the last event the next chunk begins");
    static_assert(
        offsetof(EventChunk, events) + 3 * sizeof(HotEvent) == 64,
        "where traffic is thin a chunk holds up to three events: these lie in the first line");
};

/** Hands out chunks; keeps those given back, so that a steady state allocates nothing. */
class EventChunkPool
{
  public:
    /** @return a chunk with undefined content */
    EventChunk* Take()
    {
        if (IsUsedUp())
        {
            Grow();
        }
        EventChunk* chunk = m_free;
        m_free = chunk->next;
        return chunk;
    }

    /** @param chunk one that Take returned */
    void GiveBack(EventChunk* chunk)
    {
        chunk->next = m_free;
        m_free = chunk;
    }

    /** @param top one that Take returned, on top of others */
    void GiveBackChain(EventChunk* top)
    {
        while (top != nullptr)
        {
            EventChunk* const next = top->next;
            GiveBack(top);
            top = next;
        }
    }

    /** @return whether Take would have to grow the pool first */
    bool IsUsedUp() const
    {
        return m_free == nullptr;
    }

    /** Makes some free chunks. */
    void Grow();

  private:
    EventChunk* m_free{nullptr};
    std::vector<std::unique_ptr<EventChunk[]>> m_blocks;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EVENT_CHUNK_POOL_H */
