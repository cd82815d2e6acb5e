/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender.h"

#include "mrc-rtt-estimator.h"

#include <cstddef>

namespace ns3
{
namespace mrc
{

namespace
{

/** All fields at their defaults: a copy of this is cheaper than to make one. */
const Datagram BLANK;

/** Name of the sender's random sequences. */
constexpr uint64_t DRAW_SENDER = 1;

/**
 * @return what EVs are dealt from. A SKIP lapses after one round trip unless configured
 * [skip-length]
 */
PathDeal
DealOf(const ConnectionParameters& parameters,
       const QueuePairWatch& watch,
       QueuePairCounters& counters)
{
    const Span lapse = parameters.ev.skipLapse;
    return {parameters.planes,
            parameters.uplinks,
            lapse == Span() ? parameters.RoundTrip() : lapse,
            KeyedDraws(parameters.key).Child(DRAW_SENDER),
            &watch,
            &counters,
            parameters.qp.AckTimeout()};
}

} // namespace

#ifdef __GLIBCXX__ // the sizes are those of its containers
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have it for any class

/** What a packet touches of a requestor: two runs of members, which Prefetch names by their lines.
 */
struct Sender::Hot
{
    static constexpr std::size_t LINE = 64;
    static constexpr std::size_t HEADER = offsetof(Sender, m_header) / LINE; //!< line of the second

