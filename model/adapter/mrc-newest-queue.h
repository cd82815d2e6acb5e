/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NEWEST_QUEUE_H
#define MRC_NEWEST_QUEUE_H

#include "ns3/drop-tail-queue.h"
#include "ns3/queue-item.h"

#include <iterator>

namespace ns3
{
namespace mrc
{

/** An internal queue of a queue disc that gives its newest packet back too [trim-victim]. */
class NewestQueue : public DropTailQueue<QueueDiscItem>
{
  public:
    // DropTailQueue takes the names of its base as private ones, so they are written in full.

    /** @return the packet that came last, which stays; the queue has one */
    Ptr<QueueDiscItem> Newest() const
    {
        return *std::prev(EndOf(*this, 0));
    }

    /** @return the same packet, which leaves as if its turn had come */
    Ptr<QueueDiscItem> TakeNewest()
    {
        return Queue<QueueDiscItem>::DoDequeue(std::prev(EndOf(*this, 0)));
    }

  private:
    /** @return the end of the queue's packets */
    template <typename Own>
    static auto EndOf(const Own& queue, int)
        -> decltype(queue.Queue<QueueDiscItem>::GetContainer().end())
    {
        return queue.Queue<QueueDiscItem>::GetContainer().end();
    }

    /** @return the same in ns-3.35, where a queue has no container to show */
    template <typename Own>
    static auto EndOf(const Own& queue, long) -> decltype(queue.Queue<QueueDiscItem>::end())
    {
        return queue.Queue<QueueDiscItem>::end();
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NEWEST_QUEUE_H */
