/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CHAKRA_BYTES_H
#define CHAKRA_BYTES_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return a number as protobuf's varint */
inline std::string
VarintBytes(uint64_t number)
{
    std::string bytes;
    for (; number >= 0x80; number >>= 7)
    {
        bytes += static_cast<char>((number & 0x7f) | 0x80);
    }
    return bytes + static_cast<char>(number);
}

/** @return bytes behind their length */
inline std::string
LongBytes(const std::string& bytes)
{
    return VarintBytes(bytes.size()) + bytes;
}

/** @return a field with a number */
inline std::string
NumberField(uint32_t field, uint64_t number)
{
    return VarintBytes(field << 3) + VarintBytes(number);
}

/** @return a field with bytes */
inline std::string
BytesField(uint32_t field, const std::string& bytes)
{
    return VarintBytes(field << 3 | 2) + LongBytes(bytes);
}

/** @return a packed list of numbers */
inline std::string
ListField(uint32_t field, const std::vector<uint64_t>& numbers)
{
    std::string list;
    for (const uint64_t number : numbers)
    {
        list += VarintBytes(number);
    }
    return BytesField(field, list);
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* CHAKRA_BYTES_H */
