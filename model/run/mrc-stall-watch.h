/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STALL_WATCH_H
#define MRC_STALL_WATCH_H

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Knows since when each transfer has not moved.
 */
class StallWatch
{
  public:
    /** @param transfers how many there are; more may come */
    explicit StallWatch(uint32_t transfers);

    /**
     * Notes how far a transfer is.
     *
     * @param transfer which one
     * @param active whether one of the transfer's flows is under way
     * @param placed bytes at their destination so far, all of the transfer's flows together
     * @param now the simulated time
     */
    void Observe(uint32_t transfer, bool active, uint64_t placed, Time now);

    /** @return the last time at which some transfer was seen to have moved, or none was active */
    Time LastProgress() const
    {
        return m_lastProgress;
    }

    /** @return whether no transfer was under way at the latest look */
    bool IsIdle() const
    {
        return m_active == 0;
    }

    /**
     * @param transfer which one
     * @return since when a transfer has not moved
     */
    Time Since(uint32_t transfer) const
    {
        return m_entries[transfer].since;
    }

    /**
     * @param now the simulated time
     * @param atLeast how long
     * @return the active transfers that have not moved for at least so long, the oldest first
     */
    std::vector<uint32_t> Stalled(Time now, Time atLeast) const;

    /**
     * @param now the simulated time
     * @param atLeast how long
     * @return when Stalled will name one more transfer, if none moves; the greatest time: never
     */
    Time NextStalled(Time now, Time atLeast) const;

  private:
    struct Entry
    {
        uint64_t placed : 63;
        uint64_t active : 1;
        Time since;

        Entry()
            : placed(0),
              active(0)
        {
        }
    };

    uint32_t m_transfers;         //!< that there are at least
    std::vector<Entry> m_entries; //!< empty until the first look
    uint32_t m_active{0};
    Time m_lastProgress;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STALL_WATCH_H */
