/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-codec.h"

#include "mrc-byte-cursor.h"
#include "mrc-crc.h"
#include "mrc-truncate.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint8_t MAX_DSCP = 0x3f;
constexpr std::size_t PAYLOAD_LENGTH_AT = 4; // bytes from the front of an IPv6 header
constexpr std::size_t HOP_LIMIT_AT = 7;      // the same
constexpr uint32_t MAX_UPLINK = 0xfffff;     // the outer flow label holds 20 bits of the EV

/** @return whether frame and datagram agree, so that DecodeStock can tell them from the bytes */
bool
IsConsistent(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    const bool mayBeCut = TrimMarkOf(frame.dscp, format.dscp) != TrimMark::WHOLE;
    const uint32_t whole = StockFrameSize(frame, datagram, format.encapsulation);
    return datagram.payload == datagram.stock.packet->bytes.size() &&
           frame.size >= STOCK_ENVELOPE_BYTES + SegmentBytes(frame) &&
           (mayBeCut ? frame.size <= whole : frame.size == whole) &&
           frame.entropy == datagram.ev.value && datagram.ev.Uplink() <= MAX_UPLINK &&
           datagram.ev.Plane() == datagram.plane && frame.dscp <= MAX_DSCP;
}

/** @return how much of a packet's front the frame writes itself: the header with its fields */
uint32_t
WrittenOf(const WireFormat& format, const Frame& frame)
{
    return IsBare(frame, format.encapsulation) ? IPV6_BYTES : 0;
}

/** @return the next header that names the packet: the version is the first thing in it */
NextHeader
KindOf(const StockPacket& packet)
{
    return packet.bytes[0] >> 4 == 4 ? NextHeader::IPV4 : NextHeader::IPV6;
}

/** @return bytes in front of the packet, or of its content if the frame writes its header */
uint32_t
PacketAt(const Frame& frame)
{
    return INNER_AT + SegmentBytes(frame);
}

/** The headers of a packet without outer ones: its own, with the fields that switches write. */
void
EncodeBareHeaders(const WireFormat& format,
                  const Frame& frame,
                  const Datagram& datagram,
                  uint8_t* out)
{
    Ethernet ethernet;
    ethernet.destination = MacOfNic(datagram.destination, datagram.plane);
    ethernet.source = MacOfNic(frame.source, datagram.plane);
    ethernet.type = EtherType::IPV6;
    ByteWriter writer(out, ETHERNET_HEADER_BYTES);
    Encode(writer, ethernet);
    uint8_t* const header = out + ETHERNET_HEADER_BYTES;
    std::copy_n(datagram.stock.packet->bytes.begin(), IPV6_BYTES, header);
    const uint32_t label = frame.entropy & MAX_UPLINK;
    PutBigEndian<4>(header,
                    6U << 28 | uint32_t{frame.dscp} << 22 | static_cast<uint32_t>(frame.ecn) << 20 |
                        label);
    // As for outer headers: whether a switch corrects this field when it trims, is set.
    if (format.trimLength != TRIM_LENGTH_NONE &&
        frame.size < StockFrameSize(frame, datagram, format.encapsulation))
    {
        PutBigEndian<2>(header + PAYLOAD_LENGTH_AT, frame.size - STOCK_ENVELOPE_BYTES);
    }
    header[HOP_LIMIT_AT] = frame.hopLimit;
}

/** The headers in front of the packet, which are those of an MRC packet but for the next header. */
void
EncodeHeaders(const WireFormat& format, const Frame& frame, const Datagram& datagram, uint8_t* out)
{
    if (IsBare(frame, format.encapsulation))
    {
        EncodeBareHeaders(format, frame, datagram, out);
        return;
    }
    Envelope envelope = MakeEnvelope(format, frame, datagram);
    // As for MRC: whether a switch corrects this field when it trims, is set [trim-lengths].
    const uint32_t told = format.trimLength == TRIM_LENGTH_NONE
                              ? StockFrameSize(datagram) + SegmentBytes(frame)
                              : frame.size;
    const NextHeader kind = KindOf(*datagram.stock.packet);
    envelope.outer.payloadLength = static_cast<uint16_t>(told - STOCK_ENVELOPE_BYTES);
    envelope.outer.nextHeader = envelope.segments ? NextHeader::ROUTING : kind;
    // The packet has no UDP header of ours, so its EV stands here in fabrics without SRv6 too.
    envelope.outer.flowLabel = frame.entropy & MAX_UPLINK;
    ByteWriter writer(out, PacketAt(frame));
    Encode(writer, envelope.ethernet);
    Encode(writer, envelope.outer);
    if (envelope.segments)
    {
        envelope.segments->nextHeader = static_cast<uint8_t>(kind);
        Encode(writer, *envelope.segments);
    }
}

} // namespace

