/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_USER_H
#define MRC_QUEUE_PAIR_USER_H

#include "mrc-path-state.h"
#include "mrc-qp-sample.h"
#include "mrc-qp-state.h"
#include "mrc-work-request.h"

#include "ns3/mrc-hint-step.h"

namespace ns3
{
namespace mrc
{

struct Completion;
struct Delivery;
struct QueuePairReport;
struct Retransmission;

/**
 * Hears all that the engine tells of one end of a connection.
 *
 * Each part of the engine calls the user itself, at the time of the event.
 */
class QueuePairUser
{
  public:
    virtual ~QueuePairUser() = default;

    /** A work request of this end ended; the host's overhead is over. */
    virtual void Completed(const Completion&)
    {
    }

    /** A work request of this end ended, which Completed tells once the host's overhead is over. */
    virtual void Ending(const Completion&)
    {
    }

    /** An instant has come that this user asked for. */
    virtual void Due()
    {
    }

    /** A message of this end is complete at the peer. */
    virtual void Delivered(const Delivery&)
    {
    }

    /** A packet of this end was sent again. */
    virtual void Resent(const Retransmission&)
    {
    }

    /** A receive buffer of this end was taken, or flushed; the host's overhead is over. */
    virtual void Received(CompletionStatus, const Delivery&)
    {
    }

    /** This end went from one state to another. */
    virtual void StateChanged(QpState, QpState)
    {
    }

    /** Something happened that only a watched queue pair tells. */
    virtual void Watched(const QpSample&)
    {
    }

    /** An EV of this end changed its state. Must not call back into the queue pair. */
    virtual void PathChanged(const PathTransition&)
    {
    }

    /**
     * Sinks are to hear of an event that this user was told of, in this process or another one. No
     * transport calls this: a user hands its reports to the host, which hands them back in time.
     */
    virtual void Reported(const QueuePairReport&)
    {
    }

    /**
     * This user will be told of something soon: Delivered is called, or else what tells of ends.
     *
     * @return a step to what the user touches then
     */
    virtual HintStep Hint(bool) const
    {
        return {};
    }
};

/** The user of a queue pair; may change at any time. */
struct QueuePairWatch
{
    QueuePairUser* user{nullptr}; //!< null: none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_USER_H */
