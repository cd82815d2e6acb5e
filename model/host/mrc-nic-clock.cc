/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-clock.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether the pump asks a pair at once that joins the round now */
bool
IsFree(const NicState& nic, Instant now)
{
    return nic.readyHead == NO_SLOT && nic.planes == 1 && nic.idle[0] <= now && nic.open != 0 &&
           nic.paused == 0;
}

/**
 * Has the pump ask the queue pair that may send its next packet now, if nothing else is due. Where
 * the pump asks at once, the pair need not be woken first. The other timers of the pair must
 * have a wish of their own then, since a pair that is woken makes one.
 *
 * @return whether that was all
 */
inline bool
TakePaced(const NicClock::Parts& parts, NicState& nic, Instant now)
{
    const Instant due = std::exchange(nic.timerAt, Instant::Never());
    const Instant portsDue = parts.ports.Run(nic, now);
    // While queue pairs doze, RunTimers does the work: it knows when to look at them.
    const bool isAlone = nic.open == nic.up && nic.dozeEnd == Instant::Never();
    const SlotIndex slot = isAlone ? parts.timers.TakeOnlyPace(nic, now) : NO_SLOT;
    if (slot == NO_SLOT)
    {
        nic.timerAt = due;
        return false;
    }
    const QueuePairSlot& paced = parts.store.Slot(slot);
    if (paced.timerAt == Instant::Never() || !IsFree(nic, now))
    {
        parts.pump.ServeBeforePump(nic, slot, paced.pair->Wake(now), now);
    }
    else
    {
        parts.pump.MakeReady(nic, slot, now);
    }
    nic.timerAt = std::min(std::min(nic.timerAt, portsDue), parts.timers.Earliest(nic));
    return true;
}

/**
 * A queue pair that dozes is in the round, or will be when the agenda is served. So its turn comes,
 * and only the NIC need remember the end of the doze. The heap of timers must not: an entry that
 * nobody needs any more would make the simulation end later.
 *
 * @return the agenda, without the end of the doze
 */
Agenda
NoteDoze(NicState& nic, Agenda agenda)
{
    if (agenda.dozes)
    {
        nic.dozeEnd = std::min(nic.dozeEnd, agenda.wakeup);
        agenda.wakeup = Instant::Never();
    }
    return agenda;
}

/**
 * Hands over what the host's delays hold. A script may run on behind an error of its sink: all that
 * is left is done at once then.
 */
void
RunDelays(const NicClock::Parts& parts, NicState& nic, Instant now)
{
    try
    {
        parts.host.Run(nic, now);
    }
    catch (...)
    {
        nic.delaysDue = now;
        parts.pump.Rearm(nic, now);
        throw;
    }
}

} // namespace

void
NicClock::Wake(uint32_t number, Instant now)
{
    NicState& nic = m_parts.store.Nic(number);
    if (now != nic.wakeAt)
    {
        return; // an earlier wake-up took its place
    }
    // Nothing is pending while timers run, so each of them may set the next wake-up.
    nic.wakeAt = Instant::Never();
    if (__builtin_expect(nic.delaysDue <= now || nic.timerAt <= now, 0))
    {
        WakeParts(nic, now);
        return;
    }
    // nearly always a port has fallen idle; both calls are the last, so this keeps nothing for
    // later
    m_parts.pump.Pump(nic, now);
}

/** Does the work of Wake when more is due than a port's next packet. */
void
NicClock::WakeParts(NicState& nic, Instant now)
{
    if (nic.delaysDue > now && TakePaced(m_parts, nic, now))
    {
        m_parts.pump.Pump(nic, now);
        return;
    }
    // Delays first: the pump may then send a post.
    if (nic.delaysDue <= now)
    {
        RunDelays(m_parts, nic, now);
    }
    if (nic.timerAt <= now)
    {
        RunTimers(nic, now);
    }
    m_parts.pump.Pump(nic, now);
}

void
NicClock::FireRare(HotEvent event)
{
    if (event.key == HotCode::KEY_USER)
    {
        m_parts.host.Outlook().Fire(event.at);
        return;
    }
    LookAtPause(event);
}

/** Looks, at an event of PFC, whether a port is paused; a switch's port concerns no NIC. */
void
NicClock::LookAtPause(HotEvent event)
{
    const FabricState& fabric = m_parts.store.fabric.State();
    const PortIndex port = HotCode::IndexOf(event.arg);
    const LinkState& back = fabric.Link(fabric.pauses.Link(port).back);
    if (!back.IsToNic())
    {
        return;
    }
    NicState& nic = m_parts.store.Nic(back.Number());
    const auto bit = static_cast<uint8_t>(1U << back.Plane());
    m_parts.pump.EndRest(nic, event.at);
    const bool isPaused = fabric.pauses.Port(port).held;
    nic.paused = static_cast<uint8_t>(isPaused ? nic.paused | bit : nic.paused & ~bit);
    if (!isPaused)
    {
        m_parts.pump.Pump(nic, event.at);
    }
    else if (nic.dozeEnd != Instant::Never())
    {
        SetTimer(nic, event.at);
    }
}

/**
 * Asks queue pairs that doze whether they do on, for they may have made progress, and how long.
 * Only the pairs know which of the round these are. The others have no timer that is due, and so
 * nothing to do.
 */
void
NicClock::AskDozing(NicState& nic, Instant now)
{
    nic.dozeEnd = Instant::Never();
    for (SlotIndex i = nic.readyHead; i != NO_SLOT; i = m_parts.store.Slot(i).nextReady)
    {
        QueuePair& pair = *m_parts.store.Slot(i).pair;
        if (pair.NextWakeup() > now)
        {
            m_parts.timers.Set(nic, i, NoteDoze(nic, pair.Wake(now)).wakeup);
        }
    }
}

/**
 * Finds the first timer anew. While queue pairs doze at a paused port, the NIC looks often whether
 * the pause is over. No event is to wait for a time at which all of them may have long done all
 * their work. None of them is asked before the doze of one ends: there may be thousands.
 */
void
NicClock::SetTimer(NicState& nic, Instant now)
{
    nic.timerAt = std::min(nic.timerAt, m_parts.timers.Earliest(nic));
    if (__builtin_expect(nic.dozeEnd == Instant::Never(), 1))
    {
        return;
    }
    const Instant look = nic.paused != 0 ? now + PAUSED_DOZE : Instant::Never();
    nic.timerAt = std::min({nic.timerAt, nic.dozeEnd, look});
}

/** Wakes the queue pairs with due timers, and does the due work of the NIC's ports. */
void
NicClock::RunTimers(NicState& nic, Instant now)
{
    nic.timerAt = Instant::Never();
    const Instant portsDue = m_parts.ports.Run(nic, now);
    nic.timerAt = std::min(nic.timerAt, portsDue);
    if (nic.dozeEnd <= now)
    {
        AskDozing(nic, now);
    }
    if (nic.open != nic.up)
    {
        return; // a blackout: its end is the next thing due
    }
    NicTimers& timers = m_parts.timers;
    for (SlotIndex due = timers.TakeDue(nic, now); due != NO_SLOT; due = timers.TakeDue(nic, now))
    {
        QueuePair& pair = *m_parts.store.Slot(due).pair;
        // A deadline that has moved into the future unasked is only set again.
        if (pair.NextWakeup() <= now)
        {
            m_parts.pump.Serve(nic, due, NoteDoze(nic, pair.Wake(now)), now);
        }
        timers.Set(nic, due, m_parts.store.Slot(due).pair->NextWakeup());
    }
    SetTimer(nic, now);
}

} // namespace mrc
} // namespace ns3
