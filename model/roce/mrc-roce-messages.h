/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_MESSAGES_H
#define MRC_ROCE_MESSAGES_H

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-ring.h"
#include "ns3/mrc-work-request.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** A work request with the sequence numbers of its packets. */
struct RoceMessage
{
    WorkRequest request; //!< as posted
    uint64_t first{0};   //!< of the message's first packet
    uint64_t end{0};     //!< behind the message's last packet
};

/** Which bytes of which message does a packet carry? Work requests in the order of their posts. */
class RoceMessages
{
  public:
    /**
     * @param payload bytes of a full packet
     * @param first sequence number of the first packet
     */
    RoceMessages(uint16_t payload, uint64_t first)
        : m_end(first),
          m_payload(payload)
    {
    }

    /** Appends a work request. */
    void Post(const WorkRequest& request);

    /** @return whether none is left */
    bool Empty() const
    {
        return m_messages.Empty();
    }

    /** @return behind the last packet of all that was posted */
    uint64_t End() const
    {
        return m_end;
    }

    /** @return the oldest message; there is one */
    const RoceMessage& Oldest() const
    {
        return m_messages[0];
    }

    /** Removes the oldest message. @return the posted request */
    WorkRequest PopOldest();

    /**
     * Fills in all of a packet, whatever stood there, but the PSN and addresses.
     *
     * @param sequence number of the packet, of a message that is there
     * @param out opcode, headers behind the BTH and payload are written
     */
    void Fill(uint64_t sequence, Datagram& out)
    {
        const RoceMessage& message = MessageOf(sequence);
        // Fields that are not on the wire are 0 here too: the address is in the first packet of a
        // Write only.
        out.write = WriteHeaders{};
        if (message.first == sequence || sequence + 1 == message.end)
        {
            FillEnd(message, sequence, out);
            return;
        }
        const bool isSend = message.request.verb == WorkVerb::SEND;
        out.bth.opcode = isSend ? Opcode::RC_SEND_MIDDLE : Opcode::RC_WRITE_MIDDLE;
        out.payload = m_payload;
    }

    /** Gives memory back if there are no messages. */
    void Rest()
    {
        m_messages.Shrink();
    }

  private:
    /** @return the message of a packet: nearly always that of the packet before */
    const RoceMessage& MessageOf(uint64_t sequence)
    {
        if (__builtin_expect(!Has(m_latest, sequence), 0))
        {
            m_latest = PlaceOf(sequence);
        }
        return m_messages[m_latest];
    }

    /** @return whether a packet is of the message at this place */
    bool Has(std::size_t place, uint64_t sequence) const
    {
        return place < m_messages.Size() && m_messages[place].first <= sequence &&
               sequence < m_messages[place].end;
    }

    std::size_t PlaceOf(uint64_t sequence) const;
    void FillEnd(const RoceMessage& message, uint64_t sequence, Datagram& out) const;

    Ring<RoceMessage> m_messages;
    std::size_t m_latest{0}; //!< the message that was looked for last
    uint64_t m_end;
    uint16_t m_payload;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_MESSAGES_H */
