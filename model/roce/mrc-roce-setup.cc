/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-setup.h"

#include "ns3/mrc-frame-size.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** Headers that only MRC's data has [roce-opcodes]: METH, TSETH, and a RETH in each packet. */
constexpr uint32_t ONLY_MRC_BYTES = METH_BYTES + TSETH_BYTES + RETH_BYTES;

} // namespace

RoceSetup
RoceSetup::Of(const RoceConfig& config, const ConnectionParameters& parameters)
{
    RoceSetup setup;
    setup.config = config;
    setup.own = parameters.own;
    setup.peer = parameters.peer;
    setup.firstPsn = parameters.firstPsn;
    setup.payload = parameters.qp->payload;
    setup.packetOverhead = parameters.packetOverhead - ONLY_MRC_BYTES;
    const uint64_t lineRate = parameters.bitRate / parameters.planes;
    setup.lineRate = static_cast<double>(lineRate);
    setup.roundTrip = parameters.LongestRtt();
    setup.dcqcn = config.Dcqcn(lineRate);
    // Both ends have the same key, so they agree on the plane; each has a source port of its own.
    const KeyedDraws draws(parameters.key);
    setup.draws = draws.Child(parameters.own.value);
    // Queue pairs of one transfer have numbers in a row, and the same key.
    const uint32_t turn =
        parameters.qp->perPair > 1 ? std::min(setup.own.value, setup.peer.value) / 2 : 0;
    const auto plane = config.plane >= 0
                           ? static_cast<uint64_t>(config.plane)
                           : (draws.Bits(0) % parameters.planes + turn) % parameters.planes;
    setup.path = Ev::Of(static_cast<PlaneId>(plane),
                        static_cast<uint32_t>(draws.Bits(parameters.own.value) & PATH_MASK));
    return setup;
}

void
RoceSetup::Address(Opcode opcode, Psn psn, uint8_t dscp, Ev ev, Datagram& out) const
{
    out = Datagram();
    out.bth.opcode = opcode;
    out.bth.destination = peer;
    out.bth.psn = psn;
    out.ev = ev;
    out.plane = ev.Plane();
    out.dscp = dscp;
}

} // namespace mrc
} // namespace ns3
