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
    void Fill(uint64_t sequence, Datagram& out);

    /** Gives memory back if there are no messages. */
    void Rest()
    {
        m_messages.Shrink();
    }

  private:
    const RoceMessage& MessageOf(uint64_t sequence);

    Ring<RoceMessage> m_messages;
    std::size_t m_latest{0}; //!< the message that was looked for last
    uint64_t m_end;
    uint16_t m_payload;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_MESSAGES_H */
