/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-receiver.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcReceiver");

namespace
{

/** All fields at their defaults: a copy of this is cheaper than to make one. */
const Datagram BLANK;

/** Name of the receiver's random sequence. */
constexpr uint64_t DRAW_RECEIVER = 2;

constexpr uint32_t MSN_MASK = 0xffffff;       //!< AETH: 24 bits
constexpr uint32_t ANY_COMPLETED = 0x1000000; //!< stays when the count of 24 bits wraps
constexpr uint64_t RECEIVED_UNIT = 256;       //!< rcvd_bytes, rounded up [cc-state]
constexpr uint32_t RECEIVED_MASK = 0xffffff;  //!< rcvd_bytes: 24 bits
constexpr uint32_t OOO_MAX = 0x7fff;          //!< ooo_count: 15 bits

} // namespace

Grant
FirstGrant(const QpConfig& qp, const QpCapabilities& peerOffer)
{
    const QpCapabilities agreed = Agree(qp.Offer(), peerOffer);
    Grant grant;
    grant.mpr = agreed.dynamicMpr ? agreed.mpr : qp.mpr;
    grant.penalty = qp.penalty;
    return grant;
}

Receiver::Receiver(const ConnectionParameters& parameters, RolesState& roles, RoleOwner& owner)
    : m_received(FirstSequence(parameters.firstPsn), parameters.qp.WindowPsns()),
      m_ackScheduler(parameters.qp.sackThreshold),
      m_roles(roles),
      m_localUp(static_cast<uint8_t>(parameters.Planes())),
      m_reverse(parameters.uplinks,
                parameters.RoundTrip(),
                KeyedDraws(parameters.key).Child(DRAW_RECEIVER),
                parameters.ev.list.get()),
      m_owner(owner),
      m_parameters(parameters),
      m_grant(FirstGrant(parameters.qp, parameters.peerOffer))
{
    m_penalty = m_grant.penalty;
    // Only these options need the guard from the first packet on; it costs memory in each queue
    // pair.
    if (parameters.qp.placement != PLACEMENT_UNORDERED || parameters.qp.incastPenalty)
    {
        Guard();
    }
}

void
Receiver::OnWrite(const Datagram& packet, Instant now)
{
    const uint64_t sequence = SequenceOf(packet.bth.psn, m_received.Expected());
    // Repetitions show that answers were lost, maybe on the way that this end chose.
    packet.bth.retransmission ? m_reverse.OnRepetition(now) : m_reverse.OnProgress();
    if (packet.trim != TrimMark::WHOLE)
    {
        ++m_roles.counters.trims;
        OnTrimmed(packet, sequence, now);
        return;
    }
    m_reverse.OnDataReceived(now, packet.write.tseth.timestamp); // not what has lost its data: an
                                                                 // incast needs no more packets
    ++m_roles.counters.receivedPackets;
    if (packet.ecn == Ecn::CE)
    {
        ++m_roles.counters.marks;
    }
    // Key 0 is that of all memory, and needs no look; any other has to be one that was registered.
    const bool guarded = (m_guarded | packet.write.reth.rkey) != 0;
    if (__builtin_expect(guarded, 0) && TurnsAway(packet, sequence, now))
    {
        return;
    }
    switch (m_received.Insert(sequence))
    {
    case Arrival::ACCEPTED:
        __builtin_expect(guarded, 0) ? PlaceGuarded(packet, sequence, now)
                                     : Place(packet, sequence, now);
        break;
    case Arrival::DUPLICATE:
        OnDuplicate(packet);
        break;
    case Arrival::OUT_OF_WINDOW:
        QueueNack(packet, NackReason::PSN_OUT_OF_WINDOW); // [psn-out-of-window]
        break;
    }
}

