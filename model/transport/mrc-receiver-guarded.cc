/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flight.h"
#include "mrc-nscc.h"
#include "mrc-receiver.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcReceiverGuarded");

namespace
{

/** Bytes of a data packet on the line beside its payload [frame-sizes]. */
constexpr uint32_t LINE_BYTES = 166;
constexpr double PS_PER_SECOND = 1e12;

/** @return full packets of all senders that keep their queue at the target delay; own choice */
double
RoomFor(const ConnectionParameters& parameters)
{
    const NsccConstants constants = NsccConstants::Derive(parameters.cc, PathOf(parameters));
    const Span held = constants.baseRtt + constants.target;
    const double bits =
        static_cast<double>(parameters.bitRate) * (static_cast<double>(held.Ps()) / PS_PER_SECOND);
    return bits / (8.0 * (parameters.qp.payload + LINE_BYTES));
}

} // namespace

// What a Receiver does while its ResponderGuard has a say: memory, buffers or order are limited, it
// asks for penalties, or it has failed. Packets of usual queue pairs never come here.

ResponderGuard&
Receiver::Guard()
{
    if (!m_guard)
    {
        m_guard = std::make_unique<ResponderGuard>();
        m_guard->room = RoomFor(m_parameters);
        m_guarded = true;
    }
    return *m_guard;
}

/** A data packet came: which penalty do the next SACKs ask for, by the receiver's own rule? */
void
Receiver::WeighIncast(Instant now)
{
    IncastGauge* const gauge = m_parameters.incast;
    if (!m_parameters.qp.incastPenalty || gauge == nullptr)
    {
        return;
    }
    ResponderGuard& guard = *m_guard;
    // A round trip of now has the queue in it, or senders whose packets wait would not be counted.
    gauge->Hear(guard.share, now, m_parameters.RoundTrip() + m_reverse.Queueing());
    const uint8_t own = gauge->PenaltyOf(guard.share, guard.room);
    m_penalty = std::max(m_grant.penalty, own);
    guard.penalised = guard.penalised || own != 0;
    if (own != 0)
    {
        m_restores = false;
    }
    else if (guard.penalised && gauge->Senders() == 1 && m_grant.penalty == 0)
    {
        guard.penalised = false; // alone again: it may have the whole line
        m_restores = true;
    }
}

/**
 * @return whether the packet is answered and gone. Comes before Insert: a packet that is turned
 * away has not arrived, and is sent again
 */
bool
Receiver::TurnsAway(const Datagram& packet, uint64_t sequence, Instant now)
{
    ResponderGuard& guard = Guard();
    WeighIncast(now);
    if (m_roles.failed)
    {
        AnswerInError(packet);
        return true;
    }
    const uint64_t limit = m_parameters.qp.holdLimit;
    const bool fits = limit == 0 || guard.held.Bytes() + packet.payload <= limit;
    const bool isNew =
        sequence < m_received.Expected() + m_received.Window() && !m_received.Contains(sequence);
    // The packet that all wait for is always taken, or nothing held would ever be released; so is
    // one that need not wait.
    if (fits || !isNew || sequence == m_received.Expected() ||
        TurnOf(packet, sequence) < TurnsBelow())
    {
        return false;
    }
    QueueNack(packet, NackReason::NO_PACKET_BUFFER);
    return true;
}

void
Receiver::PlaceGuarded(const Datagram& packet, uint64_t sequence, Instant now)
{
    if (m_ackScheduler.OnAccepted(packet)) // whatever becomes of the data [sack-before-placement]
    {
        QueueSack(packet);
    }
    if (!m_guard->limits.memory.Allows(packet.write.reth, packet.payload))
    {
        Refuse(sequence, AethSyndrome::NAK_REMOTE_ACCESS);
    }
    else
    {
        PlaceOrHold(packet, sequence);
        if (EndsMessage(packet.bth.opcode))
        {
            AddEnd(packet, sequence);
        }
    }
    // Completing messages moves TurnsBelow, so bytes are released afterwards.
    Conclude(packet.plane, now);
    m_roles.counters.placedBytes += m_guard->held.Release(TurnsBelow());
    m_roles.counters.heldPeak = std::max(m_roles.counters.heldPeak, m_guard->held.Bytes());
}

void
Receiver::PlaceOrHold(const Datagram& packet, uint64_t sequence)
{
    if (m_parameters.qp.placement == PLACEMENT_UNORDERED)
    {
        m_roles.counters.placedBytes += packet.payload;
        return;
    }
    m_guard->held.Hold(TurnOf(packet, sequence), packet.payload);
}

/** @return when a packet may be placed: once TurnsBelow() is above this */
uint64_t
Receiver::TurnOf(const Datagram& packet, uint64_t sequence) const
{
    switch (m_parameters.qp.placement)
    {
    case PLACEMENT_IN_ORDER:
        return sequence;
    case PLACEMENT_PARTIAL:
        return m_guard->completed +
               static_cast<uint64_t>(int64_t{static_cast<int16_t>(
                   packet.write.meth.msn - static_cast<uint16_t>(m_completed))});
    default:
        return 0;
    }
}

/** @return one more than the last turn that has come */
uint64_t
Receiver::TurnsBelow() const
{
    switch (m_parameters.qp.placement)
    {
    case PLACEMENT_IN_ORDER:
        return m_received.Expected();
    case PLACEMENT_PARTIAL:
        return m_guard->completed + 1;
    default:
        return 1;
    }
}

/**
 * The message of this packet will not be carried out. That takes effect when all before it are
 * complete: as on an ordered connection, they end well and it is the first that does not.
 */
void
Receiver::Refuse(uint64_t sequence, AethSyndrome syndrome)
{
    ResponderGuard& guard = Guard();
    if (sequence < guard.refusedAt)
    {
        guard.refusedAt = sequence;
        guard.syndrome = syndrome;
    }
}

/**
 * Completes messages up to the refused one. Once all before it are here, the refusal takes effect.
 */
void
Receiver::Conclude(PlaneId plane, Instant now)
{
    ResponderGuard& guard = *m_guard;
    Complete(std::min(m_received.Expected(), guard.refusedAt), plane, now);
    if (m_received.Expected() <= guard.refusedAt)
    {
        return;
    }
    NS_LOG_LOGIC("queue pair " << m_parameters.own.value << ": the message of PSN "
                               << PsnOf(guard.refusedAt).Value() << " is refused, syndrome "
                               << +static_cast<uint8_t>(guard.syndrome));
    m_ackDue = true;
    m_ackPlane = plane;
    m_owner.Fail(CompletionStatus::WR_FLUSH_ERR, now);
}

/** The guard is what stops packets: from now on each one takes the guarded way. */
void
Receiver::Stop()
{
    Guard();
}

/** A refusal is told by its Transport ACK; a queue pair that failed otherwise knows no request. */
void
Receiver::AnswerInError(const Datagram& packet)
{
    if (m_guard->syndrome == AethSyndrome::ACK)
    {
        QueueNack(packet, NackReason::UNEXPECTED_EVENT);
        return;
    }
    m_ackDue = true;
    m_ackPlane = packet.plane;
}

} // namespace mrc
} // namespace ns3
