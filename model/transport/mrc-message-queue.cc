/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-message-queue.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MSN_MASK = 0xffffff; //!< AETH: 24 bits

/** @return the opcode of a packet by its place in its message [opcode-list] */
Opcode
WriteOpcode(bool first, bool last, bool immediate)
{
    constexpr Opcode TABLE[2][2] = {{Opcode::WRITE_MIDDLE, Opcode::WRITE_LAST},
                                    {Opcode::WRITE_FIRST, Opcode::WRITE_ONLY}};
    const Opcode opcode = TABLE[first][last];
    if (!last || !immediate)
    {
        return opcode;
    }
    return first ? Opcode::WRITE_ONLY_IMMEDIATE : Opcode::WRITE_LAST_IMMEDIATE;
}

} // namespace

void
MessageQueue::Post(const WorkRequest& request)
{
    Message message;
    message.request = request;
    // Messages in the queue are not completed, so numbers count on from the completed ones.
    message.msn = static_cast<uint16_t>(m_completed + m_messages.Size());
    m_postedImmediates += request.hasImmediate;
    message.rqmsn = m_postedImmediates;
    m_messages.Push(message);
    ++m_waiting;
}

/** Has the next message begin with this packet. */
void
MessageQueue::BeginMessage(uint64_t sequence)
{
    Message& begun = m_messages[m_begun++];
    --m_waiting;
    begun.firstSequence = sequence;
    m_immediates += begun.request.hasImmediate;
    // The message that is being sent is copied: each packet reads it, and the ring's line need
    // not be touched.
    m_current = begun.request;
    m_currentMsn = begun.msn;
    m_currentRqmsn = begun.rqmsn;
}

void
MessageQueue::Repeat(uint16_t msn, uint64_t sequence, Datagram& out) const
{
    // MSNs have 16 bits in the packet, so the place follows from their difference.
    const uint16_t index = static_cast<uint16_t>(msn - static_cast<uint16_t>(m_completed));
    const Message& message = m_messages[index];
    out.write.meth.msn = message.msn;
    out.write.meth.rqmsn = message.rqmsn;
    Fill(message.request, static_cast<uint32_t>(sequence - message.firstSequence) * m_mtu, out);
}

/** Fills in what the first and the last packet of a message have of their own. */
void
MessageQueue::FillEnd(const WorkRequest& request, uint32_t offset, Datagram& out) const
{
    const uint32_t left = request.length - offset;
    out.payload = static_cast<uint16_t>(std::min<uint32_t>(m_mtu, left));
    out.bth.opcode = WriteOpcode(offset == 0, left <= m_mtu, request.hasImmediate);
    out.write.immediate = HasImmediate(out.bth.opcode) ? request.immediate : 0;
}

uint32_t
MessageQueue::NewlyCompleted(uint32_t msn) const
{
    const uint32_t ahead = (msn - m_completed) & MSN_MASK;
    // A message that is sent in part cannot be complete. An old acknowledgement is far ahead in the
    // circle of 24 bits, so one comparison finds both.
    const uint32_t sentWhole = m_begun - (m_offset != 0);
    return ahead <= sentWhole ? ahead : 0; // behind: an old acknowledgement
}

SequenceRange
MessageQueue::Oldest() const
{
    const uint64_t begin = m_messages[0].firstSequence;
    return {begin, begin + Packets(m_messages[0])};
}

WorkRequest
MessageQueue::PopOldest()
{
    const WorkRequest oldest = m_messages[0].request;
    if (m_begun != 0)
    {
        m_immediates -= oldest.hasImmediate;
        --m_begun;
    }
    else // the queue pair failed before this one was begun
    {
        --m_waiting;
    }
    // The message may be flushed while half sent.
    m_offset = m_begun == 0 ? 0 : m_offset;
    m_completed = (m_completed + 1) & MSN_MASK;
    m_messages.Pop();
    return oldest;
}

} // namespace mrc
} // namespace ns3
