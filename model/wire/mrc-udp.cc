/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-udp.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

void
Encode(ByteWriter& writer, const Udp& udp)
{
    if (FieldWriter out{writer, UDP_BYTES})
    {
        out.Put<2>(udp.sourcePort);
        out.Put<2>(udp.destinationPort);
        out.Put<2>(udp.length);
        // No checksum: RoCEv2 relies on the ICRC.
        out.Zeros<2>();
    }
}

bool
Decode(ByteReader& in, Udp& udp)
{
    udp.sourcePort = static_cast<uint16_t>(in.Get<2>());
    udp.destinationPort = static_cast<uint16_t>(in.Get<2>());
    udp.length = static_cast<uint16_t>(in.Get<2>());
    in.Zeros(2);
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
