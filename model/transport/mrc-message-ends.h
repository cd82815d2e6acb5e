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
        m_first = m_ends[0].sequence;
    }

    /** @return whether a message is complete when all packets before `expected` have arrived */
    bool HasComplete(uint64_t expected) const
    {
        return m_first < expected;
    }

    /** @return the sequence number of the oldest one's last packet, if there is one */
    uint64_t First() const
    {
        return m_first;
    }

    /** Removes the oldest message. @return the delivery of the message */
    Delivery Pop()
    {
        const Delivery delivery = m_ends.Front().delivery;
        m_ends.Pop();
        m_first = m_ends.Empty() ? NONE : m_ends[0].sequence;
        return delivery;
    }

    /** Gives memory back if no message waits. */
    void Rest()
    {
        m_ends.Shrink();
    }

  private:
    static constexpr uint64_t NONE = ~uint64_t{0};

    /** The last packet of a message. */
    struct End
    {
        uint64_t sequence{0};
        Delivery delivery;
    };

    Ring<End> m_ends;
    uint64_t m_first{NONE}; //!< sequence number of the oldest; all that a packet reads
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_MESSAGE_ENDS_H */
