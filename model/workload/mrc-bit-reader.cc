/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-bit-reader.h"

#include "mrc-parse-error.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t BUFFER_BYTES = 65536;
constexpr uint32_t FULL = 56; //!< bits, of which at least 32 are there then

} // namespace

BitReader::BitReader(std::istream& in, const std::string& name)
    : m_in(in),
      m_name(name),
      m_buffer(BUFFER_BYTES)
{
}

/**
 * Takes bytes until a code of any length is there, or the file ends. So Take and Next need not ask
 * for the end each time.
 */
void
BitReader::Fill()
{
    // Bits of deflate come least first (RFC 1951 sec. 3.1.1), so new bytes go above the old ones.
    while (m_count <= FULL)
    {
        if (m_next == m_size)
        {
            m_in.read(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
            m_size = static_cast<std::size_t>(m_in.gcount());
            m_next = 0;
            if (m_size == 0)
            {
                return;
            }
        }
        m_bits |= uint64_t{static_cast<uint8_t>(m_buffer[m_next++])} << m_count;
        m_count += 8;
        ++m_read;
    }
}

bool
BitReader::IsAtEnd()
{
    Fill();
    return m_count == 0;
}

void
BitReader::FailAtEnd() const
{
    Fail("the file ends; expected more of what gzip made");
}

void
BitReader::Fail(const std::string& message) const
{
    // Whole bytes that wait here are not yet used, so the error names the byte in front of them.
    throw ParseError(m_name, {}, "byte " + std::to_string(m_read - m_count / 8) + ": " + message);
}

} // namespace mrc
} // namespace ns3
