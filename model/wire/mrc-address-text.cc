/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-address-text.h"

#include "mrc-byte-cursor.h"

#include <arpa/inet.h>

namespace ns3
{
namespace mrc
{

bool
ReadAddress(const std::string& text, AddressBits& address)
{
    uint8_t bytes[16];
    if (inet_pton(AF_INET6, text.c_str(), bytes) != 1)
    {
        return false;
    }
    ByteReader in(bytes, sizeof(bytes));
    address.high = in.Get<8>();
    address.low = in.Get<8>();
    return true;
}

std::string
TextOf(const AddressBits& address)
{
    uint8_t bytes[16];
    PutBigEndian<8>(bytes, address.high);
    PutBigEndian<8>(bytes + 8, address.low);
    char text[INET6_ADDRSTRLEN];
    return inet_ntop(AF_INET6, bytes, text, sizeof(text));
}

} // namespace mrc
} // namespace ns3
