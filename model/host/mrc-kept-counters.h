/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_KEPT_COUNTERS_H
#define MRC_KEPT_COUNTERS_H

#include "mrc-nic-store.h"
#include "mrc-user-moment.h"

#include "ns3/mrc-queue-pair-counters.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace ns3
{
namespace mrc
{

class QueuePairSeats;

/** How did counters of queue pairs stand at moments of the last window, for users that hear late?
 */
class KeptCounters
{
  public:
    /** @param store, seats of the same NICs; must outlive this */
    KeptCounters(NicStore& store, QueuePairSeats& seats)
        : m_store(store),
          m_seats(seats)
    {
    }

    /**
     * Keeps counters of a queue pair as they are.
     *
     * @param slot of the queue pair
     * @param moment the present one
     */
    void Keep(SlotIndex slot, const UserMoment& moment);

    /** Has them kept at a coming moment of the calendar. */
    void KeepAt(SlotIndex slot, const UserMoment& moment);

    /** The shard is at a moment of the calendar. */
    void Pass(const UserMoment& moment);

    /** @return the counters of a queue pair at the moment that its user is told of */
    const QueuePairCounters& Of(SlotIndex slot) const;

    /** A window begins: users have been told of all that was in earlier ones. */
    void Forget();

  private:
    /** Counters of a queue pair at a moment. */
    struct Kept
    {
        SlotIndex slot;
        UserMoment moment;
        uint32_t place; //!< in the table
        QueuePairCounters counters;
    };

    /** Counters that are to be kept at a coming moment. */
    struct Wish
    {
        UserMoment moment;
        SlotIndex slot;

        friend bool operator>(const Wish& a, const Wish& b)
        {
            return b.moment < a.moment;
        }
    };

    uint32_t PlaceOf(SlotIndex slot, const UserMoment& moment) const;
    void Grow();

    NicStore& m_store;
    QueuePairSeats& m_seats;
    std::priority_queue<Wish, std::vector<Wish>, std::greater<>> m_wishes; //!< the earliest first
    std::vector<Kept> m_kept;      //!< keeps its memory, as windows are many
    std::vector<uint32_t> m_table; //!< 2^n places, found by hash: indices of m_kept from 1; 0: none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_KEPT_COUNTERS_H */
