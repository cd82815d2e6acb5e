/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_SEGMENT_ADDRESSES_H
#define MRC_TEST_SEGMENT_ADDRESSES_H

#include "ns3/mrc-address-plan.h"

#include <arpa/inet.h>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

/** @return the address that a text names */
inline AddressBits
A(const std::string& text)
{
    uint8_t bytes[16];
    if (inet_pton(AF_INET6, text.c_str(), bytes) != 1)
    {
        throw std::invalid_argument("no IPv6 address: " + text);
    }
    AddressBits address;
    for (unsigned i = 0; i < 16; ++i)
    {
        uint64_t& word = i < 8 ? address.high : address.low;
        word = (word << 8) | bytes[i];
    }
    return address;
}

/** Prints an address as RFC 5952 has it. */
inline std::ostream&
operator<<(std::ostream& out, const AddressBits& address)
{
    uint8_t bytes[16];
    for (unsigned i = 0; i < 16; ++i)
    {
        bytes[i] = static_cast<uint8_t>((i < 8 ? address.high : address.low) >> (56 - 8 * (i % 8)));
    }
    char text[INET6_ADDRSTRLEN];
    return out << inet_ntop(AF_INET6, bytes, text, sizeof(text));
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_SEGMENT_ADDRESSES_H */
