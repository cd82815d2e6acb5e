/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENT_PACKETS_H
#define MRC_SENT_PACKETS_H

#include "mrc-queue-pair.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What a sender remembers of a packet: its latest transmission. */
struct SentPacket
{
    Instant sentAt;
    Ev ev;
    uint16_t msn{0};            //!< message that it belongs to
    uint16_t payload : 13;      //!< bytes
    uint16_t retransmitted : 1; //!< whether this was not its first transmission
    uint16_t causeBits : 2;     //!< RetransmitCause of the coming retransmission

    SentPacket()
        : payload(0),
          retransmitted(0),
          causeBits(0)
    {
    }

    /** @return why it is to be sent again, once it is lost */
    RetransmitCause Cause() const
    {
        return static_cast<RetransmitCause>(causeBits);
    }
};

static_assert(sizeof(SentPacket) == 16, "the record of a packet is a quarter of a cache line");

/**
 * The packets that the peer has not acknowledged, by sequence number: which are in flight, which
 * lost?
 *
 * A sequence number here is a PSN that does not wrap. Records live in a ring that doubles when the
 * range from the oldest to the newest outgrows it; two bit sets beside it hold the states, so that
 * the next packet in a state is found a word at a time. Neither bit set: acknowledged.
 */
class SentPackets
{
  public:
    /** No packet. */
    static constexpr uint64_t NONE = ~uint64_t{0};

    /** @param first the sequence number of the first packet to be sent */
    explicit SentPackets(uint64_t first);

    /** @return the oldest unacknowledged sequence number, Next() if there is none */
    uint64_t Base() const
    {
        return m_base;
    }

    /** @return the sequence number of the next new packet */
    uint64_t Next() const
    {
        return m_next;
    }

    /** @return packets in flight */
    uint32_t InFlight() const
    {
        return m_inFlight;
    }

    /** @return packets lost and not yet sent again */
    uint32_t Lost() const
    {
        return m_lost;
    }

    /** @return packets above Base() that are acknowledged */
    uint32_t AcknowledgedAboveBase() const
    {
        return static_cast<uint32_t>(m_next - m_base) - m_inFlight - m_lost;
    }

    /** @return the record of a sequence number in Base() .. Next() - 1 */
    SentPacket& At(uint64_t sequence)
    {
        return m_records[sequence & m_mask];
    }

    /** @return whether the packet is in flight; false outside Base() .. Next() - 1 */
    bool IsInFlight(uint64_t sequence) const
    {
        return sequence >= m_base && sequence < m_next && Test(m_inFlightBits, sequence);
    }

    /** @return the first packet in flight at or after `from`, or NONE */
    uint64_t NextInFlight(uint64_t from) const
    {
        return Find(m_inFlightBits, from);
    }

    /** @return the oldest lost packet, or NONE */
    uint64_t FirstLost() const
    {
        return m_lost == 0 ? NONE : Find(m_lostBits, m_base);
    }

    /** Appends the packet that has just been sent for the first time. */
    void Push(const SentPacket& record)
    {
        if (m_next - m_base == m_records.size())
        {
            Grow();
        }
        At(m_next) = record;
        Flip(m_inFlightBits, m_next);
        ++m_next;
        ++m_inFlight;
    }

    /** Moves a packet in flight to lost. */
    void MarkLost(uint64_t sequence, RetransmitCause cause);

    /** Moves a lost packet to in flight: it has just been sent again. */
    void MarkResent(uint64_t sequence, Instant now, Ev ev);

    /**
     * Acknowledges all packets before one.
     *
     * @param end the first sequence number that is not acknowledged, at most Next()
     * @return payload bytes that have left the flight
     */
    uint32_t AcknowledgeBefore(uint64_t end);

    /**
     * Acknowledges single packets.
     *
     * @param from sequence number of bit 0; bits outside Base() .. Next() - 1 are ignored
     * @param bits one bit for each packet
     * @return payload bytes that have left the flight
     */
    uint32_t AcknowledgeBits(uint64_t from, uint64_t bits);

  private:
    using Bits = std::vector<uint64_t>;

    bool Test(const Bits& bits, uint64_t sequence) const
    {
        const uint64_t slot = sequence & m_mask;
        return (bits[slot >> 6] >> (slot & 63)) & 1;
    }

    void Flip(Bits& bits, uint64_t sequence)
    {
        const uint64_t slot = sequence & m_mask;
        bits[slot >> 6] ^= uint64_t{1} << (slot & 63);
    }

    uint64_t Find(const Bits& bits, uint64_t from) const;
    uint32_t Acknowledge(uint64_t word, uint64_t bits);
    void Grow();

    std::vector<SentPacket> m_records; //!< a power of two, at least 64, or empty
    Bits m_inFlightBits;
    Bits m_lostBits;
    uint64_t m_mask{0};
    uint64_t m_base;
    uint64_t m_next;
    uint32_t m_inFlight{0};
    uint32_t m_lost{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENT_PACKETS_H */
