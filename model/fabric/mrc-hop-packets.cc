/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hop-packets.h"

#include "ns3/mrc-packet-bytes.h"

#include <cstring>

namespace ns3
{
namespace mrc
{

HopPackets::HopPackets(const WireFormat& format)
    : m_codec(format)
{
}

/** What stands in the bytes is the same; padding may differ, which costs a packet. */
bool
HopPackets::IsOf(const Made& made, const PacketSource& source)
{
    const Frame& a = made.frame;
    const Frame& b = source.frame;
    return made.packet != nullptr && made.length == source.length && a.size == b.size &&
           a.ecn == b.ecn && a.dscp == b.dscp && a.hopLimit == b.hopLimit &&
           a.entropy == b.entropy && a.source == b.source && a.destination == b.destination &&
           std::memcmp(&made.datagram, &source.datagram, sizeof(Datagram)) == 0;
}

Ptr<Packet>
HopPackets::Get(const PacketSource& source, Instant at)
{
    m_isNew = false;
    if (m_lastIndex == source.index && m_lastAt == at && IsOf(m_last, source))
    {
        return m_last.packet;
    }
    m_lastIndex = source.index;
    m_lastAt = at;
    const auto kept = m_kept.find(source.index);
    if (kept != m_kept.end() && IsOf(kept->second, source))
    {
        m_last = kept->second;
        return m_last.packet;
    }
    m_isNew = true;
    m_last.packet = ToPacket(m_codec, source.frame, source.datagram, source.length);
    m_last.frame = source.frame;
    m_last.datagram = source.datagram;
    m_last.length = source.length;
    return m_last.packet;
}

void
HopPackets::Keep(FrameIndex index)
{
    if (index == m_lastIndex)
    {
        m_kept[index] = m_last;
    }
}

} // namespace mrc
} // namespace ns3
