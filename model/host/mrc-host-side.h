/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOST_SIDE_H
#define MRC_HOST_SIDE_H

#include "mrc-host-delays.h"
#include "mrc-host-outlook.h"
#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"

#include "ns3/mrc-work-request.h"

#include <vector>

namespace ns3
{
namespace mrc
{

class QueuePairSeats;

/** When do posts reach the NIC, and ends of posts their user [host-overhead]? */
class HostSide
{
  public:
    /** @param store, pump, seats of the same NICs; must outlive this */
    HostSide(NicStore& store, NicPump& pump, QueuePairSeats& seats)
        : m_store(store),
          m_pump(pump),
          m_seats(seats),
          m_outlook(store, seats)
    {
    }

    /** Posts a work request; the host's overhead passes before the queue pair sees it. */
    void Post(SlotIndex slot, const WorkRequest& request);

    /** A work request of a queue pair ended: the pair's user hears so later. */
    void Complete(SlotIndex slot, const Completion& completion);

    /** A receive buffer of a queue pair was taken, or flushed: the pair's user hears so later. */
    void Take(SlotIndex slot, CompletionStatus status, const Delivery& delivery);

    /** Hands over the due posts and completions of a NIC. */
    void Run(NicState& nic, Instant now);

    /**
     * @return the requests that were posted to a queue pair, have not reached the queue pair, and
     * never will
     */
    std::vector<WorkRequest> TakePosts(SlotIndex slot);

    /** @return users that know beforehand what they will do when */
    HostOutlook& Outlook()
    {
        return m_outlook;
    }

  private:
    HostDelays& DelaysOf(SlotIndex slot);
    void Changed(SlotIndex slot);
    void Announce(Instant due);
    void CheckMeeting() const;
    void TellDone(const HostDelays::Done& done);
    void TellTaken(const HostDelays::Taken& taken);

    NicStore& m_store;
    NicPump& m_pump;
    QueuePairSeats& m_seats;
    HostOutlook m_outlook;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOST_SIDE_H */
