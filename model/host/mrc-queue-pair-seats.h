/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_SEATS_H
#define MRC_QUEUE_PAIR_SEATS_H

#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-queue-pair-maker.h"
#include "mrc-rest-queue.h"

#include "ns3/mrc-queue-pair-observer.h"

#include <deque>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class HostSide;
class QueuePairStates;
class ReceiveRequests;

/** What of queue pairs is there whether or not they are set up: who administers them, who hears? */
class QueuePairSeats
{
  public:
    /** What deals with what a queue pair tells; all must outlive the seats. */
    struct Parts
    {
        NicStore& store;           //!< the NICs
        NicPump& pump;             //!< pulls from who may send again
        HostSide& host;            //!< hands completions to users
        ReceiveRequests& receives; //!< has the buffers for immediates
        QueuePairStates& states;   //!< hears of failures
    };

    /** @param parts of the same NICs */
    explicit QueuePairSeats(const Parts& parts);
    ~QueuePairSeats();

    /** @return the observer that the queue pair of a slot must be made with */
    QueuePairObserver& ObserverOf(SlotIndex slot);

    /** @return the administration of a queue pair; another one once it is set up or first used */
    QueuePairAdmin& AdminOf(SlotIndex slot);

    /** An administrator denies or allows an EV of a queue pair. */
    void Administer(SlotIndex slot, Ev ev, PathOrder order);

    /**
     * Sets who hears what a queue pair tells.
     *
     * @param slot which one
     * @param user must outlive the NICs, or be taken back while it hears no samples; null: nobody
     */
    void SetUser(SlotIndex slot, QueuePairUser* user);

    /** @return who hears what a queue pair tells, null: nobody */
    QueuePairUser* UserOf(SlotIndex slot);

    /**
     * Has the user hear samples of a queue pair, whenever it is set up.
     *
     * @param slot which one
     * @param watched all
     */
    void Watch(SlotIndex slot, bool watched);

    /** Puts a queue pair into a slot. @return what was there */
    std::unique_ptr<QueuePair> Replace(SlotIndex slot, QueuePairParts pair);

  private:
    class Seat;

    void NoteUse(SlotIndex slot);

    Parts m_parts;
    std::deque<Seat> m_seats;         //!< by slot
    std::vector<RestQueue> m_resting; //!< by NIC
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_SEATS_H */
