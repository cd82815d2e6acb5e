/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HUFFMAN_TABLE_H
#define MRC_HUFFMAN_TABLE_H

#include "mrc-bit-reader.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which symbol do the next bits stand for (RFC 1951, 3.2.2)? */
class HuffmanTable
{
  public:
    /**
     * @param lengths by symbol, of its code in bits, at most 15; 0: the symbol has none
     * @param bits complains with the place
     * @throws ParseError if more codes have a length than there can be
     */
    void Set(const std::vector<uint8_t>& lengths, const BitReader& bits);

    /** @param bits to read from @return the symbol @throws ParseError if no symbol has the code */
    uint32_t Next(BitReader& bits) const
    {
        const uint16_t entry = m_entries[bits.Peek(m_longest)];
        if (entry == 0)
        {
            bits.Fail("a code that no symbol has; expected what gzip made");
        }
        bits.Drop(entry & 15U);
        return entry >> 4U;
    }

  private:
    uint32_t m_longest{1};                 //!< code, in bits
    std::vector<uint16_t> m_entries{0, 0}; //!< by the next bits: 16 times the symbol, and the
                                           //!< code's length; 0: no symbol
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HUFFMAN_TABLE_H */
