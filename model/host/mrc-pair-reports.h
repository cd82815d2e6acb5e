/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAIR_REPORTS_H
#define MRC_PAIR_REPORTS_H

#include "mrc-nic-store.h"

#include "ns3/mrc-hot-event.h"

#include <optional>

namespace ns3
{
namespace mrc
{

class QueuePairSeats;
struct QueuePairReport;

/**
 * Something happens to a queue pair, of which its user is to hear. Of several processes, ends all
 * if a user hears of something else just now: the script has ordered that inside a sink.
 *
 * @param store of NICs at which something happens
 * @param slot of the queue pair
 */
void RequireNoneHears(const NicStore& store, SlotIndex slot);

/**
 * @param store of NICs at which something happens
 * @return the event as which a user is told of that later; none: the user is told now
 */
std::optional<HotEvent> LateEvent(const NicStore& store);

/** When do sinks hear of events of a queue pair, in this process and in others? */
class PairReports
{
  public:
    /** @param store, seats of the same NICs; must outlive the run */
    PairReports(const NicStore& store, QueuePairSeats& seats)
        : m_store(store),
          m_seats(seats)
    {
    }

    /**
     * Tells the user of a queue pair what sinks are to hear of. Where others are active the user
     * hears when the window is over.
     *
     * @param slot of the queue pair
     * @param report of an event
     */
    void Tell(SlotIndex slot, const QueuePairReport& report) const;

  private:
    const NicStore& m_store;
    QueuePairSeats& m_seats;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAIR_REPORTS_H */
