/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-endpoint-headers.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

namespace
{

// Byte 1. The place of `op` differs between implementers and that of the mark is not public. Here
// `op` stands where the SETH has reserved(3), and the mark where the SETH has m. In requests, which
// have no mark, the same bit says which uplinks the answer may take: no public source has that.
constexpr unsigned OPERATION_SHIFT = 2;
constexpr uint8_t OPERATION_MASK = 0x1c;
constexpr uint8_t SKIP_ONCE = 0x20;
constexpr uint8_t ANY_UPLINK_BACK = 0x20;

uint8_t
BitsOf(EndpointOperation operation)
{
    return static_cast<uint8_t>(static_cast<unsigned>(operation) << OPERATION_SHIFT) &
           OPERATION_MASK;
}

/** @return the operation of the bits; others than the two known ones are refused */
EndpointOperation
OperationOf(ByteReader& in, uint8_t bits)
{
    const auto operation =
        static_cast<EndpointOperation>((bits & OPERATION_MASK) >> OPERATION_SHIFT);
    in.Require(operation == EndpointOperation::PORT_STATUS_UPDATE ||
               operation == EndpointOperation::EV_PROBE);
    return operation;
}

} // namespace

void
Encode(ByteWriter& writer, const Erth& erth)
{
    if (FieldWriter out{writer, ERTH_BYTES - TSETH_BYTES})
    {
        out.Zeros<1>();
        out.Put<1>(BitsOf(erth.operation) | (erth.anyUplinkBack ? ANY_UPLINK_BACK : 0));
        out.Zeros<2>();
        out.Put<4>(erth.portStatus);
        out.Zeros<4>();
    }
    // The rest has the layout of a TSETH.
    Encode(writer, erth.tseth);
}

bool
Decode(ByteReader& in, Erth& erth)
{
    in.Zeros(1);
    const auto bits = static_cast<uint8_t>(in.Get<1>());
    in.Require((bits & ~(OPERATION_MASK | ANY_UPLINK_BACK)) == 0);
    erth.operation = OperationOf(in, bits);
    erth.anyUplinkBack = bits & ANY_UPLINK_BACK;
    in.Zeros(2);
    erth.portStatus = static_cast<uint32_t>(in.Get<4>());
    in.Zeros(4);
    return Decode(in, erth.tseth);
}

void
Encode(ByteWriter& writer, const Eeth& eeth)
{
    if (FieldWriter out{writer, EETH_BYTES})
    {
        out.Zeros<1>();
        out.Put<1>(BitsOf(eeth.operation) | (eeth.marked ? SKIP_ONCE : 0));
        out.Zeros<2>();
        out.Put<4>(eeth.entropy);
        // The gap puts the port status where the SETH has its bitmap; our choice [endpoint-format].
        out.Zeros<12>();
        out.Put<4>(eeth.portStatus);
        out.Zeros<4>();
        out.Put<2>(eeth.timestamp);
        out.Zeros<6>();
    }
}

bool
Decode(ByteReader& in, Eeth& eeth)
{
    in.Zeros(1);
    const auto bits = static_cast<uint8_t>(in.Get<1>());
    in.Require((bits & ~(OPERATION_MASK | SKIP_ONCE)) == 0);
    eeth.operation = OperationOf(in, bits);
    eeth.marked = bits & SKIP_ONCE;
    in.Zeros(2);
    eeth.entropy = static_cast<uint32_t>(in.Get<4>());
    in.Zeros(12);
    eeth.portStatus = static_cast<uint32_t>(in.Get<4>());
    in.Zeros(4);
    eeth.timestamp = static_cast<uint16_t>(in.Get<2>());
    in.Zeros(6);
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