/** It is not placed again, but acknowledged again [duplicate-packets]. */
void
Receiver::OnDuplicate(const Datagram& packet)
{
    ++m_roles.counters.duplicates;
    QueueSack(packet);
    // The Transport ACK may be what was lost, and a duplicate asks for it too.
    m_ackDue = m_ackDue || m_completed != 0;
    m_ackPlane = packet.plane;
}

void
Receiver::OnTrimmed(const Datagram& packet, uint64_t sequence, Instant now)
{
    if (m_guarded)
    {
        WeighIncast(now);
        if (m_roles.failed)
        {
            AnswerInError(packet);
            return;
        }
    }
    // The data has come by another copy, so nothing is asked for.
    if (m_received.Contains(sequence))
    {
        QueueSack(packet);
    }
    else if (m_parameters.qp.trimNack)
    {
        QueueNack(packet,
                  packet.trim == TrimMark::TRIMMED ? NackReason::TRIMMED
                                                   : NackReason::TRIMMED_LAST_HOP);
    }
}

/**
 * Unordered placement: data goes to memory at once, and only its message has to wait for others.
 */
void
Receiver::Place(const Datagram& packet, uint64_t sequence, Instant now)
{
    m_roles.counters.placedBytes += packet.payload;
    if (m_ackScheduler.OnAccepted(packet))
    {
        QueueSack(packet);
    }
    if (EndsMessage(packet.bth.opcode) && !AddEnd(packet, sequence))
    {
        // A message that is refused ends the connection, but messages before it are still complete.
        Conclude(packet.plane, now);
        return;
    }
    if (m_ends.HasComplete(m_received.Expected()))
    {
        Complete(m_received.Expected(), packet.plane, now);
    }
}

bool
Receiver::AddEnd(const Datagram& packet, uint64_t sequence)
{
    Delivery delivery;
    delivery.msn = packet.write.meth.msn;
    delivery.length = packet.write.reth.length;
    delivery.hasImmediate = HasImmediate(packet.bth.opcode);
    delivery.immediate = packet.write.immediate;
    // Both count Writes with Immediate modulo 2^16; the difference is not delivered yet.
    const auto inFlight = static_cast<int16_t>(packet.write.meth.rqmsn - m_immediates);
    if (delivery.hasImmediate && inFlight > int32_t{m_parameters.qp.maxImmediates})
    {
        Refuse(sequence, AethSyndrome::NAK_INVALID_REQUEST); // [immediates-in-flight]
        return false;
    }
    m_ends.Insert(sequence, delivery);
    return true;
}

/**
 * Delivers messages whose packets, and all before, have arrived [transport-ack] [immediate-order].
 */
void
Receiver::Complete(uint64_t end, PlaneId plane, Instant now)
{
    while (m_ends.HasComplete(end))
    {
        const uint64_t sequence = m_ends.First();
        Delivery delivery = m_ends.Pop();
        if (delivery.hasImmediate && m_guarded && !m_guard->limits.buffers.Take())
        {
            Refuse(sequence,
                   AethSyndrome::NAK_REMOTE_OPERATIONAL); // [receive-buffers]: there is no RNR
            return;
        }
        m_immediates += delivery.hasImmediate;
        m_completed = ((m_completed + 1) & MSN_MASK) | ANY_COMPLETED;
        if (m_guarded)
        {
            ++m_guard->completed;
        }
        // One Transport ACK tells of all messages that complete before the NIC takes it.
        m_ackDue = true;
        m_ackPlane = plane;
        delivery.at = now;
        m_owner.Delivered(delivery);
    }
}

