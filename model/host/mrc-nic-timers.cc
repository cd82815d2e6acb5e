/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-timers.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

Instant
NicTimers::SpareOf(SlotIndex slot) const
{
    return slot < m_spare.size() ? m_spare[slot] : Instant::Never();
}

/** Most slots never have two wishes, and need no place here. */
void
NicTimers::SetSpare(SlotIndex slot, Instant at)
{
    if (slot >= m_spare.size() && at != Instant::Never())
    {
        m_spare.resize(slot + 1, Instant::Never());
    }
    if (slot < m_spare.size())
    {
        m_spare[slot] = at;
    }
}

/**
 * The entry of a later wish stays in the heap; TakeDue finds that the time of the entry is not the
 * slot's. A queue pair that paces its packets wishes an earlier wake-up for each, and its timeout
 * after the wake-up. The entry that stayed serves as that one: a timer that fires too early is only
 * set again.
 */
void
NicTimers::Push(NicState& nic, SlotIndex slot, Instant at)
{
    if (m_timers[m_store.NumberOf(nic)].HasPace(slot, at))
    {
        return;
    }
    Instant& current = m_store.Slot(slot).timerAt;
    const Instant spare = SpareOf(slot);
    if (spare <= at && spare != Instant::Never())
    {
        SetSpare(slot, current);
        current = spare;
    }
    else
    {
        SetSpare(slot, std::min(spare, current));
        current = at;
        m_timers[m_store.NumberOf(nic)].Push({at, slot});
    }
    nic.timerAt = std::min(nic.timerAt, current);
}

SlotIndex
NicTimers::TakeDue(const NicState& nic, Instant now)
{
    SlotTimers& timers = m_timers[m_store.NumberOf(nic)];
    while (timers.Earliest() <= now)
    {
        const SlotIndex paced = timers.TakePace(now);
        if (paced != NO_SLOT)
        {
            return paced;
        }
        const SlotTimers::Entry due = timers.Pop();
        // Otherwise an earlier wish took the place of this one.
        if (due.at == m_store.Slot(due.slot).timerAt)
        {
            m_store.Slot(due.slot).timerAt = Instant::Never();
            return due.slot;
        }
        if (due.at == SpareOf(due.slot))
        {
            SetSpare(due.slot, Instant::Never());
        }
    }
    return NO_SLOT;
}

} // namespace mrc
} // namespace ns3
