/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-timing-wheel.h"

#include "mrc-few-events.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** A run is filled from further buckets until it has so many events ... */
constexpr std::size_t ENOUGH = 32;
/** ... or spans 0.1 us, less than the time that most events are scheduled ahead. */
constexpr uint32_t RUN_SHIFT = 17;
/** So few events of a bucket are thin: finding the bucket takes longer than reading them. */
constexpr std::size_t THIN = 2;
/** So many would take less time in two buckets. */
constexpr std::size_t THICK = 10;
/** After so many runs with such events all wait in other buckets. */
constexpr int32_t PATIENCE = 32;
/**
 * Where events are dense a run is longer: a reader that prefetches stops short at the end of the
 * run.
 */
constexpr std::size_t LONG_RUN = 256;
/**
 * Room behind the tail of a run: for the sentinel, or for events that EventBuckets::Take
 * overwrites.
 */
constexpr std::size_t SLACK = EventChunk::CAPACITY;
/** A bucket with more events than this is spread over the fine ring. */
constexpr std::size_t DENSE = 1024;
/** The fine ring is made as fine as gives so many events per bucket. */
constexpr std::size_t SORTABLE = 256;

/** Buckets of so few events are filled in without a look at the room behind the run's tail. */
static_assert(LONG_RUN + EventChunk::CAPACITY + SLACK <= 2 * LONG_RUN,
              "a run that is short enough to go on has room for one more chunk");

/** @return the last bucket, 2^shift ps wide, that begins before an instant; -1: none does */
int64_t
BucketBefore(Instant limit, uint32_t shift)
{
    return limit.Ps() <= 0 ? -1 : (limit.Ps() - 1) >> shift;
}

/** The order of a heap with the first event on top. */
struct LaterHotEvent
{
    bool operator()(const HotEvent& a, const HotEvent& b) const
    {
        return EarlierHotEvent()(b, a);
    }
};

} // namespace

TimingWheel::TimingWheel()
    : m_ring(RING_BUCKETS),
      m_fine(1u << FINE_BITS)
{
    m_run.resize(2 * LONG_RUN);
    Clear();
}

void
TimingWheel::Clear()
{
    m_ring.Clear(m_pool);
    m_fine.Clear(m_pool);
    m_overflow.clear();
    m_fineInUse = false;
    m_sorted -= RunLength();
    m_head = m_run.data();
    m_tail = m_head;
    EndRun();
    SetWidth(RING_SHIFT);
    SetPosition(0);
    m_runEndPs = 0;
    m_thin = 0;
}

/** The sentinel lets readers look at the head without asking whether the run is empty. */
void
TimingWheel::EndRun()
{
    *m_tail = {Instant::Never(), ~0U, ~0U};
}

void
TimingWheel::SetPosition(int64_t bucket)
{
    m_nearPs = bucket * (int64_t{1} << m_shift);
}

bool
TimingWheel::IsEmpty() const
{
    return Earliest() == Instant::Never();
}

Instant
TimingWheel::Earliest() const
{
    if (m_head != m_tail)
    {
        return m_head->at;
    }
    // The fine ring holds the one dense bucket that is being read, so the events of the fine ring
    // come before those of the ring.
    if (m_fineInUse)
    {
        const int64_t next = m_runEndPs >> m_fineShift;
        const uint32_t distance = m_fine.DistanceToNext(static_cast<uint64_t>(next));
        if (distance != EventBuckets::NONE)
        {
            return m_fine.Earliest(static_cast<uint64_t>(next + distance));
        }
    }
    // Only Fill moves events of the heap into the ring, so the first event may be in either.
    Instant earliest = m_overflow.empty() ? Instant::Never() : m_overflow.front().at;
    const int64_t next = m_nearPs >> m_shift;
    const uint32_t distance = m_ring.DistanceToNext(static_cast<uint64_t>(next));
    if (distance != EventBuckets::NONE)
    {
        earliest = std::min(earliest, m_ring.Earliest(static_cast<uint64_t>(next + distance)));
    }
    return earliest;
}

/** The rare part of Insert: the event lies beyond the ring, or before its first bucket. */
void
TimingWheel::InsertElsewhere(HotEvent event)
{
    const int64_t ps = event.at.Ps();
    // Events beyond the reach of the ring are few, so a heap will do for them.
    if (ps - m_nearPs >= static_cast<int64_t>(m_spanPs))
    {
        m_overflow.push_back(event);
        std::push_heap(m_overflow.begin(), m_overflow.end(), LaterHotEvent());
    }
    // Only the fine ring lies between the end of the run and the ring: the event belongs to the
    // bucket that was spread.
    else if (ps >= m_runEndPs)
    {
        m_fine.Put(static_cast<uint64_t>(ps) >> m_fineShift, event, m_pool);
    }
    else
    {
        InsertIntoRun(event);
    }
}

