/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MESSAGE_QUEUE_H
#define MRC_MESSAGE_QUEUE_H

#include "mrc-ring.h"
#include "mrc-work-request.h"

#include "ns3/mrc-datagram.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** A work request with its numbers. */
struct Message
{
    WorkRequest request;       //!< the posted request
    uint64_t firstSequence{0}; //!< of the message's first packet, once that was sent
    uint16_t msn{0};           //!< number of the message
    uint16_t rqmsn{0};         //!< Writes with Immediate up to and including this one
};

/** Sequence numbers in a row. */
struct SequenceRange
{
    uint64_t begin; //!< the first one
    uint64_t end;   //!< behind the last one
};

class SenderDoze;

/** Which bytes of which message does a packet carry? Work requests in order, from post to
 * completion. */
class MessageQueue
{
  public:
    /** @param mtu bytes of payload in a full packet */
    explicit MessageQueue(uint16_t mtu)
        : m_mtu(mtu)
    {
    }

    /** Appends a work request. */
    void Post(const WorkRequest& request);

    /** @return whether no message waits, is under way or unacknowledged */
    bool Empty() const
    {
        return m_messages.Empty();
    }

    /** @return whether there is data that was never sent */
    bool HasUnsent() const
    {
        return m_waiting != 0 || m_offset != 0;
    }

    /** @return whether a message has begun that the peer has not acknowledged */
    bool HasOutstanding() const
    {
        return m_begun != 0;
    }

    /**
     * @param most Writes with Immediate that may have begun and not be acknowledged
     * @return whether the next new packet would begin one more; HasUnsent() holds
     */
    bool ImmediatesUsedUp(uint32_t most) const
    {
        return m_immediates >= most && m_offset == 0 && m_messages[m_begun].request.hasImmediate;
    }

    /** @return payload of the next new packet; HasUnsent() holds */
    uint16_t NextPayload() const
    {
        const uint32_t left =
            m_offset != 0 ? m_current.length - m_offset : m_messages[m_begun].request.length;
        return static_cast<uint16_t>(std::min<uint32_t>(m_mtu, left));
    }

    /** Gives memory back if the queue is empty. */
    void Rest()
    {
        m_messages.Shrink();
    }

    /**
     * Fills in the next new packet and moves on behind it.
     *
     * @param sequence number of the packet
     * @param out opcode, RETH, METH, immediate and payload are written
     * @return the number of the packet's message
     */
    uint16_t TakeNext(uint64_t sequence, Datagram& out)
    {
        // The packet before was the last of its message, so this packet begins the next message.
        if (m_offset == 0)
        {
            BeginMessage(sequence);
        }
        out.write.meth.msn = m_currentMsn;
        out.write.meth.rqmsn = m_currentRqmsn;
        Fill(m_current, m_offset, out);
        m_offset += out.payload;
        if (m_offset == m_current.length)
        {
            m_offset = 0;
        }
        return m_currentMsn;
    }

    /**
     * Fills in a packet that was sent before.
     *
     * @param msn number of the packet's message
     * @param sequence number of the packet
     * @param out opcode, RETH, METH, immediate and payload are written
     */
    void Repeat(uint16_t msn, uint64_t sequence, Datagram& out) const;

    /**
     * @param msn messages that the peer has completed, 24 bits
     * @return how many messages that were sent whole are complete for the first time by this number
     */
    uint32_t NewlyCompleted(uint32_t msn) const;

    /** @return the sequence numbers of the oldest message, which has begun */
    SequenceRange Oldest() const;

    /** Removes the oldest message. @return the posted request */
    WorkRequest PopOldest();

    struct Hot;

  private:
    friend class SenderDoze;

    /** @return whether the next new packet neither begins nor ends a message */
    bool IsAmid() const
    {
        return m_offset != 0 && m_current.length - m_offset > m_mtu;
    }

    uint64_t Packets(const Message& message) const
    {
        const uint64_t full = (uint64_t{message.request.length} + m_mtu - 1) / m_mtu;
        return std::max<uint64_t>(full, 1); // a message without data is a packet without payload
    }

    void BeginMessage(uint64_t sequence);
    void FillEnd(const WorkRequest& request, uint32_t offset, Datagram& out) const;

    void Fill(const WorkRequest& request, uint32_t offset, Datagram& out) const
    {
        out.write.reth.address = request.remoteAddress + offset;
        out.write.reth.rkey = request.rkey;
        out.write.reth.length = request.length;
        // Middle packets are nearly all: they take the short way.
        if (offset != 0 && request.length - offset > m_mtu)
        {
            out.payload = m_mtu;
            out.bth.opcode = Opcode::WRITE_MIDDLE;
            return;
        }
        FillEnd(request, offset, out);
    }

    // first all that a packet needs, unless it begins a message
    uint32_t m_offset{0};  //!< bytes sent of the last begun one, 0 when that one was sent whole
    uint32_t m_waiting{0}; //!< messages at the back that have not begun
    WorkRequest m_current; //!< the last begun one
    uint16_t m_currentMsn{0};
    uint16_t m_currentRqmsn{0};
    uint16_t m_mtu;
    uint16_t m_postedImmediates{0};
    uint32_t m_begun{0}; //!< messages at the front of which packets were sent
    uint32_t m_immediates{0};
    uint32_t m_completed{0}; //!< messages completed so far, 24 bits
    Ring<Message> m_messages;
};

/** Where the members are that a packet needs. */
struct MessageQueue::Hot
{
    static constexpr std::size_t PACKET = //!< bytes up to the last of them
        offsetof(MessageQueue, m_immediates) + sizeof(uint32_t);
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_MESSAGE_QUEUE_H */
