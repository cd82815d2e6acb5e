/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENCAPSULATION_H
#define MRC_ENCAPSULATION_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The IP headers in front of the UDP header of all packets of a fabric [direct-packets]. This is a
 * plain enum, as ns-3's enumerated attributes want.
 */
enum Encapsulation : uint8_t
{
    ENCAPSULATION_SRV6, //!< IPv6 in IPv6; the outer destination is a carrier of uSIDs
    ENCAPSULATION_IPV6, //!< IPv6 from NIC to NIC
    ENCAPSULATION_IPV4, //!< IPv4 from NIC to NIC
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENCAPSULATION_H */
