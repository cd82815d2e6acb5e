/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-tseth.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

namespace
{

// [tseth-layout]: tsr(1), reserved(11), ftype(4) = 1
constexpr uint16_t RESOLUTION = 0x8000;
constexpr uint16_t FORMAT = 1;

} // namespace

void
Encode(ByteWriter& writer, const Tseth& tseth)
{
    if (FieldWriter out{writer, TSETH_BYTES})
    {
        out.Put<2>(tseth.timestamp);
        out.Put<2>((tseth.unit == TimestampUnit::US1 ? RESOLUTION : 0) | FORMAT);
    }
}

bool
Decode(ByteReader& in, Tseth& tseth)
{
    tseth.timestamp = static_cast<uint16_t>(in.Get<2>());
    const auto bits = static_cast<uint16_t>(in.Get<2>());
    // Another ftype would mean another layout.
    in.Require((bits & ~RESOLUTION) == FORMAT);
    tseth.unit = (bits & RESOLUTION) ? TimestampUnit::US1 : TimestampUnit::NS128;
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
