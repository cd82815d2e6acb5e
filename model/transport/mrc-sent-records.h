/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENT_RECORDS_H
#define MRC_SENT_RECORDS_H

#include "mrc-sent-ring.h"

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Which packets are in flight, which lost, which acknowledged? A view; made when asked for. */
class SentRecords
{
  public:
    /** No packet. */
    static constexpr uint64_t NONE = ~uint64_t{0};

    /** @param ring the records, must outlive this */
    explicit SentRecords(const SentRing& ring)
        : m_ring(ring)
    {
    }

    /** @return the oldest unacknowledged sequence number, Next() if there is none */
    uint64_t Base() const
    {
        return m_ring.base;
    }

    /** @return the sequence number of the next new packet */
    uint64_t Next() const
    {
        return m_ring.next;
    }

    /** @return packets in flight */
    uint32_t InFlight() const
    {
        return m_ring.inFlight;
    }

    /** @return packets lost and not yet sent again */
    uint32_t Lost() const
    {
        return m_ring.lost;
    }

    /** @return packets above Base() that are acknowledged */
    uint32_t AcknowledgedAboveBase() const
    {
        return static_cast<uint32_t>(m_ring.next - m_ring.base) - m_ring.inFlight - m_ring.lost;
    }

    /** @return the record of a sequence number in Base() .. Next() - 1 */
    const SentPacket& At(uint64_t sequence) const
    {
        return m_ring.At(sequence);
    }

    /**
     * @param sentAt a time
     * @param most where to stop counting
     * @return acknowledged packets above Base() that were sent after that time, at most `most`
     */
    uint32_t AcknowledgedAfter(Instant sentAt, uint32_t most) const;

    /** @return whether the packet is in flight; false outside Base() .. Next() - 1 */
    bool IsInFlight(uint64_t sequence) const
    {
        return sequence >= m_ring.base && sequence < m_ring.next &&
               (m_ring.StatesOf(sequence).Open() >> (sequence & 63) & 1);
    }

    /** @return whether the packet was sent and is acknowledged */
    bool IsAcknowledged(uint64_t sequence) const
    {
        return sequence < m_ring.base ||
               (sequence < m_ring.next &&
                (m_ring.StatesOf(sequence).acknowledged >> (sequence & 63) & 1) != 0);
    }

    /** @return the first packet in flight at or after `from`, or NONE */
    uint64_t NextInFlight(uint64_t from) const
    {
        return Find(false, from);
    }

    /** @return the oldest lost packet, or NONE */
    uint64_t FirstLost() const
    {
        return m_ring.lost == 0 ? NONE : Find(true, m_ring.base);
    }

  private:
    uint64_t Find(bool lost, uint64_t from) const;

    const SentRing& m_ring;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENT_RECORDS_H */
