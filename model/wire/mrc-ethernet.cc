/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ethernet.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint16_t ETHERTYPE_IPV6 = 0x86dd; // IANA

} // namespace

/** The FCS at the end of the frame is PacketCodec's, as it covers everything. */
void
Encode(ByteWriter& writer, const Ethernet& ethernet)
{
    if (FieldWriter out{writer, ETHERNET_HEADER_BYTES})
    {
        out.Put<6>(ethernet.destination);
        out.Put<6>(ethernet.source);
        out.Put<2>(ETHERTYPE_IPV6);
    }
}

bool
Decode(ByteReader& in, Ethernet& ethernet)
{
    ethernet.destination = in.Get<6>();
    ethernet.source = in.Get<6>();
    in.Require(in.Get<2>() == ETHERTYPE_IPV6);
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
