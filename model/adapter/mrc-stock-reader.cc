/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-reader.h"

#include "ns3/mrc-ethernet.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-inner-header.h"

namespace ns3
{
namespace mrc
{

uint16_t
IpEtherType(uint8_t version)
{
    return static_cast<uint16_t>(version == 6 ? EtherType::IPV6 : EtherType::IPV4);
}

/** Addresses are configuration: which NIC has which follows from its number [stock-addresses]. */
std::optional<uint32_t>
StockReader::DestinationOf(const InnerHeader& header) const
{
    uint32_t nic = m_edge.nics;
    if (header.version == 6)
    {
        NicOfAddress(header.destination, nic);
    }
    else
    {
        // Addresses below the network wrap to numbers that no NIC has.
        nic = static_cast<uint32_t>(header.destination.low) - m_edge.ipv4Network - 1;
    }
    return nic < m_edge.nics ? std::optional(nic) : std::nullopt;
}

/** A trimmed packet has to keep its segment header, or no switch could forward the packet. */
bool
StockReader::HasRoomFor(const StockWayReading& read) const
{
    Frame frame;
    frame.destination = read.way.destination;
    frame.behind = read.way.behind;
    frame.segments = read.way.segments;
    return read.innerAt != 0 && SegmentBytes(frame) <= m_edge.mostSegments;
}

/**
 * Reads the header of the last packet inside, which names the NIC: switches on the way may take all
 * others off [switch-decapsulation].
 *
 * @param bytes a packet with a way
 * @param header filled
 * @return whether frames can have all headers in front of it
 */
bool
StockReader::ReadLast(const std::vector<uint8_t>& bytes, InnerHeader& header) const
{
    const uint8_t* at = bytes.data();
    std::size_t left = bytes.size();
    while (const auto read = ReadStockWay(at, left, m_edge.nic, *m_edge.block))
    {
        if (!HasRoomFor(*read))
        {
            return false;
        }
        at += read->innerAt;
        left -= read->innerAt;
    }
    return ReadInnerHeader(at, left, header);
}

std::variant<StockErrand, StockRefusal>
StockReader::Read(const std::vector<uint8_t>& bytes, uint16_t protocol) const
{
    const std::size_t size = bytes.size();
    InnerHeader header;
    if (!ReadInnerHeader(bytes.data(), size, header) || protocol != IpEtherType(header.version))
    {
        return StockRefusal::NO_IP;
    }
    StockErrand errand;
    // Outer headers that the stack has written travel as those of the frame [stock-ways].
    const auto read =
        m_edge.block ? ReadStockWay(bytes.data(), size, m_edge.nic, *m_edge.block) : std::nullopt;
    if (read)
    {
        if (!ReadLast(bytes, header))
        {
            return StockRefusal::WAY;
        }
        errand.way = read->way;
        errand.innerAt = read->innerAt;
    }
    const auto destination = DestinationOf(header);
    if (!destination || (*destination == m_edge.nic && !read))
    {
        return StockRefusal::DESTINATION;
    }
    errand.destination = *destination;
    errand.protocol = IpEtherType(header.version);
    return errand;
}

} // namespace mrc
} // namespace ns3
