/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REST_QUEUE_H
#define MRC_REST_QUEUE_H

#include "mrc-nic-state.h"

#include "ns3/mrc-instant.h"
#include "ns3/mrc-ring.h"

#include <cstddef>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which queue pairs of a NIC have completed nothing for a while?
 *
 * The NIC asks with each message that is complete, so no timer is needed. A queue pair that is used
 * again starts its wait anew, so one in use is never found.
 */
class RestQueue
{
  public:
    /** How long a queue pair must have been unused: some ten round trips; own choice. */
    static constexpr Span AFTER = Micros(200);

    /** How long where more than MANY wait, the youngest of which may wait on; own choice. */
    static constexpr Span SOON = Micros(20);

    /** An exchange uses a thousand queue pairs within AFTER, most of them once; own choice. */
    static constexpr std::size_t MANY = 64;

    /** A message of this queue pair is complete. */
    void OnUse(QueuePairSlot& slot, SlotIndex index, Instant now)
    {
        slot.usedAgain = slot.waitsToRest;
        if (!slot.waitsToRest)
        {
            slot.waitsToRest = true;
            m_waiting.Push({now, index});
        }
    }

    /** @return whether a queue pair is due to be looked at */
    bool HasDue(Instant now) const
    {
        return IsOldestDue(now) || IsOneOfManyDue(now);
    }

    /**
     * Takes the one that has waited longest; there is one that is due. One of many stays, and is
     * due once more after AFTER: it may have had news that it could not forget yet.
     *
     * @param slots of all queue pairs
     * @param now the time
     * @return the queue pair if the pair was not used since, else NO_SLOT
     */
    SlotIndex TakeDue(std::vector<QueuePairSlot>& slots, Instant now)
    {
        if (!IsOldestDue(now))
        {
            const SlotIndex index = m_waiting[m_looked++].slot;
            return slots[index].usedAgain ? NO_SLOT : index;
        }
        const SlotIndex index = m_waiting.Front().slot;
        m_waiting.Pop();
        m_looked -= m_looked != 0 ? 1 : 0;
        slots[index].waitsToRest = false;
        if (!slots[index].usedAgain)
        {
            return index;
        }
        OnUse(slots[index], index, now);
        return NO_SLOT;
    }

  private:
    /** One that waits. */
    struct Entry
    {
        Instant since;
        SlotIndex slot{NO_SLOT};
    };

    bool IsOldestDue(Instant now) const
    {
        return !m_waiting.Empty() && now - m_waiting[0].since >= AFTER;
    }

    bool IsOneOfManyDue(Instant now) const
    {
        return m_waiting.Size() - m_looked > MANY && now - m_waiting[m_looked].since >= SOON;
    }

    Ring<Entry> m_waiting;
    std::size_t m_looked{0}; //!< the first so many were looked at as ones of many
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REST_QUEUE_H */
