/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENT_PACKETS_H
#define MRC_SENT_PACKETS_H

#include "mrc-queue-pair-counters.h"
#include "mrc-sent-records.h"
#include "mrc-sent-ring.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Which fate have the packets that the peer has not acknowledged? */
class SentPackets
{
  public:
    /**
     * @param first the sequence number of the first packet to be sent
     * @param room as of SentRing
     */
    explicit SentPackets(uint64_t first, SentStates* room = nullptr);

    /** @return which packets are in which state */
    SentRecords Records() const
    {
        return SentRecords(m_ring);
    }

    /** Appends the packet that has just been sent for the first time. */
    void Push(const SentPacket& record)
    {
        if (m_ring.next - m_ring.base == m_ring.capacity)
        {
            m_ring.Grow();
        }
        m_ring.At(m_ring.next) = record;
        ++m_ring.next;
        ++m_ring.inFlight;
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
        const PlaneMask answered = m_ring.answered;
        m_ring.answered = 0;
        return answered;
    }

    /** Gives memory back if all packets are acknowledged. */
    void Rest()
    {
        if (m_ring.base == m_ring.next)
        {
            m_ring.Release();
        }
    }

    /** Hints the processor at the record of the next packet. */
    __attribute__((always_inline)) void PrefetchNext() const
    {
        if (m_ring.capacity != 0)
        {
            __builtin_prefetch(&m_ring.At(m_ring.next), 1);
        }
    }

    /** Hints the processor at the memory that the acknowledgement of the oldest packets touches. */
    __attribute__((always_inline)) void PrefetchBase() const
    {
        if (m_ring.capacity != 0)
        {
            __builtin_prefetch(&m_ring.At(m_ring.base));
            __builtin_prefetch(&m_ring.StatesOf(m_ring.base), 1);
        }
    }

  private:
    uint32_t Acknowledge(uint64_t sequence, uint64_t bits);
    void SlideBase(); // over packets acknowledged already

    SentRing m_ring;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENT_PACKETS_H */
