/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-packet.h"

#include "mrc-hash.h"
#include "mrc-inner-header.h"

namespace ns3
{
namespace mrc
{

/** DSCP and ECN are the inner header's, since the outer ones are copies of them [stock-ecn]. */
Datagram
StockDatagram(const StockPacket& packet)
{
    InnerHeader inner;
    ReadInnerHeader(packet.bytes.data(), packet.bytes.size(), inner);
    Datagram datagram;
    datagram.bth.opcode = STOCK_OPCODE;
    datagram.bth.destination = STOCK_QP;
    datagram.payload = static_cast<uint16_t>(packet.bytes.size());
    datagram.dscp = inner.dscp;
    datagram.ecn = inner.ecn;
    datagram.stock = StockReference{&packet, packet.serial};
    return datagram;
}

uint32_t
StockDigest(const StockPacket& packet)
{
    uint64_t hash = packet.bytes.size();
    for (const uint8_t byte : packet.bytes)
    {
        hash = (hash ^ byte) * 0x100000001b3ULL; // FNV-1a, 64 bits
    }
    return static_cast<uint32_t>(Mix(hash));
}

} // namespace mrc
} // namespace ns3
