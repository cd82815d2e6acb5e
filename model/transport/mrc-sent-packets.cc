/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sent-packets.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

SentPackets::SentPackets(uint64_t first, SentStates* room)
    : m_ring(room)
{
    m_ring.base = first;
    m_ring.next = first;
}

void
SentPackets::MarkLost(uint64_t sequence, RetransmitCause cause)
{
    // Never cleared again: from now on the packet counts as retransmitted, and its acknowledgement
    // does not tell the copies apart.
    m_ring.At(sequence).lossBits = (static_cast<uint16_t>(cause) + 1) & 7;
    m_ring.StatesOf(sequence).lost |= SentRing::BitRange(sequence & 63, 1);
    --m_ring.inFlight;
    ++m_ring.lost;
}

void
SentPackets::MarkResent(uint64_t sequence, Instant now, Ev ev)
{
    SentPacket& record = m_ring.At(sequence);
    record.sentAt = now;
    record.ev = ev;
    m_ring.StatesOf(sequence).lost &= ~SentRing::BitRange(sequence & 63, 1);
    ++m_ring.inFlight;
    --m_ring.lost;
}

uint32_t
SentPackets::AcknowledgeBefore(uint64_t end)
{
    uint32_t bytes = 0;
    while (m_ring.base < end)
    {
        const uint64_t shift = m_ring.base & 63;
        // 64 packets are acknowledged at once, as far as the range covers their word.
        const uint64_t count = std::min<uint64_t>(end - m_ring.base, 64 - shift);
        const uint64_t bits = SentRing::BitRange(shift, count);
        bytes += Acknowledge(m_ring.base, bits);
        m_ring.StatesOf(m_ring.base).acknowledged &= ~bits; // they leave the range
        m_ring.base += count;
    }
    SlideBase();
    return bytes;
}

uint32_t
SentPackets::AcknowledgeBits(uint64_t from, uint64_t bits)
{
    if (from < m_ring.base)
    {
        const uint64_t below = m_ring.base - from;
        bits = below >= 64 ? 0 : bits >> below;
        from = m_ring.base;
    }
    if (bits == 0 || from >= m_ring.next)
    {
        return 0;
    }
    // A peer may not acknowledge packets that were never sent.
    bits &= SentRing::BitRange(0, m_ring.next - from);
    const uint64_t shift = from & 63;
    uint32_t bytes = Acknowledge(from, bits << shift);
    // The bitmap of 64 packets straddles two words unless its base is a multiple of 64.
    if (shift != 0 && (bits >> (64 - shift)) != 0)
    {
        bytes += Acknowledge(from + 64, bits >> (64 - shift));
    }
    SlideBase();
    return bytes;
}

/** Keeps the invariant that the packet at Base() is not acknowledged. */
void
SentPackets::SlideBase()
{
    while (m_ring.base < m_ring.next &&
           (m_ring.StatesOf(m_ring.base).acknowledged >> (m_ring.base & 63) & 1))
    {
        // The bit is cleared because its place in the ring will stand for another packet.
        m_ring.StatesOf(m_ring.base).acknowledged &= ~SentRing::BitRange(m_ring.base & 63, 1);
        ++m_ring.base;
    }
}

/**
 * @param sequence of any packet in the word of 64
 * @param bits those of the word
 * @return payload bytes that were in flight. Lost ones had left the flight before, and are only
 * taken off the list of retransmissions
 */
uint32_t
SentPackets::Acknowledge(uint64_t sequence, uint64_t bits)
{
    SentStates& states = m_ring.StatesOf(sequence);
    uint64_t newly = states.Open() & bits;
    // A packet that was given up may turn up yet.
    if (m_ring.lost != 0)
    {
        m_ring.lost -= static_cast<uint16_t>(__builtin_popcountll(states.lost & bits));
        states.lost &= ~bits;
    }
    states.acknowledged |= bits;
    uint32_t bytes = 0;
    uint16_t packets = 0;
    PlaneMask planes = 0;
    const uint64_t first = sequence & ~uint64_t{63};
    for (; newly != 0; newly &= newly - 1)
    {
        const auto bit = static_cast<uint64_t>(__builtin_ctzll(newly));
        const SentPacket& packet = m_ring.At(first | bit);
        bytes += packet.payload;
        ++packets;
        // nobody knows which copy of a packet that was sent again has arrived
        planes |= (packet.Retransmitted() ? PlaneMask{0} : PlaneMask{1}) << packet.ev.Plane();
    }
    m_ring.inFlight -= packets;
    m_ring.answered |= static_cast<uint8_t>(planes);
    return bytes;
}

} // namespace mrc
} // namespace ns3
