/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-seth.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

namespace
{

// [sack-format], bytes 0-1: type(4), nxt(5), m(2), reserved(3), pr(1), reserved(1)
constexpr unsigned MARK_SHIFT = 5;
constexpr uint16_t MARK_MASK = 0x0060;
constexpr uint16_t PROBE_REPLY = 0x0002;

// [cc-state], byte 32: r_c(1), rcv_cwnd_pen(7)
constexpr uint8_t RESTORE_WINDOW = 0x80;
constexpr uint8_t PENALTY_MASK = 0x7f;

constexpr uint16_t OUT_OF_ORDER_MASK = 0x7fff; // bytes 30-31: reserved(1), ooo_count(15)

} // namespace

void
Encode(ByteWriter& writer, const Seth& seth)
{
    if (FieldWriter out{writer, SETH_BYTES})
    {
        out.Put<2>((static_cast<unsigned>(seth.mark) << MARK_SHIFT & MARK_MASK) |
                   (seth.probeReply ? PROBE_REPLY : 0));
        // Offsets are signed: a duplicate lies before the cumulative PSN.
        out.Put<2>(static_cast<uint16_t>(seth.ackOffset));
        out.Put<4>(seth.entropy.value);
        out.Zeros<4>(); // spdcid, dpdcid
        // Reserved in the public layout: our own use [port-status-carrier].
        out.Put<1>(seth.downPorts);
        out.Put<3>(seth.cack.Value());
        out.Zeros<1>(); // cc_type = 0, cc_fl
        out.Put<1>(seth.mpr);
        out.Put<2>(static_cast<uint16_t>(seth.sackOffset));
        out.Put<8>(seth.bitmap);
    }
}

bool
Decode(ByteReader& in, Seth& seth)
{
    const auto bits = static_cast<uint16_t>(in.Get<2>());
    // Bits without a field are 0, and m may not be the reserved value 3.
    in.Require((bits & ~(MARK_MASK | PROBE_REPLY)) == 0 && (bits & MARK_MASK) != MARK_MASK);
    seth.mark = static_cast<PathMark>((bits & MARK_MASK) >> MARK_SHIFT);
    seth.probeReply = bits & PROBE_REPLY;
    seth.ackOffset = static_cast<int16_t>(in.Get<2>());
    seth.entropy.value = static_cast<uint32_t>(in.Get<4>());
    in.Zeros(4);
    seth.downPorts = static_cast<uint8_t>(in.Get<1>());
    seth.cack = Psn(static_cast<uint32_t>(in.Get<3>()));
    in.Zeros(1);
    seth.mpr = static_cast<uint8_t>(in.Get<1>());
    seth.sackOffset = static_cast<int16_t>(in.Get<2>());
    seth.bitmap = in.Get<8>();
    return in.Ok();
}

void
Encode(ByteWriter& writer, const CcState& state)
{
    if (FieldWriter out{writer, CC_STATE_BYTES})
    {
        out.Put<2>(state.timestamp);
        out.Put<2>(state.outOfOrder & OUT_OF_ORDER_MASK);
        out.Put<1>((state.restoreWindow ? RESTORE_WINDOW : 0) | state.penalty);
        out.Put<3>(state.received);
    }
}

bool
Decode(ByteReader& in, CcState& state)
{
    state.timestamp = static_cast<uint16_t>(in.Get<2>());
    state.outOfOrder = static_cast<uint16_t>(in.Get<2>());
    in.Require(state.outOfOrder <= OUT_OF_ORDER_MASK);
    const auto window = static_cast<uint8_t>(in.Get<1>());
    state.restoreWindow = (window & RESTORE_WINDOW) ? 1 : 0;
    state.penalty = window & PENALTY_MASK;
    state.received = static_cast<uint32_t>(in.Get<3>()) & 0xffffff;
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
