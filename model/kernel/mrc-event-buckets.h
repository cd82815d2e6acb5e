/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EVENT_BUCKETS_H
#define MRC_EVENT_BUCKETS_H

#include "mrc-event-chunk-pool.h"
#include "mrc-hot-event.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A ring of unsorted buckets of events, with a bit for each bucket that holds any. */
class EventBuckets
{
  public:
    static constexpr uint32_t NONE = 0xffffffff; //!< no such bucket

    /** @param count the number of buckets, a power of two and at least 64 */
    explicit EventBuckets(uint32_t count);

    /**
     * Adds an event.
     * @param bucket taken modulo the number of buckets
     * @param event the event
     * @param pool where chunks come from, always the same one
     */
    void Put(uint64_t bucket, HotEvent event, EventChunkPool& pool)
    {
        const auto slot = static_cast<uint32_t>(bucket) & m_mask;
        // The beginning of the chunk, which is another line, is not touched.
        HotEvent* place = m_next[slot];
        if (__builtin_expect(EventChunk::IsEnd(place), 0))
        {
            PutApart(slot, event, pool);
            return;
        }
        m_next[slot] = place + 1;
        // member by member: callers hold them in registers, of which a whole would be put together
        place->at = event.at;
        place->key = event.key;
        place->arg = event.arg;
    }

    /**
     * @param bucket number of this
     * @return how many buckets after this, in ring order, the first with events lies, or NONE
     */
    uint32_t DistanceToNext(uint64_t bucket) const
    {
        const auto slot = static_cast<uint32_t>(bucket) & m_mask;
        const uint64_t bits = m_used[slot / 64] >> (slot % 64);
        return bits != 0 ? static_cast<uint32_t>(__builtin_ctzll(bits)) : DistanceFurther(slot);
    }

    /**
     * @param bucket number of the bucket
     * @return the number of events in a bucket, taken modulo the number of buckets
     */
    std::size_t Size(uint64_t bucket) const
    {
        HotEvent* const place = m_next[static_cast<uint32_t>(bucket) & m_mask];
        if (__builtin_expect(place == nullptr, 0))
        {
            return 0;
        }
        const EventChunk* chunk = EventChunk::Before(place);
        return chunk->below + static_cast<std::size_t>(place - chunk->events);
    }

    /**
     * @param bucket number of the bucket, taken modulo the number of buckets
     * @return the least instant in a bucket, Instant::Never() of an empty bucket
     */
    Instant Earliest(uint64_t bucket) const;

    /**
     * Empties a bucket.
     * @param bucket taken modulo the number of buckets
     * @param to where the bucket's Size() events are written, in no order; EventChunk::CAPACITY
     *   more places behind them may be overwritten
     * @param pool where chunks go back to
     */
    void Take(uint64_t bucket, HotEvent* to, EventChunkPool& pool);

    /**
     * Empties a bucket.
     * @param bucket taken modulo the number of buckets
     * @return the bucket's chunks from the top one; the caller gives them back to their pool
     */
    EventChunk* TakeChain(uint64_t bucket)
    {
        return Detach(bucket);
    }

    /**
     * Empties a bucket of at most EventChunk::CAPACITY events.
     * @param bucket taken modulo the number of buckets
     * @param pool where the chunk goes back to
     * @return the bucket's Size() events, in no order; there until the next Put
     */
    const HotEvent* TakeChunk(uint64_t bucket, EventChunkPool& pool)
    {
        EventChunk* chunk = Detach(bucket);
        pool.GiveBack(chunk);
        return chunk->events;
    }

    /**
     * Empties a bucket of one or two events, in order: in a network with little traffic most have
     * no more.
     * @param bucket taken modulo the number of buckets
     * @param to where the events are written
     * @param pool where the chunk goes back to
     */
    void TakeFew(uint64_t bucket, HotEvent* to, EventChunkPool& pool)
    {
        EventChunk* chunk = Detach(bucket);
        const HotEvent first = chunk->events[0];
        to[0] = first;
        if (chunk->count == 2)
        {
            // no branch, as in EventSort: a processor would guess half of them wrong
            const HotEvent second = chunk->events[1];
            const std::size_t place = EarlierHotEvent()(second, first) ? 0 : 1;
            to[1 - place] = first;
            to[place] = second;
        }
        pool.GiveBack(chunk);
    }

    /**
     * Moves the events of a bucket to the buckets of another ring.
     * @param bucket taken modulo the number of buckets
     * @param to a ring with buckets 2^shift ps wide
     * @param shift see to
     * @param pool of the chunks of both
     */
    void Spread(uint64_t bucket, EventBuckets& to, uint32_t shift, EventChunkPool& pool);

    /** @param pool where the chunks of all events go back to */
    void Clear(EventChunkPool& pool);

  private:
    /** The rare part of Put: a chunk more. Out of line, as Put is inlined at many places. */
    __attribute__((noinline)) void PutApart(uint32_t slot, HotEvent event, EventChunkPool& pool);
    /** Puts an empty chunk on top of a bucket. @return the place of its first event */
    HotEvent* Extend(uint32_t slot, EventChunkPool& pool);
    /** As Extend, if the pool is used up: apart, so that Extend keeps nothing over a call. */
    __attribute__((noinline)) HotEvent* GrowAndExtend(uint32_t slot, EventChunkPool& pool);
    /** @return DistanceToNext of a bucket, if the bits of its word from that bucket on are 0 */
    uint32_t DistanceFurther(uint32_t slot) const;

    /** @return the top chunk of a bucket with events, which is empty hereafter */
    EventChunk* Detach(uint64_t bucket)
    {
        const auto slot = static_cast<uint32_t>(bucket) & m_mask;
        HotEvent* const place = m_next[slot];
        EventChunk* chunk = EventChunk::Before(place);
        chunk->count = static_cast<uint32_t>(place - chunk->events);
        m_next[slot] = nullptr;
        // The search for the next bucket in use reads this bit map.
        m_used[slot / 64] &= ~(uint64_t{1} << (slot % 64));
        return chunk;
    }

    uint32_t m_mask;
    std::vector<HotEvent*> m_next; //!< where the next event goes; null: the bucket is empty
    std::vector<uint64_t> m_used;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EVENT_BUCKETS_H */
