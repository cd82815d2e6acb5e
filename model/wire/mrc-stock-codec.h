/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_CODEC_H
#define MRC_STOCK_CODEC_H

#include "mrc-envelope.h"
#include "mrc-stock-packet.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Writes the first bytes of a stock packet's frame: Ethernet, outer IPv6, the packet, FCS
 * [stock-encapsulation].
 *
 * The number of the receiving NIC is in the bytes on the last hop only. Data that travels beside
 * the packet is never in the bytes.
 *
 * @param format the agreement of the ends of the link
 * @param frame the frame; the size must be StockFrameSize(datagram), or less if the DSCP says
 * trimmed
 * @param datagram of a stock packet; the EV must be the frame's, of less than 2^20 uplinks
 * @param out where the bytes go
 * @param length room there, bytes
 * @return how many were written: the lesser of length and the frame's size, or 0 when the values
 * contradict each other
 */
std::size_t EncodeStockStart(const WireFormat& format,
                             const Frame& frame,
                             const Datagram& datagram,
                             uint8_t* out,
                             std::size_t length);

/**
 * Reads the fields that switches may have changed, and compares all others with the packet.
 *
 * @param format the agreement of the ends of the link
 * @param bytes a frame from the Ethernet header to the FCS
 * @param size how many bytes
 * @param frame filled with the values in the bytes, the rest of the frame's fields is kept
 * @param datagram of the stock packet, with the receiving NIC; the other fields are filled
 * @return whether the bytes are such a frame, whole or trimmed; if not, nothing is changed
 */
bool DecodeStock(const WireFormat& format,
                 const uint8_t* bytes,
                 std::size_t size,
                 Frame& frame,
                 Datagram& datagram);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_CODEC_H */
