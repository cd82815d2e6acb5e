/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-host-outlook.h"

#include "mrc-host-delays.h"
#include "mrc-queue-pair-seats.h"
#include "mrc-rank-desk.h"
#include "mrc-user-calendar.h"

#include "ns3/mrc-hot-code.h"
#include "ns3/mrc-queue-pair-user.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** One shard stops for nobody, so this needs no memory there. */
void
HostOutlook::Note(SlotIndex slot, uint8_t hearer)
{
    if (m_store.news == nullptr)
    {
        return;
    }
    m_hearers.resize(std::max<std::size_t>(m_hearers.size(), slot + 1));
    m_hearers[slot] |= hearer;
}

void
HostOutlook::HearEarly(SlotIndex slot)
{
    Note(slot, EARLY);
}

/** Completions that are on their way were not announced. */
void
HostOutlook::ActInTime(SlotIndex slot)
{
    const HostDelays* delays = m_store.nics[m_store.slots[slot].nic].delays.get();
    if (ActsLate(slot) && delays != nullptr)
    {
        for (const HostDelays::Done& done : delays->completions)
        {
            MeetAt(slot, done.due);
        }
    }
    Note(slot, IN_TIME);
}

/** @return a step to what the user of a queue pair touches */
HintStep
HostOutlook::HintOf(SlotIndex slot) const
{
    return m_seats.HintOf(slot, false);
}

void
HostOutlook::Ending(SlotIndex slot, const Completion& completion)
{
    TellInTime(slot, [this, slot, completion] {
        if (RankDesk* desk = RankDeskOf(m_store))
        {
            desk->Tell({slot, {UserNotice::Ending{completion}}});
        }
        else if (QueuePairUser* user = m_seats.UserOf(slot))
        {
            user->Ending(completion);
        }
    });
}

/** Arrivals of the instant come first, and NICs act last: then counters are those of its end. */
void
HostOutlook::Add(SlotIndex slot, Instant at, bool isCall)
{
    if (m_store.IsElsewhere(slot))
    {
        return; // the same script asks there too
    }
    m_wishes.push({at, m_wished++, slot, isCall});
    const NicState& nic = m_store.nics[m_store.slots[slot].nic];
    m_store.kernel->Schedule(
        {at, HotCode::KEY_USER, HotCode::Arg(HotKind::SERVICE, nic.firstPort)});
}

void
HostOutlook::CallAt(SlotIndex slot, Instant at)
{
    Add(slot, at, true);
}

/** One shard stands at the moment itself, when the user reads. */
void
HostOutlook::KeepCounters(SlotIndex slot, const UserMoment& moment)
{
    if (m_store.news == nullptr)
    {
        return;
    }
    if (moment.IsWithin())
    {
        Add(slot, moment.At(), false);
        return;
    }
    m_kept.KeepAt(slot, moment);
}

void
HostOutlook::MeetAt(SlotIndex slot, const UserMoment& moment)
{
    if (m_store.news == nullptr)
    {
        return;
    }
    if (!moment.IsWithin())
    {
        m_store.news->calendar->MeetAt(moment);
    }
    else if (!m_store.IsElsewhere(slot)) // no window of this process takes those instants back out
    {
        m_store.news->hearings.push(moment.At());
    }
}

/** The first of several events at an instant does the work of all. */
void
HostOutlook::Fire(Instant now)
{
    while (!m_wishes.empty() && m_wishes.top().at <= now)
    {
        const Wish wish = m_wishes.top();
        m_wishes.pop();
        if (wish.isCall)
        {
            const SlotIndex slot = PeerOf(wish.slot);
            TellInTime(slot, [this, slot] { CallPeer(slot); });
        }
        else
        {
            // The user reads after the window, when the counters have gone on.
            m_kept.Keep(wish.slot, now);
        }
    }
}

void
HostOutlook::CallPeer(SlotIndex slot)
{
    if (RankDesk* desk = RankDeskOf(m_store))
    {
        desk->Tell({slot, {UserNotice::Due()}});
    }
    else if (QueuePairUser* user = m_seats.UserOf(slot))
    {
        user->Due();
    }
}

} // namespace mrc
} // namespace ns3
