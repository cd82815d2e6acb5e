/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MESSAGE_ENDS_H
#define MRC_MESSAGE_ENDS_H

#include "mrc-ring.h"
#include "mrc-work-request.h"

#include <cstdint>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * Which messages are complete, now that all packets before one have arrived?
 *
 * Holds the last packets of messages, ordered by sequence number, until every packet before them
 * has arrived too [transport-ack]. Of Writes with Immediate that is the stash of early immediates
 * [immediate-order].
 */
class MessageEnds
{
  public:
    /** No packet: above all sequence numbers. */
    static constexpr uint64_t NONE = ~uint64_t{0};

    /** Takes the last packet of a message. */
    void Insert(uint64_t sequence, const Delivery& delivery)
    {
        m_ends.Push({sequence, delivery});
        // they arrive nearly in order: few steps
        for (size_t i = m_ends.Size() - 1; i > 0 && m_ends[i - 1].sequence > m_ends[i].sequence;
             --i)
        {
            std::swap(m_ends[i - 1], m_ends[i]);
        }
    }

    /** @return whether no message waits */
    bool Empty() const
    {
        return m_ends.Empty();
    }

    /** @return whether a message is complete when all packets before `expected` have arrived */
    bool HasComplete(uint64_t expected) const
    {
        return First() < expected;
    }

    /** @return the sequence number of the oldest one's last packet; NONE: there is none */
    uint64_t First() const
    {
        return m_ends.Empty() ? NONE : m_ends[0].sequence;
    }

    /** Removes the oldest message. @return the delivery of the message */
    Delivery Pop()
    {
        const Delivery delivery = m_ends.Front().delivery;
        m_ends.Pop();
        return delivery;
    }

    /** Gives memory back if no message waits. */
    void Rest()
    {
        m_ends.Shrink();
    }

  private:
    /** The last packet of a message. */
    struct End
    {
        uint64_t sequence{0};
        Delivery delivery;
    };

    Ring<End> m_ends;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_MESSAGE_ENDS_H */
