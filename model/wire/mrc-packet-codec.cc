/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-packet-codec.h"

#include "mrc-byte-cursor.h"
#include "mrc-crc.h"
#include "mrc-envelope.h"
#include "mrc-ev-fields.h"
#include "mrc-header-chain.h"
#include "mrc-hop-trailer.h"
#include "mrc-pause.h"
#include "mrc-payload-pattern.h"
#include "mrc-stock-codec.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return bytes of the least frame with these segments: a frame without a BTH is none */
uint32_t
MinFrameBytes(const WireFormat& format, const Frame& frame)
{
    return UdpAt(format.encapsulation) + SegmentBytes(frame) + UDP_BYTES + BTH_BYTES + FCS_BYTES;
}

/** @return size of the frame of a datagram before any cut */
uint32_t
SizeOf(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    return FrameSize(datagram, format.encapsulation) + SegmentBytes(frame);
}

/** @return bytes of the trailer that a packet with this opcode has unless it is cut */
uint32_t
TrailerBeforeCut(const WireFormat& format, Opcode opcode)
{
    return format.telemetry && AsksForRecords(opcode) ? HOP_TRAILER_BYTES : 0;
}

constexpr uint8_t MAX_DSCP = 0x3f;

/** At least the most that stands in front of the payload: BTH_AT, the BTH and 36 bytes. */
constexpr std::size_t MAX_HEADER_BYTES = 160;

/** The most that a segment routing header adds to that. */
constexpr std::size_t MAX_SEGMENT_BYTES =
    SEGMENT_HEADER_BYTES + MAX_USIDS_BEHIND * sizeof(AddressBits);

/** @return size of the frame before any cut, if the bytes or the frame tell it */
std::optional<uint32_t>
WholeSize(const WireFormat& format, const Envelope& envelope, const Frame& frame, Opcode opcode)
{
    const bool isCut = TrimMarkOf(envelope.outer.dscp, format.dscp) != TrimMark::WHOLE;
    const uint32_t told = envelope.WholeSize();
    // The inner lengths keep the size of before a cut, unless switches rewrite all lengths.
    if (!isCut || format.trimLength != TRIM_LENGTH_ALL)
    {
        return told;
    }
    const uint32_t trailer = TrailerBeforeCut(format, opcode);
    if (frame.fullSize < told + trailer)
    {
        return std::nullopt;
    }
    // Here the bytes do not tell the whole size; the frame carries it beside them.
    return frame.fullSize - trailer;
}

/** Finds the payload length from the size before any cut. */
bool
TakePayloadLength(const WireFormat& format,
                  std::optional<uint32_t> wholeSize,
                  uint8_t padCount,
                  const Frame& frame,
                  Datagram& datagram)
{
    datagram.payload = 0;
    if (!wholeSize)
    {
        return true;
    }
    // The payload is still 0, so this is the size of all the rest of a whole frame.
    const uint32_t headers = SizeOf(format, frame, datagram);
    if (*wholeSize < headers + padCount)
    {
        return false;
    }
    datagram.payload = static_cast<uint16_t>(*wholeSize - headers - padCount);
    // The pad must be the one that this payload has, and only data has a payload.
    return SizeOf(format, frame, datagram) == *wholeSize &&
           (datagram.payload == 0 || CarriesData(datagram.bth.opcode));
}

/** Reads headers and payload as far as the frame goes. */
bool
DecodeBody(ByteReader& in, Datagram& datagram)
{
    ClearHeaders(datagram);
    for (const HeaderKind kind : HeaderChain(datagram.bth))
    {
        if (in.Left() < BytesOf(kind))
        {
            return in.Ok(); // trimmed: the length of a whole frame has been checked
        }
        Decode(in, datagram, kind);
    }
    if (datagram.payload > 0)
    {
        const std::size_t payload = std::min<std::size_t>(datagram.payload, in.Left());
        const uint8_t* bytes = in.Skip(payload);
        // Payload is virtual: its bytes must be those that belong at the address.
        in.Require(bytes && MatchesPayload(PatternAddress(datagram), bytes, payload));
        in.Zeros(std::min<std::size_t>(PadBytes(datagram.payload), in.Left()));
    }
    return in.Ok();
}

/** Writes a CRC, its least significant byte first, as far as the bytes go. */
void
PutCrc(uint8_t* out, std::size_t at, std::size_t end, uint32_t crc)
{
    uint8_t bytes[4];
    PutBigEndian<4>(bytes, __builtin_bswap32(crc));
    if (end - at >= sizeof(bytes))
    {
        std::memcpy(out + at, bytes, sizeof(bytes)); // as a rule
        return;
    }
    std::copy_n(bytes, end - at, out + at);
}

/** @return whether these four bytes are a CRC, in the order in which one is written */
bool
HasCrc(const uint8_t* bytes, uint32_t crc)
{
    uint8_t wanted[4];
    PutCrc(wanted, 0, sizeof(wanted), crc);
    return std::equal(wanted, wanted + 4, bytes);
}

