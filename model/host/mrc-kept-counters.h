/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_KEPT_COUNTERS_H
#define MRC_KEPT_COUNTERS_H

#include "mrc-nic-store.h"
#include "mrc-user-moment.h"

#include "ns3/mrc-queue-pair-counters.h"

#include <map>
#include <utility>

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
    void Forget()
    {
        m_kept.clear();
    }

  private:
    NicStore& m_store;
    QueuePairSeats& m_seats;
    std::multimap<UserMoment, SlotIndex> m_wishes;
    std::map<std::pair<SlotIndex, UserMoment>, QueuePairCounters> m_kept;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_KEPT_COUNTERS_H */
