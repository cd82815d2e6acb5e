/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-responder.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether a packet of RoCEv2 is the first of its message */
bool
BeginsMessage(Opcode opcode)
{
    return opcode == Opcode::RC_SEND_FIRST || opcode == Opcode::RC_WRITE_FIRST ||
           opcode == Opcode::RC_SEND_ONLY || opcode == Opcode::RC_SEND_ONLY_IMMEDIATE ||
           opcode == Opcode::RC_WRITE_ONLY || opcode == Opcode::RC_WRITE_ONLY_IMMEDIATE;
}

/** @return whether a packet of RoCEv2 is the last of its message */
bool
EndsRcMessage(Opcode opcode)
{
    return opcode != Opcode::RC_SEND_FIRST && opcode != Opcode::RC_SEND_MIDDLE &&
           opcode != Opcode::RC_WRITE_FIRST && opcode != Opcode::RC_WRITE_MIDDLE;
}

/** @return the verb that a packet of RoCEv2 belongs to */
WorkVerb
VerbOf(Opcode opcode)
{
    return opcode <= Opcode::RC_SEND_ONLY_IMMEDIATE ? WorkVerb::SEND : WorkVerb::WRITE;
}

/** @return whether an ImmDt is in a packet of RoCEv2 */
bool
HasRcImmediate(Opcode opcode)
{
    return opcode == Opcode::RC_SEND_LAST_IMMEDIATE || opcode == Opcode::RC_SEND_ONLY_IMMEDIATE ||
           opcode == Opcode::RC_WRITE_LAST_IMMEDIATE || opcode == Opcode::RC_WRITE_ONLY_IMMEDIATE;
}

} // namespace

RoceResponder::RoceResponder(const RoceSetup& setup, RoceRoles& roles, RoleOwner& owner)
    : m_setup(setup),
      m_roles(roles),
      m_owner(owner),
      m_replies(setup, roles),
      m_cnps(setup.dcqcn.cnpInterval),
      m_expected(FirstSequence(setup.firstPsn)),
      m_gate(setup.config.reorderTime, m_expected),
      m_askedEnd(m_expected)
{
    m_replies.SetExpected(m_expected);
}

/**
 * Nearly all packets are in the middle of a Write. @return whether this is one that only adds bytes
 * to its message; the packet has been carried out then
 */
inline bool
RoceResponder::Continues(const Datagram& packet)
{
    if (packet.bth.opcode != Opcode::RC_WRITE_MIDDLE || !m_inbound.begun ||
        m_inbound.verb != WorkVerb::WRITE || packet.payload > m_inbound.length - m_inbound.placed)
    {
        return false;
    }
    m_inbound.placed += packet.payload;
    Advance(packet);
    return true;
}

/** The packet has been carried out. */
inline void
RoceResponder::Advance(const Datagram& packet)
{
    m_roles.state.counters.placedBytes += packet.payload;
    ++m_expected;
    m_replies.SetExpected(m_expected);
}

void
RoceResponder::OnData(const Datagram& packet, Instant now)
{
    QueuePairCounters& counters = m_roles.state.counters;
    if (packet.trim != TrimMark::WHOLE)
    {
        ++counters.trims; // RoCEv2 knows no trimming: for RoCEv2 the packet is lost
        return;
    }
    ++counters.receivedPackets;
    if (packet.ecn == Ecn::CE)
    {
        ++counters.marks;
        if (m_setup.config.rateControl == ROCE_DCQCN && m_cnps.OnMark(now))
        {
            m_replies.OweCnp(); // [dcqcn-notification]
        }
    }
    if (m_roles.state.failed)
    {
        return; // in the state of error requests are dropped without an answer
    }
    const uint64_t sequence = SequenceOf(packet.bth.psn, m_expected);
    if (sequence != m_expected || IsSelective() || !Continues(packet))
    {
        Judge(packet, sequence, now);
        return;
    }
    m_nakked = false;
    if (packet.bth.ackRequest)
    {
        m_replies.OweAck();
    }
}

/** A packet that does not simply continue its message. */
void
RoceResponder::Judge(const Datagram& packet, uint64_t sequence, Instant now)
{
    if (IsSelective())
    {
        if (sequence >= m_expected + SELECTIVE_SPAN)
        {
            return; // a peer with another idea of how much may be in flight
        }
        m_gate.OnSeen(sequence, now); // going back, nothing waits for a packet that is overtaken
    }
    if (sequence > m_expected)
    {
        OnAhead(packet, sequence, now);
        return;
    }
    if (sequence < m_expected)
    {
        OnDuplicate(now);
    }
    else if (Accept(packet, now))
    {
        m_nakked = false;
        AcceptHeld(now);
        m_gate.Forget(m_expected);
    }
    // A duplicate is acknowledged as well, up to the packets that have arrived in order [roce-ack].
    if (packet.bth.ackRequest && !m_roles.state.failed)
    {
        m_replies.OweAck();
    }
}

/**
 * A requester sends a packet again if the answer was lost: perhaps on the answer's path
 * [roce-rehash].
 */
void
RoceResponder::OnDuplicate(Instant now)
{
    ++m_roles.state.counters.duplicates;
    m_roles.roce.rehashes += m_roles.rehash.OnDuplicate(now);
}

