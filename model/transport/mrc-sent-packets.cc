/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sent-packets.h"

#include <algorithm>

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
    At(sequence).causeBits = static_cast<uint16_t>(cause) & 3;
    Flip(m_inFlightBits, sequence);
    Flip(m_lostBits, sequence);
    --m_inFlight;
    ++m_lost;
}

void
SentPackets::MarkResent(uint64_t sequence, Instant now, Ev ev)
{
    SentPacket& record = At(sequence);
    record.sentAt = now;
    record.ev = ev;
    record.retransmitted = 1;
    Flip(m_inFlightBits, sequence);
    Flip(m_lostBits, sequence);
    ++m_inFlight;
    --m_lost;
}

uint32_t
SentPackets::AcknowledgeBefore(uint64_t end)
{
    uint32_t bytes = 0;
    while (m_base < end)
    {
        const uint64_t slot = m_base & m_mask;
        const uint64_t count = std::min<uint64_t>(end - m_base, 64 - (slot & 63));
        bytes += Acknowledge(slot >> 6, BitRange(slot & 63, count));
        m_base += count;
    }
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
    bits &= BitRange(0, m_next - from);
    const uint64_t slot = from & m_mask;
    const uint64_t word = slot >> 6;
    const uint64_t shift = slot & 63;
    uint32_t bytes = Acknowledge(word, bits << shift);
    if (shift != 0 && (bits >> (64 - shift)) != 0)
    {
        bytes += Acknowledge((word + 1) & (m_mask >> 6), bits >> (64 - shift));
    }
    while (m_base < m_next && !Test(m_inFlightBits, m_base) && !Test(m_lostBits, m_base))
    {
        ++m_base;
    }
    return bytes;
}

uint32_t
SentPackets::Acknowledge(uint64_t word, uint64_t bits)
{
    if (m_lost != 0)
    {
        const uint64_t lost = m_lostBits[word] & bits;
        m_lostBits[word] ^= lost;
        m_lost -= static_cast<uint32_t>(__builtin_popcountll(lost));
    }
    uint32_t bytes = 0;
    uint64_t newly = m_inFlightBits[word] & bits;
    m_inFlightBits[word] ^= newly;
    for (const SentPacket* records = &m_records[word << 6]; newly != 0; newly &= newly - 1)
    {
        bytes += records[__builtin_ctzll(newly)].payload;
        --m_inFlight;
    }
    return bytes;
}

uint64_t
SentPackets::Find(const Bits& bits, uint64_t from) const
{
    uint64_t at = std::max(from, m_base);
    while (at < m_next)
    {
        const uint64_t slot = at & m_mask;
        const uint64_t rest = bits[slot >> 6] >> (slot & 63);
        if (rest != 0)
        {
            at += static_cast<uint64_t>(__builtin_ctzll(rest));
            return at < m_next ? at : NONE;
        }
        at += 64 - (slot & 63);
    }
    return NONE;
}

void
SentPackets::Grow()
{
    const uint64_t size = std::max<uint64_t>(64, m_records.size() * 2);
    SentPackets bigger(m_base);
    bigger.m_records.resize(size);
    bigger.m_inFlightBits.resize(size / 64);
    bigger.m_lostBits.resize(size / 64);
    bigger.m_mask = size - 1;
    bigger.m_next = m_next;
    bigger.m_inFlight = m_inFlight;
    bigger.m_lost = m_lost;
    for (uint64_t s = m_base; s < m_next; ++s)
    {
        bigger.At(s) = At(s);
        if (Test(m_inFlightBits, s))
        {
            bigger.Flip(bigger.m_inFlightBits, s);
        }
        if (Test(m_lostBits, s))
        {
            bigger.Flip(bigger.m_lostBits, s);
        }
    }
    *this = std::move(bigger);
}

} // namespace mrc
} // namespace ns3
