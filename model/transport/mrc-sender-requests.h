/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_REQUESTS_H
#define MRC_SENDER_REQUESTS_H

#include "mrc-sender-store.h"

namespace ns3
{
namespace mrc
{

/** How do work requests of a sender begin and end? A view of a SenderStore. */
class SenderRequests
{
  public:
    /** @param store the sender's; must outlive this */
    explicit SenderRequests(SenderStore& store)
        : m_store(store)
    {
    }

    /** Takes a work request. */
    void Post(const WorkRequest& request, Instant now) const;

    /** The queue pair has failed: no packet is under way or repeated any more. */
    void Stop(Instant now) const;

    /**
     * Ends all work requests, behind Stop.
     *
     * @param status of the oldest; the others are flushed
     * @param now the time
     */
    void Flush(CompletionStatus status, Instant now) const;

    /** If there are none, gives back memory that the sender can make again. */
    void Rest(Instant now) const;

  private:
    SenderStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_REQUESTS_H */
