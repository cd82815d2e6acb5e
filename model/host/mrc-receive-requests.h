/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECEIVE_REQUESTS_H
#define MRC_RECEIVE_REQUESTS_H

#include "mrc-nic-store.h"

#include "ns3/mrc-work-request.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class HostSide;
struct ResponderLimits;
class QueuePairSeats;
class QueuePairStates;

/** What do users of queue pairs let peers do: which buffers are posted, taken, flushed? */
class ReceiveRequests
{
  public:
    /** @param store, host, seats, states of the same NICs; must outlive this */
    ReceiveRequests(NicStore& store,
                    HostSide& host,
                    QueuePairSeats& seats,
                    const QueuePairStates& states)
        : m_store(store),
          m_host(host),
          m_seats(seats),
          m_states(states)
    {
    }

    /** @return as QueuePairAdmin::Limits, also of a queue pair of another process */
    ResponderLimits& LimitsOf(SlotIndex slot);

    /** A queue pair's user posts receive buffers. */
    void Post(SlotIndex slot, uint32_t count);

    /** From now on the user hears of the receive buffers of this queue pair. */
    void Watch(SlotIndex slot);

    /** An immediate has taken a buffer. */
    void OnImmediate(SlotIndex slot, const Delivery& delivery);

    /** The queue pair has gone to RESET or ERR: its buffers are gone. */
    void Flush(SlotIndex slot);

  private:
    NicStore& m_store;
    HostSide& m_host;
    QueuePairSeats& m_seats;
    const QueuePairStates& m_states;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECEIVE_REQUESTS_H */
