/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-immdt.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

void
Encode(ByteWriter& writer, const ImmDt& immdt)
{
    if (FieldWriter out{writer, IMMDT_BYTES})
    {
        out.Put<4>(immdt.value);
    }
}

bool
Decode(ByteReader& in, ImmDt& immdt)
{
    immdt.value = static_cast<uint32_t>(in.Get<4>());
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