void
Receiver::OnProbe(const Datagram& probe, Instant now)
{
    m_ackScheduler.OnSackQueued();
    m_reverse.OnDataReceived(now, probe.peth.tseth.timestamp);
    // Without a port the answer waits (HasReply), and FillHeaders finds a plane when one is back.
    const PlaneMask usable = UsablePlanes();
    const PlaneId plane =
        usable == 0
            ? probe.plane
            : m_reverse.AnswerTo(Ev::Of(probe.plane, probe.ev.Uplink()), usable, now).Plane();
    Reply reply{};
    reply.ev = probe.ev;
    reply.psn = Psn(probe.peth.probeId);
    reply.timestamp = probe.peth.tseth.timestamp;
    reply.kind = ReplyKind::PROBE_SACK;
    reply.plane = plane;
    reply.mark = probe.ecn == Ecn::CE ? PathMark::SKIP_ONCE : PathMark::NONE;
    QueueNewest(reply);
    // a probe asks because an answer is missing: that may be the Transport ACK
    m_ackDue = m_ackDue || m_completed != 0 || m_roles.failed;
    m_ackPlane = plane;
}

void
Receiver::QueueSack(const Datagram& packet)
{
    m_ackScheduler.OnSackQueued();
    Reply reply{};
    reply.ev = packet.ev;
    reply.psn = packet.bth.psn;
    reply.timestamp = packet.write.tseth.timestamp;
    reply.kind = ReplyKind::SACK;
    reply.plane = packet.plane;
    reply.mark = packet.ecn == Ecn::CE ? PathMark::SKIP_ONCE : PathMark::NONE;
    QueueNewest(reply);
}

/**
 * Bitmap and cumulative PSN are filled in when a reply leaves, so the newest one says all that
 * earlier ones of its kind would. One with a mark stays: the mark is about its own EV
 * [answer-order].
 */
void
Receiver::QueueNewest(const Reply& reply)
{
    if (!m_replies.Empty() && m_replies.Back().kind == reply.kind &&
        m_replies.Back().mark == PathMark::NONE)
    {
        m_replies.Back() = reply;
    }
    else
    {
        m_replies.Push(reply);
    }
}

void
Receiver::QueueNack(const Datagram& packet, NackReason reason)
{
    Reply reply{};
    reply.ev = packet.ev;
    reply.psn = packet.bth.psn;
    reply.timestamp = packet.write.tseth.timestamp;
    // NACKs never merge: each is the only word about its packet [answer-order].
    reply.kind = ReplyKind::NACK;
    NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << ": PSN " << packet.bth.psn.Value()
                               << " is refused, reason " << +static_cast<uint8_t>(reason));
    reply.reason = reason;
    reply.plane = packet.plane;
    m_replies.Push(reply);
}

void
Receiver::TakeReply(Datagram& out)
{
    out = BLANK;
    if (!m_replies.Empty())
    {
        const Reply& reply = m_replies.Front();
        FillHeaders(reply.plane, out);
        if (reply.kind == ReplyKind::NACK)
        {
            FillNack(reply, out);
        }
        else
        {
            FillSack(reply, out);
        }
        m_replies.Pop();
        return;
    }
    // Replies come before this: a SACK frees the sender's window, the Transport ACK only ends a
    // request.
    m_ackDue = false;
    FillHeaders(m_ackPlane, out);
    out.bth.opcode = Opcode::TRANSPORT_ACK;
    out.bth.psn = PsnOf(m_received.Expected() - 1);
    out.aeth = Aeth{};
    out.aeth.msn = m_completed & MSN_MASK;
    if (m_roles.failed && m_guard->syndrome != AethSyndrome::ACK)
    {
        out.bth.psn = PsnOf(m_guard->refusedAt);
        out.aeth.syndrome = static_cast<uint8_t>(m_guard->syndrome);
    }
}

void
Receiver::FillHeaders(PlaneId plane, Datagram& out) const
{
    const PlaneMask usable = UsablePlanes();
    if (((usable >> plane) & 1) == 0)
    {
        plane = static_cast<PlaneId>(__builtin_ctz(usable)); // a port is down at one of the ends
    }
    out.bth.destination = m_parameters.peer;
    out.source = m_parameters.localNic;
    out.destination = m_parameters.peerNic;
    out.ev = m_reverse.Of(plane);
    out.plane = plane;
    out.dscp = m_parameters.dscp.control; // [traffic-classes]
}

