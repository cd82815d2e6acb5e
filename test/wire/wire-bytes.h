/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_WIRE_BYTES_H
#define MRC_TEST_WIRE_BYTES_H

#include "ns3/mrc-byte-cursor.h"
#include "ns3/mrc-hash.h"

#include <cctype>
#include <cstdint>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;

/** @return the bytes of hexadecimal digits; whatever else the text holds is ignored */
inline Bytes
Hex(const std::string& text)
{
    std::string digits;
    for (const char c : text)
    {
        if (std::isxdigit(static_cast<unsigned char>(c)))
        {
            digits += c;
        }
    }
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    {
        bytes.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/** @return the bytes of a header, of which the rest of the room is cut off */
template <typename... Values>
Bytes
Encoded(const Values&... values)
{
    Bytes bytes(64);
    ns3::mrc::ByteWriter out(bytes.data(), bytes.size());
    Encode(out, values...);
    bytes.resize(bytes.size() - out.Left());
    return bytes;
}

/** Random numbers of a test: the sequence depends on the seed alone. */
class Draws
{
  public:
    explicit Draws(uint64_t seed)
        : m_draws(seed)
    {
    }

    uint64_t Bits()
    {
        return m_draws.Bits(m_count++);
    }

    uint32_t Below(uint32_t bound)
    {
        return m_draws.Below(bound, m_count++);
    }

    bool Flip()
    {
        return Bits() & 1;
    }

  private:
    ns3::mrc::KeyedDraws m_draws;
    uint64_t m_count{0};
};

#endif /* MRC_TEST_WIRE_BYTES_H */
