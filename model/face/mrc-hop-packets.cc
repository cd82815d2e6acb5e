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

/** All is the same but what EncodeHop writes. */
bool
HopPackets::IsOf(const Start& start, const PacketSource& source)
{
    const Frame& frame = source.frame;
    return start.index == source.index && start.length == source.length &&
           start.frameSize == frame.size && start.entropy == frame.entropy &&
           start.dscp == frame.dscp &&
           std::memcmp(&start.datagram, &source.datagram, sizeof(Datagram)) == 0;
}

Ptr<Packet>
HopPackets::Make(const PacketSource& source)
{
    if (source.length == 0 || source.length > MAX_START)
    {
        return ToPacket(m_codec, source.frame, source.datagram, source.length);
    }
    m_starts.resize(STARTS);
    Start& start = m_starts[source.index % STARTS];
    if (IsOf(start, source))
    {
        m_codec.EncodeHop(source.frame, source.datagram, start.bytes, start.real);
        return ToPacket(start.bytes, start.real, source.frame.size);
    }
    const std::size_t real =
        m_codec.EncodeStart(source.frame, source.datagram, start.bytes, source.length);
    start.index = real == 0 ? NO_FRAME : source.index;
    if (real == 0)
    {
        return nullptr;
    }
    start.datagram = source.datagram;
    start.length = source.length;
    start.entropy = source.frame.entropy;
    start.frameSize = source.frame.size;
    start.real = static_cast<uint16_t>(real);
    start.dscp = source.frame.dscp;
    return ToPacket(start.bytes, real, source.frame.size);
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
    if (!m_kept.empty())
    {
        const auto kept = m_kept.find(source.index);
        if (kept != m_kept.end() && IsOf(kept->second, source))
        {
            m_last = kept->second;
            return m_last.packet;
        }
    }
    m_isNew = true;
    m_last.packet = Make(source);
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