/** @return where the packet from NIC to NIC begins in this frame */
uint32_t
PacketAt(const WireFormat& format, const Frame& frame)
{
    return mrc::PacketAt(format.encapsulation) + SegmentBytes(frame);
}

/** @return the CRC of the packet from NIC to NIC that is in this whole frame */
uint32_t
IcrcOf(const uint8_t* frame, std::size_t at, std::size_t size)
{
    return InvariantCrc(frame + at, size - at - ICRC_BYTES - FCS_BYTES);
}

/** @return whether all bytes are 0: a cut trailer holds no records */
bool
IsBlank(const uint8_t* bytes, std::size_t count)
{
    return std::all_of(bytes, bytes + count, [](uint8_t byte) { return byte == 0; });
}

/** Places in a frame, bytes from its front. */
struct BodyBounds
{
    std::size_t packet; //!< where the packet from NIC to NIC begins
    std::size_t begin;  //!< where the headers end
    std::size_t end;    //!< where to stop, at or in front of the FCS
    std::size_t whole;  //!< size of the frame before any cut
};

/**
 * Writes the bytes between the headers and the FCS: payload, pad and ICRC.
 *
 * @param datagram the datagram
 * @param out the frame, in which the headers stand already
 * @param bounds of the bytes
 */
void
EncodeBody(const Datagram& datagram, uint8_t* out, const BodyBounds& bounds)
{
    const std::size_t icrcAt = bounds.whole - FCS_BYTES - ICRC_BYTES;
    const std::size_t end = bounds.end;
    std::size_t at = bounds.begin;
    const std::size_t payload = std::min<std::size_t>(datagram.payload, end - at);
    if (payload > 0)
    {
        FillPayload(PatternAddress(datagram), out + at, payload);
    }
    at += payload;
    if (at < std::min(icrcAt, end))
    {
        std::fill(out + at, out + std::min(icrcAt, end), 0);
    }
    // The ICRC needs all bytes in front of it, which is why a capture that is cut short leaves it
    // out.
    if (end > icrcAt)
    {
        PutCrc(out, icrcAt, end, IcrcOf(out, bounds.packet, bounds.whole));
    }
    // The place of a trailer, which WriteTrailer fills [telemetry-trailer].
    if (end > icrcAt + ICRC_BYTES)
    {
        std::fill(out + icrcAt + ICRC_BYTES, out + end, 0);
    }
}

/** @return whether the addresses and the EV are such as the headers of this format can carry */
bool
IsCarried(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    const AddressBits own = AddressOfNic(datagram.destination);
    const bool isDirect =
        frame.destination == UsidCarrier(own.high, own.low) && frame.source == datagram.source;
    const bool fitsIpv4 = datagram.destination < MAX_IPV4_NICS && frame.source < MAX_IPV4_NICS &&
                          datagram.ev.Uplink() < MAX_PORT_PATHS;
    return format.encapsulation == ENCAPSULATION_SRV6 ||
           (isDirect && frame.segments == 0 &&
            (format.encapsulation != ENCAPSULATION_IPV4 || fitsIpv4));
}

/** @return whether the opcode is known, and bits that RoCEv2 reserves are 0 in its packets */
bool
HasMeaning(const Bth& bth)
{
    if (IsWrite(bth.opcode))
    {
        return true; // most packets, so told first
    }
    return IsKnown(bth.opcode) && !(IsRoce(bth.opcode) && (bth.retransmission || bth.timestamped));
}

/** @return whether frame and datagram agree, so that Decode can tell them from the bytes */
bool
IsConsistent(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    const uint32_t whole = SizeOf(format, frame, datagram);
    const bool mayBeCut = TrimMarkOf(frame.dscp, format.dscp) != TrimMark::WHOLE;
    // A short packet may be cut within its trailer.
    const uint32_t most = whole + TrailerBeforeCut(format, datagram.bth.opcode);
    return HasMeaning(datagram.bth) && datagram.payload <= MAX_PAYLOAD_BYTES &&
           (datagram.payload == 0 || CarriesData(datagram.bth.opcode)) &&
           frame.size >= MinFrameBytes(format, frame) &&
           (mayBeCut ? frame.size <= most : frame.size == most) &&
           frame.entropy == datagram.ev.value && frame.dscp <= MAX_DSCP &&
           datagram.dscp <= MAX_DSCP && IsCarried(format, frame, datagram);
}

} // namespace

PacketCodec::PacketCodec(const WireFormat& format)
    : m_format(format)
{
}

std::size_t
PacketCodec::Encode(const Frame& frame,
                    const Datagram& datagram,
                    uint8_t* out,
                    std::size_t capacity) const
{
    return capacity < frame.size ? 0 : EncodeStart(frame, datagram, out, frame.size);
}

