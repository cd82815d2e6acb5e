/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hop-packets.h"

#include <cstring>

namespace ns3
{
namespace mrc
{

HopPackets::HopPackets(const WireFormat& format)
    : m_codec(format)
{
}

/** @return how many hops have left a record: that only grows, and no record changes */
uint8_t
HopPackets::RecordsOf(const PacketSource& source)
{
    return source.trailer == nullptr ? 0 : source.trailer->count;
}

/**
 * Compares the fields that stand in the bytes. memcmp sees the padding of a Datagram too: if only
 * that differs, a packet is made in vain.
 */
bool
HopPackets::IsOf(const Made& made, const PacketSource& source)
{
    const Frame& a = made.frame;
    const Frame& b = source.frame;
    return made.packet != nullptr && made.length == source.length &&
           made.records == RecordsOf(source) && a.size == b.size && a.ecn == b.ecn &&
           a.dscp == b.dscp && a.hopLimit == b.hopLimit && a.entropy == b.entropy &&
           a.source == b.source && a.destination == b.destination && a.segments == b.segments &&
           std::memcmp(&made.datagram, &source.datagram, sizeof(Datagram)) == 0;
}

/**
 * Compares all but the fields that EncodeHop writes anew on each hop: next MAC, ECN, hop limit,
 * outer destination and segments left.
 */
bool
HopPackets::IsOf(const Start& start, const PacketSource& source)
{
    const Frame& frame = source.frame;
    return start.index == source.index && start.length == source.length &&
           start.frameSize == frame.size && start.source == frame.source &&
           start.entropy == frame.entropy && start.dscp == frame.dscp &&
           std::memcmp(&start.datagram, &source.datagram, sizeof(Datagram)) == 0;
}

/**
 * Makes m_last.packet; null if the codec refuses the frame.
 *
 * A script that sets Port's SnapLength wants the headers only. These bytes are remembered in
 * m_starts, and a later hop changes the few that differ instead of encoding all of them again.
 */
void
HopPackets::Make(const PacketSource& source)
{
    // With no real byte EncodeStart returns 0, which would look like a refusal below.
    if (source.length == 0 || source.length > MAX_START || source.trailer != nullptr)
    {
        m_maker.Make(m_last.packet,
                     m_codec,
                     {source.frame, source.datagram, source.trailer},
                     source.length);
        return;
    }
    // The memory is taken at the first use: most fabrics are never watched.
    if (m_starts.empty())
    {
        m_starts.resize(STARTS);
    }
    Start& start = m_starts[source.index % STARTS];
    if (IsOf(start, source))
    {
        m_codec.EncodeHop(source.frame, source.datagram, start.bytes, start.real);
        m_maker.Make(m_last.packet, start.bytes, start.real, source.frame.size);
        return;
    }
    const std::size_t real =
        m_codec.EncodeStart(source.frame, source.datagram, start.bytes, source.length);
    // A refused frame may have overwritten the bytes of the frame that had this place before.
    start.index = real == 0 ? NO_FRAME : source.index;
    if (real == 0)
    {
        m_last.packet = nullptr;
        return;
    }
    start.datagram = source.datagram;
    start.length = source.length;
    start.source = source.frame.source;
    start.entropy = source.frame.entropy;
    start.frameSize = source.frame.size;
    start.real = static_cast<uint16_t>(real);
    start.dscp = source.frame.dscp;
    m_maker.Make(m_last.packet, start.bytes, real, source.frame.size);
}

const Ptr<Packet>&
HopPackets::Get(const PacketSource& source, Instant at)
{
    m_isNew = false;
    // Several sinks, or reports of one instant such as a trim and the admission, share a packet. A
    // frame may change between two reports, so the frame's values are compared as well.
    if (m_lastIndex == source.index && m_lastAt == at && IsOf(m_last, source))
    {
        return m_last.packet;
    }
    m_lastIndex = source.index;
    m_lastAt = at;
    if (!m_kept.empty())
    {
        const auto kept = m_kept.find(source.index);
        // A packet that was kept and never forgotten does no harm: IsOf compares the frames.
        if (kept != m_kept.end() && IsOf(kept->second, source))
        {
            m_last = kept->second;
            return m_last.packet;
        }
    }
    m_isNew = true;
    Make(source);
    m_last.frame = source.frame;
    m_last.datagram = source.datagram;
    m_last.length = source.length;
    m_last.records = RecordsOf(source);
    return m_last.packet;
}

void
HopPackets::Keep(FrameIndex index)
{
    // A sink that was called in between may have had another frame made.
    if (index == m_lastIndex)
    {
        m_kept[index] = m_last;
    }
}

} // namespace mrc
} // namespace ns3
