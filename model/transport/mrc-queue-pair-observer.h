/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_OBSERVER_H
#define MRC_QUEUE_PAIR_OBSERVER_H

#include "mrc-queue-pair-user.h"
#include "mrc-work-request.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

class HintedPair;
class QueuePairAdmin;

/** Events of a queue pair that its NIC has to act on. */
class QueuePairObserver
{
  public:
    virtual ~QueuePairObserver() = default;

    /** A work request of this side ended. Completions come in the order of the posts. */
    virtual void Completed(const Completion& completion) = 0;

    /** A message of the peer is complete. */
    virtual void Delivered(const Delivery& delivery) = 0;

    /** Another queue pair of the same NIC may send again. */
    virtual void MaySend(QpNumber)
    {
    }

    /**
     * Calls are best made to another object from now on (HintedPair::Way).
     * The arguments are the administration of the queue pair, and that object.
     */
    virtual void WayChanged(const QueuePairAdmin&, HintedPair&)
    {
    }

    QueuePairWatch watch; //!< the user, for events that the NIC need not know
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_OBSERVER_H */
