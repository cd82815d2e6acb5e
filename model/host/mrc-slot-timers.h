/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SLOT_TIMERS_H
#define MRC_SLOT_TIMERS_H

#include "mrc-nic-state.h"

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which queue pair of a NIC wants to be woken next?
 *
 * A heap, since a NIC may have thousands. A queue pair that wants to be woken earlier leaves its
 * old entry in the heap. The owner knows an old entry by its instant, which is no longer the queue
 * pair's.
 */
class SlotTimers
{
  public:
    /** One wish to be woken. */
    struct Entry
    {
        Instant at;     //!< when the timer fires
        SlotIndex slot; //!< of the queue pair
    };

    /** @return the earliest instant, Instant::Never() if nobody wants to be woken */
    Instant Earliest() const
    {
        return std::min(m_pace.at, OfHeap());
    }

    /** @return whether the pace of a queue pair is kept that is due then, or earlier */
    bool HasPace(SlotIndex slot, Instant at) const
    {
        return m_pace.slot == slot && m_pace.at <= at;
    }

    /**
     * Keeps one wish beside the heap: that of a queue pair that is to be woken for each packet.
     *
     * @param entry the wish
     * @return whether there was a place for the wish
     */
    bool KeepPace(Entry entry)
    {
        const bool isFree = m_pace.slot == NO_SLOT;
        m_pace = isFree ? entry : m_pace;
        return isFree;
    }

    /** @return the queue pair of the pace, if that is the earliest wish of all and due; or NO_SLOT
     */
    SlotIndex TakePace(Instant now)
    {
        if (m_pace.at > now || (!m_heap.empty() && Later()(m_pace, m_heap.front())))
        {
            return NO_SLOT;
        }
        return std::exchange(m_pace, NO_PACE).slot;
    }

    /** @return the queue pair of the pace, if that is due and no other wish is; or NO_SLOT */
    SlotIndex TakeOnlyPace(Instant now)
    {
        return m_pace.at > now || OfHeap() <= now ? NO_SLOT : std::exchange(m_pace, NO_PACE).slot;
    }

    /** Adds a wish. */
    void Push(Entry entry)
    {
        m_heap.push_back(entry);
        std::push_heap(m_heap.begin(), m_heap.end(), Later());
    }

    /** @return the earliest wish of the heap, which there is; the wish is taken out */
    Entry Pop()
    {
        std::pop_heap(m_heap.begin(), m_heap.end(), Later());
        const Entry first = m_heap.back();
        m_heap.pop_back();
        return first;
    }

    /** @return how many wishes there are */
    std::size_t Count() const
    {
        return m_heap.size() + (m_pace.slot == NO_SLOT ? 0 : 1);
    }

  private:
    /** At equal times the queue pair that was made last comes first. */
    struct Later
    {
        bool operator()(const Entry& a, const Entry& b) const
        {
            return a.at > b.at || (a.at == b.at && a.slot < b.slot);
        }
    };

    /** @return the earliest instant of the heap */
    Instant OfHeap() const
    {
        return m_heap.empty() ? Instant::Never() : m_heap.front().at;
    }

    static constexpr Entry NO_PACE{Instant::Never(), NO_SLOT};

    Entry m_pace{NO_PACE};
    std::vector<Entry> m_heap;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SLOT_TIMERS_H */
