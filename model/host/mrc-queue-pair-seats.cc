/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-queue-pair-seats.h"

#include "mrc-absent-pair.h" // not in the header, as compilers would guess its functions in hops
#include "mrc-host-side.h"
#include "mrc-rank-desk.h"
#include "mrc-receive-requests.h"

#include "ns3/mrc-queue-pair-user.h"

#include <utility>

namespace ns3
{
namespace mrc
{

/** Does the NIC's work on events of one of its queue pairs. */
class QueuePairSeats::Seat : public QueuePairObserver
{
  public:
    Seat(QueuePairSeats& seats, SlotIndex slot)
        : m_seats(seats),
          m_slot(slot)
    {
    }

    void Completed(const Completion& completion) override
    {
        m_seats.m_parts.host.Complete(m_slot, completion);
        m_seats.NoteUse(m_slot);
    }

    void Delivered(const Delivery& delivery) override
    {
        m_seats.TellDelivered(PeerOf(m_slot), delivery); // the end that posted the message
        if (delivery.TakesBuffer())
        {
            m_seats.m_parts.receives.OnImmediate(m_slot, delivery);
        }
        m_seats.NoteUse(m_slot);
    }

    void MaySend(QpNumber other) override
    {
        const SlotIndex slot = SlotOf(other);
        // Not pumped here: the agenda of the pair that says so has the NIC pull.
        NicStore& store = m_seats.m_parts.store;
        m_seats.m_parts.pump.MakeReady(store.NicOf(slot), slot, store.Now());
    }

    /**
     * Ignores a queue pair that is still being made: Replace asks that one. A user's own transport
     * may derive from MRC's, and takes all calls itself.
     */
    void WayChanged(const QueuePairAdmin& pair, HintedPair& way) override
    {
        if (admin.get() != &pair)
        {
            return;
        }
        QueuePairSlot& slot = m_seats.m_parts.store.slots[m_slot];
        if (slot.hinted)
        {
            slot.pair = &way;
        }
    }

    std::unique_ptr<QueuePairAdmin> admin; //!< owns the queue pair in the slot; null: another shard
                                           //!< has it

