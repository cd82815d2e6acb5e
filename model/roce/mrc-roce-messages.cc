/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-messages.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the opcode of a packet by its place in its message [roce-opcodes] */
Opcode
RcOpcode(WorkVerb verb, bool first, bool last)
{
    constexpr Opcode TABLE[2][2][2] = {
        {{Opcode::RC_WRITE_MIDDLE, Opcode::RC_WRITE_LAST},
         {Opcode::RC_WRITE_FIRST, Opcode::RC_WRITE_ONLY}},
        {{Opcode::RC_SEND_MIDDLE, Opcode::RC_SEND_LAST},
         {Opcode::RC_SEND_FIRST, Opcode::RC_SEND_ONLY}},
    };
    return TABLE[verb == WorkVerb::SEND][first][last];
}

} // namespace

void
RoceMessages::Post(const WorkRequest& request)
{
    const uint64_t full = (uint64_t{request.length} + m_payload - 1) / m_payload;
    RoceMessage message;
    message.request = request;
    message.first = m_end;
    m_end += std::max<uint64_t>(full, 1); // a message without data is a packet without payload
    message.end = m_end;
    m_messages.Push(message);
}

WorkRequest
RoceMessages::PopOldest()
{
    const WorkRequest oldest = m_messages[0].request;
    m_messages.Pop();
    // All messages behind the oldest move up by one place.
    m_latest -= m_latest != 0;
    return oldest;
}

/** Fill, of the first packet of a message, or the last one. */
void
RoceMessages::FillEnd(const RoceMessage& message, uint64_t sequence, Datagram& out) const
{
    const WorkRequest& request = message.request;
    const auto offset = static_cast<uint32_t>((sequence - message.first) * m_payload);
    const bool first = sequence == message.first;
    const bool last = sequence + 1 == message.end;
    out.bth.opcode = RcOpcode(request.verb, first, last);
    out.payload = static_cast<uint16_t>(std::min<uint32_t>(m_payload, request.length - offset));
    if (first && request.verb == WorkVerb::WRITE)
    {
        out.write.reth = {request.remoteAddress, request.rkey, request.length};
    }
    if (last && request.hasImmediate)
    {
        // In the table of opcodes "with Immediate" is the number behind [roce-opcodes].
        out.bth.opcode = static_cast<Opcode>(static_cast<uint8_t>(out.bth.opcode) + 1);
        out.write.immediate = request.immediate;
    }
}

/** @return the place of a packet's message: as a rule behind that of the packet before */
std::size_t
RoceMessages::PlaceOf(uint64_t sequence) const
{
    if (Has(m_latest + 1, sequence))
    {
        return m_latest + 1;
    }
    std::size_t below = 0;
    for (std::size_t above = m_messages.Size(); below < above;)
    {
        const std::size_t middle = below + (above - below) / 2;
        const bool before = m_messages[middle].end <= sequence;
        below = before ? middle + 1 : below;
        above = before ? above : middle;
    }
    return below;
}

} // namespace mrc
} // namespace ns3
