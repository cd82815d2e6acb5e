/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ADDRESS_PLAN_H
#define MRC_ADDRESS_PLAN_H

#include "mrc-ids.h"
#include "mrc-usid.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The 128 bits of an IPv6 address. */
struct AddressBits
{
    uint64_t high{0}; //!< first 64 bits on the wire
    uint64_t low{0};  //!< last 64 bits on the wire

    friend constexpr bool operator==(const AddressBits& a, const AddressBits& b)
    {
        return a.high == b.high && a.low == b.low;
    }

    friend constexpr bool operator!=(const AddressBits& a, const AddressBits& b)
    {
        return !(a == b);
    }
};

/** A MAC address in the low 48 bits, first byte on the wire on top. */
using MacBits = uint64_t;

/** The unique local prefix fd00:6d72:6300::/64 of the NICs' own addresses (RFC 4193). */
constexpr uint64_t NIC_PREFIX = 0xfd006d7263000000ULL;

/**
 * @param nic number of a NIC, any 32-bit value
 * @return the NIC's own IPv6 address, fd00:6d72:6300::N: the inner addresses, and the outer source
 */
constexpr AddressBits
AddressOfNic(uint32_t nic)
{
    return AddressBits{NIC_PREFIX, nic};
}

/**
 * @param address an address
 * @param nic number of the NIC that owns the address
 * @return whether the address is that of a NIC; if not, nic is unchanged
 */
constexpr bool
NicOfAddress(const AddressBits& address, uint32_t& nic)
{
    if (address.high != NIC_PREFIX || address.low > 0xffffffff)
    {
        return false;
    }
    nic = static_cast<uint32_t>(address.low);
    return true;
}

/** The private network 10.0.0.0/8 of the NICs' own IPv4 addresses (RFC 1918). */
constexpr uint32_t NIC_NETWORK = 0x0a000000;

/** NICs that NIC_NETWORK has addresses for: hosts begin at 1, and the last one is a broadcast. */
constexpr uint32_t MAX_IPV4_NICS = 0xfffffe;

/**
 * @param nic number of a NIC, below MAX_IPV4_NICS
 * @return the NIC's own IPv4 address, 10.0.0.1 for the first
 */
constexpr uint32_t
Ipv4OfNic(uint32_t nic)
{
    return NIC_NETWORK + 1 + nic;
}

/**
 * @param address an IPv4 address
 * @param nic number of the NIC that owns the address
 * @return whether the address is that of a NIC; if not, nic is unchanged
 */
constexpr bool
NicOfIpv4(uint32_t address, uint32_t& nic)
{
    const uint32_t number = address - NIC_NETWORK - 1; // wraps around below the first
    if (number >= MAX_IPV4_NICS)
    {
        return false;
    }
    nic = number;
    return true;
}

/**
 * @param nic number of a NIC
 * @param port the NIC's port, which is the number of the plane
 * @return 02:PP:NN:NN:NN:NN, locally administered
 */
constexpr MacBits
MacOfNic(uint32_t nic, PlaneId port)
{
    return 0x020000000000ULL | (static_cast<uint64_t>(port) << 32) | nic;
}

/**
 * @param mac a MAC address
 * @param nic the number of the NIC that has a port with this address
 * @param port the port
 * @return whether the address is that of a NIC's port; if not, nic and port are unchanged
 */
constexpr bool
NicOfMac(MacBits mac, uint32_t& nic, PlaneId& port)
{
    if ((mac >> 40) != 0x02)
    {
        return false;
    }
    nic = static_cast<uint32_t>(mac);
    port = static_cast<PlaneId>(mac >> 32);
    return true;
}

/**
 * @param usid the uSID of a switch
 * @return 06:00:00:00:UU:UU, locally administered
 */
constexpr MacBits
MacOfUsid(Usid usid)
{
    return 0x060000000000ULL | usid.value;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_ADDRESS_PLAN_H */
