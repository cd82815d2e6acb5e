/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HEADER_CHAIN_H
#define MRC_HEADER_CHAIN_H

#include "mrc-datagram.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The headers that may stand behind a BTH. */
enum class HeaderKind : uint8_t
{
    METH,
    TSETH,
    RETH,
    IMMDT,
    AETH,
    SETH,
    CC_STATE,
    NETH,
    PETH,
    ERTH,
    EETH,
    CNP_BLANK,
};

/** The headers behind a BTH, in the order of the wire [opcode-list] [roce-opcodes]. */
class HeaderChain
{
  public:
    /** @param bth the opcode and the ts bit say which headers follow; none when the opcode is
     * unknown
     */
    explicit HeaderChain(const Bth& bth);

    /** @return the first header */
    const HeaderKind* begin() const
    {
        return m_kinds;
    }

    /** @return one behind the last header */
    const HeaderKind* end() const
    {
        return m_kinds + m_count;
    }

  private:
    void Add(HeaderKind kind);
    void AddWrite(const Bth& bth);
    void AddRoce(Opcode opcode);

    HeaderKind m_kinds[4]{};
    uint8_t m_count{0};
};

/** @return bytes of this header on the wire */
uint32_t BytesOf(HeaderKind kind);

/** Appends one header of a datagram. */
void Encode(ByteWriter& out, const Datagram& datagram, HeaderKind kind);

/**
 * Reads one header of a datagram.
 *
 * @param in where from
 * @param datagram the union holds the values of this header's opcode (see ClearHeaders)
 * @param kind the header
 * @return whether the header was there and valid
 */
bool Decode(ByteReader& in, Datagram& datagram, HeaderKind kind);

/** Sets the values of one header as they are in a new datagram: the header was cut off. */
void Clear(Datagram& datagram, HeaderKind kind);

/** Makes the union hold the values that the opcode wants, all as in a new datagram. */
void ClearHeaders(Datagram& datagram);

} // namespace mrc
} // namespace ns3

#endif /* MRC_HEADER_CHAIN_H */