std::size_t
PacketCodec::EncodeStart(const Frame& frame,
                         const Datagram& datagram,
                         uint8_t* out,
                         std::size_t length) const
{
    if (IsStock(datagram))
    {
        return EncodeStockStart(m_format, frame, datagram, out, length);
    }
    if (IsPause(datagram))
    {
        return EncodePauseStart(frame, datagram, out, length);
    }
    if (length == 0 || !IsConsistent(m_format, frame, datagram))
    {
        return 0;
    }
    // Headers are written whole; where a short capture has no room for them, beside it.
    uint8_t elsewhere[MAX_HEADER_BYTES + MAX_SEGMENT_BYTES];
    const std::size_t most = MAX_HEADER_BYTES + SegmentBytes(frame);
    uint8_t* const headers = length < most ? elsewhere : out;
    ByteWriter writer(headers, most);
    mrc::Encode(writer, MakeEnvelope(m_format, frame, datagram));
    mrc::Encode(writer, datagram.bth, static_cast<uint8_t>(PadBytes(datagram.payload)));
    for (const HeaderKind kind : HeaderChain(datagram.bth))
    {
        mrc::Encode(writer, datagram, kind);
    }
    const std::size_t size = std::min<std::size_t>(length, frame.size);
    const std::size_t fcsAt = frame.size - FCS_BYTES;
    const std::size_t end = std::min(size, fcsAt);
    // A trimmed frame may end within the headers.
    const std::size_t front = std::min(most - writer.Left(), end);
    if (headers != out)
    {
        std::copy_n(headers, front, out);
    }
    EncodeBody(datagram,
               out,
               {PacketAt(m_format, frame), front, end, SizeOf(m_format, frame, datagram)});
    // Last, as the FCS covers all other bytes; a trimmed frame so gets one of its own.
    if (size > fcsAt)
    {
        PutCrc(out, fcsAt, size, Crc32(out, fcsAt));
    }
    return size;
}

void
PacketCodec::EncodeHop(const Frame& frame,
                       const Datagram& datagram,
                       uint8_t* bytes,
                       std::size_t size) const
{
    // Of a capture that is cut within the outer header too little is there to be changed.
    if (frame.size == PAUSE_FRAME_BYTES || size < INNER_AT + SEGMENT_HEADER_BYTES)
    {
        EncodeStart(frame, datagram, bytes, size);
        return;
    }
    mrc::EncodeHop(m_format, bytes, frame, datagram);
    const std::size_t fcsAt = frame.size - FCS_BYTES;
    // The FCS covers the fields that switches change, and is therefore renewed on every hop.
    if (size > fcsAt)
    {
        PutCrc(bytes, fcsAt, size, Crc32(bytes, fcsAt));
    }
}

bool
PacketCodec::Decode(const uint8_t* bytes, std::size_t size, Frame& frame, Datagram& datagram) const
{
    if (IsStock(datagram))
    {
        return DecodeStock(m_format, bytes, size, frame, datagram);
    }
    if (DecodePause(bytes, size, frame, datagram))
    {
        return true; // no other frame has these bytes
    }
    // With a wrong FCS nothing else can be trusted.
    if (size < MinFrameBytes(m_format, Frame()) || size > 0xffff ||
        !HasCrc(bytes + size - FCS_BYTES, Crc32(bytes, size - FCS_BYTES)))
    {
        return false;
    }
    ByteReader in(bytes, size - FCS_BYTES);
    Envelope envelope;
    envelope.encapsulation = m_format.encapsulation;
    // Copies, since a frame that is refused changes nothing.
    Frame f = frame;
    Datagram d;
    uint8_t padCount = 0;
    if (!mrc::Decode(in, envelope))
    {
        return false;
    }
    const std::size_t net = NetSize(m_format, envelope, size);
    if (!AreLengthsValid(m_format, envelope, net) || !TakeEnvelope(m_format, envelope, f, d) ||
        !mrc::Decode(in, d.bth, padCount) ||
        !TakePayloadLength(m_format,
                           WholeSize(m_format, envelope, f, d.bth.opcode),
                           padCount,
                           f,
                           d) ||
        !DecodeBody(in, d))
    {
        return false;
    }
    // Of a trimmed packet the ICRC is mostly cut off, and never looked at [icrc-rule].
    if (d.trim == TrimMark::WHOLE &&
        !HasCrc(bytes + net - FCS_BYTES - ICRC_BYTES, IcrcOf(bytes, PacketAt(m_format, f), net)))
    {
        return false;
    }
    HopRecords records;
    if (d.trim == TrimMark::WHOLE ? net != size && !ReadTrailer(bytes, size, records)
                                  : !IsBlank(bytes + net - FCS_BYTES, size - net))
    {
        return false;
    }
    f.size = static_cast<uint16_t>(size);
    if (!IsConsistent(m_format, f, d))
    {
        return false; // such as lengths that no trimmed packet has
    }
    frame = f;
    datagram = d;
    return true;
}

} // namespace mrc
} // namespace ns3
