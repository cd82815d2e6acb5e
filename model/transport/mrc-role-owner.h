/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROLE_OWNER_H
#define MRC_ROLE_OWNER_H

#include "mrc-queue-pair-counters.h"
#include "mrc-work-request.h"

#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/** The state that the requestor and the responder of one connection share. */
struct RolesState
{
    bool failed{false};         //!< the queue pair has failed; a sender has a copy
    bool asks{false};           //!< EV probes wait to be sent; each role has a copy
    QueuePairCounters counters; //!< of both
};

/** A connection as seen by its two roles: the connection hears their events. */
class RoleOwner
{
  public:
    virtual ~RoleOwner() = default;

    /** A work request of this side ended. */
    virtual void Completed(const Completion& completion) = 0;

    /** A message of the peer is complete. */
    virtual void Delivered(const Delivery& delivery) = 0;

    /**
     * A role cannot go on: the queue pair fails as a whole, unless it has failed already.
     *
     * @param status of the oldest work request; those behind it are flushed
     * @param now the time
     */
    virtual void Fail(CompletionStatus status, Instant now) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROLE_OWNER_H */
