/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-way.h"

#include "mrc-byte-cursor.h"
#include "mrc-envelope.h"
#include "mrc-frame-segments.h"
#include "mrc-ipv6.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** The first uSID of a way names its plane, if the uSID is that of a T0 [usid-layout]. */
PlaneMask
PlanesOf(Usid first)
{
    return first.Kind() == UsidKind::T0 ? static_cast<PlaneMask>(1U << first.Plane())
                                        : static_cast<PlaneMask>(~0U);
}

/** @return whether a packet of this protocol begins with this byte */
bool
IsInner(uint8_t protocol, uint8_t first)
{
    return (protocol == static_cast<uint8_t>(NextHeader::IPV6) && first >> 4 == 6) ||
           (protocol == static_cast<uint8_t>(NextHeader::IPV4) && first >> 4 == 4);
}

} // namespace

/**
 * Reads the headers that a stack wrote around a packet of its own: a way through the fabric by
 * SRv6.
 */
std::optional<StockWayReading>
ReadStockWay(const uint8_t* bytes, std::size_t size, uint32_t nic, const LocatorBlock& block)
{
    ByteReader in(bytes, size);
    const auto word = static_cast<uint32_t>(in.Get<4>());
    in.Skip(2); // payload length
    auto protocol = static_cast<uint8_t>(in.Get<1>());
    StockWayReading read;
    read.way.hopLimit = static_cast<uint8_t>(in.Get<1>());
    AddressBits source;
    source.high = in.Get<8>();
    source.low = in.Get<8>();
    const uint64_t high = in.Get<8>();
    read.way.destination = UsidCarrier(high, in.Get<8>());
    // A destination outside the block is no way through this fabric.
    if (!in.Ok() || word >> 28 != 6 || !block.Leads(read.way.destination))
    {
        return std::nullopt;
    }
    read.way.dscp = (word >> 22) & 0x3f;
    read.way.ecn = static_cast<Ecn>((word >> 20) & 3);
    read.way.label = word & 0xfffff;
    read.way.planes = PlanesOf(block.Read(read.way.destination).Active());
    Frame frame;
    frame.destination = read.way.destination;
    SegmentHeader header;
    if (protocol == ROUTING_HEADER)
    {
        in.Require(Decode(in, header) && TakeSegments(header, frame, block.Bits()));
        protocol = header.nextHeader;
        read.way.behind = frame.behind;
        read.way.segments = frame.segments;
    }
    if (in.Ok() && in.Left() != 0 && source == AddressOfNic(nic) &&
        IsInner(protocol, bytes[size - in.Left()]))
    {
        read.innerAt = size - in.Left();
    }
    return read;
}

} // namespace mrc
} // namespace ns3
