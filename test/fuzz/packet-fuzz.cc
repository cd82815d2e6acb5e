/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The packet codec reads any bytes or refuses them; what it has read it writes so that it reads the
// same again. Bits of the first byte repair both CRCs, or hardly an input would get further.

#include "mrc-fuzz.h"

#include "ns3/mrc-crc.h"
#include "ns3/mrc-envelope.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/mrc-payload-pattern.h"

#include <algorithm>
#include <vector>

using namespace ns3::mrc;

constexpr uint8_t REPAIR_ICRC = 1;
constexpr uint8_t REPAIR_FCS = 2;
constexpr unsigned LENGTHS_SHIFT = 2;       //!< which lengths switches correct when they trim
constexpr unsigned ENCAPSULATION_SHIFT = 4; //!< which IP headers there are

constexpr std::size_t MAX_FRAME = 9000;
constexpr std::size_t NEXT_HEADER_AT = ETHERNET_HEADER_BYTES + 6; // of the outer IPv6 header

static void
PutCrc(uint8_t* at, uint32_t crc)
{
    for (unsigned i = 0; i < 4; ++i)
    {
        at[i] = static_cast<uint8_t>(crc >> (8 * i));
    }
}

static void
Repair(const WireFormat& format, std::vector<uint8_t>& bytes, uint8_t flags)
{
    std::size_t packetAt = PacketAt(format.encapsulation);
    if (format.encapsulation == ENCAPSULATION_SRV6 && bytes.size() > packetAt + 1 &&
        bytes[NEXT_HEADER_AT] == ROUTING_HEADER)
    {
        packetAt += SEGMENT_HEADER_BYTES + std::size_t{8} * bytes[packetAt + 1]; // Hdr Ext Len
    }
    // of a frame with one IP header the ICRC takes its version from the bytes, so room for IPv6
    if (bytes.size() < packetAt + IPV6_BYTES + UDP_BYTES + BTH_BYTES + ICRC_BYTES + FCS_BYTES)
    {
        return;
    }
    uint8_t* const fcs = bytes.data() + bytes.size() - FCS_BYTES;
    uint8_t* const icrc = fcs - ICRC_BYTES;
    const uint8_t* const inner = bytes.data() + packetAt;
    if ((flags & REPAIR_ICRC) != 0)
    {
        PutCrc(icrc, InvariantCrc(inner, static_cast<std::size_t>(icrc - inner)));
    }
    if ((flags & REPAIR_FCS) != 0)
    {
        PutCrc(fcs, Crc32(bytes.data(), bytes.size() - FCS_BYTES));
    }
}

/** @return the bytes of the packet that was read */
static std::vector<uint8_t>
Write(const PacketCodec& codec, const Frame& frame, const Datagram& datagram)
{
    std::vector<uint8_t> bytes(frame.size);
    Expect(codec.Encode(frame, datagram, bytes.data(), bytes.size()) == bytes.size());
    return bytes;
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    if (size < 1 || size > MAX_FRAME)
    {
        return 0;
    }
    std::vector<uint8_t> bytes(data + 1, data + size);
    WireFormat format;
    format.trimLength = static_cast<TrimLength>((data[0] >> LENGTHS_SHIFT & 3) % 3);
    format.encapsulation = static_cast<Encapsulation>((data[0] >> ENCAPSULATION_SHIFT) % 3);
    Repair(format, bytes, data[0]);
    const PacketCodec codec(format);
    Frame frame;
    Datagram datagram;
    if (!codec.Decode(bytes.data(), bytes.size(), frame, datagram))
    {
        return 0;
    }
    Expect(frame.size == bytes.size());
    const std::vector<uint8_t> once = Write(codec, frame, datagram);
    Frame again;
    Datagram datagramAgain;
    Expect(codec.Decode(once.data(), once.size(), again, datagramAgain));
    Expect(Write(codec, again, datagramAgain) == once);
    Truncate(datagram, frame.size - SegmentBytes(frame), format.encapsulation);
    return 0;
}