void
TimingWheel::InsertIntoRun(const HotEvent& event)
{
    ++m_sorted;
    HotEvent* place = std::upper_bound(m_head, m_tail, event, EarlierHotEvent());
    // The shorter side moves: events that are scheduled for soon mostly belong near the head.
    if (m_head != m_run.data() && place - m_head <= m_tail - place)
    {
        std::move(m_head, place, m_head - 1);
        --m_head;
        place[-1] = event;
        return;
    }
    // An index survives Reserve, a pointer does not.
    const std::ptrdiff_t offset = place - m_head;
    if (!Fits(1))
    {
        Reserve(1);
    }
    place = m_head + offset;
    // The sentinel behind the tail moves along.
    std::move_backward(place, m_tail + 1, m_tail + 2);
    ++m_tail;
    *place = event;
}

bool
TimingWheel::Fits(std::size_t count) const
{
    return static_cast<std::size_t>(m_run.data() + m_run.size() - m_tail) >= count + SLACK;
}

void
TimingWheel::Reserve(std::size_t count)
{
    const std::size_t length = RunLength();
    const auto used = static_cast<std::size_t>(m_tail - m_run.data());
    m_run.resize(2 * (used + count + SLACK));
    m_tail = m_run.data() + used;
    // Both ends are set anew, since the vector has moved.
    m_head = m_tail - length;
}

bool
TimingWheel::Fill(Instant limit)
{
    if (m_head == m_tail)
    {
        const uint64_t popped = PoppedCount();
        m_head = m_run.data();
        m_tail = m_head;
        if (m_fineInUse)
        {
            FillFromFine(limit);
        }
        if (!m_fineInUse && m_head == m_tail && TurnTo(limit))
        {
            FillFromRing(limit);
        }
        m_sorted = popped + RunLength();
        EndRun();
    }
    return m_head->at < limit;
}

/**
 * Finds out whether the ring has an event to read, and leaps ahead if only the heap has one. The
 * leap stays below the limit, so that later insertions still find a bucket.
 */
bool
TimingWheel::TurnTo(Instant limit)
{
    PullOverflow();
    const int64_t next = m_nearPs >> m_shift;
    if (m_ring.DistanceToNext(static_cast<uint64_t>(next)) != EventBuckets::NONE)
    {
        return true;
    }
    if (m_overflow.empty() || m_overflow.front().at >= limit)
    {
        return false;
    }
    // The ring is empty, so the wheel leaps to the next event instead of turning bucket by bucket.
    SetPosition(m_overflow.front().at.Ps() >> m_shift);
    m_runEndPs = m_nearPs;
    PullOverflow();
    return true;
}

/** The ring has turned since these events came, so that now some of them have a bucket. */
void
TimingWheel::PullOverflow()
{
    while (!m_overflow.empty() &&
           m_overflow.front().at.Ps() - m_nearPs < static_cast<int64_t>(m_spanPs))
    {
        std::pop_heap(m_overflow.begin(), m_overflow.end(), LaterHotEvent());
        const HotEvent event = m_overflow.back();
        m_overflow.pop_back();
        m_ring.Put(static_cast<uint64_t>(event.at.Ps()) >> m_shift, event, m_pool);
    }
}

/** Inlined, since each run of events begins with some of these calls. */
__attribute__((always_inline)) inline void
TimingWheel::Append(EventBuckets& from, uint64_t bucket, std::size_t count, uint32_t shift)
{
    if (count <= 2)
    {
        from.TakeFew(bucket, m_tail, m_pool);
        m_tail += count;
        return;
    }
    const auto few = static_cast<uint32_t>(count);
    if (count <= EventChunk::CAPACITY)
    {
        const HotEvent* const events = from.TakeChunk(bucket, m_pool);
        switch (count)
        {
        case 3:
            PlaceFew<3>(events, m_tail);
            break;
        case 4:
            PlaceFew<4>(events, m_tail);
            break;
        default:
            if (shift == RING_SHIFT)
            {
                EventSort::Into(events, few, RING_SHIFT, m_tail);
                break;
            }
            PlaceSome(events, few, shift, m_tail);
        }
        m_tail += count;
        return;
    }
    if (!Fits(count))
    {
        Reserve(count);
    }
    if (count <= EventSort::MOST)
    {
        from.Take(bucket, m_unsorted, m_pool);
        EventSort::Into(m_unsorted, few, shift, m_tail);
    }
    else
    {
        EventChunk* const chain = from.TakeChain(bucket);
        m_sliceSort.Into(chain, few, shift, m_tail);
        m_pool.GiveBackChain(chain);
    }
    m_tail += count;
}

