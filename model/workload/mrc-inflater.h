/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INFLATER_H
#define MRC_INFLATER_H

#include "mrc-bit-reader.h"
#include "mrc-huffman-table.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

constexpr std::size_t INFLATE_REACH = 32768; //!< bytes back that are copied (RFC 1951, 3.2.5)

/** Reads what DEFLATE made, a part at a time (RFC 1951). */
class Inflater
{
  public:
    /** @param bits to read from; must outlive this */
    explicit Inflater(BitReader& bits)
        : m_bits(bits)
    {
    }

    /** The next bits begin a stream. */
    void Begin();

    /**
     * @param data gets bytes; ends with the last INFLATE_REACH bytes of the stream so far, or all
     * @param room about so many bytes more, at most 257 beyond
     * @return false at the end of the stream
     * @throws ParseError if the bits are no such stream
     */
    bool Append(std::string& data, std::size_t room);

  private:
    /** What the next bits are. */
    enum class Part : uint8_t
    {
        HEAD,   //!< of a block
        STORED, //!< bytes as they are
        CODED,  //!< codes
    };

    void ReadHead();
    void ReadStoredHead();
    void ReadTables();
    void SetFixedTables();
    void AppendStored(std::string& data, std::size_t end);
    void AppendCoded(std::string& data, std::size_t end);
    void Copy(std::string& data, std::size_t begin, uint32_t symbol);

    BitReader& m_bits;
    HuffmanTable m_symbols;   //!< literals, the end of a block and lengths
    HuffmanTable m_distances; //!< of copies
    Part m_part{Part::HEAD};
    bool m_isLast{false}; //!< the block
    uint32_t m_stored{0}; //!< bytes left of the block
    uint64_t m_made{0};   //!< bytes of the stream so far
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INFLATER_H */
