/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_STATES_H
#define MRC_QUEUE_PAIR_STATES_H

#include "mrc-host-side.h"
#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-queue-pair-seats.h"
#include "mrc-receive-requests.h"

#include "ns3/mrc-qp-state.h"

namespace ns3
{
namespace mrc
{

/** In which state is a queue pair, and which consequences has that? */
class QueuePairStates
{
  public:
    /** @param parts of the same NICs, as the seats have them
     *  @param seats of the same NICs; must outlive this */
    QueuePairStates(const QueuePairSeats::Parts& parts, QueuePairSeats& seats)
        : m_parts(parts),
          m_seats(seats)
    {
    }

    /**
     * @return the state of a queue pair: that which its user was told, or ERR once its transport,
     * which alone knows that, has failed
     */
    QpState Of(SlotIndex slot) const;

    /** Changes the state of a queue pair, and does the work that the new state asks for. */
    void Change(SlotIndex slot, QpState state);

    /** Tells the user of a queue pair, once, that the pair has failed by itself, if it has. */
    void OnFailure(SlotIndex slot);

  private:
    void Enter(SlotIndex slot, QpState state);
    void Abort(SlotIndex slot, Instant now);
    void Tell(SlotIndex slot, QpState from);

    QueuePairSeats::Parts m_parts;
    QueuePairSeats& m_seats;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_STATES_H */
