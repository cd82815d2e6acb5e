/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-timers.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** The entry of a later wish stays in the heap; TakeDue finds that its time is not the slot's. */
void
NicTimers::Push(NicState& nic, SlotIndex slot, Instant at)
{
    m_store.Slot(slot).timerAt = at;
    m_timers[m_store.NumberOf(nic)].Push({at, slot});
    nic.timerAt = std::min(nic.timerAt, at);
}

SlotIndex
NicTimers::TakeDue(const NicState& nic, Instant now)
{
    SlotTimers& timers = m_timers[m_store.NumberOf(nic)];
    while (timers.Earliest() <= now)
    {
        const SlotTimers::Entry due = timers.Pop();
        // Otherwise an earlier wish took the place of this one.
        if (due.at == m_store.Slot(due.slot).timerAt)
        {
            m_store.Slot(due.slot).timerAt = Instant::Never();
            return due.slot;
        }
    }
    return NO_SLOT;
}

} // namespace mrc
} // namespace ns3
