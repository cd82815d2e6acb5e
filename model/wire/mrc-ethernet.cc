/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ethernet.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

/** The FCS at the end of the frame is PacketCodec's, as it covers everything. */
void
Encode(ByteWriter& writer, const Ethernet& ethernet)
{
    if (FieldWriter out{writer, ETHERNET_HEADER_BYTES})
    {
        out.Put<6>(ethernet.destination);
        out.Put<6>(ethernet.source);
        out.Put<2>(static_cast<uint16_t>(ethernet.type));
    }
}

bool
Decode(ByteReader& in, Ethernet& ethernet)
{
    ethernet.destination = in.Get<6>();
    ethernet.source = in.Get<6>();
    ethernet.type = static_cast<EtherType>(in.Get<2>());
    in.Require(ethernet.type == EtherType::IPV6 || ethernet.type == EtherType::IPV4);
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
