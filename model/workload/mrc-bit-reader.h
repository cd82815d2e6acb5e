/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BIT_READER_H
#define MRC_BIT_READER_H

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Reads bits of a file, those of a byte from the least one on (RFC 1951, 3.1.1). */
class BitReader
{
  public:
    /**
     * @param in the file, which must outlive the reader
     * @param name of the file, for messages
     */
    BitReader(std::istream& in, const std::string& name);

    /** @param count of bits, at most 32 @return them; zeros behind the end of the file */
    uint32_t Peek(uint32_t count)
    {
        if (m_count < count)
        {
            Fill();
        }
        return static_cast<uint32_t>(m_bits & ((uint64_t{1} << count) - 1));
    }

    /** Passes over bits. @param count of them, at most 32 @throws ParseError if the file ends */
    void Drop(uint32_t count)
    {
        if (m_count < count)
        {
            FailAtEnd();
        }
        m_bits >>= count;
        m_count -= count;
    }

    /** @param count of bits, at most 32 @return them @throws ParseError if the file ends */
    uint32_t Take(uint32_t count)
    {
        const uint32_t bits = Peek(count);
        Drop(count);
        return bits;
    }

    /** Passes over the rest of a byte. */
    void Align()
    {
        Drop(m_count % 8);
    }

    /** @return whether the file has no byte more; to be asked between bytes */
    bool IsAtEnd();

    /**
     * @param message what is wrong, and what was expected
     * @throws ParseError always, with the byte behind which that was noticed
     */
    [[noreturn]] void Fail(const std::string& message) const;

  private:
    void Fill();
    [[noreturn]] void FailAtEnd() const;

    std::istream& m_in;
    std::string m_name;
    std::vector<char> m_buffer;
    std::size_t m_next{0}; //!< in the buffer
    std::size_t m_size{0}; //!< of the part of the buffer that is filled
    uint64_t m_bits{0};    //!< that were read ahead
    uint32_t m_count{0};   //!< of these
    uint64_t m_read{0};    //!< bytes so far, with those ahead
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_BIT_READER_H */
