/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHORTER_PACKET_H
#define MRC_SHORTER_PACKET_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Corrects the length fields of a packet that lost its end: of UDP, or of an IPv6 packet inside
 * IPv6 and its content. Other headers stay as they are, and so do checksums.
 *
 * @param packet without the outer IPv6 header
 * @param nextHeader the kind of the packet's first header
 */
void CorrectLengths(const Ptr<Packet>& packet, uint8_t nextHeader);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHORTER_PACKET_H */
