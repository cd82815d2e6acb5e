/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender-doze.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/**
 * @return whether data surely waits for the NIC's port alone, and will behind the next packet, too.
 * Only in the midst of a message: its last packet changes what the sender waits for. Not while
 * planes pause: the turn of a sender that finds no path is over, and comes back with a wake-up.
 */
bool
SenderDoze::WaitsForTurn() const
{
    const FlightStore& flight = m_store.flight.Store();
    return m_store.messages.IsAmid() && flight.rate.Whole().Allowance() >= m_store.payload &&
           flight.sent.Records().Lost() == 0 && !flight.PsnsUsedUp() && m_store.paths.HasPath() &&
           !m_store.paths.Health().Pauses().AreOn() && flight.NextAct() == Instant::Never() &&
           DozeTimers(m_store.timers).AreRegular();
}

/** A timeout needs a wake-up. Silent planes begin to pause: see WaitsForTurn. */
Instant
SenderDoze::Until(Instant now) const
{
    return std::min(m_store.timers.Retry().Deadline(),
                    m_store.paths.Health().SilentAfter(0, now)); // there is one plane
}

/** @return whether the doze ends before it spares a further wake-up */
bool
SenderDoze::EndsSoon(Instant now) const
{
    return Until(now) <= now + m_store.timers.Probes().Interval(SenderState::BACKLOG);
}

/**
 * Where a NIC has several ports its pump may ask a queue pair again whenever another one is woken.
 * A window that others share opens without a call. A user's own selector may find no path. So none
 * of these may doze.
 */
void
SenderDoze::Begin(Instant now) const
{
    const ConnectionParameters& given = m_store.parameters;
    if (given.planes == 1 && given.window == nullptr && given.ev->custom == nullptr &&
        !m_store.probeDue && given.cc->scope != CC_SCOPE_PLANE &&
        given.qp->packetTimeout == Span() && !EndsSoon(now) && WaitsForTurn())
    {
        m_store.dozes = DozeTimers(m_store.timers).Begin(now);
    }
}

void
SenderDoze::GoOn(Instant now) const
{
    m_store.dozes = WaitsForTurn();
    if (m_store.dozes)
    {
        DozeTimers(m_store.timers).GoOn(now);
    }
}

bool
SenderDoze::EndsBehind(Instant sentAt) const
{
    // Otherwise the packet has left in the midst of another call, by a user's act.
    m_store.dozes = DozeTimers(m_store.timers).MakeUpBehind(sentAt);
    Resume(sentAt);
    return !m_store.dozes;
}

} // namespace mrc
} // namespace ns3