void
TimingWheel::FillFromRing(Instant limit)
{
    int64_t next = m_nearPs >> m_shift;
    uint32_t distance = m_ring.DistanceToNext(static_cast<uint64_t>(next));
    // A short run leaves most new events to the ring, where an insertion costs less than in the
    // run.
    const int64_t last =
        std::min(next + distance + (1U << (RUN_SHIFT - m_shift)), BucketBefore(limit, m_shift));
    uint32_t buckets = 0;
    // All waiting buckets lie within one turn of the first, however far this loop gets.
    while (distance != EventBuckets::NONE && RunLength() < ENOUGH)
    {
        next += distance;
        if (next > last)
        {
            break;
        }
        // A dense bucket waits until that bucket comes first: then the bucket is spread, since
        // sorting all of it would take too long.
        const std::size_t count = m_ring.Size(static_cast<uint64_t>(next));
        if (count > DENSE)
        {
            if (m_head == m_tail)
            {
                FillFromDense(next, limit);
                return;
            }
            break;
        }
        Append(m_ring, static_cast<uint64_t>(next), count, m_shift);
        ++buckets;
        SetPosition(++next);
        m_runEndPs = m_nearPs;
        distance = m_ring.DistanceToNext(static_cast<uint64_t>(next));
    }
    Adapt(buckets);
}

void
TimingWheel::FillFromDense(int64_t bucket, Instant limit)
{
    if (m_shift != RING_SHIFT)
    {
        SetWidth(RING_SHIFT);
        // Narrow buckets reach less far, so the events may have gone to the heap.
        if (TurnTo(limit))
        {
            FillFromRing(limit);
        }
        return;
    }
    Spread(bucket);
    FillFromFine(limit);
}

void
TimingWheel::Adapt(uint32_t buckets)
{
    const std::size_t events = RunLength();
    if (events == 0)
    {
        return; // at a limit, which says nothing of density
    }
    const bool isThin = events <= THIN * buckets;
    const bool isThick = events > THICK * buckets;
    if (!isThin && !(isThick && m_shift != RING_SHIFT))
    {
        m_thin = 0;
        return;
    }
    m_thin += isThin ? 1 : -1;
    // The end of the run has to be the end of a bucket.
    const bool fits = (m_nearPs & (int64_t{1} << m_shift)) == 0;
    if (m_thin >= PATIENCE && m_shift != MOST_SHIFT && fits)
    {
        SetWidth(m_shift + 1);
        m_thin = 0;
    }
    else if (m_thin <= -PATIENCE)
    {
        SetWidth(m_shift - 1);
        m_thin = 0;
    }
}

void
TimingWheel::SetWidth(uint32_t shift)
{
    std::vector<HotEvent> waiting;
    auto bucket = static_cast<uint64_t>(m_nearPs) >> m_shift;
    for (uint32_t distance = m_ring.DistanceToNext(bucket); distance != EventBuckets::NONE;
         distance = m_ring.DistanceToNext(bucket))
    {
        bucket += distance;
        const std::size_t before = waiting.size();
        const std::size_t count = m_ring.Size(bucket);
        // Take writes whole chunks, so there is room for one more.
        waiting.resize(before + count + EventChunk::CAPACITY);
        m_ring.Take(bucket, waiting.data() + before, m_pool);
        waiting.resize(before + count);
    }
    m_shift = shift;
    m_spanPs = uint64_t{RING_BUCKETS} << shift;
    // Inserted anew, as buckets of another width are at other places.
    for (const HotEvent& event : waiting)
    {
        Insert(event);
    }
}

void
TimingWheel::Spread(int64_t bucket)
{
    const std::size_t count = m_ring.Size(static_cast<uint64_t>(bucket));
    // As coarse as gives at most SORTABLE events a fine bucket, if they are evenly spread.
    m_fineShift = m_shift - 1;
    while (m_fineShift > m_shift - FINE_BITS && count >> (m_shift - m_fineShift) > SORTABLE)
    {
        --m_fineShift;
    }
    m_ring.Spread(static_cast<uint64_t>(bucket), m_fine, m_fineShift, m_pool);
    m_fineInUse = true;
    // Events inserted into this span from now on go to the fine ring.
    m_runEndPs = bucket * (int64_t{1} << m_shift);
    SetPosition(bucket + 1);
}

void
TimingWheel::FillFromFine(Instant limit)
{
    int64_t next = m_runEndPs >> m_fineShift;
    while (RunLength() < LONG_RUN)
    {
        const uint32_t distance = m_fine.DistanceToNext(static_cast<uint64_t>(next));
        if (distance == EventBuckets::NONE)
        {
            // The bucket is read to its end: reading goes on in the ring, behind the bucket.
            m_fineInUse = false;
            m_runEndPs = m_nearPs;
            return;
        }
        next += distance;
        if (next * (int64_t{1} << m_fineShift) >= limit.Ps())
        {
            return;
        }
        const auto bucket = static_cast<uint64_t>(next);
        Append(m_fine, bucket, m_fine.Size(bucket), m_fineShift);
        ++next;
        m_runEndPs = next * (int64_t{1} << m_fineShift);
    }
}

} // namespace mrc
} // namespace ns3
