/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_PACKET_H
#define MRC_STOCK_PACKET_H

#include "mrc-datagram.h"
#include "mrc-encapsulation.h"
#include "mrc-ethernet.h"
#include "mrc-frame-segments.h"
#include "mrc-ipv6.h"
#include "mrc-stock-way.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * An IP packet of a stock protocol stack on its way through a fabric; the packet changes nowhere.
 */
struct StockPacket
{
    std::vector<uint8_t> bytes;         //!< from the inner IP header on
    std::shared_ptr<const void> beside; //!< not on the wire: data that the sender gets again
    uint64_t serial{0};                 //!< tells the packet from others that had the same memory
    std::optional<StockWay> way{};      //!< outer headers that the stack gave; none: the NIC's
};

/** Bytes of a frame around a stock packet: Ethernet and outer IPv6 headers, FCS. */
constexpr uint32_t STOCK_ENVELOPE_BYTES = ETHERNET_HEADER_BYTES + IPV6_BYTES + FCS_BYTES;

/** The most bytes of a stock packet: the size of a frame has 16 bits. */
constexpr uint32_t MAX_STOCK_BYTES = 0xffff - STOCK_ENVELOPE_BYTES;

/** The least that a stack must be able to send in one packet, bytes (RFC 8200 sec. 5). */
constexpr uint32_t MIN_STOCK_MTU = 1280;

/** Tells the datagram of a stock packet; never on the wire, and no decoder yields it. */
constexpr Opcode STOCK_OPCODE = static_cast<Opcode>(0xff);

/** The destination of datagrams of stock packets: a reserved number, which never is on the wire. */
constexpr QpNumber STOCK_QP{0};

/** @return whether a datagram carries a stock packet */
constexpr bool
IsStock(const Datagram& datagram)
{
    return datagram.bth.opcode == STOCK_OPCODE;
}

/**
 * @param packet with the bytes of an IP header at least; must outlive the datagram
 * @return the datagram that carries the packet; NICs, EV and plane are still open
 */
Datagram StockDatagram(const StockPacket& packet);

/** @return the size of a stock packet's Ethernet frame before any cut, FCS included, bytes */
inline uint16_t
StockFrameSize(const Datagram& datagram)
{
    return static_cast<uint16_t>(STOCK_ENVELOPE_BYTES + datagram.payload);
}

/**
 * @param frame of a stock packet
 * @param encapsulation of the fabric
 * @return whether a switch took all outer headers off [switch-decapsulation]. With SRv6 only the
 * packet's own IPv6 header, which then is the frame's, has the address of a NIC
 */
inline bool
IsBare(const Frame& frame, Encapsulation encapsulation)
{
    return encapsulation == ENCAPSULATION_SRV6 && frame.destination.High() == NIC_PREFIX;
}

/** @return the size of the Ethernet frame of a stock packet on its way, before any cut, bytes */
inline uint32_t
StockFrameSize(const Frame& frame, const Datagram& datagram, Encapsulation encapsulation)
{
    return StockFrameSize(datagram) + SegmentBytes(frame) -
           (IsBare(frame, encapsulation) ? IPV6_BYTES : 0);
}

/** @return a hash of a packet's bytes, for the fingerprint */
uint32_t StockDigest(const StockPacket& packet);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_PACKET_H */
