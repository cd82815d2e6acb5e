/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TIMING_WHEEL_H
#define MRC_TIMING_WHEEL_H

#include "mrc-event-buckets.h"
#include "mrc-event-sort.h"
#include "mrc-hot-event.h"
#include "mrc-slice-sort.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * A priority queue of hot events; its cost does not grow with the number of events.
 *
 * Events wait unsorted in a ring of buckets, of BucketWidth() each; beyond the ring's Reach() in a
 * heap. Where events are thin, buckets are wider and reach farther, so that they hold some. The
 * buckets that come next are emptied into a run, which is sorted and then read from its head. A
 * reader may look along the run to prefetch the memory of coming events. A bucket with many events
 * is first spread over a second, finer ring. Runs and the cost of sorting them so stay small at any
 * density. An event that falls inside the run is put in its place.
 */
class TimingWheel
{
  public:
    /** @return the width of a bucket of the ring, where events are not thin */
    static constexpr Span BucketWidth()
    {
        return Span(int64_t{1} << RING_SHIFT);
    }

    /** @return how far ahead the ring reaches then */
    static constexpr Span Reach()
    {
        return Span(int64_t{RING_BUCKETS} << RING_SHIFT);
    }

    /** @return the width of a bucket now */
    Span CurrentWidth() const
    {
        return Span(int64_t{1} << m_shift);
    }

    TimingWheel();
    TimingWheel(const TimingWheel&) = delete;
    TimingWheel& operator=(const TimingWheel&) = delete;

    /**
     * @param event to be read in the order of events; instants before the last event read come next
     */
    void Insert(HotEvent event)
    {
        const int64_t ps = event.at.Ps();
        if (__builtin_expect(static_cast<uint64_t>(ps - m_nearPs) < m_spanPs, 1))
        {
            m_ring.Put(static_cast<uint64_t>(ps) >> m_shift, event, m_pool);
        }
        else
        {
            InsertElsewhere(event);
        }
    }

    /** @return whether no event waits */
    bool IsEmpty() const;

    /** @return the instant of the first event, Instant::Never() if there is none */
    Instant Earliest() const;

    /**
     * Makes the run hold the first event, if that is before the limit.
     *
     * The wheel never turns past the limit, so that events at the limit and later still find a
     * bucket.
     *
     * @param limit the run ends before this
     * @return whether *Head() is before the limit
     */
    bool Fill(Instant limit);

    /**
     * @return the first event of the run. At the run's end that is no event: its instant is
     * Instant::Never(), and all bits of key and argument are set
     */
    const HotEvent* Head() const
    {
        return m_head;
    }

    /** @return the number of sorted events from Head() on */
    std::size_t RunLength() const
    {
        return static_cast<std::size_t>(m_tail - m_head);
    }

    /** Takes *Head() out; RunLength() must not be 0. */
    void Pop()
    {
        ++m_head;
    }

    /** @return how many events were taken out so far */
    uint64_t PoppedCount() const
    {
        return m_sorted - RunLength();
    }

    /** Drops all events and turns back to instant 0. */
    void Clear();

  private:
    /** 4 ns per bucket: some ten events each where a hundred NICs send at full rate. */
    static constexpr uint32_t RING_SHIFT = 12;
    /** 66 ns per bucket: the widest, of which a run still has two. */
    static constexpr uint32_t MOST_SHIFT = 16;
    /** 34 us: arrivals and probe timers find a bucket, retransmission timers wait in the heap. */
    static constexpr uint32_t RING_BUCKETS = 8192;
    /** The fine ring divides one bucket into at most 2^10. */
    static constexpr uint32_t FINE_BITS = 10;

    /** Puts an event into the run, the fine ring or the heap. */
    void InsertElsewhere(HotEvent event);
    /** Puts an event in its place in the run. */
    void InsertIntoRun(const HotEvent& event);
    /** @return whether count more events fit behind the tail of the run */
    bool Fits(std::size_t count) const;
    /** Makes room for count more events behind the tail of the run. */
    void Reserve(std::size_t count);
    /** Turns the ring to the heap's first event if nothing else waits before the limit. */
    bool TurnTo(Instant limit);
    /** Moves events of the heap that are within the ring's span into the ring. */
    void PullOverflow();
    /** Appends buckets of the ring to the run. */
    void FillFromRing(Instant limit);
    /** Has the run begin with parts of a bucket that has too many events to be sorted at once. */
    void FillFromDense(int64_t bucket, Instant limit);
    /** Learns of so many buckets that became a run, and makes others as wide as suits events. */
    void Adapt(uint32_t buckets);
    /** Makes the buckets of the ring 2^shift ps wide. */
    void SetWidth(uint32_t shift);
    /** Moves one bucket of the ring into the fine ring. */
    void Spread(int64_t bucket);
    /** Appends buckets of the fine ring to the run. */
    void FillFromFine(Instant limit);
    /** Appends one bucket of so many events, 2^shift ps wide, to the run and sorts these. */
    void Append(EventBuckets& from, uint64_t bucket, std::size_t count, uint32_t shift);
    /** Puts what is no event behind the run. */
    void EndRun();
    /** @param bucket of the ring, the next to be emptied */
    void SetPosition(int64_t bucket);

    int64_t m_nearPs{0};          //!< start of the first bucket of the ring not yet emptied
    uint64_t m_spanPs{0};         //!< how far ahead the ring reaches
    uint32_t m_shift{RING_SHIFT}; //!< the ring's buckets are 2^this ps wide
    int32_t m_thin{0};            //!< runs of thin events, less those of dense ones
    HotEvent* m_head{nullptr};
    HotEvent* m_tail{nullptr};
    EventChunkPool m_pool;
    EventBuckets m_ring;
    EventBuckets m_fine;
    int64_t m_runEndPs{0};   //!< events before this instant belong to the run
    uint32_t m_fineShift{0}; //!< the fine ring's buckets are 2^this ps wide
    bool m_fineInUse{false}; //!< whether the fine ring covers m_runEndPs .. m_nearPs
    SliceSort m_sliceSort;
    /** A bucket of few events on its way to the run. Chunks are copied whole, so the last one may
     * write past the events that count. */
    HotEvent m_unsorted[EventSort::MOST + EventChunk::CAPACITY];
    std::vector<HotEvent> m_run;      //!< storage of the run and the sentinel behind its tail
    std::vector<HotEvent> m_overflow; //!< a heap, the first event on top
    uint64_t m_sorted{0}; //!< events that came to the run, but for those dropped from there
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TIMING_WHEEL_H */
