/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-meth.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

void
Encode(ByteWriter& writer, const Meth& meth)
{
    if (FieldWriter out{writer, METH_BYTES})
    {
        out.Put<2>(meth.rqmsn);
        out.Put<2>(meth.msn);
    }
}

bool
Decode(ByteReader& in, Meth& meth)
{
    meth.rqmsn = static_cast<uint16_t>(in.Get<2>());
    meth.msn = static_cast<uint16_t>(in.Get<2>());
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
