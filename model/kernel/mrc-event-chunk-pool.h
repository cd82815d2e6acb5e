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
struct alignas(64) EventChunk
{
    static constexpr uint32_t CAPACITY = 15; //!< events of a chunk

    EventChunk* next;          //!< the full chunk below, or the next free one
    uint32_t count;            //!< events in this chunk
    uint32_t below;            //!< events in the chunks below
    HotEvent events[CAPACITY]; //!< in order of insertion

    /**
     * @return the chunk below all others, which nobody writes to: full, so that no event is put
     * in, and together with `below` of no events
     */
    static EventChunk* None()
    {
        return const_cast<EventChunk*>(&NONE);
    }

    struct Hot;

  private:
    static const EventChunk NONE;
};

/** The layout of an EventChunk that speed needs. */
struct EventChunk::Hot
{
    static_assert(sizeof(EventChunk) == 256 && alignof(EventChunk) == 64, "four cache lines");
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
