/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-requester.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcRoceRequester");

namespace
{

/** PSNs have 24 bits: more in flight could not be told apart from old ones [roce-psn]. */
constexpr uint64_t MOST_IN_FLIGHT = (uint64_t{1} << 23) - 1;

/** @return how the work request ends that the responder refuses [completion-errors] */
CompletionStatus
StatusOf(AethSyndrome syndrome)
{
    switch (syndrome)
    {
    case AethSyndrome::NAK_REMOTE_ACCESS:
        return CompletionStatus::REM_ACCESS_ERR;
    case AethSyndrome::NAK_INVALID_REQUEST:
        return CompletionStatus::REM_INV_REQ_ERR;
    default:
        return CompletionStatus::REM_OP_ERR;
    }
}

/** The two highest bits of seven are 0 in an ACK, whatever its credits (IBTA sec. 9.7.5.1.2). */
bool
IsAck(uint8_t syndrome)
{
    return (syndrome & 0x60) == 0;
}

} // namespace

RoceRequester::RoceRequester(const RoceSetup& setup,
                             RoceRoles& roles,
                             RoleOwner& owner,
                             const QueuePairWatch& watch)
    : m_setup(setup),
      m_roles(roles),
      m_owner(owner),
      m_watch(watch),
      m_messages(setup.payload, FirstSequence(setup.firstPsn)),
      m_flight(FirstSequence(setup.firstPsn)),
      m_rate(setup),
      m_mostInFlight(MostInFlight(setup)),
      m_timeout(setup.config.AckTimeout())
{
}

void
RoceRequester::Post(const WorkRequest& request, Instant now)
{
    // libibverbs completes requests posted in the state ERR as flushed.
    if (m_roles.state.failed)
    {
        m_owner.Completed(
            {request.id, CompletionStatus::WR_FLUSH_ERR, now, request.length, request.verb});
        return;
    }
    if (m_messages.Empty())
    {
        m_timer = now;
        m_retries = 0;
    }
    m_messages.Post(request);
    Pace(now);
}

/** @return packets that may be in flight */
uint64_t
RoceRequester::MostInFlight(const RoceSetup& setup)
{
    const RoceConfig& config = setup.config;
    const uint64_t most =
        config.recovery == ROCE_SELECTIVE_REPEAT ? SELECTIVE_SPAN : MOST_IN_FLIGHT;
    return config.window == 0 ? most : std::clamp<uint64_t>(config.window / setup.payload, 1, most);
}

/**
 * A sequence error before this packet asks for this packet again; the window must not wait for
 * ever.
 */
bool
RoceRequester::AsksForAck(uint64_t sequence, const Datagram& packet) const
{
    const bool again = sequence + 1 < m_flight.Sent();
    return !(packet.bth.opcode == Opcode::RC_WRITE_FIRST ||
             packet.bth.opcode == Opcode::RC_WRITE_MIDDLE ||
             packet.bth.opcode == Opcode::RC_SEND_FIRST ||
             packet.bth.opcode == Opcode::RC_SEND_MIDDLE) ||
           (sequence + 1) % m_setup.config.ackInterval == 0 ||
           sequence + 1 - m_flight.Acked() >= m_mostInFlight ||
           (again && m_setup.config.recovery == ROCE_SELECTIVE_REPEAT);
}

Pull
RoceRequester::NextData(Instant now, PlaneMask ports, Datagram& out)
{
    const uint64_t sequence = m_flight.Next();
    if (m_rate.Next() > now || !HasPacket(sequence))
    {
        Pace(now); // a NIC may ask at the time of the pace, and need not wake first
        return {};
    }
    if ((ports & m_setup.Port()) == 0)
    {
        // The pair has one port: another one that is free does not help.
        return {false, false, (m_roles.up & m_setup.Port()) != 0};
    }
    m_setup.AddressData(PsnOf(sequence), m_roles.rehash.Path(), out);
    m_messages.Fill(sequence, out);
    const bool isNew = sequence == m_flight.Sent();
    const Instant before = m_flight.Send(sequence, now);
    out.bth.ackRequest = std::exchange(m_asks, false) || AsksForAck(sequence, out);
    // The timer begins with the first packet that asks, and runs on for those behind.
    const bool begins = out.bth.ackRequest && m_askedEnd <= m_flight.Acked();
    m_askedEnd = out.bth.ackRequest ? std::max(m_askedEnd, sequence + 1) : m_askedEnd;
    QueuePairCounters& counters = m_roles.state.counters;
    ++counters.sentPackets;
    ++counters.planePackets[out.plane];
    counters.planeBytes[out.plane] += out.payload;
    if (!isNew)
    {
        Count(sequence, before, now);
    }
    m_roles.roce.rate = static_cast<uint64_t>(m_rate.OnSent(out.payload, now));
    m_timer = begins ? now : m_timer;
    Pace(now);
    const bool isPaced = m_paceDue != Instant::Never();
    return {true, begins || isPaced, false, isPaced};
}

/**
 * The timer of the pace runs whenever a packet waits, even if the packet waits for the window too.
 */
void
RoceRequester::Pace(Instant now)
{
    const bool waits = m_rate.Next() > now && m_flight.Next() < m_messages.End();
    m_paceDue = waits ? m_rate.Next() : Instant::Never();
}

