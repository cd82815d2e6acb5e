/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LONE_OWNER_H
#define MRC_LONE_OWNER_H

#include "mrc-queue-pair.h"
#include "mrc-role-owner.h"

namespace ns3
{
namespace mrc
{

/** A connection as seen by a role that takes its calls while there is no other (LoneRole). */
class LoneOwner : public RoleOwner
{
  public:
    /** The responder lacks a path back: an EV probe may be sent [reverse-path]. */
    virtual void AskReverse(Instant now) = 0;

    /** The requestor's packets are overdue: EV probes ask their paths. */
    virtual void AskPaths() = 0;

    /** @return the connection, for calls that a role cannot answer alone */
    virtual QueuePair& Pair() = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LONE_OWNER_H */
