/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SLICE_SORT_H
#define MRC_SLICE_SORT_H

#include "mrc-event-chunk-pool.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Puts the many events of one bucket in order, at a cost for each that mostly does not grow with
 * them.
 *
 * The bucket is cut into some more slices of time than it has events. Counting says where each
 * slice begins; the few events that share one are put in order in the end. Where many share an
 * instant, the same is done by key beforehand.
 */
class SliceSort
{
  public:
    /**
     * Copies events in order.
     *
     * @param top the chunks of a bucket, the top one first; all others are full
     * @param count how many events they hold, at least 1
     * @param shift the bucket is 2^shift ps wide, 1 .. 31
     * @param to where they go, no part of the chunks
     */
    void Into(const EventChunk* top, uint32_t count, uint32_t shift, HotEvent* to);

  private:
    /**
     * Copies events into m_keyed, nearly in order of their keys.
     *
     * @param top as above
     * @param count as above, at least 2
     * @return whether they are; false: many of them have nearly the same key
     */
    bool InOrderOfKeys(const EventChunk* top, uint32_t count);

    std::vector<uint32_t>
        m_places; //!< of each slice of time: how many events, then where the next one goes
    std::vector<uint32_t> m_keyPlaces; //!< the same of each slice of keys
    std::vector<HotEvent> m_keyed;     //!< events in order of their keys
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SLICE_SORT_H */
