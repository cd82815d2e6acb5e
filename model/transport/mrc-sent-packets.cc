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

namespace
{

/** @return the bits first .. first + count - 1 of a word, count <= 64 */
uint64_t
BitRange(uint64_t first, uint64_t count)
{
    return (count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << first;
}

} // namespace

SentPackets::SentPackets(uint64_t first)
    : m_base(first),
      m_next(first)
{
}

void
SentPackets::MarkLost(uint64_t sequence, RetransmitCause cause)
{
    // Never cleared again: from now on the packet counts as retransmitted, and its acknowledgement
    // does not tell the copies apart.
    At(sequence).lossBits = (static_cast<uint16_t>(cause) + 1) & 7;
    BlockOf(sequence).lost |= BitRange(sequence & 63, 1);
    --m_inFlight;
    ++m_lost;
}

void
SentPackets::MarkResent(uint64_t sequence, Instant now, Ev ev)
{
    SentPacket& record = At(sequence);
    record.sentAt = now;
    record.ev = ev;
    BlockOf(sequence).lost &= ~BitRange(sequence & 63, 1);
    ++m_inFlight;
    --m_lost;
}

uint32_t
SentPackets::AcknowledgeBefore(uint64_t end)
{
    uint32_t bytes = 0;
    while (m_base < end)
    {
        const uint64_t shift = m_base & 63;
        // A block of 64 packets is acknowledged at once, as far as the range covers the block.
        const uint64_t count = std::min<uint64_t>(end - m_base, 64 - shift);
        Block& block = BlockOf(m_base);
        const uint64_t bits = BitRange(shift, count);
        bytes += Acknowledge(block, bits);
        block.acknowledged &= ~bits; // they leave the range
        m_base += count;
    }
    SlideBase();
    return bytes;
}

uint32_t
SentPackets::AcknowledgeBits(uint64_t from, uint64_t bits)
{
    if (from < m_base)
    {
        const uint64_t below = m_base - from;
        bits = below >= 64 ? 0 : bits >> below;
        from = m_base;
    }
    if (bits == 0 || from >= m_next)
    {
        return 0;
    }
    // A peer may not acknowledge what was never sent.
    bits &= BitRange(0, m_next - from);
    const uint64_t shift = from & 63;
    uint32_t bytes = Acknowledge(BlockOf(from), bits << shift);
    // The bitmap of 64 packets straddles two blocks unless its base is a multiple of 64.
    if (shift != 0 && (bits >> (64 - shift)) != 0)
    {
        bytes += Acknowledge(BlockOf(from + 64), bits >> (64 - shift));
    }
    SlideBase();
    return bytes;
}

/** Keeps the invariant that the packet at Base() is not acknowledged. */
void
SentPackets::SlideBase()
{
    while (m_base < m_next && (BlockOf(m_base).acknowledged >> (m_base & 63) & 1))
    {
        // The bit is cleared because its place in the ring will stand for another packet.
        BlockOf(m_base).acknowledged &= ~BitRange(m_base & 63, 1);
        ++m_base;
    }
}

/**
 * @return payload bytes that were in flight. Lost ones had left the flight before, and are only
 * taken off the list of what to send again
 */
uint32_t
SentPackets::Acknowledge(Block& block, uint64_t bits)
{
    uint64_t newly = block.Open() & bits;
    // A packet that was given up may turn up yet.
    if (m_lost != 0)
    {
        m_lost -= static_cast<uint32_t>(__builtin_popcountll(block.lost & bits));
        block.lost &= ~bits;
    }
    block.acknowledged |= bits;
    uint32_t bytes = 0;
    PlaneMask planes = 0;
    for (; newly != 0; newly &= newly - 1)
    {
        const SentPacket& packet = block.records[__builtin_ctzll(newly)];
        bytes += packet.payload;
        --m_inFlight;
        // of one that was sent again, who knows which copy arrived
        planes |= (packet.Retransmitted() ? PlaneMask{0} : PlaneMask{1}) << packet.ev.Plane();
    }
    m_answered |= planes;
    return bytes;
}

uint32_t
SentPackets::AcknowledgedAfter(Instant sentAt, uint32_t most) const
{
    uint32_t count = 0;
    // Counting begins at the newest: late packets stand there, and the count ends soon.
    for (uint64_t above = m_next; above > m_base && count < most;)
    {
        const uint64_t first = std::max((above - 1) & ~uint64_t{63}, m_base);
        const Block& block = BlockOf(first);
        uint64_t bits = block.acknowledged & BitRange(first & 63, above - first);
        for (; bits != 0 && count < most; bits &= bits - 1)
        {
            count += block.records[__builtin_ctzll(bits)].sentAt > sentAt;
        }
        above = first;
    }
    return count;
}

uint64_t
SentPackets::Find(bool lost, uint64_t from) const
{
    uint64_t at = std::max(from, m_base);
    while (at < m_next)
    {
        const Block& block = BlockOf(at);
        const uint64_t rest = (lost ? block.lost : block.Open()) >> (at & 63);
        if (rest != 0)
        {
            at += static_cast<uint64_t>(__builtin_ctzll(rest));
            // Slots beyond the newest packet look as if in flight (Block::Open).
            return at < m_next ? at : NONE;
        }
        at += 64 - (at & 63);
    }
    return NONE;
}

/**
 * Doubles the ring. With another capacity blocks have other places, so packets move one by one; it
 * happens seldom.
 */
void
SentPackets::Grow()
{
    const uint32_t capacity = std::max<uint32_t>(64, m_capacity * 2);
    auto blocks = std::make_unique<Block[]>(capacity / 64);
    for (uint64_t s = m_base; s < m_next; ++s)
    {
        const Block& from = BlockOf(s);
        Block& to = blocks[(s & (capacity - 1)) >> 6];
        const uint64_t bit = BitRange(s & 63, 1);
        to.records[s & 63] = from.records[s & 63];
        to.acknowledged |= from.acknowledged & bit;
        to.lost |= from.lost & bit;
    }
    m_blocks = std::move(blocks);
    m_capacity = capacity;
}

} // namespace mrc
} // namespace ns3
