/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sent-packets.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

SentPackets::SentPackets(uint64_t first)
    : m_ring{first, first, {}}
{
}

void
SentPackets::MarkLost(uint64_t sequence, RetransmitCause cause)
{
    // Never cleared again: from now on the packet counts as retransmitted, and its acknowledgement
    // does not tell the copies apart.
    m_ring.At(sequence).lossBits = (static_cast<uint16_t>(cause) + 1) & 7;
    m_ring.BlockOf(sequence).lost |= SentRing::BitRange(sequence & 63, 1);
    --m_ring.inFlight;
    ++m_ring.lost;
}

void
SentPackets::MarkResent(uint64_t sequence, Instant now, Ev ev)
{
    SentPacket& record = m_ring.At(sequence);
    record.sentAt = now;
    record.ev = ev;
    m_ring.BlockOf(sequence).lost &= ~SentRing::BitRange(sequence & 63, 1);
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
        // A block of 64 packets is acknowledged at once, as far as the range covers the block.
        const uint64_t count = std::min<uint64_t>(end - m_ring.base, 64 - shift);
        SentBlock& block = m_ring.BlockOf(m_ring.base);
        const uint64_t bits = SentRing::BitRange(shift, count);
        bytes += Acknowledge(block, bits);
        block.acknowledged &= ~bits; // they leave the range
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
    uint32_t bytes = Acknowledge(m_ring.BlockOf(from), bits << shift);
    // The bitmap of 64 packets straddles two blocks unless its base is a multiple of 64.
    if (shift != 0 && (bits >> (64 - shift)) != 0)
    {
        bytes += Acknowledge(m_ring.BlockOf(from + 64), bits >> (64 - shift));
    }
    SlideBase();
    return bytes;
}

/** Keeps the invariant that the packet at Base() is not acknowledged. */
void
SentPackets::SlideBase()
{
    while (m_ring.base < m_ring.next &&
           (m_ring.BlockOf(m_ring.base).acknowledged >> (m_ring.base & 63) & 1))
    {
        // The bit is cleared because its place in the ring will stand for another packet.
        m_ring.BlockOf(m_ring.base).acknowledged &= ~SentRing::BitRange(m_ring.base & 63, 1);
        ++m_ring.base;
    }
}

/**
 * @return payload bytes that were in flight. Lost ones had left the flight before, and are only
 * taken off the list of retransmissions
 */
uint32_t
SentPackets::Acknowledge(SentBlock& block, uint64_t bits)
{
    uint64_t newly = block.Open() & bits;
    // A packet that was given up may turn up yet.
    if (m_ring.lost != 0)
    {
        m_ring.lost -= static_cast<uint32_t>(__builtin_popcountll(block.lost & bits));
        block.lost &= ~bits;
    }
    block.acknowledged |= bits;
    uint32_t bytes = 0;
    PlaneMask planes = 0;
    for (; newly != 0; newly &= newly - 1)
    {
        const SentPacket& packet = block.records[__builtin_ctzll(newly)];
        bytes += packet.payload;
        --m_ring.inFlight;
        // nobody knows which copy of a packet that was sent again has arrived
        planes |= (packet.Retransmitted() ? PlaneMask{0} : PlaneMask{1}) << packet.ev.Plane();
    }
    m_ring.answered |= planes;
    return bytes;
}

} // namespace mrc
} // namespace ns3
