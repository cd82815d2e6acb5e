/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BESIDE_PACKET_H
#define MRC_BESIDE_PACKET_H

#include "ns3/mac48-address.h"
#include "ns3/mrc-address-plan.h"
#include "ns3/mrc-dscp.h"
#include "ns3/packet.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The data that travels beside the bytes of a stock packet: the ns-3 packet with its tags. */
struct BesidePacket
{
    Ptr<const Packet> packet; //!< from the IP header on; nobody changes it
    Mac48Address from;        //!< the sending NIC's
    uint16_t protocol;        //!< EtherType that the sender's stack gave
};

/**
 * @param sent a packet of a stack, from the IP header on
 * @param bytes those of the packet that arrived. Switches may have taken headers off the front, and
 * lowered the hop limit of the IPv6 header that is left [switch-decapsulation]
 * @return the packet that arrived, with the tags of the sent one
 */
Ptr<const Packet> AsArrived(const Ptr<const Packet>& sent, const std::vector<uint8_t>& bytes);

/**
 * @param whole a packet from the IP header on
 * @param protocol the packet's EtherType
 * @param ecn for the packet's ECN field
 * @return a copy for the receiver's stack
 */
Ptr<Packet> WithEcn(const Ptr<const Packet>& whole, uint16_t protocol, Ecn ecn);

/** @return one of ns-3's addresses with these bits */
Mac48Address ToMac48Address(MacBits bits);

} // namespace mrc
} // namespace ns3

#endif /* MRC_BESIDE_PACKET_H */
