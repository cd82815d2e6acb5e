/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_FLIGHT_H
#define MRC_ROCE_FLIGHT_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-ring.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ns3
{
namespace mrc
{

/** Which packets have been sent and not acknowledged, which are to be sent again [roce-recovery]?
 */
class RoceFlight
{
  public:
    /** @param first sequence number of the first packet */
    explicit RoceFlight(uint64_t first)
        : m_acked(first),
          m_next(first)
    {
    }

    /** @return behind all packets that are acknowledged */
    uint64_t Acked() const
    {
        return m_acked;
    }

    /** @return behind the highest packet that was ever sent */
    uint64_t Sent() const
    {
        return m_acked + m_sentAt.Size();
    }

    /** @return whether a packet is in flight, or was */
    bool Outstanding() const
    {
        return !m_sentAt.Empty();
    }

    /** @return the packet to send next: one that was sent before, or the first new one */
    uint64_t Next()
    {
        while (!m_again.Empty() && m_again.Front() < m_acked)
        {
            m_again.Pop(); // acknowledged meanwhile
        }
        return m_again.Empty() ? m_next : m_again.Front();
    }

    /**
     * The next packet is sent.
     *
     * @param sequence as Next() has just named the packet
     * @param now the time
     * @return when the packet was sent before; the same time: never
     */
    Instant Send(uint64_t sequence, Instant now)
    {
        if (__builtin_expect(!m_again.Empty(), 0))
        {
            m_again.Pop();
        }
        else
        {
            ++m_next;
        }
        if (sequence == Sent())
        {
            m_sentAt.Push(now);
            return now;
        }
        Instant& at = m_sentAt[static_cast<std::size_t>(sequence - m_acked)];
        return std::exchange(at, now);
    }

    /** All packets in front of this one have arrived. @param end of the sent packets at most */
    void Acknowledge(uint64_t end)
    {
        for (; m_acked < end; ++m_acked)
        {
            m_sentAt.Pop();
        }
        m_next = std::max(m_next, m_acked);
    }

    /** This packet and all later ones are sent again. */
    void GoBackTo(uint64_t sequence)
    {
        m_again.Clear();
        m_next = sequence;
    }

    /**
     * Notes that a packet in flight is to be sent again; several requests before the packet leaves
     * count once.
     */
    void Repeat(uint64_t sequence)
    {
        for (std::size_t i = 0; i < m_again.Size(); ++i)
        {
            if (m_again[i] == sequence)
            {
                return;
            }
        }
        m_again.Push(sequence);
    }

    /** Nothing is sent again. */
    void ForgetRepeats()
    {
        m_again.Clear();
    }

    /** Gives memory back that holds nothing. */
    void Rest()
    {
        m_sentAt.Shrink();
        m_again.Shrink();
    }

  private:
    uint64_t m_acked;
    uint64_t m_next;
    Ring<Instant> m_sentAt; //!< of each packet from m_acked on, the latest time
    Ring<uint64_t> m_again; //!< selective repeat: to be sent before m_next
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_FLIGHT_H */
