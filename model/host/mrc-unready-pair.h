/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_UNREADY_PAIR_H
#define MRC_UNREADY_PAIR_H

#include "mrc-idle-pair.h"

namespace ns3
{
namespace mrc
{

/** Holds the place of a queue pair that does not know its peer yet: posted requests are flushed. */
class UnreadyPair : public IdlePair
{
  public:
    /** @param observer hears that posted requests are flushed */
    explicit UnreadyPair(QueuePairObserver& observer)
        : m_observer(observer)
    {
        Limits().memory.Deregister(0); // nothing is open to all
        Limits().buffers.Count();
    }

    Agenda Post(const WorkRequest& request, Instant now) override
    {
        m_observer.Completed({request.id, CompletionStatus::WR_FLUSH_ERR, now, request.length});
        return {};
    }

  private:
    QueuePairObserver& m_observer;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_UNREADY_PAIR_H */
