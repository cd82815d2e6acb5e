/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENT_PACKETS_H
#define MRC_SENT_PACKETS_H

#include "mrc-queue-pair-counters.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

/** What a sender remembers of a packet: its latest transmission [blamed-path]. */
struct SentPacket
{
    Instant sentAt;        //!< its latest transmission
    Ev ev;                 //!< the path that it took
    uint16_t msn{0};       //!< message that it belongs to
    uint16_t payload : 13; //!< bytes
    uint16_t lossBits : 3; //!< 0: never lost; else 1 + RetransmitCause of the latest loss

    SentPacket()
        : payload(0),
          lossBits(0)
    {
    }

    /** @return why it is to be sent again, once it is lost */
    RetransmitCause Cause() const
    {
        return static_cast<RetransmitCause>(lossBits - 1);
    }

    /** @return of a packet in flight, whether this was not its first transmission */
    bool Retransmitted() const
    {
        return lossBits != 0;
    }
};

static_assert(sizeof(SentPacket) == 16, "the record of a packet is a quarter of a cache line");

/**
 * The packets that the peer has not acknowledged, by sequence number: which are in flight, which
 * lost?
 *
 * A sequence number here is a PSN that does not wrap. Records live in a ring that doubles when the
 * range from the oldest to the newest outgrows it; two bit sets beside them hold the states, so
 * that the next packet in a state is found a word at a time. Neither bit set: in flight, so that to
 * send a packet touches its record and no bits.
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
        return BlockOf(sequence).records[sequence & 63];
    }

    /**
     * @param sentAt a time
     * @param most where to stop counting
     * @return acknowledged packets above Base() that were sent after it, at most `most`
     */
    uint32_t AcknowledgedAfter(Instant sentAt, uint32_t most) const;

    /** @return whether the packet is in flight; false outside Base() .. Next() - 1 */
    bool IsInFlight(uint64_t sequence) const
    {
        return sequence >= m_base && sequence < m_next &&
               (BlockOf(sequence).Open() >> (sequence & 63) & 1);
    }

    /** @return whether the packet was sent and is acknowledged */
    bool IsAcknowledged(uint64_t sequence) const
    {
        return sequence < m_base ||
               (sequence < m_next && (BlockOf(sequence).acknowledged >> (sequence & 63) & 1) != 0);
    }

    /** @return the first packet in flight at or after `from`, or NONE */
    uint64_t NextInFlight(uint64_t from) const
    {
        return Find(false, from);
    }

    /** @return the oldest lost packet, or NONE */
    uint64_t FirstLost() const
    {
        return m_lost == 0 ? NONE : Find(true, m_base);
    }

    /** Appends the packet that has just been sent for the first time. */
    void Push(const SentPacket& record)
    {
        if (m_next - m_base == m_capacity)
        {
            Grow();
        }
        At(m_next) = record;
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

    /**
     * @return planes through which packets went that were sent once only, and acknowledged since
     * the last call
     */
    PlaneMask TakeAnswered()
    {
        const PlaneMask answered = m_answered;
        m_answered = 0;
        return answered;
    }

    /** Gives memory back if all packets are acknowledged. */
    void Rest()
    {
        if (m_base == m_next)
        {
            m_blocks.reset(); // a bit that belongs to no packet is 0
            m_capacity = 0;
        }
    }

    /** Hints the processor at the record of the next packet. */
    __attribute__((always_inline)) void PrefetchNext() const
    {
        if (m_capacity != 0)
        {
            __builtin_prefetch(&BlockOf(m_next).records[m_next & 63], 1);
        }
    }

    /** Hints the processor at what the acknowledgement of the oldest packets touches. */
    __attribute__((always_inline)) void PrefetchBase() const
    {
        if (m_capacity != 0)
        {
            const Block& block = BlockOf(m_base);
            __builtin_prefetch(&block.records[m_base & 63]);
            __builtin_prefetch(&block.acknowledged, 1);
        }
    }

  private:
    /** 64 packets; a bit that belongs to none is 0. */
    struct Block
    {
        SentPacket records[64];
        uint64_t acknowledged{0};
        uint64_t lost{0};

        /** @return packets in flight, and slots outside the range */
        uint64_t Open() const
        {
            return ~(acknowledged | lost);
        }
    };

    Block& BlockOf(uint64_t sequence) const
    {
        return m_blocks[(sequence & (m_capacity - 1)) >> 6];
    }

    uint64_t Find(bool lost, uint64_t from) const;
    uint32_t Acknowledge(Block& block, uint64_t bits);
    void SlideBase(); // over what is acknowledged already
    void Grow();

    uint64_t m_base;
    uint64_t m_next;
    std::unique_ptr<Block[]> m_blocks;
    uint32_t m_capacity{0}; //!< packets: 0, or a power of two of at least 64
    uint32_t m_inFlight{0};
    uint32_t m_lost{0};
    PlaneMask m_answered{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENT_PACKETS_H */