/** A packet came before others that are missing. */
void
RoceResponder::OnAhead(const Datagram& packet, uint64_t sequence, Instant now)
{
    if (IsSelective())
    {
        const bool isNew = m_held.emplace(sequence, packet).second;
        if (!isNew)
        {
            OnDuplicate(now);
        }
        if (m_askedEnd > m_expected && now >= m_nakAgain)
        {
            m_replies.OweNak(m_expected); // the NAK was lost, or the packets that it asked for
            m_nakAgain = now + AskAgain();
        }
        AskForMissing(now);
        return;
    }
    const bool again = m_setup.config.nakInterval != Span() && now >= m_nakAgain;
    if (!m_nakked || again)
    {
        m_nakked = true; // [roce-nak]: once, until the packet comes
        m_nakAgain = now + m_setup.config.nakInterval;
        m_replies.OweNak(m_expected);
    }
}

/** @return the time before selective repeat asks for the same packet again; own choice */
Span
RoceResponder::AskAgain() const
{
    const Span asked = m_setup.config.nakInterval;
    return asked != Span() ? asked : m_setup.roundTrip * 2;
}

/** Selective repeat: each packet that is missing is asked for, as it is missed [roce-recovery]. */
void
RoceResponder::AskForMissing(Instant now)
{
    if (m_askedEnd <= m_expected)
    {
        m_nakAgain = now + AskAgain();
    }
    m_askedEnd = std::max(m_askedEnd, m_expected);
    for (const uint64_t ripe = m_gate.Ripe(now); m_askedEnd < ripe; ++m_askedEnd)
    {
        if (m_held.count(m_askedEnd) == 0)
        {
            m_replies.OweNak(m_askedEnd);
        }
    }
}

/** Packets that waited for the one that came take their turn. */
void
RoceResponder::AcceptHeld(Instant now)
{
    bool asks = false;
    while (!m_held.empty() && m_held.begin()->first == m_expected)
    {
        const Datagram packet = m_held.begin()->second;
        m_held.erase(m_held.begin());
        asks = asks || packet.bth.ackRequest;
        if (!Accept(packet, now))
        {
            return;
        }
    }
    if (asks)
    {
        m_replies.OweAck();
    }
    if (!m_held.empty())
    {
        m_nakAgain = now + AskAgain(); // another packet is the first that is missing
        AskForMissing(now);
    }
}

/** The packet that is expected. @return whether the packet was taken */
bool
RoceResponder::Accept(const Datagram& packet, Instant now)
{
    const bool begins = BeginsMessage(packet.bth.opcode);
    if (begins == m_inbound.begun || (!begins && VerbOf(packet.bth.opcode) != m_inbound.verb))
    {
        return Refuse(AethSyndrome::NAK_INVALID_REQUEST, now);
    }
    if (begins && !Begin(packet, now))
    {
        return false;
    }
    m_inbound.placed += packet.payload;
    const bool ends = EndsRcMessage(packet.bth.opcode);
    const bool isWrite = m_inbound.verb == WorkVerb::WRITE;
    if (isWrite &&
        (m_inbound.placed > m_inbound.length || (ends && m_inbound.placed != m_inbound.length)))
    {
        return Refuse(AethSyndrome::NAK_INVALID_REQUEST, now);
    }
    if (ends && !End(packet, now))
    {
        return false;
    }
    Advance(packet);
    return true;
}

/**
 * The first packet of a message says where the whole message goes. @return whether the message may
 * go there
 */
bool
RoceResponder::Begin(const Datagram& packet, Instant now)
{
    const Reth& reth = packet.write.reth;
    m_inbound = {true, VerbOf(packet.bth.opcode), reth.length, 0};
    if (m_inbound.verb == WorkVerb::WRITE && !m_limits.memory.Allows(reth, reth.length))
    {
        return Refuse(AethSyndrome::NAK_REMOTE_ACCESS, now);
    }
    return true;
}

/**
 * A message is complete. @return whether there was a buffer for the packet, if the packet takes one
 */
bool
RoceResponder::End(const Datagram& packet, Instant now)
{
    Delivery delivery;
    delivery.msn = m_delivered;
    delivery.length = m_inbound.placed;
    delivery.hasImmediate = HasRcImmediate(packet.bth.opcode);
    delivery.verb = m_inbound.verb;
    delivery.immediate = packet.write.immediate;
    delivery.at = now;
    if (delivery.TakesBuffer() && !m_limits.buffers.Take())
    {
        return Refuse(AethSyndrome::NAK_REMOTE_OPERATIONAL, now); // [receive-buffers]: no RNR
    }
    ++m_delivered;
    m_replies.AddMessage();
    m_inbound = Inbound();
    m_owner.Delivered(delivery);
    return true;
}

/** The message of the expected packet is not carried out, and the queue pair ends. */
bool
RoceResponder::Refuse(AethSyndrome syndrome, Instant now)
{
    m_replies.OweRefusal(syndrome);
    m_owner.Fail(CompletionStatus::WR_FLUSH_ERR, now);
    return false;
}

} // namespace mrc
} // namespace ns3
