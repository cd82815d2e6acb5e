/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SLOT_TIMERS_H
#define MRC_SLOT_TIMERS_H

#include "mrc-nic-state.h"

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstddef>
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
        return m_heap.empty() ? Instant::Never() : m_heap.front().at;
    }

    /** Adds a wish. */
    void Push(Entry entry)
    {
        m_heap.push_back(entry);
        std::push_heap(m_heap.begin(), m_heap.end(), Later());
    }

    /** @return the earliest wish, which there is; the wish is taken out */
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
        return m_heap.size();
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

    std::vector<Entry> m_heap;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SLOT_TIMERS_H */
