/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-aeth.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

void
Encode(ByteWriter& writer, const Aeth& aeth)
{
    if (FieldWriter out{writer, AETH_BYTES})
    {
        out.Put<1>(aeth.syndrome);
        out.Put<3>(aeth.msn);
    }
}

bool
Decode(ByteReader& in, Aeth& aeth)
{
    aeth.syndrome = static_cast<uint8_t>(in.Get<1>());
    aeth.msn = static_cast<uint32_t>(in.Get<3>());
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
