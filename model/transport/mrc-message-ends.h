/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MESSAGE_ENDS_H
#define MRC_MESSAGE_ENDS_H

#include "mrc-queue-pair.h"
#include "mrc-ring.h"

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
 * has arrived too (12 #32); of Writes with Immediate that is the stash of early immediates (MRC
 * sec. 4.4).
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
    }

    /** @return whether a message is complete when all packets before `expected` have arrived */
    bool HasComplete(uint64_t expected) const
    {
        return !m_ends.Empty() && m_ends[0].sequence < expected;
    }

    /** Removes the oldest message. @return it */
    Delivery Pop()
    {
        const Delivery delivery = m_ends.Front().delivery;
        m_ends.Pop();
        return delivery;
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