std::size_t
EncodeStockStart(const WireFormat& format,
                 const Frame& frame,
                 const Datagram& datagram,
                 uint8_t* out,
                 std::size_t length)
{
    if (length == 0 || !IsConsistent(format, frame, datagram))
    {
        return 0;
    }
    uint8_t headers[INNER_AT + SEGMENT_HEADER_BYTES + MAX_USIDS_BEHIND * sizeof(AddressBits)];
    const std::size_t packetAt = PacketAt(frame);
    EncodeHeaders(format, frame, datagram, headers);
    const std::size_t size = std::min<std::size_t>(length, frame.size);
    std::copy_n(headers, std::min(size, packetAt), out);
    const std::size_t fcsAt = frame.size - FCS_BYTES;
    if (size > packetAt)
    {
        std::copy_n(datagram.stock.packet->bytes.begin() + WrittenOf(format, frame),
                    std::min(size, fcsAt) - packetAt,
                    out + packetAt);
    }
    if (size > fcsAt)
    {
        // Ethernet sends its FCS least significant byte first.
        uint8_t fcs[FCS_BYTES];
        PutBigEndian<FCS_BYTES>(fcs, __builtin_bswap32(Crc32(out, fcsAt)));
        std::copy_n(fcs, size - fcsAt, out + fcsAt);
    }
    return size;
}

bool
DecodeStock(const WireFormat& format,
            const uint8_t* bytes,
            std::size_t size,
            Frame& frame,
            Datagram& datagram)
{
    if (size < STOCK_ENVELOPE_BYTES || size > 0xffff)
    {
        return false;
    }
    ByteReader in(bytes, size);
    Ethernet ethernet;
    Decode(in, ethernet);
    const auto word = static_cast<uint32_t>(in.Get<4>());
    Frame f = frame;
    Datagram d = StockDatagram(*datagram.stock.packet);
    in.Skip(2); // the payload length is compared below
    const bool hasSegments = in.Get<1>() == ROUTING_HEADER;
    f.size = static_cast<uint16_t>(size);
    f.dscp = (word >> 22) & MAX_DSCP;
    f.ecn = static_cast<Ecn>((word >> 20) & 3);
    f.hopLimit = static_cast<uint8_t>(in.Get<1>());
    AddressBits source;
    source.high = in.Get<8>();
    source.low = in.Get<8>();
    const uint64_t high = in.Get<8>();
    f.destination = UsidCarrier(high, in.Get<8>());
    f.segments = 0;
    SegmentHeader segments;
    in.Require(!hasSegments || IsBare(f, format.encapsulation) ||
               (Decode(in, segments) && TakeSegments(segments, f, format.blockBits)));
    uint32_t sender = 0;
    if (!in.Ok() || !NicOfMac(ethernet.source, sender, d.plane) || d.plane >= MAX_PLANES ||
        (!IsBare(f, format.encapsulation) && !NicOfAddress(source, f.source)))
    {
        return false;
    }
    // The source of a packet without outer headers is any that the stack wrote.
    f.source = IsBare(f, format.encapsulation) ? sender : f.source;
    d.ev = Ev::Of(d.plane, word & MAX_UPLINK);
    f.entropy = d.ev.value;
    d.source = f.source;
    d.destination = datagram.destination;
    d.trim = TrimMarkOf(f.dscp, format.dscp);
    // The values read are all that may differ from frame to frame of this packet.
    std::vector<uint8_t> again(size);
    if (EncodeStockStart(format, f, d, again.data(), size) != size ||
        !std::equal(again.begin(), again.end(), bytes))
    {
        return false;
    }
    frame = f;
    datagram = d;
    return true;
}

} // namespace mrc
} // namespace ns3
