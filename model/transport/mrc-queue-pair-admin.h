/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_ADMIN_H
#define MRC_QUEUE_PAIR_ADMIN_H

#include "mrc-agenda.h"
#include "mrc-grant.h"
#include "mrc-path-state.h"
#include "mrc-qp-sample.h"
#include "mrc-queue-pair-counters.h"
#include "mrc-responder-guard.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/** The status of a queue pair, to be read. */
struct QueuePairStatus
{
    const QueuePairCounters& counters; //!< so far; the next call brings them up to date, and they
                                       //!< end with the queue pair
    WindowSample window; //!< the window of the pair's sender, and bytes in flight; `at` says
                         //!< nothing
    Grant grant;         //!< the grant of the pair's responder
    const RoceCounters* roce{nullptr}; //!< of a queue pair of RoCEv2; null: the pair is one of MRC
    bool failed{false};                //!< the pair has failed, at either of its roles or by Abort
};

/**
 * A queue pair as its administrators and watchers see it; no packet calls any of this.
 *
 * Time is an argument, and never runs backwards between calls.
 */
class QueuePairAdmin
{
  public:
    virtual ~QueuePairAdmin() = default;

    /** An administrator denies or allows an EV; one that is not its own changes nothing. */
    virtual Agenda Administer(Ev ev, PathOrder order, Instant now) = 0;

    /** @return the EVs of the pair, plane by plane */
    virtual std::vector<PathStatus> Paths() = 0;

    /**
     * Changes the grant of the pair's responder; the peer hears of the new grant with the next
     * SACK.
     *
     * @return false, and nothing changes, if the MPR is a new one and not dynamic
     */
    virtual bool SetGrant(const Grant& grant) = 0;

    /** @return the counters, the window, the grant */
    virtual QueuePairStatus Status() const = 0;

    /** Ends the queue pair as an error does: its work requests are flushed, the peer is refused. */
    virtual Agenda Abort(Instant now) = 0;

    /**
     * The queue pair has been idle for a while, and gives back memory that can be made again
     * unchanged.
     */
    virtual void Rest(Instant now) = 0;

    /**
     * @return the limits that the pair's user sets the peer; at first all that the peer may ask for
     */
    virtual ResponderLimits& Limits() = 0;

    /** Has the user hear all events, or only necessary ones. @param watched all */
    virtual void Watch(bool watched) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_ADMIN_H */
