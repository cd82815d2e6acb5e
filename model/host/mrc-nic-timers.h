/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_TIMERS_H
#define MRC_NIC_TIMERS_H

#include "mrc-nic-store.h"
#include "mrc-slot-timers.h"

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which queue pair of a NIC wants to be woken next? Keeps NicState::timerAt up to date. */
class NicTimers
{
  public:
    /** @param store the NICs; must outlive this */
    explicit NicTimers(NicStore& store)
        : m_store(store),
          m_timers(store.nics.size())
    {
    }

    /** Has a queue pair of a NIC woken then, or earlier. */
    void Set(NicState& nic, SlotIndex slot, Instant at)
    {
        if (at < m_store.Slot(slot).timerAt)
        {
            Push(nic, slot, at);
        }
    }

    /**
     * Has a queue pair woken for its next packet. A pair that paces its packets asks for that each
     * time, so that wish has a place of its own, if the place is free.
     */
    void SetPace(NicState& nic, SlotIndex slot, Instant at)
    {
        if (m_timers[m_store.NumberOf(nic)].KeepPace({at, slot}))
        {
            nic.timerAt = std::min(nic.timerAt, at);
        }
        else
        {
            Set(nic, slot, at);
        }
    }

    /** @return the queue pair that is to be woken now for its next packet, if no other is to be
     * woken; or NO_SLOT. The pair is taken */
    SlotIndex TakeOnlyPace(const NicState& nic, Instant now)
    {
        return m_timers[m_store.NumberOf(nic)].TakeOnlyPace(now);
    }

    /** Takes a queue pair of a NIC that is to be woken now. @return the queue pair, or NO_SLOT */
    SlotIndex TakeDue(const NicState& nic, Instant now);

    /** @return when the next one is to be woken, Instant::Never() if none is */
    Instant Earliest(const NicState& nic) const
    {
        return m_timers[m_store.NumberOf(nic)].Earliest();
    }

    /** @return how many wishes of a NIC are kept, those among them that nobody has any more */
    std::size_t Count(const NicState& nic) const
    {
        return m_timers[m_store.NumberOf(nic)].Count();
    }

  private:
    void Push(NicState& nic, SlotIndex slot, Instant at);
    Instant SpareOf(SlotIndex slot) const;
    void SetSpare(SlotIndex slot, Instant at);

    NicStore& m_store;
    std::vector<SlotTimers> m_timers; //!< by NIC
    std::vector<Instant> m_spare;     //!< by slot: a wish that is kept although an earlier one took
                                      //!< the place of the wish; Never: none is known
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_TIMERS_H */
