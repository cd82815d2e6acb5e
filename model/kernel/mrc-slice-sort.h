/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SLICE_SORT_H
#define MRC_SLICE_SORT_H

#include "mrc-hot-event.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Puts the many events of one bucket in order, at a cost for each that does not grow with them.
 *
 * The bucket is cut into some more slices of time than it has events. Counting says where each
 * slice begins; the few events that share one are put in order in the end.
 */
class SliceSort
{
  public:
    /**
     * Copies events in order.
     *
     * @param from the events, all of one bucket
     * @param count how many, at least 1
     * @param shift the bucket is 2^shift ps wide, 1 .. 31
     * @param to where they go, no part of from
     */
    void Into(const HotEvent* from, uint32_t count, uint32_t shift, HotEvent* to);

  private:
    std::vector<uint32_t>
        m_places; //!< of each slice: how many events, then where the next one goes
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SLICE_SORT_H */
