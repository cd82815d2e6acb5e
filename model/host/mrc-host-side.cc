/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-host-side.h"

#include "mrc-queue-pair-seats.h"
#include "mrc-rank-desk.h"

#include "ns3/mrc-queue-pair-user.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

/** Made at first use, since most NICs of a large fabric may never need them. */
HostDelays&
HostSide::DelaysOf(SlotIndex slot)
{
    NicState& nic = m_store.NicOf(slot);
    if (!nic.delays)
    {
        nic.delays = std::make_unique<HostDelays>();
    }
    return *nic.delays;
}

void
HostSide::Changed(SlotIndex slot)
{
    NicState& nic = m_store.NicOf(slot);
    nic.delaysDue = nic.delays->NextDue();
    // A user that is told late posts at an instant that the NIC has passed.
    const ShardNews* news = m_store.news;
    const Instant now = m_store.Now();
    m_pump.Rearm(nic, news != nullptr && news->isTelling ? std::max(now, news->reached) : now);
}

/**
 * A window ends before each instant that was announced.
 *
 * @throws std::logic_error if one has not: a user would be called from any thread
 */
void
HostSide::CheckMeeting() const
{
    if (m_store.news != nullptr && m_store.news->isApart)
    {
        throw std::logic_error("mrc: a user was to hear of a completion within a window of several "
                               "threads");
    }
}

/** Other shards must not go beyond an instant at which a user hears, and may act. */
void
HostSide::Announce(Instant due)
{
    if (m_store.news != nullptr)
    {
        m_store.news->hearings.push(due);
    }
}

/** The NIC sees a post once the host's overhead has passed [host-overhead]. */
void
HostSide::Post(SlotIndex slot, const WorkRequest& request)
{
    if (m_store.IsElsewhere(slot))
    {
        return; // the same script posts there too
    }
    const auto script = m_store.fabric.ActFromOutside();
    DelaysOf(slot).posts.push_back({m_store.Now() + m_store.plan.hostDelay, slot, request});
    Changed(slot);
}

void
HostSide::Complete(SlotIndex slot, const Completion& completion)
{
    const Instant due = completion.at + m_store.plan.hostDelay;
    DelaysOf(slot).completions.push_back({due, slot, completion});
    if (!m_outlook.ActsLate(slot))
    {
        Announce(due);
    }
    if (m_store.news != nullptr && m_outlook.HearsEarly(slot))
    {
        Completion coming = completion;
        coming.at = due;
        m_outlook.Ending(slot, coming);
    }
    Changed(slot);
}

void
HostSide::Take(SlotIndex slot, CompletionStatus status, const Delivery& delivery)
{
    if (m_store.IsElsewhere(slot))
    {
        return; // the same script flushes there too
    }
    const Instant due = m_store.Now() + m_store.plan.hostDelay;
    DelaysOf(slot).taken.Push({due, slot, status, delivery});
    Announce(due);
    Changed(slot);
}

std::vector<WorkRequest>
HostSide::TakePosts(SlotIndex slot)
{
    NicState& nic = m_store.NicOf(slot);
    return nic.delays ? nic.delays->TakePosts(slot) : std::vector<WorkRequest>();
}

/** Shards stop for the users that may act; others hear when the window is over. */
void
HostSide::TellDone(const HostDelays::Done& done)
{
    if (!m_outlook.ActsLate(done.slot))
    {
        CheckMeeting();
        m_seats.TellCompleted(done.slot, done.completion);
        return;
    }
    const auto tell = [seats = &m_seats, slot = done.slot, completion = done.completion] {
        seats->TellCompleted(slot, completion);
    };
    m_outlook.TellInTime(done.slot, tell);
}

/** All shards stand still, as the user may act. */
void
HostSide::TellTaken(const HostDelays::Taken& taken)
{
    if (RankDesk* desk = RankDeskOf(m_store))
    {
        desk->Tell({taken.slot, {UserNotice::Taken{taken.status, taken.delivery}}});
    }
    else if (QueuePairUser* user = m_seats.UserOf(taken.slot))
    {
        user->Received(taken.status, taken.delivery);
    }
}

/** Once their overhead has passed, tells the host of completions, and queue pairs of posts. */
void
HostSide::Run(NicState& nic, Instant now)
{
    HostDelays& delays = *nic.delays;
    nic.delaysDue = Instant::Never(); // the due work is being done
    while (!delays.completions.empty() && delays.completions.front().due <= now)
    {
        // The entry is taken out first: the observer may post, which changes these lists.
        HostDelays::Done done = delays.completions.front();
        delays.completions.pop_front();
        done.completion.at = done.due;
        TellDone(done);
    }
    while (!delays.taken.Empty() && delays.taken[0].due <= now)
    {
        CheckMeeting();
        HostDelays::Taken taken = delays.taken[0];
        delays.taken.Pop();
        taken.delivery.at = taken.due;
        TellTaken(taken);
    }
    // Last: without host overhead a post that a user made just now is due at once.
    while (!delays.posts.empty() && delays.posts.front().due <= now)
    {
        const HostDelays::Post post = delays.posts.front();
        delays.posts.pop_front();
        const Agenda agenda = m_store.Slot(post.slot).pair->Post(post.request, now);
        m_pump.Serve(nic, post.slot, agenda, now);
    }
    nic.delaysDue = delays.NextDue();
}

} // namespace mrc
} // namespace ns3