bool
Receiver::SetGrant(const Grant& grant)
{
    if (grant.mpr != m_grant.mpr && !m_parameters.Agreed().dynamicMpr)
    {
        return false;
    }
    // Taking a penalty back asks the sender for the window that the penalty cost.
    m_restores = grant.penalty == 0 && (m_restores || m_grant.penalty != 0);
    // Noted before the grant changes: up to here the requestor may send by the old one.
    m_windowEnd = m_received.Expected() + m_received.Window();
    m_grant = grant;
    m_penalty = grant.penalty;
    NarrowWindow();
    return true;
}

void
Receiver::NarrowWindow()
{
    // The edge that a requestor was told of never comes back: it may have sent up to it.
    const uint64_t expected = m_received.Expected();
    const auto told = static_cast<uint32_t>(m_windowEnd - std::min(m_windowEnd, expected));
    m_received.SetWindow(std::max(m_grant.mpr * MPR_UNIT, told));
}

void
Receiver::FillGrant(SackHeaders& sack)
{
    if (m_parameters.Agreed().dynamicMpr)
    {
        NarrowWindow();
        sack.seth.mpr = m_grant.mpr;
    }
    sack.cc.penalty = m_penalty;
    sack.cc.restoreWindow = m_restores;
}

/**
 * A probe asks what holds the sender up [probe-sack-parts]: the oldest packet that is missing, and
 * in answer to further probes what 64 bits leave out, or a sender whose window is full of lost
 * packets would never know.
 */
uint64_t
Receiver::NextProbeBase()
{
    const bool goesOn = m_probeShows > m_received.Expected() && m_probeShows < m_received.Top();
    const uint64_t base = goesOn ? m_probeShows : m_received.Expected();
    m_probeShows = base + BITMAP_PSNS;
    return base;
}

void
Receiver::FillSack(const Reply& reply, Datagram& out)
{
    const uint64_t cack = m_received.Expected() - 1;
    const bool probe = reply.kind == ReplyKind::PROBE_SACK;
    out.bth.opcode = Opcode::SACK;
    out.bth.psn = PsnOf(cack); // [sack-format]
    out.sack = SackHeaders{};
    Seth& seth = out.sack.seth;
    seth.cack = PsnOf(cack);
    const int32_t offset = probe ? static_cast<int32_t>(reply.psn.Value()) : reply.psn - seth.cack;
    seth.ackOffset = static_cast<int16_t>(offset);
    seth.probeReply = probe;
    seth.entropy = reply.ev;
    seth.mark = reply.mark;
    // Byte 12 is reserved in the public layout, so it stays 0 unless ports are told by SACKs
    // [port-status-carrier].
    if (m_parameters.qp.portsInSack)
    {
        seth.downPorts = static_cast<uint8_t>(m_parameters.Planes() & ~m_localUp);
    }
    const uint64_t base =
        probe ? NextProbeBase() : m_received.BitmapBaseFor(SequenceOf(reply.psn, cack));
    seth.sackOffset = static_cast<int16_t>(base - cack);
    seth.bitmap = m_received.Bitmap(base);
    CcState& cc = out.sack.cc;
    cc.timestamp = reply.timestamp;
    cc.outOfOrder = static_cast<uint16_t>(std::min(m_received.OutOfOrder(), OOO_MAX));
    cc.received = static_cast<uint32_t>((ReceivedBytes() + RECEIVED_UNIT - 1) / RECEIVED_UNIT) &
                  RECEIVED_MASK;
    FillGrant(out.sack);
}

void
Receiver::FillNack(const Reply& reply, Datagram& out) const
{
    out.bth.opcode = Opcode::NACK;
    out.bth.psn = reply.psn;
    out.neth = Neth{};
    out.neth.reason = reply.reason;
    out.neth.timestamp = reply.timestamp;
    out.neth.entropy = reply.ev;
    out.neth.psn = reply.psn;
}

} // namespace mrc
} // namespace ns3
