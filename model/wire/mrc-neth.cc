/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-neth.h"

#include "mrc-byte-cursor.h"

#include <ostream>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint8_t CC_TYPE_NACK = 0x20; // [nack-format], byte 16: cc_type(4) = 2, cc_fl(4)

/** A cast makes any byte a reason, so each reason has to be named here to be taken. */
bool
IsKnown(NackReason reason)
{
    switch (reason)
    {
    case NackReason::TRIMMED:
    case NackReason::TRIMMED_LAST_HOP:
    case NackReason::NO_BITMAP:
    case NackReason::NO_PACKET_BUFFER:
    case NackReason::NO_RESOURCE:
    case NackReason::PSN_OUT_OF_WINDOW:
    case NackReason::UNEXPECTED_EVENT:
        return true;
    }
    return false;
}

} // namespace

std::ostream&
operator<<(std::ostream& out, NackReason reason)
{
    switch (reason)
    {
    case NackReason::TRIMMED:
        return out << "TRIMMED";
    case NackReason::TRIMMED_LAST_HOP:
        return out << "TRIMMED_LAST_HOP";
    case NackReason::NO_BITMAP:
        return out << "NO_BITMAP";
    case NackReason::NO_PACKET_BUFFER:
        return out << "NO_PACKET_BUFFER";
    case NackReason::NO_RESOURCE:
        return out << "NO_RESOURCE";
    case NackReason::PSN_OUT_OF_WINDOW:
        return out << "PSN_OUT_OF_WINDOW";
    case NackReason::UNEXPECTED_EVENT:
        return out << "UNEXPECTED_EVENT";
    }
    return out << "UNKNOWN";
}

void
Encode(ByteWriter& writer, const Neth& neth)
{
    if (FieldWriter out{writer, NETH_BYTES})
    {
        out.Zeros<2>();
        out.Put<1>(static_cast<uint8_t>(neth.reason));
        out.Put<1>(neth.vendorInfo);
        out.Put<4>(neth.entropy.value);
        out.Zeros<5>(); // spdcid, dpdcid, reserved
        out.Put<3>(neth.psn.Value());
        out.Put<1>(CC_TYPE_NACK);
        out.Zeros<1>();
        out.Put<2>(neth.timestamp);
    }
}

bool
Decode(ByteReader& in, Neth& neth)
{
    in.Zeros(2);
    neth.reason = static_cast<NackReason>(in.Get<1>());
    // A sender acts by the reason, so a NACK with another one cannot be used.
    in.Require(IsKnown(neth.reason));
    neth.vendorInfo = static_cast<uint8_t>(in.Get<1>());
    neth.entropy.value = static_cast<uint32_t>(in.Get<4>());
    in.Zeros(5);
    neth.psn = Psn(static_cast<uint32_t>(in.Get<3>()));
    in.Require(in.Get<1>() == CC_TYPE_NACK);
    in.Zeros(1);
    neth.timestamp = static_cast<uint16_t>(in.Get<2>());
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