    static_assert(offsetof(Sender, m_messages) % LINE == 0,
                  "the end of the sprayer is in the two lines before the messages");
    static_assert(offsetof(Sender, m_roles) / LINE == HEADER,
                  "what each packet asks of the sender is in the line of its header");
    static_assert(offsetof(Sender, m_timers) / LINE <= HEADER + 1,
                  "the timers begin at most one line behind the header");
};

#pragma GCC diagnostic pop
#endif

Sender::Sender(const ConnectionParameters& parameters,
               RolesState& roles,
               RoleOwner& owner,
               const QueuePairWatch& watch)
    : m_parameters(parameters),
      m_owner(owner),
      m_probes(FirstSequence(parameters.firstPsn)),
      m_sprayer(parameters.ev, DealOf(parameters, watch, roles.counters)),
      m_messages(parameters.qp.payload),
      m_flight(parameters, m_sprayer, roles.counters),
      m_header{parameters.localNic,
               parameters.peerNic,
               parameters.peer,
               parameters.Agreed().trimNack ? parameters.dscp.trimmable : parameters.dscp.noTrim},
      m_sackThreshold(parameters.qp.sackThreshold),
      m_payload(parameters.qp.payload),
      m_maxImmediates(parameters.Agreed().maxImmediates),
      m_timesFirst(parameters.cc.learnBaseRtt),
      m_portsInSack(parameters.qp.portsInSack),
      m_roles(roles),
      m_timers(parameters.qp, parameters.RoundTrip(), m_flight.Target())
{
}

void
Sender::Post(const WorkRequest& request, Instant now)
{
    // libibverbs completes what is posted in the state ERR as flushed.
    if (m_roles.failed)
    {
        m_owner.Completed({request.id, CompletionStatus::WR_FLUSH_ERR, now, request.length});
        return;
    }
    const bool first = m_messages.Empty();
    m_messages.Post(request);
    if (first)
    {
        // Planes did not fall silent while nothing was asked of them.
        m_sprayer.Health().Resume(now);
        m_timers.Retry().Restart(now);
        m_timers.Rearm(State(), now);
    }
}

/**
 * @return whether a packet asks for a SACK: when nothing follows that would bring one, or the
 * sender would stand still
 */
inline bool
Sender::WantsAck(uint32_t payload, bool idle)
{
    m_sinceAckRequest += payload;
    bool wanted = idle || m_timesFirst; // [ack-request]; no packet before it has filled a queue
    if (!wanted)
    {
        const bool limited = m_flight.Rate().Allowance() < m_payload || m_flight.PsnsUsedUp();
        // Window-limited [ack-request]. While the window holds several SACK thresholds the peer
        // answers anyway; then once in half a window, or every SACK would beget a packet with A,
        // which begets a SACK: one for each packet.
        const int64_t window = std::min(m_flight.Rate().Window(), m_flight.WindowBytes());
        const bool small = window <= 2 * static_cast<int64_t>(m_sackThreshold);
        wanted = limited && (small || m_sinceAckRequest >= window / 2);
    }
    if (wanted)
    {
        m_sinceAckRequest = 0;
        m_timesFirst = false;
    }
    return wanted;
}

inline void
Sender::Begin(Datagram& out) const
{
    out = BLANK;
    out.bth.destination = m_header.peer;
    out.bth.timestamped = true;
    out.source = m_header.source;
    out.destination = m_header.destination;
    out.dscp = m_header.dscp;
}

/**
 * What first and repeated transmissions have in common. Comes last: HasData must speak of what is
 * left behind this packet.
 */
inline void
Sender::Stamp(uint64_t sequence, Ev ev, Instant now, Datagram& out)
{
    m_flight.OnSent(out.payload);
    const bool idle = !HasData();
    m_timers.OnSent(idle ? SenderState::TAIL : SenderState::BACKLOG, now);
    out.bth.psn = PsnOf(sequence);
    out.bth.ackRequest = WantsAck(out.payload, idle);
    out.ev = ev;
    out.plane = ev.Plane();
    out.write.tseth.timestamp = TimestampOf(now);
    ++m_roles.counters.sentPackets;
    ++m_roles.counters.planePackets[out.plane];
    m_roles.counters.planeBytes[out.plane] += out.payload;
}

bool
Sender::Resend(Instant now, PlaneMask ports, Datagram& out)
{
    SentPackets& packets = m_flight.Packets();
    const uint64_t sequence = packets.FirstLost();
    // The record is copied, for Resend overwrites its path and its time.
    const SentPacket lost = packets.At(sequence);
    if (m_roles.failed || m_timers.Held(now) || !(m_flight.Fits(lost.payload) || m_mustSend))
    {
        return false;
    }
    const std::optional<Ev> ev = m_sprayer.NextOther(ports, lost.ev, m_flight.Strikes(), now);
    if (!ev)
    {
        // The NIC asks again when another of its ports is idle.
        m_noPath = true;
        return false;
    }
    // The one packet beyond the window has been sent.
    m_mustSend = false;
    Begin(out);
    out.bth.retransmission = true;
    out.dscp = m_parameters.Agreed().trimNack ? m_parameters.dscp.trimmableRetx : m_header.dscp;
    m_messages.Repeat(lost.msn, sequence, out);
    m_flight.Resend(sequence, *ev, now);
    ++m_roles.counters.retransmissions[static_cast<size_t>(lost.Cause())];
    if (QueuePairUser* user = m_sprayer.User())
    {
        user->Resent({lost.Cause(), now - lost.sentAt, now});
    }
    // The same oldest packet was repeated too often: the queue pair gives up.
    if (m_timers.Retry().Repeat(packets.Base(), now))
    {
        m_timers.GiveUpAt(now);
        m_timers.Rearm(State(), now);
    }
    Stamp(sequence, *ev, now, out);
    return true;
}

/** The peer fails a queue pair with more [immediates-in-flight]: the message waits. */
bool
Sender::ImmediatesUsedUp() const
{
    return m_messages.ImmediatesInFlight() >= m_maxImmediates && m_messages.NextBeginsImmediate();
}

/** Asks all limits before it draws a path: a draw moves the rotation and may consume a SKIP. */
bool
Sender::SendNew(Instant now, PlaneMask ports, Datagram& out)
{
    const uint16_t payload = m_messages.NextPayload();
    if (m_roles.failed || m_timers.Held(now) || ImmediatesUsedUp() || m_flight.PsnsUsedUp() ||
        !m_flight.Fits(payload))
    {
        return false;
    }
    const Path* path = m_sprayer.NextPath(ports, now);
    if (path == nullptr)
    {
        m_noPath = true;
        return false;
    }
    const Ev ev = path->ev;
    // The retry timer runs from the first packet that waits for an answer.
    if (!m_messages.HasOutstanding())
    {
        m_timers.Retry().Restart(now);
    }
    const uint64_t sequence = m_flight.Packets().Next();
    Begin(out);
    m_messages.TakeNext(sequence, out);
    SentPacket record;
    record.sentAt = now;
    record.ev = ev;
    record.msn = m_messages.LastMsn();
    // 13 bits: no payload is larger than 4,096 bytes.
    record.payload = payload & 0x1fff;
    m_flight.Packets().Push(record);
    Stamp(sequence, ev, now, out);
    return true;
}

} // namespace mrc
} // namespace ns3
