/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reth.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

void
Encode(ByteWriter& writer, const Reth& reth)
{
    if (FieldWriter out{writer, RETH_BYTES})
    {
        out.Put<8>(reth.address);
        out.Put<4>(reth.rkey);
        out.Put<4>(reth.length);
    }
}

bool
Decode(ByteReader& in, Reth& reth)
{
    reth.address = in.Get<8>();
    reth.rkey = static_cast<uint32_t>(in.Get<4>());
    reth.length = static_cast<uint32_t>(in.Get<4>());
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