/** A packet is sent once more. */
void
RoceRequester::Count(uint64_t sequence, Instant before, Instant now)
{
    NS_LOG_LOGIC("queue pair " << m_setup.own.value << " sends PSN " << PsnOf(sequence).Value()
                               << " again: " << m_cause);
    ++m_roles.state.counters.retransmissions[static_cast<std::size_t>(m_cause)];
    if (m_watch.user != nullptr)
    {
        m_watch.user->Resent({m_cause, now - before, now, m_roles.rehash.Path()});
    }
}

void
RoceRequester::OnAnswer(const Datagram& datagram, Instant now)
{
    const uint64_t sequence = SequenceOf(datagram.bth.psn, m_flight.Acked());
    const auto syndrome = static_cast<AethSyndrome>(datagram.aeth.syndrome);
    if (m_roles.state.failed || sequence >= m_flight.Sent())
    {
        return; // of a packet that was never sent
    }
    if (IsAck(datagram.aeth.syndrome))
    {
        Progress(sequence + 1, now);
    }
    else if (sequence < m_flight.Acked())
    {
        return; // an old one
    }
    else if (syndrome == AethSyndrome::NAK_SEQUENCE)
    {
        ++m_roles.roce.naksReceived;
        OnSequenceError(sequence, now);
    }
    else
    {
        Progress(sequence, now); // requests before the NAK were carried out
        m_owner.Fail(StatusOf(syndrome), now);
    }
    Pace(now); // a packet may have come to wait that was not there before
    if (m_roles.watched && m_watch.user != nullptr)
    {
        m_watch.user->Watched(
            WindowSample{m_setup.config.window, static_cast<int64_t>(InFlight()), now});
    }
}

/** [roce-recovery]: going back, the NAK acknowledges all packets in front of its PSN. */
void
RoceRequester::OnSequenceError(uint64_t sequence, Instant now)
{
    if (m_setup.config.recovery == ROCE_SELECTIVE_REPEAT)
    {
        m_cause = RetransmitCause::GAP;
        m_flight.Repeat(sequence);
        return;
    }
    Progress(sequence, now);
    if (!m_roles.state.failed && TakeRetry(now))
    {
        m_cause = RetransmitCause::GAP;
        // What asked before is sent anew, and asks anew.
        m_askedEnd = m_flight.Acked();
        m_flight.GoBackTo(sequence);
    }
}

/** All packets in front of this one have arrived: messages complete, retries count afresh. */
void
RoceRequester::Progress(uint64_t end, Instant now)
{
    if (end <= m_flight.Acked())
    {
        return;
    }
    m_flight.Acknowledge(end);
    m_timer = now;
    m_retries = 0;
    if (end < m_recoverEnd)
    {
        m_recoverEnd = 0;
        m_flight.GoBackTo(end); // no NAK tells of a tail that was lost
    }
    // Observers may post, so each message is gone before anybody hears of its end.
    while (!m_messages.Empty() && m_messages.Oldest().end <= end)
    {
        const WorkRequest done = m_messages.PopOldest();
        m_owner.Completed({done.id, CompletionStatus::SUCCESS, now, done.length, done.verb});
    }
}

void
RoceRequester::OnCnp(Instant now)
{
    ++m_roles.roce.cnpsReceived;
    m_roles.roce.rehashes += m_roles.rehash.OnCnp(now);
    m_rate.OnCnp(now);
    m_roles.roce.rate = static_cast<uint64_t>(m_rate.At(now));
}

/** @return whether there was a retry left; if not, the queue pair fails [roce-retries] */
bool
RoceRequester::TakeRetry(Instant now)
{
    m_timer = now;
    if (m_retries == m_setup.config.retries)
    {
        m_owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
        return false;
    }
    ++m_retries;
    return true;
}

void
RoceRequester::Wake(Instant now)
{
    if (!m_messages.Empty() && m_timer + m_timeout <= now)
    {
        OnTimeout(now);
    }
    Pace(now);
}

/** A timeout is one only where an answer is due: of a packet that was sent and asks [roce-timeout].
 */
void
RoceRequester::OnTimeout(Instant now)
{
    const bool hasPort = (m_roles.up & m_setup.Port()) != 0;
    const bool isDue = m_askedEnd > m_flight.Acked();
    if (!isDue && hasPort)
    {
        m_timer = now; // packets wait for their turn at the port, or for their pace
        return;
    }
    if (isDue)
    {
        ++m_roles.roce.timeouts;
        m_roles.roce.rehashes += m_roles.rehash.OnTimeout(now);
    }
    if (!TakeRetry(now) || !m_flight.Outstanding())
    {
        return;
    }
    m_cause = RetransmitCause::TIMEOUT;
    m_askedEnd = m_flight.Acked();
    m_asks = true; // an answer to the first packet is progress
    if (m_setup.config.recovery == ROCE_SELECTIVE_REPEAT)
    {
        // Packets behind may be lost too, and no NAK tells of those [roce-recovery].
        m_recoverEnd = m_flight.Sent();
        m_flight.ForgetRepeats();
        m_flight.Repeat(m_flight.Acked());
        return;
    }
    m_flight.GoBackTo(m_flight.Acked());
}

void
RoceRequester::Flush(CompletionStatus status, Instant now)
{
    while (!m_messages.Empty())
    {
        const WorkRequest ended = m_messages.PopOldest();
        m_owner.Completed({ended.id, status, now, ended.length, ended.verb});
        status = CompletionStatus::WR_FLUSH_ERR;
    }
}

void
RoceRequester::Rest()
{
    if (m_messages.Empty())
    {
        m_messages.Rest();
        m_flight.Rest();
    }
}

} // namespace mrc
} // namespace ns3
