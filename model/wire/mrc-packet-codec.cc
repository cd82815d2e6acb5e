/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-packet-codec.h"

#include "mrc-byte-cursor.h"
#include "mrc-crc.h"
#include "mrc-envelope.h"
#include "mrc-header-chain.h"
#include "mrc-payload-pattern.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MIN_FRAME_BYTES = BTH_AT + BTH_BYTES + FCS_BYTES; // without a BTH it is nothing
constexpr uint8_t MAX_DSCP = 0x3f;

/** @return size of the frame before any cut, if the bytes or the frame tell it */
std::optional<uint32_t>
WholeSize(const WireFormat& format, const Envelope& envelope, const Frame& frame)
{
    const bool isCut = TrimMarkOf(envelope.outer.dscp, format.dscp) != TrimMark::WHOLE;
    const uint32_t told = envelope.WholeSize();
    if (!isCut || format.trimLength != TRIM_LENGTH_ALL)
    {
        return told;
    }
    if (frame.fullSize < told)
    {
        return std::nullopt;
    }
    return frame.fullSize;
}

/** Finds the payload length from the size before any cut. */
bool
TakePayloadLength(std::optional<uint32_t> wholeSize, uint8_t padCount, Datagram& datagram)
{
    datagram.payload = 0;
    if (!wholeSize)
    {
        return true;
    }
    const uint32_t headers = FrameSize(datagram);
    if (*wholeSize < headers + padCount)
    {
        return false;
    }
    datagram.payload = static_cast<uint16_t>(*wholeSize - headers - padCount);
    return FrameSize(datagram) == *wholeSize &&
           (datagram.payload == 0 || IsWrite(datagram.bth.opcode));
}

void
EncodeBody(ByteWriter& out, const Datagram& datagram)
{
    for (const HeaderKind kind : HeaderChain(datagram.bth))
    {
        Encode(out, datagram, kind);
    }
    if (datagram.payload > 0)
    {
        if (uint8_t* payload = out.Skip(datagram.payload))
        {
            FillPayload(datagram.write.reth.address, payload, datagram.payload);
        }
        out.Zeros(PadBytes(datagram.payload));
    }
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
        in.Require(bytes && MatchesPayload(datagram.write.reth.address, bytes, payload));
        in.Zeros(std::min<std::size_t>(PadBytes(datagram.payload), in.Left()));
    }
    return in.Ok();
}

/** Both CRCs go on the wire with their least significant byte first. */
void
PutCrc(uint8_t* out, uint32_t crc)
{
    for (unsigned i = 0; i < 4; ++i)
    {
        out[i] = static_cast<uint8_t>(crc >> (8 * i));
    }
}

bool
HasCrc(const uint8_t* bytes, uint32_t crc)
{
    uint8_t wanted[4];
    PutCrc(wanted, crc);
    return std::equal(wanted, wanted + 4, bytes);
}

/** @return the CRC of the packet that begins at the inner IPv6 header of this whole frame */
uint32_t
IcrcOf(const uint8_t* frame, std::size_t size)
{
    return InvariantCrc(frame + INNER_AT, size - INNER_AT - ICRC_BYTES - FCS_BYTES);
}

bool
IsConsistent(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    const bool mayBeCut = TrimMarkOf(frame.dscp, format.dscp) != TrimMark::WHOLE;
    const bool mayHavePayload = IsWrite(datagram.bth.opcode);
    return IsKnown(datagram.bth.opcode) && datagram.payload <= MAX_PAYLOAD_BYTES &&
           (mayHavePayload || datagram.payload == 0) && frame.size >= MIN_FRAME_BYTES &&
           (mayBeCut ? frame.size <= FrameSize(datagram) : frame.size == FrameSize(datagram)) &&
           frame.entropy == datagram.ev.value && frame.dscp <= MAX_DSCP &&
           datagram.dscp <= MAX_DSCP;
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
    if (!IsConsistent(m_format, frame, datagram) || capacity < frame.size)
    {
        return 0;
    }
    std::vector<uint8_t> whole(FrameSize(datagram));
    ByteWriter writer(whole.data(), whole.size());
    mrc::Encode(writer, MakeEnvelope(m_format, frame, datagram));
    mrc::Encode(writer, datagram.bth, static_cast<uint8_t>(PadBytes(datagram.payload)));
    EncodeBody(writer, datagram);
    PutCrc(writer.Skip(ICRC_BYTES), IcrcOf(whole.data(), whole.size()));
    const std::size_t kept = frame.size - FCS_BYTES;
    std::copy_n(whole.data(), kept, out);
    PutCrc(out + kept, Crc32(out, kept));
    return frame.size;
}

bool
PacketCodec::Decode(const uint8_t* bytes, std::size_t size, Frame& frame, Datagram& datagram) const
{
    if (size < MIN_FRAME_BYTES || size > 0xffff ||
        !HasCrc(bytes + size - FCS_BYTES, Crc32(bytes, size - FCS_BYTES)))
    {
        return false;
    }
    ByteReader in(bytes, size - FCS_BYTES);
    Envelope envelope;
    Frame f = frame;
    Datagram d;
    uint8_t padCount = 0;
    if (!mrc::Decode(in, envelope) || !AreLengthsValid(m_format, envelope, size) ||
        !TakeEnvelope(m_format, envelope, f, d) || !mrc::Decode(in, d.bth, padCount) ||
        !TakePayloadLength(WholeSize(m_format, envelope, f), padCount, d) || !DecodeBody(in, d))
    {
        return false;
    }
    if (d.trim == TrimMark::WHOLE &&
        !HasCrc(bytes + size - FCS_BYTES - ICRC_BYTES, IcrcOf(bytes, size)))
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
