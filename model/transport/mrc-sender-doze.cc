/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender-doze.h"

namespace ns3
{
namespace mrc
{

/**
 * @return whether data surely waits for the NIC's port alone, and will behind the next packet, too.
 * Only in the midst of a message: its last packet changes what the sender waits for.
 */
bool
SenderDoze::WaitsForTurn() const
{
    const FlightStore& flight = m_store.flight.Store();
    return m_store.messages.IsAmid() && flight.rate.Whole().Allowance() >= m_store.payload &&
           flight.sent.Records().Lost() == 0 && !flight.PsnsUsedUp() && m_store.paths.HasPath() &&
           flight.NextAct() == Instant::Never();
}

/**
 * Where a NIC has several ports its pump may ask a queue pair again whenever another one is woken.
 * A window that others share opens without a call. So neither may doze.
 */
void
SenderDoze::Begin(Instant now) const
{
    const ConnectionParameters& given = m_store.parameters;
    if (given.planes == 1 && given.window == nullptr && !m_store.probeDue &&
        given.cc->scope != CC_SCOPE_PLANE && given.qp->packetTimeout == Span() && WaitsForTurn())
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
