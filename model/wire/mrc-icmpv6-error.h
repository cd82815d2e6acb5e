/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ICMPV6_ERROR_H
#define MRC_ICMPV6_ERROR_H

#include "mrc-address-plan.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What an ICMPv6 error says about a packet (RFC 4443 sec. 3). */
struct Icmpv6Error
{
    uint8_t type{0};     //!< 1: Destination Unreachable, 3: Time Exceeded, 4: Parameter Problem
    uint8_t code{0};     //!< of that type
    uint32_t pointer{0}; //!< of a Parameter Problem: bytes from the front of the packet
};

/**
 * @param error what is said
 * @param from address of the node that says so
 * @param to address of the packet's source
 * @param about the packet from its IPv6 header on
 * @param size bytes of the packet; those that find no room in 1280 bytes are left out
 * @return the bytes of an IPv6 packet with the error
 */
std::vector<uint8_t> MakeIcmpv6Error(const Icmpv6Error& error,
                                     const AddressBits& from,
                                     const AddressBits& to,
                                     const uint8_t* about,
                                     std::size_t size);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ICMPV6_ERROR_H */
