/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hop-trailer.h"

#include "mrc-byte-cursor.h"
#include "mrc-crc.h"
#include "mrc-truncate.h"

#include <algorithm>
#include <array>

namespace ns3
{
namespace mrc
{

uint32_t
TrailerBytes(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    // A trimmed packet has lost its end, and with it the trailer.
    return format.telemetry && AsksForRecords(datagram.bth.opcode) &&
                   TrimMarkOf(frame.dscp, format.dscp) == TrimMark::WHOLE
               ? HOP_TRAILER_BYTES
               : 0;
}

void
WriteTrailer(uint8_t* bytes, std::size_t count, std::size_t size, const HopRecords& records)
{
    std::array<uint8_t, HOP_TRAILER_BYTES> trailer{};
    ByteWriter writer(trailer.data(), trailer.size());
    Encode(writer, records);
    const std::size_t fcsAt = size - FCS_BYTES;
    const std::size_t at = fcsAt - trailer.size();
    // A capture may keep fewer bytes than the packet has.
    if (count > at)
    {
        std::copy_n(trailer.begin(), std::min(count - at, trailer.size()), bytes + at);
    }
    if (count > fcsAt)
    {
        std::array<uint8_t, FCS_BYTES> fcs{};
        PutBigEndian<4>(fcs.data(), __builtin_bswap32(Crc32(bytes, fcsAt)));
        std::copy_n(fcs.begin(), std::min(count - fcsAt, fcs.size()), bytes + fcsAt);
    }
}

bool
ReadTrailer(const uint8_t* bytes, std::size_t size, HopRecords& records)
{
    ByteReader in(bytes + size - FCS_BYTES - HOP_TRAILER_BYTES, HOP_TRAILER_BYTES);
    return Decode(in, records);
}

} // namespace mrc
} // namespace ns3
