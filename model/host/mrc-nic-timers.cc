/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-host-delays.h"
#include "mrc-nic-table.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** Made at first use, since most NICs of a large fabric may never need them. */
HostDelays&
NicTable::DelaysOf(NicState& nic)
{
    if (!nic.delays)
    {
        nic.delays = std::make_unique<HostDelays>();
    }
    return *nic.delays;
}

void
NicTable::DelaysChanged(NicState& nic)
{
    nic.delaysDue = nic.delays->NextDue();
    Rearm(nic, m_kernel->Now());
}

void
NicTable::Post(SlotIndex slot, const WorkRequest& request)
{
    NicState& nic = m_nics[m_slots[slot].nic];
    DelaysOf(nic).posts.push_back({m_kernel->Now() + m_plan.hostDelay, slot, request});
    DelaysChanged(nic);
}

/** A message of a queue pair is complete: others of its NIC may have been idle for a while. */
void
NicTable::NoteUse(SlotIndex slot)
{
    const Instant now = m_kernel->Now();
    RestQueue& resting = m_resting[m_slots[slot].nic];
    resting.OnUse(m_slots[slot], slot, now);
    while (resting.HasDue(now))
    {
        const SlotIndex due = resting.TakeDue(m_slots, now);
        if (due != NO_SLOT)
        {
            AdminOf(due).Rest(now);
        }
    }
}

void
NicTable::Administer(SlotIndex slot, Ev ev, PathOrder order)
{
    const Instant now = m_kernel->Now();
    Serve(m_nics[m_slots[slot].nic], slot, AdminOf(slot).Administer(ev, order, now), now);
}

void
NicTable::Administer(PlaneId plane, uint32_t uplink, PathOrder order)
{
    if (order == PathOrder::DENY)
    {
        m_denied.insert({plane, uplink});
    }
    else
    {
        m_denied.erase({plane, uplink});
    }
}

/** Lets the host hear of completions, and the queue pairs of posts, whose overhead has passed. */
void
NicTable::RunDelays(NicState& nic, Instant now)
{
    HostDelays& delays = *nic.delays;
    nic.delaysDue = Instant::Never(); // what is due is being done
    while (!delays.completions.empty() && delays.completions.front().due <= now)
    {
        // The entry is taken out first: the observer may post, which changes these lists.
        HostDelays::Done done = delays.completions.front();
        delays.completions.pop_front();
        done.completion.at = done.due;
        if (QueuePairUser* user = UserOf(done.slot))
        {
            user->Completed(done.completion);
        }
    }
    while (!delays.taken.Empty() && delays.taken[0].due <= now)
    {
        HostDelays::Taken taken = delays.taken[0];
        delays.taken.Pop();
        taken.delivery.at = taken.due;
        if (QueuePairUser* user = UserOf(taken.slot))
        {
            user->Received(taken.status, taken.delivery);
        }
    }
    // Last: without host overhead a post that a user made just now is due at once.
    while (!delays.posts.empty() && delays.posts.front().due <= now)
    {
        const HostDelays::Post post = delays.posts.front();
        delays.posts.pop_front();
        const Agenda agenda = m_slots[post.slot].pair->Post(post.request, now);
        Serve(nic, post.slot, agenda, now);
    }
    nic.delaysDue = delays.NextDue();
}

/** Wakes the queue pairs whose timers are due, and does what is due of the NIC's ports. */
void
NicTable::RunTimers(NicState& nic, Instant now)
{
    nic.timerAt = Instant::Never();
    if (!m_nicPorts.empty())
    {
        const Instant due = RunPorts(nic, now);
        nic.timerAt = std::min(nic.timerAt, due);
    }
    if (nic.open != nic.up)
    {
        return; // a blackout, whose end is the next to come
    }
    SlotTimers& timers = m_timers[NumberOf(nic)];
    while (timers.Earliest() <= now)
    {
        const SlotTimers::Entry due = timers.Pop();
        if (due.at != m_slots[due.slot].timerAt)
        {
            continue; // an earlier one took its place
        }
        m_slots[due.slot].timerAt = Instant::Never();
        QueuePair& pair = *m_slots[due.slot].pair;
        // A deadline that has moved into the future unasked is only set again.
        if (pair.NextWakeup() <= now)
        {
            Serve(nic, due.slot, pair.Wake(now), now);
        }
        SetTimer(nic, due.slot, m_slots[due.slot].pair->NextWakeup());
    }
    nic.timerAt = std::min(nic.timerAt, timers.Earliest());
}

/** The entry of a later wish stays in the heap; RunTimers finds that its time is not the slot's. */
void
NicTable::PushTimer(NicState& nic, SlotIndex slot, Instant at)
{
    m_slots[slot].timerAt = at;
    m_timers[NumberOf(nic)].Push({at, slot});
    nic.timerAt = std::min(nic.timerAt, at);
}

} // namespace mrc
} // namespace ns3