  private:
    QueuePairSeats& m_seats;
    SlotIndex m_slot;
};

/** The end that posted may be in another shard, which does not stand at this instant. */
void
QueuePairSeats::TellDelivered(SlotIndex slot, const Delivery& delivery)
{
    // Asked for when told: an earlier listener may have disposed of the user.
    const auto tell = [this, slot, delivery] {
        if (RankDesk* desk = RankDeskOf(m_parts.store))
        {
            desk->Tell({slot, {delivery}});
        }
        else if (QueuePairUser* user = UserOf(slot))
        {
            user->Delivered(delivery);
        }
    };
    NicStore& store = m_parts.store;
    if (store.news != nullptr && store.news->isApart)
    {
        // All shards tell at the end of the window, in the order of the events that caused it.
        store.news->calls.push_back({store.kernel->Current(), tell, {}, false, HintOf(slot, true)});
        return;
    }
    tell();
}

/** Reads the seat, and asks for its user. */
template <bool IS_ARRIVAL>
HintStep
QueuePairSeats::HintUser(const void* seats, uint32_t slot)
{
    const auto& own = *static_cast<const QueuePairSeats*>(seats);
    const QueuePairUser* user = own.m_seats[slot].watch.user;
    HintAt(user);
    const auto go = [](const void* who, uint32_t) {
        return static_cast<const QueuePairUser*>(who)->Hint(IS_ARRIVAL);
    };
    return user == nullptr ? HintStep() : HintStep{go, user};
}

HintStep
QueuePairSeats::HintOf(SlotIndex slot, bool isArrival) const
{
    return {isArrival ? &HintUser<true> : &HintUser<false>, this, slot};
}

HintStep
QueuePairSeats::HintSlot(const void* seats, uint32_t slot)
{
    const auto& own = *static_cast<const QueuePairSeats*>(seats);
    HintAt(&own.m_parts.store.slots[slot]);
    HintAt(&own.m_seats[slot]);
    return {&HintNic, seats, slot};
}

HintStep
QueuePairSeats::HintNic(const void* seats, uint32_t slot)
{
    const auto& own = *static_cast<const QueuePairSeats*>(seats);
    HintAt(&own.m_parts.store.nics[own.m_parts.store.slots[slot].nic]);
    HintAt(own.m_seats[slot].admin.get()); // a post asks whether the queue pair has failed
    return {};
}

void
QueuePairSeats::TellCompleted(SlotIndex slot, const Completion& completion)
{
    if (RankDesk* desk = RankDeskOf(m_parts.store))
    {
        desk->Tell({slot, {completion}});
    }
    else if (QueuePairUser* user = UserOf(slot))
    {
        user->Completed(completion);
    }
}

/** A user that is told late reads what was kept for it. */
const QueuePairCounters&
QueuePairSeats::PresentCounters(SlotIndex slot)
{
    const NicStore& store = m_parts.store;
    const bool isLate = store.news != nullptr && store.news->isTelling;
    return isLate ? m_parts.host.Outlook().Kept().Of(slot) : AdminOf(slot).Status().counters;
}

const QueuePairCounters&
QueuePairSeats::CountersOf(SlotIndex slot)
{
    const QueuePairCounters& here = PresentCounters(slot);
    RankDesk* desk = RankDeskOf(m_parts.store);
    return desk == nullptr ? here : desk->CountersOf(OwnerOf(m_parts.store, slot), slot, here);
}

const RoceCounters*
QueuePairSeats::RoceOf(SlotIndex slot)
{
    const RoceCounters* here = AdminOf(slot).Status().roce;
    RankDesk* desk = RankDeskOf(m_parts.store);
    return desk == nullptr ? here : desk->RoceOf(OwnerOf(m_parts.store, slot), slot, here);
}

QueuePairSeats::QueuePairSeats(const Parts& parts)
    : m_parts(parts),
      m_absent(std::make_unique<AbsentPair>()),
      m_resting(parts.store.nics.size())
{
}

QueuePairSeats::~QueuePairSeats() = default;

/** Made before the slot, as a queue pair needs its observer from the start. */
QueuePairObserver&
QueuePairSeats::ObserverOf(SlotIndex slot)
{
    if (m_seats.size() == slot)
    {
        m_seats.emplace_back(*this, slot);
    }
    return m_seats[slot];
}

QueuePairAdmin&
QueuePairSeats::AdminOf(SlotIndex slot)
{
    const Seat& seat = m_seats[slot];
    return seat.admin != nullptr ? *seat.admin : *m_absent;
}

void
QueuePairSeats::Administer(SlotIndex slot, Ev ev, PathOrder order)
{
    const auto& hasPath = m_parts.store.plan.hasPath;
    const QueuePairSlot& seat = m_parts.store.Slot(slot);
    if (order == PathOrder::ALLOW && hasPath && !hasPath(seat.nic, seat.peer, ev))
    {
        return; // the link of this EV was never built, so an order cannot allow the EV
                // [missing-links]
    }
    const auto script = m_parts.store.fabric.ActFromOutside();
    const Instant now = m_parts.store.Now();
    const Agenda agenda = AdminOf(slot).Administer(ev, order, now);
    m_parts.pump.Serve(m_parts.store.NicOf(slot), slot, agenda, now);
}

void
QueuePairSeats::SetUser(SlotIndex slot, QueuePairUser* user)
{
    m_seats[slot].watch.user = user;
}

QueuePairUser*
QueuePairSeats::UserOf(SlotIndex slot)
{
    return m_seats[slot].watch.user;
}

void
QueuePairSeats::Watch(SlotIndex slot, bool watched)
{
    const auto script = m_parts.store.fabric.ActFromOutside();
    m_parts.store.Slot(slot).watched = watched;
    AdminOf(slot).Watch(watched);
}

std::unique_ptr<QueuePairAdmin>
QueuePairSeats::Replace(SlotIndex index, QueuePairParts pair)
{
    QueuePairSlot& slot = m_parts.store.Slot(index);
    slot.hinted = pair.hinted;
    // The seat owns the pair, as the slot may name a part of it.
    slot.pair = pair.path.release();
    if (pair.hinted)
    {
        slot.pair = &static_cast<HintedPair&>(*slot.pair).Way();
    }
    // The old transport is handed back: the caller may be in the midst of one of its functions.
    std::unique_ptr<QueuePairAdmin> old(pair.admin);
    old.swap(m_seats[index].admin);
    return old;
}

/**
 * A message of a queue pair is complete: others of the pair's NIC may have been idle for a while.
 */
void
QueuePairSeats::NoteUse(SlotIndex slot)
{
    std::vector<QueuePairSlot>& slots = m_parts.store.slots;
    const Instant now = m_parts.store.Now();
    RestQueue& resting = m_resting[slots[slot].nic];
    resting.OnUse(slots[slot], slot, now);
    while (resting.HasDue(now))
    {
        const SlotIndex due = resting.TakeDue(slots, now);
        if (due != NO_SLOT)
        {
            AdminOf(due).Rest(now);
        }
    }
}

} // namespace mrc
} // namespace ns3
