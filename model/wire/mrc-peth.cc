/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-peth.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

void
Encode(ByteWriter& writer, const Peth& peth)
{
    if (FieldWriter out{writer, PETH_BYTES - TSETH_BYTES})
    {
        out.Zeros<4>();
        out.Put<2>(peth.probeId);
        out.Zeros<6>(); // reserved, spdcid, dpdcid
    }
    // The rest has the layout of a TSETH.
    Encode(writer, peth.tseth);
}

bool
Decode(ByteReader& in, Peth& peth)
{
    in.Zeros(4);
    peth.probeId = static_cast<uint16_t>(in.Get<2>());
    in.Zeros(6);
    return Decode(in, peth.tseth);
}

} // namespace mrc
} // namespace ns3
