/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-bth.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

namespace
{

// [bth-layout], byte 1; IBTA: bit 7 is SE, bit 6 (M, migration) has no meaning here.
constexpr uint8_t SOLICITED = 0x80;
constexpr unsigned PAD_SHIFT = 4;
constexpr uint8_t PAD_MASK = 0x30;

// [bth-layout], byte 8; bit 6 (R) and bits 3-0 are reserved.
constexpr uint8_t ACK_REQUEST = 0x80;
constexpr uint8_t RETRANSMISSION = 0x20;
constexpr uint8_t TIMESTAMPED = 0x10;

// RoCEv2's annex A17: byte 4 of a CNP has BECN set; other packets have 0 there.
constexpr uint8_t BECN = 0x40;

constexpr uint16_t DEFAULT_PARTITION_KEY = 0xffff; // [bth-layout]

} // namespace

void
Encode(ByteWriter& writer, const Bth& bth, uint8_t padCount)
{
    if (FieldWriter out{writer, BTH_BYTES})
    {
        out.Put<1>(static_cast<uint8_t>(bth.opcode));
        out.Put<1>((bth.solicited ? SOLICITED : 0) | ((padCount << PAD_SHIFT) & PAD_MASK));
        out.Put<2>(DEFAULT_PARTITION_KEY);
        out.Put<1>(bth.opcode == Opcode::CNP ? BECN : 0);
        out.Put<3>(bth.destination.value);
        out.Put<1>((bth.ackRequest ? ACK_REQUEST : 0) | (bth.retransmission ? RETRANSMISSION : 0) |
                   (bth.timestamped ? TIMESTAMPED : 0));
        out.Put<3>(bth.psn.Value());
    }
}

bool
Decode(ByteReader& in, Bth& bth, uint8_t& padCount)
{
    bth.opcode = static_cast<Opcode>(in.Get<1>());
    // The opcode says which headers follow, so nothing behind an unknown one can be read.
    in.Require(IsKnown(bth.opcode));
    const auto flags = static_cast<uint8_t>(in.Get<1>());
    // A header that the decoder lets through must encode to the same bytes, so bits without a field
    // are 0.
    in.Require((flags & ~(SOLICITED | PAD_MASK)) == 0);
    bth.solicited = flags & SOLICITED;
    padCount = (flags & PAD_MASK) >> PAD_SHIFT;
    in.Require(in.Get<2>() == DEFAULT_PARTITION_KEY);
    // Byte 4 may be changed on the way, and the ICRC leaves it out.
    in.Skip(1);
    bth.destination.value = static_cast<uint32_t>(in.Get<3>());
    const auto bits = static_cast<uint8_t>(in.Get<1>());
    in.Require((bits & ~(ACK_REQUEST | RETRANSMISSION | TIMESTAMPED)) == 0);
    bth.ackRequest = bits & ACK_REQUEST;
    bth.retransmission = bits & RETRANSMISSION;
    bth.timestamped = bits & TIMESTAMPED;
    // RoCEv2 has neither of the two: their bits are reserved there.
    in.Require(!IsRoce(bth.opcode) || !(bth.retransmission || bth.timestamped));
    bth.psn = Psn(static_cast<uint32_t>(in.Get<3>()));
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
