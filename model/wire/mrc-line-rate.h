/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINE_RATE_H
#define MRC_LINE_RATE_H

#include "mrc-instant.h"

#include <cstdint>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

/**
 * How long bytes take on a line: the one integer arithmetic that fabric and closed forms share
 * [link-rates].
 *
 * A rate is held as picoseconds per byte in units of 1/1024, rounded to nearest. This is exact at
 * 1, 10, 25, 40, 50, 100, 200, 400, 800, 1600 and 3200 Gb/s, and within 0.02 % at every other valid
 * rate.
 */
class LineRate
{
  public:
    static constexpr uint64_t MIN_BITS_PER_SECOND = 1000000;       //!< 1 Mb/s
    static constexpr uint64_t MAX_BITS_PER_SECOND = 3200000000000; //!< 3.2 Tb/s

    /**
     * @param bitsPerSecond the rate
     * @return whether a line can have this rate in bit/s: 1 Mb/s .. 3.2 Tb/s
     */
    static constexpr bool IsValid(uint64_t bitsPerSecond)
    {
        return bitsPerSecond >= MIN_BITS_PER_SECOND && bitsPerSecond <= MAX_BITS_PER_SECOND;
    }

    /**
     * @param bitsPerSecond the rate in bit/s, 1 Mb/s .. 3.2 Tb/s
     * @throws std::invalid_argument outside that range
     */
    explicit constexpr LineRate(uint64_t bitsPerSecond)
        : m_psPerByteQ10(IsValid(bitsPerSecond)
                             ? (BYTE_PS_Q10 + bitsPerSecond / 2) / bitsPerSecond
                             : throw std::invalid_argument("line rate outside 1 Mb/s .. 3.2 Tb/s"))
    {
    }

    /** @return picoseconds per byte, in units of 1/1024 ps, 2560 .. 8192000000 */
    constexpr uint64_t PsPerByteQ10() const
    {
        return m_psPerByteQ10;
    }

    /** @return the rate in bit/s, rounded to nearest */
    constexpr uint64_t BitsPerSecond() const
    {
        return (BYTE_PS_Q10 + m_psPerByteQ10 / 2) / m_psPerByteQ10;
    }

    /**
     * @param bytes bytes of line time, preamble and gap included; at most 2^31 - 1
     * @return how long the line is busy with them, rounded half up to a picosecond
     */
    constexpr Span Serialize(uint32_t bytes) const
    {
        return Span(static_cast<int64_t>((bytes * m_psPerByteQ10 + 512) >> 10));
    }

  private:
    static constexpr uint64_t BYTE_PS_Q10 = 8ULL * 1000000000000ULL * 1024ULL; //!< at 1 bit/s

    uint64_t m_psPerByteQ10;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINE_RATE_H */
