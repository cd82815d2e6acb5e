/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_SEATS_H
#define MRC_QUEUE_PAIR_SEATS_H

#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-queue-pair-maker.h"
#include "mrc-rest-queue.h"

#include "ns3/mrc-hint-step.h"
#include "ns3/mrc-queue-pair-observer.h"

#include <deque>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class HostSide;
class ReceiveRequests;

/**
 * The part of queue pairs that exists before they are set up: their administration and their users.
 * Owns the queue pairs.
 */
class QueuePairSeats
{
  public:
    /** The parts that handle events of a queue pair; all must outlive the seats. */
    struct Parts
    {
        NicStore& store;           //!< the NICs
        NicPump& pump;             //!< pulls from queue pairs that may send again
        HostSide& host;            //!< hands completions to users
        ReceiveRequests& receives; //!< has the buffers for immediates
    };

    /** @param parts of the same NICs */
    explicit QueuePairSeats(const Parts& parts);
    ~QueuePairSeats();

    /** @return the observer that the queue pair of a slot must be made with */
    QueuePairObserver& ObserverOf(SlotIndex slot);

    /**
     * @return the administration of a queue pair; another one once the pair is set up or first used
     */
    QueuePairAdmin& AdminOf(SlotIndex slot);

    /** An administrator denies or allows an EV of a queue pair. */
    void Administer(SlotIndex slot, Ev ev, PathOrder order);

    /**
     * Sets the user that hears events of a queue pair.
     *
     * @param slot which one
     * @param user must outlive the NICs, or be taken back while this user hears no samples; null:
     * none
     */
    void SetUser(SlotIndex slot, QueuePairUser* user);

    /** @return the user that hears events of a queue pair, null: none */
    QueuePairUser* UserOf(SlotIndex slot);

    /**
     * Has the user hear samples of a queue pair, whenever the pair is set up.
     *
     * @param slot which one
     * @param watched all
     */
    void Watch(SlotIndex slot, bool watched);

    /** Tells the user of a queue pair that a work request ended. */
    void TellCompleted(SlotIndex slot, const Completion& completion);

    /**
     * @param slot of a queue pair, the user of which will be told of something soon
     * @param isArrival as QueuePairUser::Hint
     * @return a step to what is touched then
     */
    HintStep HintOf(SlotIndex slot, bool isArrival) const;

    /** @param slot of a queue pair that will be posted to soon @return likewise */
    HintStep HintOfPost(SlotIndex slot) const
    {
        return {&HintSlot, this, slot};
    }

    /** @return the counters of the queue pair in a slot */
    const QueuePairCounters& CountersOf(SlotIndex slot);

    /** @return the counters of that queue pair if the pair is of RoCEv2, else null */
    const RoceCounters* RoceOf(SlotIndex slot);

    /**
     * @param slot gets a queue pair
     * @param pair the same; none: another shard has it
     * @return the queue pair that was there, as its administration
     */
    std::unique_ptr<QueuePairAdmin> Replace(SlotIndex slot, QueuePairParts pair);

  private:
    class Seat;

    const QueuePairCounters& PresentCounters(SlotIndex slot);
    template <bool IS_ARRIVAL>
    static HintStep HintUser(const void* seats, uint32_t slot);
    static HintStep HintSlot(const void* seats, uint32_t slot);
    static HintStep HintNic(const void* seats, uint32_t slot);
    void NoteUse(SlotIndex slot);
    void TellDelivered(SlotIndex slot, const Delivery& delivery);

    Parts m_parts;
    std::unique_ptr<QueuePairAdmin> m_absent; //!< stands for all queue pairs of other shards
    std::deque<Seat> m_seats;                 //!< by slot
    std::vector<RestQueue> m_resting;         //!< by NIC
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_SEATS_H */
