/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_H
#define MRC_QUEUE_PAIR_H

#include "mrc-agenda.h"
#include "mrc-queue-pair-counters.h"
#include "mrc-queue-pair-observer.h"
#include "mrc-work-request.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/**
 * One end of a connection on the data path: the NIC pulls, the queue pair decides.
 *
 * Time is an argument of every call and never runs backwards between calls.
 */
class QueuePair
{
  public:
    virtual ~QueuePair() = default;

    /** Takes a work request; the request completes through the observer. */
    virtual Agenda Post(const WorkRequest& request, Instant now) = 0;

    /** Takes a datagram that arrived for this queue pair. */
    virtual Agenda Receive(const Datagram& datagram, Instant now) = 0;

    /**
     * The next packet that is not subject to the window: SACK, NACK, Transport ACK, probe,
     * response.
     *
     * @param now the time
     * @param out filled with the packet; its plane says which port sends it
     * @return whether there was one
     */
    virtual bool NextControl(Instant now, Datagram& out) = 0;

    /**
     * The next data packet: called at the moment of transmission, when some port is free.
     *
     * @param now the time
     * @param ports the ports that could send a packet at once, never empty
     * @param out filled with the packet; its plane is one of the ports
     * @return whether the window and the paths allow one now
     */
    virtual Pull NextData(Instant now, PlaneMask ports, Datagram& out) = 0;

    /**
     * Lets timers that are due act, if any are. The NIC calls Wake at or soon after NextWakeup(),
     * and may call it earlier for a queue pair with data that waits for its turn.
     */
    virtual Agenda Wake(Instant now) = 0;

    /**
     * @return when Wake must be called next at the latest; the time may move into the future
     * unasked. A queue pair that dozes leaves out timers of data: Agenda::wakeup had these
     */
    virtual Instant NextWakeup() const = 0;

    /**
     * The NIC's own ports changed.
     *
     * @param up the ports with a link
     * @param now the time
     */
    virtual Agenda PortsChanged(PlaneMask up, Instant now) = 0;

    /**
     * The peer's NIC told of its ports [port-status-carrier].
     *
     * @param up the ports with a link
     * @param now the time
     */
    virtual Agenda PeerPortsChanged(PlaneMask up, Instant now) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_H */
